// The details of one table, and what the arbiter can do there.
import { articleText } from "./articles.js";
import { $, ageText, api, attempt, confirmed, el, fresh, now } from "./lib.js";
import { approve, rulingText } from "./rulings.js";
import { contactText, lateText, phaseChip, turnsText } from "./tile.js";

let shown = null;
let spare = ""; // the one that is chosen: a redrawn list must not choose another
const KINDS = { 1: "piano", 2: "START", 3: "pausa", 4: "riprendi", 5: "tempo", 6: "TIME OUT", 7: "fine turno", 11: "smazzata copiata", 12: "correzione", 13: "annullamento", 18: "risposta alla chiamata", 19: "approvazione", 22: "risposta alla richiesta", 24: "risultato copiato" };
const WHY = { wrong_table: "altro tavolo", wrong_round: "altro turno", wrong_event: "altro torneo", bad_record: "illeggibile", flash_full: "memoria piena" };

function facts(t) {
  const d = t.device;
  const rows = [["Stato", phaseChip(t)], ["Coppie", `N-S ${t.ns.names} · E-O ${t.ew.names}`], ["Punti", `${t.mp.ns} – ${t.mp.ew}`], ["Dispositivo", d ? `${d.name || d.id} · ${contactText(d)}` : "nessuno"]];
  if (d && d.contact_ms >= 0) rows.push(["Da inviare", `${d.unsent}${d.online ? "" : " all'ultimo contatto"}`]);
  if (d?.online) {
    rows.push(["Orologio", d.clock_quality_ms === undefined || d.clock_quality_ms === null ? "—" : d.clock_quality_ms ? `±${d.clock_quality_ms} ms` : "circa: non ancora messo all'ora"]);
    if (d.fault) rows.push(["⚠ Memoria", d.fault]);
    rows.push(["Segnale", d.rssi ? `${d.rssi} dBm` : "—"], ["Firmware", `${d.firmware}, acceso da ${ageText((d.up_s ?? 0) * 1000)}`]);
  }
  for (const [line, label] of [[t.ns, "N-S"], [t.ew, "E-O"]]) if (line.late) rows.push(["Ritardo", `${lateText(line.late, label)} — ${articleText(line.late.article)}`]);
  for (const [turns, label] of [[t.turns.ns, "N-S"], [t.turns.ew, "E-O"]]) if (turns.over) rows.push(["Tempo di turno", turnsText(turns, label)]);
  for (const r of t.refused) rows.push(["⚠ Rifiutato", `${KINDS[r.kind] ?? r.kind}: ${WHY[r.why] ?? r.why}, ${ageText(now() - r.at_ms)} fa`]);
  for (const text of t.faults) rows.push(["⚠ Guasto", text]);
  for (const r of t.rulings) rows.push(["Approvata", `smazzata ${r.deal}: ${rulingText(r.reason)}${r.by_pin ? " (con il PIN al tavolo)" : ""}`]);
  if (t.pin_tries) rows.push(["⚠ PIN", `sbagliato ${t.pin_tries} volt${t.pin_tries === 1 ? "a" : "e"} a questo tavolo${t.pin_tries >= 5 ? ": bloccato per questo turno" : ""}`]);
  return el("dl", {}, ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

/** Another device for the table: a spare chosen here, or one that takes it by itself with the PIN. */
function replacing(t, state) {
  const before = (d) => d.was === t.table; // perhaps the broken one: last, and never chosen by itself
  const spares = [...state.devices].sort((a, b) => before(a) - before(b) || b.online - a.online);
  const label = (d) => `${d.name || d.id} (${d.was ? `era il tavolo ${d.was} fino a poco fa, ` : ""}${contactText(d)})`;
  const field = el("select", { "aria-label": "Riserva" }, el("option", { value: "" }, "Scelga la riserva…"), ...spares.map((d) => el("option", { value: d.id }, label(d))));
  const chosen = () => spares.find((d) => d.id === field.value);
  const buzz = el("button", { type: "button", title: "La riserva suona, così la si trova", onclick: () => { attempt(() => api(`/api/devices/${spare}/locate`, {})); } }, "♪ Fai suonare");
  const change = el("button", { type: "button", onclick: async () => {
    const late = chosen().online ? "" : "Questa riserva non è in linea: prenderà il tavolo quando si collega. ";
    const back = before(chosen()) ? "È il dispositivo che questo tavolo aveva prima. " : "";
    const yes = await confirmed({ title: `Tavolo ${t.table}: prende il posto «${chosen().name || chosen().id}»`, yes: "Cambia", text: `${back}${late}La riserva riceve lo score fin qui e chiede se i nomi sono giusti. Il dispositivo di prima dice che il tavolo è altrove; ciò che ha registrato e non inviato arriva quando torna in rete o via USB. Un conto scritto a metà si riscrive.` });
    if (!yes) return;
    await attempt(() => api("/api/tables/assign", { table: t.table, device: field.value }));
    spare = field.value = ""; // a second press must not give it to anybody
    choose();
  } }, "Cambia dispositivo");
  const choose = () => {
    spare = field.value;
    buzz.disabled = change.disabled = !spare;
  };
  if (spares.some((d) => d.id === spare)) field.value = spare;
  field.addEventListener("change", choose);
  choose();
  return el("section", { class: "replace" }, el("h3", {}, "Dispositivo guasto?"),
    t.names_asked ? el("p", {}, `Il tavolo è passato a «${t.device.name || t.device.id}»: sul suo schermo chiede se i nomi sono giusti, e si continua dopo l'OK.`) : "",
    spares.length ? el("div", { class: "assign" }, field, buzz, change) : el("p", { class: "soft" }, "Nessuna riserva: ne accenda una."),
    state.event?.pin ? el("details", {}, el("summary", {}, "Oppure dalla riserva stessa, con il PIN"),
      el("p", { class: "soft small" }, `Sulla riserva: OK (o il menu, «Prendi un tavolo»), tavolo ${t.table}, poi il PIN `, el("b", { class: "pin" }, state.event.pin), ". Lo digiti lei: i giocatori non devono conoscerlo.")) : "");
}

function draw(t, state) {
  const close = () => $("table-dialog").close();
  $("table-detail").replaceChildren(
    el("h2", {}, `Tavolo ${t.table}`), facts(t),
    el("div", { class: "buttons" },
      el("a", { href: `/sheet/${state.round.number}/${t.table}` }, el("button", { type: "button", class: "strong" }, "Apri lo score")),
      el("button", { type: "button", disabled: !t.device?.online, onclick: () => attempt(() => api(`/api/tables/${t.table}/locate`, {})) }, "♪ Fai suonare"),
      el("button", { type: "button", disabled: t.signed || !["dealing", "play", "count", "sheet"].includes(t.phase), onclick: () => approve(t, Math.min(t.deal, t.deals), t.ruling?.reason) }, "Approva smazzata")),
    replacing(t, state),
    el("div", { class: "buttons" }, el("button", { type: "button", class: "quiet", onclick: close }, "Chiudi")));
}

/** Show table `t`. */
export function openTable(t, state) {
  shown = t.table;
  fresh("table", [t, state.devices]);
  draw(t, state);
  $("table-dialog").showModal();
}

/** Bring the open details up to date, but never while a choice is being made. */
export function redrawTable(tables, state) {
  const t = tables.get(shown);
  if ($("table-dialog").open && t && fresh("table", [t, state.devices]) && document.activeElement?.tagName !== "SELECT" && !$("table-detail").querySelector("details[open]")) draw(t, state);
}
