// Who has entered: the list, by hand, late, withdrawn, come back, changed.
import { el, toast } from "./lib.js";
import { ask, choice, field } from "./dialog.js";
import { MANY, ONE, order, prints, undo } from "./desk.js";
import { fileBox } from "./entry_file.js";

const SIZES = { pairs: [2, 2], individual: [1, 1], teams: [2, 8] };
const MODES = [["justified", "per un buon motivo (malattia, ...)"], ["temporary", "solo per un tempo: torna"], ["unjustified", "senza un buon motivo"], ["removed", "allontanato dall'arbitro"]];
const NOTHING = "";

function personFields(count, persons = []) {
  const rows = Array.from({ length: count }, (_, at) => {
    const one = persons[at] ?? {};
    const [name, club, card] = [["name", 60], ["club", 60], ["card", 30]].map(([key, most]) => el("input", { value: one[key] ?? "", maxLength: most, autocomplete: "off", required: key === "name" && at === 0 }));
    return { name, club, card, row: el("div", { class: "person" }, field(`Giocatore ${at + 1}`, name), field("Circolo", club), field("Tessera", card)) };
  });
  return { rows: rows.map((r) => r.row), first: rows[0].name, read: () => rows.map((r) => ({ name: r.name.value.trim(), club: r.club.value.trim(), card: r.card.value.trim() })).filter((p) => p.name) };
}

/** Enter `send(more)`; where the rule says "too late", the arbiter may insist with a reason. */
export async function entered(send, done) {
  try {
    const found = await send({});
    done(found);
  } catch (fault) {
    if (fault.code !== "late_entry" || /own rule/.test(fault.detail)) throw fault;
    ask({
      title: "Iscrizione in ritardo", text: `${fault.message} Chi arriva tardi gioca dal turno seguente. Se lei decide di ammetterli, scriva il motivo.`, yes: "Iscrivi lo stesso", article: false,
      send: async ({ why }) => { done(await send({ accept: ["late_entry"], why })); },
    });
  }
}

function said(found, kind) {
  const count = found.entries.length;
  toast(`${count === 1 ? `Iscritto: ${found.entries[0].names}` : `${count} ${MANY[kind]} iscritte`}${found.since > 1 ? `; dal turno ${found.since}` : ""}${found.pair_anew ? ". Ora abbini di nuovo il turno" : ""}`);
}

function addBox(event, done) {
  const { kind } = event;
  const people = personFields(kind === "teams" ? 4 : SIZES[kind][1]);
  const name = el("input", { maxLength: 40, autocomplete: "off" });
  const group = el("input", { type: "number", min: 1, max: 50, value: 1 });
  const wrong = el("p", { class: "error", role: "alert", hidden: true });
  const form = el("form", { class: "add", onsubmit: async (e) => {
    e.preventDefault();
    wrong.hidden = true;
    const one = { persons: people.read(), group: Number(group.value) || 1, ...(kind === "teams" ? { name: name.value.trim() } : {}) };
    try {
      await entered((more) => order("entry.add", { entries: [one], ...more }), async (found) => { said(found, kind); form.reset(); await done(); people.first.focus(); });
    } catch (fault) {
      wrong.textContent = fault.message;
      wrong.hidden = false;
    }
  } }, kind === "teams" ? field("Nome della squadra", name) : "", ...people.rows,
  el("details", {}, el("summary", {}, "Girone"), field("Numero del girone", group, "Lasci 1 se il torneo ha un girone solo.")), wrong,
  el("button", { type: "submit", class: "strong" }, `Iscrivi ${ONE[kind] === "giocatore" ? "il giocatore" : `la ${ONE[kind]}`}`));
  return form;
}

function edit(event, one, done) {
  const people = personFields(Math.max(one.persons.length, event.kind === "teams" ? 8 : SIZES[event.kind][1]), one.persons);
  const name = el("input", { maxLength: 40, value: one.name });
  const group = el("input", { type: "number", min: 1, max: 50, value: one.group });
  const how = choice([["same", "sono gli stessi, ho corretto il nome"], ["other", "sono altre persone (sostituzione)"], ["anyway", "altre persone, anche se hanno già giocato (contro il regolamento)"]], "same");
  ask({
    title: `Modifica ${ONE[event.kind]} ${one.number}`, yes: "Salva", article: false,
    fields: [event.kind === "teams" ? field("Nome della squadra", name) : NOTHING, ...people.rows, field("Questi giocatori", how), field("Girone", group)],
    send: ({ why }) => {
      const persons = people.read();
      const body = { number: one.number, why, replace: how.value !== "same", ...(how.value === "anyway" ? { accept: ["substitute"] } : {}) };
      const was = one.persons.map((p) => ({ name: p.name, club: p.club, card: p.card }));
      if (JSON.stringify(persons) !== JSON.stringify(was)) body.persons = persons;
      if (Number(group.value) !== one.group) body.group = Number(group.value);
      if (event.kind === "teams" && name.value.trim() !== one.name) body.name = name.value.trim();
      return order("entry.edit", body);
    }, done,
  });
}

function withdraw(event, one, done) {
  const mode = choice(MODES, "justified");
  const next = event.round + 1;
  const round = el("input", { type: "number", min: Math.max(1, event.round), max: 100, value: next });
  ask({
    title: `Ritiro: ${one.names}`, text: "I risultati dei turni giocati restano. Nei turni seguenti non viene più abbinato. Se manca solo per un tempo, i punti del turno perso li assegna l'arbitro in Provvedimenti.", yes: "Registra il ritiro", alarm: true,
    fields: [field("Perché va via", mode), field("Manca a partire dal turno", round)],
    send: ({ why, article }) => order("entry.withdraw", { number: one.number, mode: mode.value, round: Number(round.value), why, article }), done,
  });
}

function comeBack(one, done) {
  ask({ title: `Rientra: ${one.names}`, text: "Dal prossimo turno viene di nuovo abbinato. I punti dei turni persi li assegna l'arbitro, in Provvedimenti.", yes: "Rientra", article: false, send: ({ why }) => order("entry.return", { number: one.number, why }), done });
}

/** Who of a team sits at which table of its next match. */
async function lineUp(event, one, done) {
  const { rules } = await order("event.rules");
  const count = rules.find((rule) => rule.name === "match_tables").value;
  const seats = Array.from({ length: 2 * count }, (_, at) => choice(one.persons.map((p) => [p.person, p.name]), one.persons[at % one.persons.length].person));
  const rows = Array.from({ length: count }, (_, at) => el("div", { class: "two" }, field(`Tavolo ${at + 1}`, seats[2 * at]), field("con", seats[2 * at + 1])));
  ask({
    title: `Formazione di ${one.names}`, text: `Per il turno ${event.round + 1}. Ogni giocatore a un tavolo solo.`, yes: "Salva la formazione", why: false, article: false, fields: rows,
    words: (fault) => (fault.code === "bad_input" ? "Ogni giocatore può stare a un tavolo solo: guardi chi c'è due volte." : fault.message),
    send: () => order("line_up.set", { round: event.round + 1, team: one.number, tables: Array.from({ length: count }, (_, at) => [Number(seats[2 * at].value), Number(seats[2 * at + 1].value)]) }), done,
  });
}

function erase(one, done) {
  const who = choice(one.persons.filter((p) => !p.erased).map((p) => [p.person, p.name]), "");
  ask({
    title: "Cancella un nome per sempre", text: "Nome, circolo e tessera spariscono; i risultati restano con un numero. Non si può tornare indietro. Nel motivo non scriva il nome.", yes: "Cancella il nome", alarm: true, article: false,
    fields: [field("Persona", who)], send: ({ why }) => order("entry.erase", { person: Number(who.value), why }), done,
  });
}

function row(event, one, done, name) {
  const state = one.left ? `ritirato dal turno ${one.left.round}` : one.half ? "manca il compagno" : one.since > 1 ? `gioca dal turno ${one.since}` : "";
  const act = (label, run) => el("button", { type: "button", class: "quiet", onclick: run }, label);
  return el("tr", { class: one.left ? "gone" : "" }, el("td", { class: "num" }, el("b", {}, String(one.number))),
    el("td", {}, one.names, event.kind === "teams" ? el("div", { class: "small" }, one.persons.map((p) => p.name).join(", ")) : "", el("div", { class: "soft small" }, [...new Set(one.persons.map((p) => p.club).filter(Boolean))].join(" · "))),
    el("td", {}, state ? el("span", { class: `chip ${one.left || one.half ? "warn" : "info"}` }, state) : "", event.groups.length > 1 ? el("span", { class: "chip" }, `girone ${one.group}`) : ""),
    el("td", { class: "acts" }, event.kind === "teams" && one.persons.length >= 4 ? act("Formazione…", () => lineUp(event, one, done).catch((f) => toast(f.message))) : "", act("Modifica…", () => edit(event, one, done)), one.left ? act("Rientra…", () => comeBack(one, done)) : act("Ritiro…", () => withdraw(event, one, done)),
      el("details", { class: "more" }, el("summary", {}, "altro"), act("Togli l'iscrizione…", () => undo({ what: "entry", number: one.number, title: `Togli ${one.names} dagli iscritti`, name, done }).catch((f) => toast(f.message))), act("Cancella il nome…", () => erase(one, done)))));
}

let ways = null; // made once for each event: what is typed there stays when the list is drawn anew
let waysOf = "";

function waysBox(event, done) {
  return el("div", { class: "ways" },
    el("details", { class: "card way", open: !event.entries.length, id: "add-file" }, el("summary", {}, "Incolla l'elenco, o carica un file (Excel, CSV)"), fileBox(event, done)),
    el("details", { class: "card way", id: "add-one" }, el("summary", {}, `Aggiungi ${event.kind === "individual" ? "un giocatore" : `una ${ONE[event.kind]}`} a mano`), addBox(event, done)));
}

/** The panel of entries. `desk`: event and helpers of the page. */
export function drawEntries(box, desk) {
  const { event, done, name } = desk;
  const here = event.entries.filter((one) => !one.left);
  const odd = event.kind === "pairs" && here.length % 2 === 1;
  if (waysOf !== event.id) [ways, waysOf] = [waysBox(event, done), event.id];
  const close = el("button", { type: "button", onclick: async () => { try { await order("entry.close", { closed: !event.entries_closed }); toast(event.entries_closed ? "Iscrizioni riaperte" : "Iscrizioni chiuse"); done(); } catch (f) { toast(f.message); } } }, event.entries_closed ? "Riapri le iscrizioni" : "Chiudi le iscrizioni");
  box.replaceChildren(el("section", { class: "card" }, el("h1", {}, `Iscritti: ${here.length} ${MANY[event.kind]}`),
    odd ? el("p", { class: "soft" }, "Sono dispari: a ogni turno una coppia riposa.") : "", event.entries_closed ? el("p", {}, el("span", { class: "chip warn" }, "Iscrizioni chiuse")) : "",
    ways,
    event.entries.length ? el("table", { class: "entries" }, el("thead", {}, el("tr", {}, el("th", { class: "num" }, "N."), el("th", {}, "Nomi"), el("th", {}), el("th", {}))), el("tbody", {}, ...event.entries.map((one) => row(event, one, done, name)))) : el("p", { class: "empty" }, "Ancora nessuno. Incolli l'elenco qui sopra."),
    event.entries.length ? prints("Elenco degli iscritti", "entries") : "",
    el("div", { class: "buttons" }, event.entries.length ? close : "", here.length >= 2 ? el("button", { type: "button", class: "strong", onclick: () => desk.go("rounds") }, "Avanti: i turni →") : "")));
}
