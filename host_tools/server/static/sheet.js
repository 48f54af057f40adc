// One sheet with every version of each deal.
import { $, api, attempt, el, listen } from "./lib.js";
import { correctDeal, swapLines, typeIn } from "./correct.js";
import { chooseVersion, decideResult, voidDeal } from "./decide.js";
import { articleText, reasonText, scaleText } from "./articles.js";
import { differsText, phaseChip } from "./tile.js";

const box = $("sheet");
const { round, table } = box.dataset;
const PILES = { played: "giocato", taken: "preso", not_taken: "−100", waived: "condonato" };
const minus = (n) => String(n).replace("-", "−");

function cells(line) {
  const text = [`${line.clean}·${line.semi}·${line.dirty}`, line.closed ? "✓" : "", PILES[line.pile] ?? line.pile, minus(-line.negative), line.positive, line.arbiter ? minus(line.arbiter) : ""];
  return [...text.map((v, n) => el("td", { class: n ? "num" : "num divide" }, String(v))), el("td", { class: "num total" }, minus(line.total))];
}

/** Typed in from paper, and no correction of what was there. */
const paper = (v) => v.host && !/[^0]/.test(v.replaces);

function versionRow(deal, v, all) {
  const [count, right] = [all.length, all.find((one) => one.counts)];
  const equal = right && JSON.stringify([v.ns, v.ew]) === JSON.stringify([right.ns, right.ew]);
  const problems = v.problems.filter((p) => p.level !== "warn").map((p) => `${p.level === "hard" ? "⚠ " : "approvato: "}${p.text_it}`);
  const tag = v.counts ? (count > 1 ? "✓ vale" : "") : v.stands ? (equal ? "uguale" : "⚠ diversa") : v.void ? "✕ annullata" : "sostituita";
  const from = v.by_arbiter ? (paper(v) ? "✎ dalla carta" : "✎ corretta") : v.copied ? "copiata dallo schermo" : count > 1 ? v.name || v.device : "";
  const why = v.decision ? `${reasonText(v.decision.why)}${v.decision.article ? ` (${articleText(v.decision.article)})` : ""} — ${v.decision.who}, ${clockOf(v.decision.at)}` : "";
  return el("tr", { class: v.stands ? "" : "old" }, el("td", { class: "num tag" }, String(deal)), ...cells(v.ns), ...cells(v.ew),
    el("td", { class: "tag small" }, [tag, from, ...problems].filter(Boolean).join(" · "), why ? el("div", { class: "soft" }, why) : ""));
}

function clockOf(seconds) { return new Date(seconds * 1000).toLocaleTimeString("it", { hour: "2-digit", minute: "2-digit" }); }

function actions(s, d, tag = "td") {
  const playing = !d.standing.length && d.deal === s.state.deal && ["play", "count"].includes(s.state.phase);
  return el(tag, { class: "acts" }, tag === "td" ? "" : `Smazzata ${d.deal}`, el("button", { type: "button", class: "quiet", onclick: () => (d.standing.length || s.signed ? attempt(() => correctDeal(s, d, draw)) : typeIn(s, d, draw)) }, d.standing.length ? "Correggi…" : "Scrivi…"),
    d.standing.length || playing ? el("button", { type: "button", class: "quiet", onclick: () => voidDeal(s, d, draw) }, "Annulla…") : "");
}

function totalsRow(s, d) {
  const cell = (n) => [el("td", { class: "num soft divide", colSpan: 6 }, "progressivo"), el("td", { class: "num total" }, minus(n))];
  return el("tr", {}, el("td", {}), ...cell(d.running.ns), ...cell(d.running.ew), actions(s, d));
}

/** The versions of a deal that contradict each other, side by side. */
function conflictCard(s, d) {
  const whose = (v) => (v.by_arbiter ? "arbitro" : v.copied ? "schermo copiato" : `dispositivo ${v.name || v.device}`);
  const equal = new Map(); // versions that say the same stand together
  for (const v of d.versions.filter((one) => one.stands)) equal.set(JSON.stringify([v.ns, v.ew]), [...(equal.get(JSON.stringify([v.ns, v.ew])) ?? []), v]);
  const all = (same) => same.map(whose).join(" e ");
  const line = (label, e) => [el("dt", {}, label), el("dd", {}, `${e.clean}·${e.semi}·${e.dirty}${e.closed ? " · chiude" : ""} · pozzetto ${PILES[e.pile] ?? e.pile} · +${e.positive} −${e.negative}${e.arbiter ? ` · arb. ${minus(e.arbiter)}` : ""} = `, el("b", {}, minus(e.total)))];
  return el("div", { class: "card conflict" }, el("h2", {}, `⚠ Smazzata ${d.deal}: ${["", "una versione", "due versioni", "tre versioni"][equal.size] ?? `${equal.size} versioni`}. Decide lei.`),
    el("div", { class: "versions" }, ...[...equal.values()].map((same) => [same, same[0]]).map(([same, v]) => el("div", { class: "version" }, el("b", {}, all(same)), el("span", { class: "soft small" }, `al minuto ${Math.floor(v.at_ms / 60000)} del torneo${same.some((one) => one.counts) ? " · conta adesso" : ""}`),
      el("dl", {}, ...line("N-S", v.ns), ...line("E-O", v.ew)), el("button", { type: "button", class: "strong", onclick: () => chooseVersion(s, d, v, all(same), draw) }, "Vale questa…")))),
    el("div", { class: "buttons" }, el("button", { type: "button", onclick: () => attempt(() => correctDeal(s, d, draw)) }, "Scrivo la mia…")));
}

function resultCard(s) {
  const c = s.copied;
  return el("div", { class: "card conflict" }, el("h2", {}, "⚠ Schermo e registrazioni del tavolo dicono cose diverse"),
    el("div", { class: "versions" },
      el("div", { class: "version" }, el("b", {}, `copiato dallo schermo di ${c.name || c.device}`), `${minus(c.mp_ns)} – ${minus(c.mp_ew)} M.P. · ${c.vp_ns}–${c.vp_ew} V.P.`, el("button", { type: "button", onclick: () => decideResult(s, true, draw) }, "Vale questo…")),
      el("div", { class: "version" }, el("b", {}, "registrazioni del tavolo"), `${minus(s.signed.mp_ns)} – ${minus(s.signed.mp_ew)} M.P. · ${s.signed.vp_ns}–${s.signed.vp_ew} V.P.`, el("button", { type: "button", class: "strong", onclick: () => decideResult(s, false, draw) }, "Vale questo…"))));
}

function deals(s) {
  const parts = ["P·S·S", "chius.", "pozz.", "neg.", "pos.", "arb.", "tot."];
  const heads = [...parts, ...parts].map((h, n) => el("th", { class: n % 7 ? "num" : "num divide" }, h));
  const rows = s.deals.flatMap((d) => d.versions.length
    ? [...d.versions.map((v) => versionRow(d.deal, v, d.versions)), totalsRow(s, d)]
    : [el("tr", {}, el("td", { class: "num tag" }, String(d.deal)), el("td", { class: "soft divide", colSpan: 14 }, s.copied?.counts ? "solo il totale è noto" : "non ancora registrata"), actions(s, d))]);
  return el("div", { class: "card scroll" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", {}), el("th", { colSpan: 7, class: "divide" }, "NORD-SUD"), el("th", { colSpan: 7, class: "divide" }, "EST-OVEST"), el("th", {})),
      el("tr", {}, el("th", { class: "num" }, "n."), ...heads, el("th", {}))),
    el("tbody", {}, ...rows)), // on a narrow page the last column is out of sight
  el("div", { class: "below" }, ...s.deals.map((d) => actions(s, d, "div"))),
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
  if (s.state.conflicts.length) chips.push(el("span", { class: "chip alarm" }, `⚠ smazzata ${s.state.conflicts.join(", ")}: più versioni, decide l'arbitro`));
  for (const d of s.state.differs) chips.push(el("span", { class: "chip alarm" }, `⚠ ${differsText(d)}`));
  if (s.copied?.counts && s.signed) chips.push(el("span", { class: "chip warn" }, "✎ copiato dallo schermo"));
  if (s.state.corrected && (s.signed || s.copied)) chips.push(el("span", { class: "chip info" }, "✎ corretto dopo la consegna"));
  if (s.signed && !s.state.differs.length && !s.state.corrected) chips.push(el("span", { class: "chip go" }, "✓ ricontato: coincide"));
  if (s.signed && s.signed.flags & 1) chips.push(el("span", { class: "chip warn" }, "finito per tempo"));
  box.replaceChildren(
    el("div", { class: "sheet-head" }, el("h1", {}, `Turno ${round} · Tavolo ${table}`), el("div", { class: "buttons" }, ...chips)),
    el("div", { class: "card pairs" }, side(s, "ns", "Nord-Sud"), side(s, "ew", "Est-Ovest")),
    ...s.deals.filter((d) => d.conflict).map((d) => conflictCard(s, d)), s.copied?.contradicts ? resultCard(s) : "",
    deals(s), el("div", { class: "buttons" }, s.deals.some((d) => !d.standing.length) && !s.signed && !s.copied ? el("button", { type: "button", class: "strong", onclick: () => typeIn(s, s.deals.find((d) => !d.standing.length), draw) }, "Scrivi lo score dalla carta…") : "", s.deals.some((d) => d.standing.length) ? el("button", { type: "button", onclick: () => swapLines(s, draw) }, "Punteggi scambiati…") : ""),
    el("p", { class: "soft" }, `Differenza ${s.difference} · ${scaleText(s.scale)}`));
}

listen("/api/events", { state: draw, change: (data) => { if (data.state || data.tables.some((t) => String(t.table) === table)) draw(); } });
