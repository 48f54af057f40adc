// What the arbiter lays down beside the sheets: warnings, lateness, absence, penalties, scores; looked at before it counts.
import { articleText, reasonText } from "./articles.js";
import { $, el, fresh, listen, toast } from "./lib.js";
import { ask, choice, field } from "./dialog.js";
import { changeList, minus, order, signed, undo } from "./desk.js";

const OFFENCES = [["pile_seen", "pozzetto visto prima del tempo"], ["rumore", "disturbo al gioco"], ["comportamento", "comportamento scorretto"], ["gioco lento", "gioco lento"], ["other", "altro (lo scriva nel motivo)"]];
const MODES = [["late", "non è arrivata in tempo"], ["temporary", "assente per un tempo, o per un buon motivo"], ["unjustified", "andata via senza un buon motivo"]];
const KINDS = { warning: "Ammonizione", penalty: "Penalità", late: "Ritardo", absent: "Assenza", adjust: "Rettifica a una linea", set: "Punteggio arbitrale", award: "Punteggio assegnato" };
const ABOUT = {
  warning: "Si scrive nel registro. La seconda può togliere punti: si vede qui sotto.", penalty: "Punti tolti in classifica. Solo quelle che il codice prevede.", late: "Minuti dopo il VIA: i punti ai presenti li calcola il regolamento.",
  absent: "Chi non c'è, o è andato via: il turno è assegnato secondo il regolamento.", adjust: "Punti in più o in meno a una linea: M.P. prima della tabella, V.P. dopo.", set: "Il risultato lo stabilisce lei, per ogni coppia: resta suo anche se poi si scopre che le linee erano scambiate.", award: "Al posto dei punti usuali del riposo; oppure a chi in quel turno non aveva un tavolo: assente per un tempo, o iscritto dopo. Conta quando il turno è chiuso.",
};
let event = null;
let rounds = new Map();

const name = (number) => event?.entries.find((one) => one.number === number)?.names ?? unitName(number);
function unitName(number) {
  for (const round of rounds.values()) for (const seat of round.seats) for (const side of [seat.ns, seat.ew]) if (side.unit === number) return side.names;
  return `numero ${number}`;
}
const offenceText = (word) => OFFENCES.find(([key]) => key === word)?.[1] ?? word;
const whole = (value, min, max) => el("input", { type: "number", inputMode: "numeric", value, min, max, required: true });
const played = () => event.rounds.filter((r) => r.state !== "draft").map((r) => r.number);

async function roundOf(number) {
  if (!rounds.has(number)) rounds.set(number, (await order("round.show", { number })).round);
  return rounds.get(number);
}

/** Fields of round, table and line; `read()` gives them. `lines`: whether a line is chosen, too; `alone`: and which of its two players. `named(seat)`: a table is chosen. */
function placeFields(lines, given = {}, named = () => {}, alone = false) {
  const round = choice(played().map((n) => [n, `turno ${n}`]), given.round ?? played().at(-1));
  const [table, unit, player] = [el("select"), el("select"), el("select", { required: true })];
  let seat = null;
  const players = () => {
    const side = seat && [seat.ns, seat.ew].find((one) => one.unit === Number(unit.value));
    if (side) player.replaceChildren(el("option", { value: "" }, "scelga chi…"), ...side.numbers.map((n) => el("option", { value: n }, name(n))), el("option", { value: side.numbers.join(" ") }, "tutti e due"));
  };
  const units = async () => {
    seat = (await roundOf(Number(round.value))).seats.find((s) => s.table === Number(table.value));
    if (seat) named(seat);
    unit.replaceChildren(...(seat ? [seat.ns, seat.ew].map((side, at) => el("option", { value: side.unit, selected: side.unit === given.unit }, `${["Nord-Sud", "Est-Ovest"][at]}: ${side.names}`)) : []));
    if (alone) players();
  };
  const tables = async () => {
    const { seats } = await roundOf(Number(round.value));
    table.replaceChildren(...seats.map((s) => el("option", { value: s.table, selected: s.table === given.table }, `${s.table}: ${s.ns.names} contro ${s.ew.names}`)));
    await units();
  };
  round.addEventListener("change", tables);
  table.addEventListener("change", units);
  if (alone) unit.addEventListener("change", players);
  return {
    ready: tables(),
    nodes: [field("Turno", round), field("Tavolo", table), lines ? field("Quale coppia", unit) : "", alone ? field("Chi dei due", player) : ""],
    chosen: () => !alone || player.value !== "",
    read: () => ({ round: Number(round.value), table: Number(table.value), ...(lines ? { unit: Number(unit.value) } : {}), ...(alone ? { competitors: player.value.split(" ").map(Number) } : {}) }),
  };
}

function whoField(given = event.entries[0]?.number) {
  const who = choice(event.entries.map((one) => [one.number, `${one.number} · ${one.names}${one.left ? " (ritirati)" : ""}`]), given);
  return { node: field("A chi", who), read: () => [Number(who.value)] };
}

function lineFields() {
  const [vp, mp] = [el("input", { type: "number", min: -100, max: 100, placeholder: "come giocato" }), el("input", { type: "number", min: -20000, max: 20000, placeholder: "come giocato" })];
  const label = el("legend");
  return { label, node: el("fieldset", {}, label, field("V.P.", vp), field("M.P. netti", mp)), read: () => (vp.value === "" ? null : { vp: Number(vp.value), mp_net: Number(mp.value || 0) }) };
}

function fieldsOf(kind, given) {
  if (kind === "warning") {
    const [who, offence, round] = [whoField(), choice(OFFENCES, "pile_seen"), choice(played().map((n) => [n, `turno ${n}`]), played().at(-1))];
    return { nodes: [who.node, field("Per che cosa", offence), played().length ? field("Quando", round) : ""], read: () => ({ competitors: who.read(), offence: offence.value, ...(round.value ? { round: Number(round.value) } : {}) }) };
  }
  if (kind === "penalty") {
    const [who, vp, mp] = [whoField(), whole(1, 0, 100), whole(0, 0, 20000)];
    return { nodes: [who.node, el("div", { class: "two" }, field("V.P. da togliere", vp), field("M.P. da togliere", mp))], read: () => ({ competitors: who.read(), vp: -Number(vp.value), mp: -Number(mp.value) }) };
  }
  if (kind === "award") {
    const [who, round, vp, mp] = [whoField(given.competitors?.[0]), choice(played().map((n) => [n, `turno ${n}`]), given.round ?? played().at(-1)), whole(given.vp ?? 14, -100, 100), whole(given.mp ?? 305, -20000, 20000)];
    return { nodes: [who.node, field("Turno", round), el("div", { class: "two" }, field("V.P.", vp), field("M.P. netti", mp))], read: () => ({ competitors: who.read(), round: Number(round.value), vp: Number(vp.value), mp: Number(mp.value) }) };
  }
  const [ns, ew] = [lineFields(), lineFields()];
  let units = [];
  const named = (seat) => {
    units = [seat.ns.unit, seat.ew.unit];
    for (const [line, word, side] of [[ns, "Nord-Sud", seat.ns], [ew, "Est-Ovest", seat.ew]]) line.label.textContent = `${side.names} (posti: ${word})`;
  };
  const place = placeFields(kind !== "set", given, named, event.kind === "individual" && ["late", "absent"].includes(kind));
  if (kind === "late") {
    const minutes = whole(given.minutes ?? 6, 0, 600);
    return { ...place, nodes: [...place.nodes, field("Minuti di ritardo dopo il VIA", minutes)], read: () => ({ ...place.read(), minutes: Number(minutes.value) }) };
  }
  if (kind === "absent") {
    const mode = choice(MODES, "temporary");
    return { ...place, nodes: [...place.nodes, field("Perché", mode)], read: () => ({ ...place.read(), mode: mode.value }) };
  }
  if (kind === "adjust") {
    const [mp, vp] = [whole(0, -20000, 20000), whole(0, -100, 100)];
    return { ...place, nodes: [...place.nodes, el("div", { class: "two" }, field("M.P. (col segno)", mp), field("V.P. (col segno)", vp))], read: () => ({ ...place.read(), mp: Number(mp.value), vp: Number(vp.value) }) };
  }
  return { ...place, nodes: [...place.nodes, el("div", { class: "two" }, ns.node, ew.node)], read: () => ({ ...place.read(), units, ...(ns.read() ? { ns: ns.read() } : {}), ...(ew.read() ? { ew: ew.read() } : {}) }) };
}

/** Ask for a ruling; what it changes is shown while it is filled in. */
async function rule(kind, given = {}) {
  const made = fieldsOf(kind, given);
  await made.ready;
  const shown = el("div", { class: "shown" });
  let [open, seen] = [() => {}, 0];
  const look = async () => {
    open(false);
    if (kind === "set" && !made.read().ns && !made.read().ew) {
      shown.replaceChildren(el("p", { class: "soft" }, "Scriva i punti di una coppia, o di tutte e due: quella lasciata vuota resta come giocata."));
      return;
    }
    if (made.chosen && !made.chosen()) {
      shown.replaceChildren(el("p", { class: "soft" }, kind === "late" ? "Scelga chi dei due è arrivato tardi: l'ammonizione è solo sua." : "Scelga chi dei due non c'è: il compagno che c'era non perde niente, ha i punti di chi aspetta."));
      return;
    }
    try {
      const found = await order("ruling.preview", { kind, ...made.read() });
      seen = found.seen;
      shown.replaceChildren(el("h3", {}, "Che cosa cambia"), changeList(found.changes.filter((c) => c.code !== "ruling_new"), name), found.article ? el("p", { class: "soft small" }, `Articolo: ${articleText(found.article)}`) : "",
        found.dropped ? el("p", { class: "warn-text" }, "⚠ La bozza del prossimo turno dipende da questi punti: dopo va abbinata di nuovo.") : "", found.seating_stays.length ? el("p", { class: "warn-text" }, `⚠ I posti già pubblicati (turno ${found.seating_stays.join(", ")}) restano.`) : "");
      open(true);
    } catch (fault) {
      shown.replaceChildren(el("p", { class: "error" }, fault.reason === "ruling_fields" ? "Manca ancora qualcosa: compili i campi qui sopra." : fault.message));
    }
  };
  const dialog = ask({
    title: KINDS[kind], text: ABOUT[kind], yes: "Registra", fields: [...made.nodes, shown], link: (show) => { open = show; },
    send: async ({ why, article }) => { await order("ruling.add", { kind, ...made.read(), why, seen, ...(article ? { article } : {}) }); toast(`${KINDS[kind]}: registrata`); }, done: load,
  });
  dialog.querySelector("form").addEventListener("change", (changed) => { if (!["Motivo", "Articolo"].includes(changed.target.parentNode.firstChild?.textContent)) look(); });
  look();
}

function said(one) {
  const d = one.data;
  const where = d.round ? `turno ${d.round}${d.table ? `, tavolo ${d.table}` : ""}` : "";
  const points = d.vp !== undefined ? `${signed(d.vp)} V.P., ${signed(d.mp ?? 0)} M.P.` : "";
  const whose = one.sides?.length ? { ns: `${one.sides[0]}:`, ew: `${one.sides[1]}:` } : { ns: "Nord-Sud", ew: "Est-Ovest" };
  const lines = ["ns", "ew"].filter((key) => d[key]).map((key) => `${whose[key]} ${minus(d[key].vp)} V.P., ${signed(d[key].mp_net)} M.P.`).join("; ");
  const more = { warning: offenceText(d.offence), late: `${d.minutes} minuti`, absent: MODES.find(([key]) => key === d.mode)?.[1] ?? "", set: lines }[one.kind] ?? points;
  return [where, more].filter(Boolean).join(" · ");
}

const time = (at) => new Date(at * 1000).toLocaleTimeString("it", { hour: "2-digit", minute: "2-digit" });

function row(one) {
  const take = () => undo({ what: "ruling", number: one.act, title: `Annulla: ${KINDS[one.kind]}`, name, done: load }).catch((fault) => toast(fault.message));
  return el("tr", {}, el("td", { class: "soft" }, time(one.at)), el("td", {}, el("b", {}, KINDS[one.kind]), el("div", {}, one.kind === "set" ? "" : one.of.map((w) => w.names).join(", "))), el("td", {}, said(one), el("div", { class: "soft small" }, `${reasonText(one.why)}${one.article ? ` (${articleText(one.article)})` : ""} — ${one.who}`)),
    el("td", { class: "acts" }, event.final ? "" : el("button", { type: "button", class: "quiet", onclick: take }, "Annulla…")));
}

function lateRow(one) {
  const r = one.ruling;
  return el("li", { class: "late" }, el("div", {}, el("b", {}, `Tavolo ${r.table}: ${one.names}`), ` — ${one.here ? `arrivati dopo ${r.minutes} minuti` : `mancano da ${r.minutes} minuti`}${one.awarded ? ": il turno è assegnato" : ""}`, el("div", { class: "soft small" }, articleText(one.article))),
    el("button", { type: "button", class: "strong", onclick: () => rule("late", r) }, "Applica…"));
}

function missedRow(one) {
  const r = one.ruling;
  return el("li", { class: "late" }, el("div", {}, el("b", {}, `Turno ${r.round}: ${one.names}`), ` — ${minus(r.vp)} V.P. e ${signed(r.mp)} M.P., se così non guadagna un posto o un premio${one.official ? "" : " (valore proposto: nessun libro lo dice)"}`, el("div", { class: "soft small" }, articleText(one.article))),
    el("button", { type: "button", class: "strong", onclick: () => rule("award", r) }, "Assegna…"));
}

function warned(one) {
  const cost = (c) => (c.vp || c.mp ? `${signed(c.vp)} V.P. e ${signed(c.mp)} M.P.` : "niente");
  return el("tr", {}, el("td", {}, one.names), el("td", { class: "num" }, String(one.count)), el("td", {}, cost(one.cost)), el("td", {}, cost(one.next.other)));
}

function draw(found) {
  $("late").replaceChildren(...(found.late.length ? [el("section", { class: "card" }, el("h2", {}, "In ritardo"), el("ul", { class: "list" }, ...found.late.map(lateRow)))] : []), ...(found.missed.length && !event.final ? [el("section", { class: "card" }, el("h2", {}, "Assenti per un tempo, senza punti per il turno perso"), el("ul", { class: "list" }, ...found.missed.map(missedRow)))] : []));
  const usable = event.entries.length > 0 && !event.final;
  const needs = { late: 1, absent: 1, adjust: 1, set: 1, award: 1 };
  $("new").replaceChildren(...Object.entries(KINDS).map(([kind, label]) => el("button", { type: "button", class: kind === "warning" ? "strong" : "", disabled: !usable || (needs[kind] && !played().length), onclick: () => rule(kind).catch((fault) => toast(fault.message)) }, `${label}…`)));
  $("given").replaceChildren(found.rulings.length ? el("table", {}, el("tbody", {}, ...[...found.rulings].reverse().map(row))) : el("p", { class: "empty" }, "Nessun provvedimento finora."));
  $("warned").replaceChildren(...(found.warnings.length ? [el("section", { class: "card" }, el("h2", {}, "Registro delle ammonizioni"), el("table", {}, el("thead", {}, el("tr", {}, ...["Chi", "Quante", "Finora costa", "La prossima costa"].map((h, at) => el("th", { class: at === 1 ? "num" : "" }, h)))), el("tbody", {}, ...found.warnings.map(warned))))] : []));
}

async function load() {
  try {
    rounds = new Map();
    event = (await order("event.show")).event;
    const found = await order("ruling.list");
    if (fresh("rulings", { event, found })) draw(found);
  } catch (fault) {
    if (fault.code === "no_event") $("given").replaceChildren(el("p", { class: "empty" }, fault.message));
    else toast(fault.message);
  }
}

const heard = (data) => { if (data.state) load(); };
listen("/api/events", { state: heard, change: heard });
