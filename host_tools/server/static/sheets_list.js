// All sheets of a round: what is missing, what is in, what was corrected; each opens its sheet.
import { $, el, fresh, listen } from "./lib.js";
import { order } from "./desk.js";

const STATES = { missing: ["warn", "manca"], part: ["warn", "in parte"], unsigned: ["warn", "da firmare"], by_hand: ["go", "✓ dalla carta"], copied: ["info", "✎ copiato"], signed: ["go", "✓ firmato"], ruled: ["info", "deciso dall'arbitro"] };
let number = null; // of the round that is looked at; null: the newest

function cell(found, one) {
  const [kind, words] = STATES[one.state] ?? ["", one.state];
  const chips = [el("span", { class: `chip ${kind}` }, one.state === "part" ? `${one.played} di ${one.deals}` : words), one.conflicts.length ? el("span", { class: "chip alarm" }, "⚠ decida") : "", one.corrected && !["missing", "part", "unsigned"].includes(one.state) ? el("span", { class: "chip info" }, "✎ corretto") : ""];
  return el("a", { class: "sheet-link", href: `/sheet/${found.round}/${one.table}` }, el("b", {}, `Tavolo ${one.table}`), el("span", { class: "small" }, `${one.ns.names} · ${one.ew.names}`), el("span", {}, ...chips.filter(Boolean)), one.vp ? el("span", { class: "small soft" }, `${one.vp.ns}–${one.vp.ew} V.P.`) : "");
}

async function load() {
  try {
    const [{ event }, found] = await Promise.all([order("event.show"), order("sheet.list", number ? { round: number } : {})]);
    if (!fresh("sheets", { found, rounds: event.rounds })) return;
    const rounds = event.rounds.filter((r) => r.state !== "draft").map((r) => el("option", { value: r.number, selected: r.number === found.round }, `Turno ${r.number}`));
    const pick = el("select", { "aria-label": "Turno", onchange: () => { number = Number(pick.value); load(); } }, ...rounds);
    const missing = found.missing.length;
    $("sheets").replaceChildren(el("div", { class: "sheets-head" }, el("h2", {}, "Score del turno"), pick, el("span", { class: `chip ${missing ? "warn" : "go"}` }, missing ? `${missing === 1 ? "ne manca uno" : `ne mancano ${missing}`}` : "✓ ci sono tutti")), el("div", { class: "sheet-links" }, ...found.sheets.map((one) => cell(found, one))));
  } catch (fault) {
    $("sheets").replaceChildren(el("p", { class: "soft" }, ["no_event", "no_round"].includes(fault.code) ? "Nessun turno pubblicato: qui compariranno gli score." : fault.message));
  }
}

const heard = (data) => { if (data.state?.round || data.tables?.length) load(); };
listen("/api/events", { state: heard, change: heard });
