import { $, el, listen, notBackText, rankingTable } from "./lib.js";

let state = null;

function draw(data) {
  if (data.state) state = data.state;
  if (state?.event) $("ranking-title").textContent = `Classifica · ${state.event.name}`;
  const round = state?.round;
  const signed = state?.tables.filter((t) => t.signed).length ?? 0;
  const now = data.state ?? data; // either says what waits
  const open = now.provisional;
  $("ranking-open").replaceChildren(...(open.length ? [el("a", { href: "/results" }, `⚠ Provvisoria: l'arbitro deve decidere su ${open.map((m) => `turno ${m.round} tavolo ${m.table}`).join(", ")}`)] : []));
  const away = notBackText(now.not_back);
  $("ranking-away").textContent = away ? `⚠ Provvisoria: ${away}. Accendi quei dispositivi, anche se ora sono senza tavolo.` : "";
  $("ranking-copied").textContent = now.copied.length ? `✎ Copiati dallo schermo, in attesa delle registrazioni: ${now.copied.map((m) => `turno ${m.round} tavolo ${m.table}`).join(", ")}` : "";
  $("ranking-note").textContent = !round ? "Ancora nessun turno." : round.state === "closed" ? `Dopo il turno ${round.number} di ${state.event.rounds}.` : `Provvisoria: turno ${round.number} in corso, ${signed} score firmati all'apertura della pagina.`;
  if (data.ranking) $("ranking").replaceChildren(data.ranking.length ? rankingTable(data.ranking, false) : el("p", { class: "empty" }, "Ancora nessun torneo"));
}

listen("/api/events", { state: draw, change: draw });
