// The ranking: who stands where and why, of which round and group, and whether it can still change.
import { articleText } from "./articles.js";
import { $, api, el, fresh, listen, notBackText, toast } from "./lib.js";
import { ONE, minus, order, prints, signed } from "./desk.js";

const pick = { group: "", after: "" };
let event = null;

function scoreRow(one) {
  return el("tr", {}, el("td", {}, `Turno ${one.round}`), el("td", { class: "num" }, `${minus(one.vp)} V.P.`), el("td", { class: "num" }, `${signed(one.mp_net)} M.P.`), el("td", {}, one.table ? el("a", { href: `/sheet/${one.round}/${one.table}` }, `tavolo ${one.table}`) : ""), el("td", { class: "soft small" }, one.text_it, one.article && one.how !== "played" ? ` (${articleText(one.article)})` : ""));
}

function rows(r) {
  const extra = r.extras.map((x) => el("tr", {}, el("td", {}, x.round ? `Turno ${x.round}` : ""), el("td", { class: "num" }, `${signed(x.vp)} V.P.`), el("td", { class: "num" }, `${signed(x.mp)} M.P.`), el("td", {}), el("td", { class: "soft small" }, x.text_it, x.article ? ` (${articleText(x.article)})` : "")));
  const detail = el("details", { class: "how" }, el("summary", {}, r.names), el("table", {}, el("tbody", {}, ...r.scores.map(scoreRow), ...extra)));
  const main = el("tr", {}, el("td", { class: "num rank" }, r.left && !r.rank ? "—" : String(r.rank)), el("td", {}, detail, el("div", { class: "why small soft" }, r.why_it ? `prima del seguente: ${r.why_it}` : "")),
    el("td", { class: "num" }, el("b", {}, minus(r.vp))), el("td", { class: "num" }, signed(r.mp_net)), el("td", { class: "num" }, minus(r.points_for)), el("td", { class: "num" }, minus(r.points_against)), el("td", { class: "num" }, String(r.rounds)));
  return main;
}

function state(found) {
  const note = !found.round ? "Ancora nessun turno." : pick.after ? `Com'era dopo il turno ${pick.after}.` : `Turno ${found.round} di ${found.total_rounds}.`;
  $("ranking-note").textContent = note;
  const open = found.provisional;
  $("ranking-open").replaceChildren(...(open.length ? [el("a", { href: "/results" }, `⚠ Provvisoria: l'arbitro deve decidere su ${open.map((m) => `turno ${m.round} tavolo ${m.table}`).join(", ")}`)] : []));
  const away = notBackText(found.not_back);
  $("ranking-away").textContent = away ? `⚠ Provvisoria: ${away}. Accendi quei dispositivi, anche se ora sono senza tavolo.` : "";
  $("ranking-copied").textContent = found.copied.length ? `✎ Copiati dallo schermo, in attesa delle registrazioni: ${found.copied.map((m) => `turno ${m.round} tavolo ${m.table}`).join(", ")}` : "";
  const final = found.final && !open.length && !away;
  $("ranking-state").className = `chip ${final ? "go" : "warn"}`;
  $("ranking-state").textContent = final ? "✓ definitiva" : found.last ? "provvisoria: è il tempo dei controlli" : "provvisoria";
}

function groups() {
  const box = $("group");
  box.parentNode.hidden = event.groups.length < 2;
  box.replaceChildren(el("option", { value: "" }, "tutti"), ...event.groups.map((g) => el("option", { value: g, selected: String(g) === pick.group }, `girone ${g}`)));
  const after = $("after");
  const done = event.rounds.filter((r) => r.state !== "draft");
  after.parentNode.hidden = done.length < 2;
  after.replaceChildren(el("option", { value: "" }, "adesso"), ...done.map((r) => el("option", { value: r.number, selected: String(r.number) === pick.after }, `dopo il turno ${r.number}`)));
}

async function load() {
  try {
    event = (await order("event.show")).event;
    const query = new URLSearchParams(Object.entries(pick).filter(([, value]) => value));
    const found = await api(`/api/page/ranking?${query}`);
    $("ranking-title").textContent = `Classifica · ${event.name}`;
    groups();
    state(found);
    const of = { ...(pick.group ? { group: pick.group } : {}), ...(pick.after ? { round: pick.after } : {}) };
    $("prints").replaceChildren(...(found.round ? [prints("Classifica", "ranking", of), prints("Classifica con ogni turno", "ranking", { ...of, rounds: true }), prints("Score del turno", "results", pick.after ? { round: pick.after } : {}), prints("Provvedimenti", "rulings")] : []));
    if (!fresh("ranking", found)) return;
    const head = ["", ONE[event.kind] === "coppia" ? "Coppia" : ONE[event.kind] === "squadra" ? "Squadra" : "Giocatore", "V.P.", "M.P.", "Fatti", "Subiti", "Turni"];
    $("ranking").replaceChildren(found.ranking.length ? el("table", { class: "ranking" }, el("thead", {}, el("tr", {}, ...head.map((h, at) => el("th", at === 1 ? {} : { class: "num" }, h)))), el("tbody", {}, ...found.ranking.map(rows))) : el("p", { class: "empty" }, "Ancora nessuno in classifica"));
    $("ranking-rule").textContent = found.tie_breaks_it.length ? `A parità di V.P.: ${found.tie_breaks_it.join(", poi ")}.` : "A parità di V.P.: stesso posto.";
  } catch (fault) {
    if (fault.code === "no_event") $("ranking").replaceChildren(el("p", { class: "empty" }, fault.message));
    else toast(fault.message);
  }
}

for (const id of ["group", "after"]) $(id).addEventListener("change", () => { pick[id] = $(id).value; load(); });
const heard = (data) => { if (data.state || data.ranking) load(); };
listen("/api/events", { state: heard, change: heard });
