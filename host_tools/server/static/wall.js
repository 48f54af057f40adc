// The wall: read only, without a login; the clock only as the event's policy allows.
import { $, drawClock, el, listen, rankingTable } from "./lib.js";

let view = null;

function draw(data) {
  view = data;
  const round = view.round;
  $("event-name").textContent = view.event ?? "Tavolo";
  $("round-name").textContent = round ? `Turno ${round.number} di ${view.rounds}` : "Il torneo sta per cominciare";
  const rows = round?.seats.map((s) => el("tr", {}, el("td", { class: "num no" }, String(s.table)), el("td", {}, s.ns.names), el("td", {}, s.ew.names))) ?? [];
  $("seating").replaceChildren(rows.length
    ? el("table", {}, el("thead", {}, el("tr", {}, el("th", { class: "num" }, "Tav."), el("th", {}, "Nord-Sud"), el("th", {}, "Est-Ovest"))), el("tbody", {}, ...rows))
    : el("p", { class: "soft" }, "I posti appaiono qui."), round?.bye ? el("p", { class: "soft" }, `Riposa: ${round.bye.names}`) : "");
  $("ranking").replaceChildren(view.ranking.some((r) => r.rounds) ? rankingTable(view.ranking, true) : el("p", { class: "soft" }, "Dopo i primi score."));
  const late = view.missing;
  $("missing").textContent = !round || round.state === "closed" ? "" : late.length ? `Score mancanti: ${late.length > 12 ? `${late.length} tavoli` : `tavol${late.length > 1 ? "i" : "o"} ${late.join(", ")}`}` : "Tutti gli score sono arrivati";
  tick();
}

function tick() {
  if (view) drawClock($("clock"), $("clock-state"), view.round?.clock, view.round?.state === "closed");
}

listen("/api/wall/events", { state: draw, change: draw });
setInterval(tick, 250);
