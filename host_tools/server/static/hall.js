// The arbiter's page: clock and commands, calls, the grid of tables, sheets as they arrive, ranking.
import { $, ageText, api, attempt, confirmed, drawClock, el, fresh, listen, now, rankingTable, toast } from "./lib.js";
import { asked } from "./rulings.js";
import { openTable, redrawTable } from "./table.js";
import { STALE_MS, contactText, differsText, lateText, offText, phaseChip, tile } from "./tile.js";

let state = null;
let provisional = []; // sheets on which the arbiter must decide
const tables = new Map();

const COMMANDS = {
  start: ["START", "Il tempo parte a tutti i tavoli.", "▶ START", "/api/round/start"],
  pause: ["Pausa", "Il tempo si ferma a tutti i tavoli.", "❚❚ Pausa", "/api/round/pause"],
  resume: ["Riprendi", "Il tempo riparte a tutti i tavoli.", "▶ Riprendi", "/api/round/resume"],
  plus: ["Cinque minuti in più", "A tutti i tavoli.", "+5 min", "/api/round/add", { minutes: 5 }],
  minus: ["Cinque minuti in meno", "A tutti i tavoli.", "−5 min", "/api/round/add", { minutes: -5 }],
  timeout: ["TIME OUT", "Tutti i tavoli suonano; si giocano solo gli ultimi turni.", "■ TIME OUT", "/api/round/timeout"],
  end: ["Fine turno", "Il gioco finisce a tutti i tavoli: resta da contare e firmare.", "Fine turno", "/api/round/end"],
};
// Why a table's plan does not say who sits there (plan_seats.py, NotSure).
const HELD = {
  missing: (names) => `Nessun iscritto si chiama ${names.join(" - ")}: lo iscriva, o ne corregga il nome, com'era; il tavolo torna da solo.`,
  double: (names) => `Più d'uno si chiama ${names.join(" - ")}: non si sa quale giochi qui.`,
  twice: (names) => `Uno di ${names.join(", ")} risulta già a un tavolo: forse due con lo stesso nome. Controlli anche quell'altro tavolo.`,
  match: () => "Le sue squadre non vanno con gli incontri già ritrovati.",
};
const WHEN = {
  start: ["idle"], pause: ["running"], resume: ["paused"], plus: ["running", "paused"], minus: ["running", "paused"],
  timeout: ["running", "paused"], end: ["running", "paused", "timed_out"], close: ["running", "paused", "timed_out", "ended"],
};

async function command(name) {
  if (name === "close") return closeRound();
  const [title, text, yes, path, body] = COMMANDS[name];
  if (!await confirmed({ title, text, yes, alarm: name === "timeout" })) return undefined;
  return attempt(async () => {
    await api(path, body ?? {});
    toast(`${title}: dato a ${state.tables.length} tavoli`);
  });
}

async function closeRound() {
  const listed = await attempt(() => api("/api/do/sheet.list", {})); // a table on which the arbiter ruled wholly needs no sheet
  if (!listed) return;
  const { missing } = listed;
  const text = missing.length
    ? `Score non firmati: tavol${missing.length > 1 ? "i" : "o"} ${missing.join(", ")}. Si conta quello che è registrato. Scriva il motivo.`
    : "Non manca nessuno score: i risultati entrano in classifica.";
  const answer = await confirmed({ title: "Chiudi il turno", text, yes: "Chiudi e conta", reason: missing.length > 0, alarm: missing.length > 0 });
  if (answer) await attempt(() => api("/api/round/close", { force: missing.length > 0, reason: answer === true ? "" : answer }));
}

function drawBar() {
  const round = state.round;
  const closed = round?.state === "closed";
  $("round-name").textContent = round ? `Turno ${round.number} di ${state.event.rounds} · ${state.event.name}` : state.event?.name ?? "Nessun torneo";
  drawClock($("clock"), $("clock-state"), round?.clock, closed);
  const clock = closed ? "closed" : round?.clock?.state ?? "none";
  for (const button of $("commands").children) {
    const name = button.dataset.command;
    button.disabled = !WHEN[name].includes(clock);
    if (name === "pause") button.hidden = clock === "paused";
    if (name === "resume") button.hidden = clock !== "paused";
  }
}

function drawFacts() {
  const all = [...tables.values()];
  const facts = [];
  const online = all.filter((t) => t.device?.online).length;
  const chip = (kind, text) => facts.push(el("span", { class: `chip ${kind}` }, text));
  if (all.length) chip(online === all.length ? "go" : "warn", `${online}/${all.length} tavoli in linea`);
  if (all.length) chip(all.every((t) => t.signed) ? "go" : "", `${all.filter((t) => t.signed).length}/${all.length} score firmati`);
  if (state.round?.bye) chip("info", `riposa: ${state.round.bye.names}`);
  const decide = state.record_conflicts.length + provisional.length;
  if (decide) facts.push(el("a", { class: "chip alarm", href: "/results" }, `⚠ ${decide} da decidere: classifica provvisoria`));
  if (state.foreign) chip("warn", `⚠ ${state.foreign} registrazioni di altri turni o tavoli`);
  if (state.copies?.fault) facts.push(el("span", { class: "chip alarm", title: state.copies.fault }, "⚠ le copie di sicurezza non riescono"));
  const { records, held, missing_tables: missing } = state.learned;
  const learned = `${state.event?.id} ${records}`;
  if (records && sessionStorage.getItem("learned") !== learned) { // put away in this tab until more come
    const away = () => { sessionStorage.setItem("learned", learned); drawFacts(); };
    facts.push(el("button", { type: "button", class: "chip info", title: "Metti via", onclick: away }, `riprese dai tavoli: ${records} registrazioni ✕`));
  }
  if (missing) chip("warn", `⚠ tavoli non ancora tornati: ${missing}`);
  if (held.length) chip("alarm", `⚠ tavoli lasciati dove sono: ${held.length}`);
  $("held-card").hidden = !held.length;
  $("held").replaceChildren(...held.map(({ device, name, unknown, table, why, names }) => el("li", {}, el("div", {},
    el("b", {}, `${table ? `Tavolo ${table}` : name || device}: `), `gioca un ${unknown === "event" ? "torneo" : "turno"} che qui non c'è. `, (unknown === "round" && HELD[why]?.(names)) || "", table ? el("div", { class: "soft small" }, name || device) : ""))));
  $("facts").replaceChildren(...facts);
}

function drawCalls() {
  const all = [...tables.values()];
  if (fresh("calls", all.filter((t) => t.call || t.ruling).map((t) => [t.table, t.call, t.ruling, t.ns, t.ew]))) $("calls").replaceChildren(...asked(all));
}

function drawGrid() {
  const all = [...tables.values()].sort((a, b) => a.table - b.table);
  if (fresh("grid", [state.round?.id, all.map((t) => t.table)])) {
    $("grid").replaceChildren(...all.map((t) => tile(t, () => openTable(tables.get(t.table), state))));
  } else all.forEach(drawTile);
  $("nothing").hidden = all.length > 0;
  $("nothing").replaceChildren(...(state.event
    ? ["Nessun turno pubblicato. ", el("a", { href: "/tournament" }, "Abbini e pubblichi il turno")]
    : ["Nessun torneo ancora. ", el("a", { href: "/tournament" }, "Crei il torneo")]));
}

function drawTile(t) {
  const node = $("grid").querySelector(`[data-table="${t.table}"]`);
  if (node) tile(t, null, node);
}

function drawSheets() {
  const done = [...tables.values()].filter((t) => t.phase === "sheet" || t.signed).sort((a, b) => b.since_ms - a.since_ms);
  if (!fresh("sheets", done.map((t) => [t.table, t.vp, t.phase, t.differs, t.clock.state]))) return;
  $("arrived").textContent = done.length ? `${done.filter((t) => t.signed).length}` : "";
  $("sheets").replaceChildren(...(done.length ? done.map((t) => el("li", {},
    el("a", { href: `/sheet/${state.round.number}/${t.table}` }, `Tavolo ${t.table}`), " ",
    t.vp ? el("b", {}, `${t.vp.ns}–${t.vp.ew}`) : "", " ", phaseChip(t),
    ...t.differs.map((d) => el("div", { class: "error small" }, `⚠ ${differsText(d)}`)))) : [el("li", { class: "soft" }, "Ancora nessuno")]));
}

function drawDevices() {
  if (document.activeElement?.tagName === "INPUT" && $("devices").contains(document.activeElement)) return; // a number is being typed
  if (!fresh("devices", state.devices)) return;
  $("devices-card").hidden = state.devices.length === 0;
  $("devices").replaceChildren(...state.devices.map((d) => {
    const field = el("input", { type: "number", min: 1, max: 999, placeholder: "tav.", "aria-label": `Tavolo per ${d.name || d.id}` });
    return el("li", {}, `${d.name || d.id} `, el("span", { class: "soft small" }, contactText(d)),
      el("form", { class: "assign", onsubmit: async (event) => {
        event.preventDefault();
        field.blur();
        const table = Number(field.value), had = tables.get(table)?.device;
        const yes = !had || await confirmed({ title: `Tavolo ${table}: prende il posto «${d.name || d.id}»`, text: `Il tavolo ha già un dispositivo, «${had.name || had.id}»: dirà che il tavolo è altrove.`, yes: "Cambia" });
        if (yes) await attempt(() => api("/api/tables/assign", { table, device: d.id }));
      } }, field, el("button", { type: "submit" }, "Assegna"),
      el("button", { type: "button", disabled: !d.online, "aria-label": `Fai suonare ${d.name || d.id}`, title: "Fai suonare", onclick: () => attempt(() => api(`/api/devices/${d.id}/locate`, {})) }, "♪")));
  }));
}

function drawAll(data) {
  state = data.state;
  provisional = state.provisional;
  tables.clear();
  for (const t of state.tables) tables.set(t.table, t);
  drawBar(); drawFacts(); drawCalls(); drawGrid(); drawSheets(); drawDevices();
  drawRanking(data.ranking);
  $("pin-card").hidden = !state.event?.pin;
  $("pin").textContent = state.event?.pin ?? "";
  redrawTable(tables, state);
}

function drawRanking(rows) {
  if (rows) $("ranking").replaceChildren(rows.some((r) => r.rounds) ? rankingTable(rows, true) : el("p", { class: "soft" }, "Ancora nessun risultato"));
}

function change(data) {
  if (data.state) return drawAll(data);
  provisional = data.provisional;
  for (const t of data.tables) {
    tables.set(t.table, t);
    drawTile(t);
  }
  drawFacts(); drawCalls(); drawSheets();
  drawRanking(data.ranking);
  return redrawTable(tables, state);
}

for (const button of $("commands").children) button.addEventListener("click", () => command(button.dataset.command));
listen("/api/events", { state: drawAll, change });
setInterval(() => {
  if (!state) return;
  drawBar();
  for (const node of document.querySelectorAll("[data-since]")) node.textContent = ageText(now() - Number(node.dataset.since));
  for (const node of document.querySelectorAll("[data-late]")) node.textContent = lateText(...JSON.parse(node.dataset.late));
  for (const node of document.querySelectorAll("[data-contact]")) {
    const age = now() - Number(node.dataset.contact);
    node.closest(".tile")?.classList.toggle("stale", age > STALE_MS || Boolean(node.dataset.off));
    if (node.dataset.off) node.textContent = offText(age, node.dataset.off === "before");
    else if (age > STALE_MS) node.textContent = `ultimo contatto ${ageText(age)} fa`;
  }
}, 500);
