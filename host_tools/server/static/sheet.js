// One sheet with every version of each deal.
import { $, api, attempt, el, listen } from "./lib.js";
import { phaseChip } from "./tile.js";

const box = $("sheet");
const { round, table } = box.dataset;
const PILES = { played: "giocato", taken: "preso", not_taken: "−100", waived: "condonato" };
const CODES = {
  not_multiple_of_5: "non multiplo di 5", positive_too_high: "positivi troppo alti", negative_too_high: "negativi troppo alti", sum_too_high: "somma oltre le carte del mazzo",
  too_many_burracos: "troppi burraco", too_many_burracos_both: "troppi burraco in tutto", positive_too_low: "positivi troppo bassi", both_close: "chiudono entrambe", closing_without_burraco: "chiusura senza burraco",
  closing_without_pile: "chiusura senza pozzetto", no_semi_clean: "semipulito non previsto", unusual_total: "totale insolito",
};
const minus = (n) => String(n).replace("-", "−");

function cells(line) {
  const text = [`${line.clean}·${line.semi}·${line.dirty}`, line.closed ? "✓" : "", PILES[line.pile] ?? line.pile, minus(-line.negative), line.positive, line.arbiter ? minus(line.arbiter) : ""];
  return [...text.map((v, n) => el("td", { class: n ? "num" : "num divide" }, String(v))), el("td", { class: "num total" }, minus(line.total))];
}

function versionRow(deal, v, count) {
  const problems = v.problems.filter((p) => p.level !== "warn").map((p) => `${p.level === "hard" ? "⚠ " : "approvato: "}${CODES[p.code] ?? p.code}`);
  const tag = v.counts ? (count > 1 ? "✓ vale" : "") : v.void ? "✕ annullata" : "sostituita";
  return el("tr", { class: v.counts ? "" : "old" }, el("td", { class: "num tag" }, String(deal)), ...cells(v.ns), ...cells(v.ew),
    el("td", { class: "tag small" }, [tag, ...problems].filter(Boolean).join(" · ")));
}

function totalsRow(d) {
  const cell = (n) => [el("td", { class: "num soft divide", colSpan: 6 }, "progressivo"), el("td", { class: "num total" }, minus(n))];
  return el("tr", {}, el("td", {}), ...cell(d.running.ns), ...cell(d.running.ew), el("td", {}));
}

function deals(s) {
  const parts = ["P·S·S", "chius.", "pozz.", "neg.", "pos.", "arb.", "tot."];
  const heads = [...parts, ...parts].map((h, n) => el("th", { class: n % 7 ? "num" : "num divide" }, h));
  const rows = s.deals.flatMap((d) => d.versions.length
    ? [...d.versions.map((v) => versionRow(d.deal, v, d.versions.length)), totalsRow(d)]
    : [el("tr", {}, el("td", { class: "num tag" }, String(d.deal)), el("td", { class: "soft divide", colSpan: 15 }, "non ancora registrata"))]);
  return el("div", { class: "card scroll" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", {}), el("th", { colSpan: 7, class: "divide" }, "NORD-SUD"), el("th", { colSpan: 7, class: "divide" }, "EST-OVEST"), el("th", {})),
      el("tr", {}, el("th", { class: "num" }, "n."), ...heads, el("th", {}))),
    el("tbody", {}, ...rows)),
  el("p", { class: "soft small" }, "P·S·S: burraco puliti, semipuliti, sporchi. Ogni versione resta scritta: nulla si cancella."));
}

function side(s, key, label) {
  const line = s.state[key];
  return el("div", { class: "side" }, s.vp ? el("div", { class: "vp" }, String(s.vp[key]), el("small", {}, "V.P.")) : "",
    el("span", { class: "soft" }, label), el("b", {}, line.names), `${minus(s.mp[key])} punti`);
}

async function draw() {
  const s = await attempt(() => api(`/api/sheets/${round}/${table}`));
  if (!s) return;
  const chips = [phaseChip(s.state)];
  if (s.state.conflicts.length) chips.push(el("span", { class: "chip alarm" }, `⚠ smazzata ${s.state.conflicts.join(", ")}: due versioni, decide l'arbitro`));
  for (const d of s.state.differs) chips.push(el("span", { class: "chip alarm" }, `⚠ ${d}`));
  if (s.signed && !s.state.differs.length) chips.push(el("span", { class: "chip go" }, "✓ ricontato: coincide"));
  if (s.signed && s.signed.flags & 1) chips.push(el("span", { class: "chip warn" }, "finito per tempo"));
  box.replaceChildren(
    el("div", { class: "sheet-head" }, el("h1", {}, `Turno ${round} · Tavolo ${table}`), el("div", { class: "buttons" }, ...chips)),
    el("div", { class: "card pairs" }, side(s, "ns", "Nord-Sud"), side(s, "ew", "Est-Ovest")),
    deals(s), el("p", { class: "soft" }, `Differenza ${s.difference} · tabella ${s.scale}`));
}

listen("/api/events", { state: draw, change: (data) => { if (data.state || data.tables.some((t) => String(t.table) === table)) draw(); } });
