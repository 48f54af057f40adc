// The event as a whole: a new one with its phases, the one that is played, its rules.
import { scaleText } from "./articles.js";
import { $, confirmed, el, toast } from "./lib.js";
import { ask, choice, field } from "./dialog.js";
import { KINDS, METHODS, PROFILES, order } from "./desk.js";
import { bringArchive, saveArchive } from "./archive_file.js";
import { headDialog } from "./event_head.js";
import { showRules } from "./rules.js";

const MINUTES = { 1: 15, 2: 25, 3: 35, 4: 45, 5: 55, 6: 65 };
const number = (value, min, max, name) => el("input", { type: "number", inputMode: "numeric", min, max, value, required: true, name });

/** Phases as rows; `read()` gives them in the form of an order, with what a row had that is not shown. */
export function phaseRows(phases) {
  const body = el("div", { class: "phases" });
  const rows = [];
  const add = (from) => {
    const method = choice(Object.entries(METHODS).filter(([m]) => m !== "manual" || from.method === m), from.method, { name: "method" });
    const [rounds, deals] = [number(from.rounds, 1, 30, "rounds"), number(from.deals, 1, 6, "deals")];
    const minutes = number(from.minutes ?? MINUTES[from.deals], 1, 240, "minutes");
    deals.addEventListener("change", () => { minutes.value = MINUTES[deals.value] ?? minutes.value; });
    const session = number(from.session ?? 1, 1, 20, "session");
    const one = { from, method, rounds, deals, minutes, session };
    const drop = el("button", { type: "button", class: "quiet", onclick: () => { if (rows.length < 2) return; rows.splice(rows.indexOf(one), 1); one.row.remove(); } }, "Togli");
    one.row = el("div", { class: "phase" }, field("Abbinamento", method), field("Turni", rounds), field("Smazzate", deals), field("Minuti", minutes), field("Sessione", session), drop);
    rows.push(one);
    body.append(one.row);
  };
  phases.forEach(add);
  const more = el("button", { type: "button", onclick: () => { const last = rows[rows.length - 1]; add({ method: "modified", rounds: 2, deals: Number(last.deals.value), session: Number(last.session.value) }); } }, "+ Altri turni con un altro abbinamento");
  const kept = (r) => (Number(r.deals.value) === r.from.deals && r.from.scale ? { scale: r.from.scale } : {});
  return {
    box: el("fieldset", {}, el("legend", {}, "Turni, nell'ordine in cui si giocano"), body, more),
    read: () => rows.map((r) => ({ method: r.method.value, rounds: Number(r.rounds.value), deals: Number(r.deals.value), minutes: Number(r.minutes.value), session: Number(r.session.value), ...kept(r), ...(r.from.options && Object.keys(r.from.options).length ? { options: r.from.options } : {}) })),
  };
}

const NEW = [{ method: "mitchell", rounds: 2, deals: 4 }, { method: "modified", rounds: 2, deals: 4 }];

/** The form of a new event, once for the page; `desk()`: what is played now, `done()` after. */
export function newForm(desk, done) {
  const form = $("event-form");
  let phases;
  const clear = () => { form.reset(); phases = phaseRows(NEW); $("phases").replaceChildren(phases.box); };
  clear();
  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    const error = $("event-error");
    error.hidden = true;
    const before = desk().event;
    try {
      if (before) {
        const yes = await confirmed({ title: "Nuovo torneo al posto di questo", text: `"${before.name}" resta nell'archivio e si può riaprire, ma ora non si gioca più.`, yes: "Crea il nuovo", alarm: true });
        if (!yes) return;
      }
      await order("event.new", { ...tables(form), name: form.name.value, kind: form.kind.value, profile: form.profile.value, phases: phases.read(), replace: Boolean(before), ...(form.arbiter.value.trim() ? { arbiter: { name: form.arbiter.value.trim(), card: form.arbiter_card.value.trim() } } : {}) });
    } catch (fault) {
      error.textContent = fault.message;
      error.hidden = false;
      return;
    }
    clear();
    $("new-event").open = false;
    toast("Torneo creato: ora iscriva i giocatori");
    done("entries");
  });
}

function tables(form) {
  const seconds = [form.turn_few, form.turn_middle, form.turn_many].map((input) => Number(input.value));
  const muted = [...form.querySelectorAll("[name=muted]:checked")].map((box) => box.value);
  return { policy: form.policy.value, last_minutes: Number(form.last_minutes.value), language: form.language.value, blind: form.blind.checked, turn_clock: form.turn_clock.checked, turn_seconds: seconds, muted };
}

function phasesTable(event) {
  let from = 1;
  const rows = event.phases.map((p) => {
    const span = p.rounds === 1 ? `${from}` : `${from}–${from + p.rounds - 1}`;
    from += p.rounds;
    return el("tr", {}, el("td", {}, `turno ${span}`), el("td", {}, METHODS[p.method] ?? p.method), el("td", {}, `${p.deals} smazzate`), el("td", {}, `${p.minutes} min`), el("td", { class: "soft" }, scaleText(p.scale)));
  });
  return el("table", {}, el("tbody", {}, ...rows));
}

function changePhases(event, done) {
  const phases = phaseRows(event.phases);
  ask({ title: "Cambia i turni che mancano", text: "I turni già pubblicati restano come sono; una bozza poi si abbina di nuovo.", yes: "Salva", article: false, fields: [phases.box], send: ({ why }) => order("event.phases", { phases: phases.read(), why }), done });
}

async function openAnother(event, done) {
  const { events } = await order("event.list");
  const others = events.filter((one) => one.id !== event?.id);
  if (!others.length) { toast("Non ci sono altri tornei."); return; }
  const which = choice(others.map((one) => [one.id, `${one.name}${one.made_at ? ` (${new Date(one.made_at * 1000).toLocaleDateString("it")})` : ""}`]), others[0].id);
  ask({ title: "Apri un altro torneo", text: event ? "Quello di adesso resta nell'archivio e si può riaprire." : "", yes: "Apri", why: false, article: false, fields: [field("Torneo", which)], send: () => order("event.open", { event: which.value, replace: true }), done });
}

/** All numbers reckoned a second time, and who climbed by points for not being there: told in a dialog. */
async function checkAll(name) {
  const [found, { wrong, advantages }] = await Promise.all([order("verify"), order("checks")]);
  const good = found.ok && !wrong.length;
  const lines = [...(found.ok ? [] : found.lines), ...wrong.map((one) => `Turno ${one.round}${one.table ? `, tavolo ${one.table}` : ""}: ${one.name}: ${one.expected} e ${one.found}. ${one.why}`)];
  const climbs = advantages.map((one) => el("li", {}, `Turno ${one.round}: ${name(one.number)} sale con punti avuti senza giocare: li può cambiare nei Provvedimenti.`));
  ask({ title: good ? "✓ I conti tornano" : "⚠ Qualcosa non torna", text: good ? "Ogni numero è stato rifatto da capo, con un altro programma, ed è uguale." : "Guardi queste righe prima di dare la classifica:", yes: "Va bene", why: false, article: false, fields: [el("ul", { class: "changes" }, ...lines.map((line) => el("li", {}, line)), ...climbs)], send: async () => {} });
}

/** The panel of the event that is played. */
export function drawEvent(box, desk) {
  const { event, done } = desk;
  const button = (label, run, kind = "") => el("button", { type: "button", class: kind, onclick: () => Promise.resolve(run()).catch((fault) => toast(fault.message)) }, label);
  const bring = button("Riprendi un archivio…", () => bringArchive(event, done));
  if (!event) {
    box.replaceChildren(el("p", { class: "soft" }, "Non c'è ancora un torneo. Lo crei qui sotto (nome, tipo, turni), oppure lo riprenda da un archivio salvato."), el("div", { class: "buttons" }, bring, button("Apri un torneo che c'è già…", () => openAnother(null, done))));
    return;
  }
  const left = event.rounds.filter((r) => r.state !== "closed").length;
  const over = event.rounds.length >= event.total_rounds && !left && !event.final;
  const final = () => ask({ title: "Classifica definitiva", text: "Finisce il tempo per controllare: dopo non si corregge più nulla, salvo annullare questa decisione.", yes: "È definitiva", article: false, send: ({ why }) => order("event.final", { why }), done });
  box.replaceChildren(el("section", { class: "card" },
    el("h1", {}, event.name), el("p", {}, `Torneo ${KINDS[event.kind]} · ${PROFILES[event.profile]} · ${event.total_rounds} turni`, event.arbiter ? ` · arbitro: ${event.arbiter.name}` : "", event.final ? el("span", { class: "chip go" }, "classifica definitiva") : ""),
    phasesTable(event),
    el("div", { class: "buttons" }, button("Nome, arbitro, tavoli…", () => headDialog(event, done)), button("Regole…", () => showRules(done)), button("Cambia i turni…", () => changePhases(event, done)), button("Apri un altro torneo…", () => openAnother(event, done)), event.rounds.length ? button("Controlla tutti i conti", () => checkAll(desk.name)) : "", button("Salva l'archivio", () => saveArchive(event)), bring, over ? button("Classifica definitiva…", final, "strong") : ""),
    el("div", { class: "buttons" }, button("Avanti: gli iscritti →", () => desk.go("entries"), "strong"))));
}
