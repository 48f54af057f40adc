// The wall: read only, without a login; the clock only as the event's policy allows.
import { $, drawClock, el, listen, notBackText, now, rankingTable } from "./lib.js";

const PAGE_MS = 10000;
let view = null;
let seats;
let lines;

/** What of `rows` fits on the wall at this moment; long lists turn their pages, all screens together. */
function pages(rows, share) {
  const size = Math.max(4, Math.floor((window.innerHeight * share) / (parseFloat(getComputedStyle(document.querySelector(".wall")).fontSize) * 2.3)));
  const count = Math.max(1, Math.ceil(rows.length / size));
  const at = Math.floor(now() / PAGE_MS) % count;
  return { now: () => rows.slice(at * size, (at + 1) * size), label: () => (count > 1 ? `${at + 1}/${count}` : "") };
}

function draw(data) {
  view = data;
  const round = view.round;
  $("event-name").textContent = view.event ?? "Tavolo";
  $("round-name").textContent = round ? `Turno ${round.number} di ${view.rounds}` : "Il torneo sta per cominciare";
  const rows = round?.seats.map((s) => el("tr", {}, el("td", { class: "num no" }, String(s.table)), el("td", {}, s.ns.names), el("td", {}, s.ew.names))) ?? [];
  seats = pages(rows, 0.6);
  $("seating").replaceChildren(rows.length
    ? el("table", {}, el("thead", {}, el("tr", {}, el("th", { class: "num" }, "Tav."), el("th", {}, "Nord-Sud"), el("th", {}, "Est-Ovest"))), el("tbody", {}, ...seats.now()))
    : el("p", { class: "soft" }, "I posti appaiono qui."), round?.bye ? el("p", { class: "soft" }, `Riposa: ${round.bye.names}`) : "");
  lines = pages(view.ranking, 0.66);
  $("ranking").replaceChildren(view.ranking.some((r) => r.rounds) ? rankingTable(lines.now(), true) : el("p", { class: "soft" }, "Dopo i primi score."));
  $("seating-page").textContent = seats.label();
  $("ranking-page").textContent = lines.label();
  $("ranking-open").textContent = [view.provisional && "l'arbitro deve decidere", notBackText(view.not_back)].filter(Boolean).map((why, n) => (n ? why : `provvisoria: ${why}`)).join("; ");
  const late = view.missing;
  $("missing").textContent = !round || round.state === "closed" ? "" : late.length ? `Score mancanti: ${late.length > 12 ? `${late.length} tavoli` : `tavol${late.length > 1 ? "i" : "o"} ${late.join(", ")}`}` : "Tutti gli score sono arrivati";
  tick();
}

function tick() {
  if (view) drawClock($("clock"), $("clock-state"), view.round?.clock, view.round?.state === "closed");
}

listen("/api/wall/events", { state: draw, change: draw });
setInterval(tick, 250);
setInterval(() => view && draw(view), PAGE_MS / 5);
