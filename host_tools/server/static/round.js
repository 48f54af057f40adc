// A round: paired, looked at, changed by hand, published, closed, taken back.
import { confirmed, el, toast } from "./lib.js";
import { ask, choice, field, tick } from "./dialog.js";
import { METHODS, ONE, order, prints, undo } from "./desk.js";
import { byHand } from "./by_hand.js";
import { isChange, oldNote } from "./draft_old.js";
import { noteText, reasonText, unmetText } from "./pairing_words.js";

const locked = new Set(); // tables (of teams: matches) of the draft that stay when it is drawn again
let hand = null; // number of the one that was picked up to change places
let draftId = "";

const HEAVY = ["half_pair", "second_bye", "rematch"]; // what must be seen before publishing
const STATES = { draft: ["warn", "bozza: i giocatori non la vedono ancora"], published: ["go", "pubblicato ai tavoli"], closed: ["", "chiuso"] };

function button(label, run, kind = "", done = null) {
  const node = el("button", { type: "button", class: kind, onclick: async () => {
    node.disabled = true;
    try { await run(); done?.(); } catch (fault) { toast(fault.code === "changed" ? "Non è stato fatto niente: qualcun altro ha cambiato qualcosa nel frattempo. Ecco come sta adesso." : fault.message, fault.code === "changed"); if (fault.code === "changed") done?.(); }
    node.disabled = false;
  } }, label);
  return node;
}

/** The seating as an order takes it: [table, N/S, E/W]; players each by number; teams [match, home, away]. */
function rowsOf(round, kind) {
  if (kind === "pairs") return round.seats.map((s) => [s.table, s.ns.unit, s.ew.unit]);
  if (kind === "individual") return round.seats.map((s) => [s.table, ...s.ns.numbers, ...s.ew.numbers]);
  return firstSeats(round).map((s) => [s.match, s.ns.numbers[0], s.ew.numbers[0]]);
}
const firstSeats = (round) => round.seats.filter((s, at) => round.seats.findIndex((other) => other.match === s.match) === at);
const restsOf = (round) => round.rests.map((r) => r.number);

async function exchange(desk, one, other) {
  const swap = (n) => (n === one ? other : n === other ? one : n);
  const tables = rowsOf(desk.round, desk.event.kind).map(([place, ...who]) => [place, ...who.map(swap)]);
  await order("round.pair", { tables, rests: restsOf(desk.round).map(swap) });
  toast("Scambiati: guardi le note qui sotto, poi pubblichi");
}

/** Who sits there, to be picked up one after the other and exchanged. */
function seat(desk, number, label) {
  const pick = async () => {
    const first = hand;
    hand = first === null ? number : null;
    if (first === null || first === number) { desk.again(); return; }
    try { await exchange(desk, first, number); } catch (fault) { toast(fault.message); }
    desk.done();
  };
  return el("button", { type: "button", class: `seat ${hand === number ? "picked" : ""}`, onclick: pick }, label);
}

function side(desk, one, editable) {
  const { kind } = desk.event;
  const plain = kind === "teams" ? el("span", {}, el("b", {}, one.team ?? ""), el("div", { class: "small soft" }, one.names)) : one.names;
  if (!editable) return el("td", {}, plain);
  if (kind === "individual") return el("td", {}, el("div", { class: "two-seats" }, ...one.numbers.map((n) => seat(desk, n, desk.name(n)))));
  return el("td", {}, seat(desk, kind === "teams" ? one.numbers[0] : one.unit, plain));
}

function seating(desk, editable) {
  const { round, event } = desk;
  const teams = event.kind === "teams";
  const locks = editable && event.kind !== "individual"; // a round of players is seated by hand as a whole, or not at all
  const firsts = teams ? firstSeats(round) : round.seats;
  const lock = (place) => el("label", { class: "check lock" }, el("input", { type: "checkbox", checked: locked.has(place), onchange: (e) => { if (e.target.checked) locked.add(place); else locked.delete(place); } }), teams ? `incontro ${place} fisso` : "fisso");
  const rows = round.seats.map((s) => {
    const own = editable && firsts.includes(s); // the other tables of a match follow its first
    return el("tr", {}, el("td", { class: "num" }, el("b", {}, String(s.table)), teams ? el("div", { class: "small soft" }, `inc. ${s.match}`) : ""), side(desk, s.ns, own), side(desk, s.ew, own), locks ? el("td", {}, own ? lock(teams ? s.match : s.table) : "") : "");
  });
  const head = ["Tav.", "Nord-Sud", "Est-Ovest", ...(locks ? ["Resta"] : [])].map((h, at) => el("th", at ? {} : { class: "num" }, h));
  const rests = round.rests.map((r) => el("tr", { class: "rest" }, el("td", { class: "num" }, "—"), el("td", {}, editable ? seat(desk, r.number, `${r.names} riposa`) : `${r.names} riposa`), el("td", { class: "soft", colSpan: locks ? 2 : 1 }, reasonText(r.reason))));
  return el("div", { class: "scroll" }, el("table", { class: "seating" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows, ...rests)));
}

function told(desk) {
  const { round, name } = desk;
  const unmet = round.unmet.filter((u) => !isChange(u));
  const wishes = unmet.map((u) => el("li", { class: HEAVY.includes(u.kind) ? "heavy" : "" }, unmetText(u, name)));
  const notes = round.notes.map((n) => el("li", {}, noteText(n, name)));
  return el("div", { class: "told" },
    wishes.length ? el("details", { open: wishes.length <= 6 || unmet.some((u) => HEAVY.includes(u.kind)) }, el("summary", {}, `Che cosa non si è potuto rispettare (${wishes.length})`), el("ul", {}, ...wishes)) : el("p", {}, el("span", { class: "chip go" }, "✓ ogni desiderio è rispettato")),
    notes.length ? el("details", { open: true }, el("summary", {}, "Note"), el("ul", {}, ...notes)) : "",
    el("p", { class: "soft small" }, `Abbinamento: ${METHODS[round.method] ?? round.method}${round.seed ? ` · seme del sorteggio ${round.seed}` : ""}`));
}

async function again(desk) {
  const rows = rowsOf(desk.round, desk.event.kind).filter(([place]) => locked.has(place));
  await order("round.pair", rows.length ? { locks: rows } : {});
  toast(rows.length ? `Abbinato di nuovo; ${rows.length === 1 ? "uno resta fisso" : `${rows.length} restano fissi`}` : "Abbinato di nuovo");
}

function draft(desk) {
  const { round, event, done } = desk;
  const one = { pairs: "una coppia", individual: "un giocatore", teams: "una squadra" }[event.kind];
  const publish = async () => {
    const yes = await confirmed({ title: `Pubblica il turno ${round.number}`, text: "I posti appaiono su tutti i tavoli e sullo schermo.", yes: "Pubblica" });
    if (!yes) return;
    try {
      await order("round.publish", { seen: round.id });
    } catch (fault) {
      if (fault.code !== "half_pair") throw fault;
      ask({ title: "Qualcuno è senza compagno", text: `${fault.detail.replace(/^without a partner: /, "").replace(/pair (\d+)/g, "coppia $1").replace(/at table/g, "al tavolo")}: manca il compagno. Lo scriva negli iscritti (Modifica), oppure dica perché si siede lo stesso.`, yes: "Pubblica lo stesso", article: false, send: ({ why }) => order("round.publish", { seen: round.id, accept: ["half_pair"], why }), done });
      return;
    }
    toast("Pubblicato");
  };
  const anew = button("Abbina di nuovo", () => again(desk), round.old ? "strong" : "", done);
  return [
    round.old ? oldNote(desk, anew) : "",
    el("p", { class: "soft" }, hand === null ? `Per fare uno scambio tocchi ${one}, poi l'altra con cui cambia posto.`.replace(/l'altra/, event.kind === "individual" ? "l'altro" : "l'altra") : `Ora tocchi l'altr${event.kind === "individual" ? "o" : "a"} con cui cambia posto (o di nuovo ${event.kind === "individual" ? "lo stesso" : "la stessa"}, per lasciar stare).`),
    seating(desk, true), told(desk),
    el("div", { class: "buttons" }, ...(round.old ? [] : [button("Pubblica ai tavoli", publish, "strong", done), anew]), button("Un altro abbinamento…", () => otherWay(desk), ""), button("Tutto a mano…", () => byHand(event, round.number, rowsOf(round, event.kind), done)), button("Butta la bozza", async () => { await order("round.drop"); toast("La bozza non c'è più"); }, "quiet", done)),
  ];
}

function otherWay(desk) {
  const phase = phaseOf(desk.event, desk.event.round + 1);
  const method = choice(Object.entries(METHODS).filter(([m]) => m !== "manual"), phase?.method ?? "modified");
  const seed = el("input", { maxLength: 40, autocomplete: "off", placeholder: "vuoto: a caso" });
  const absent = desk.event.entries.filter((one) => !one.left).map((one) => ({ number: one.number, ...tick(`${one.number} · ${one.names}`) }));
  const missing = el("details", {}, el("summary", {}, `Qualche ${ONE[desk.event.kind]} manca solo a questo turno?`), el("div", { class: "picks" }, ...absent.map((one) => one.row)));
  ask({
    title: `Abbina il turno ${desk.event.round + 1} in un altro modo`, yes: "Abbina", why: false, article: false,
    fields: [field("Abbinamento", method), field("Seme del sorteggio", seed, "Lo stesso seme dà lo stesso sorteggio: si può controllare."), missing],
    send: () => order("round.pair", { method: method.value, ...(seed.value.trim() ? { seed: seed.value.trim() } : {}), absent: absent.filter((one) => one.box.checked).map((one) => one.number) }), done: desk.done,
  });
}

function phaseOf(event, number) {
  let from = 0;
  return event.phases.find((p) => { from += p.rounds; return number <= from; });
}

function closing(desk) {
  const { round, done } = desk;
  return async () => {
    try {
      await order("round.close", {});
      toast(`Turno ${round.number} chiuso`);
    } catch (fault) {
      if (!["unsigned", "not_back"].includes(fault.code)) throw fault;
      const which = fault.detail.match(/table (.*)$/)?.[1] ?? "";
      ask({ title: "Chiudo senza tutte le firme?", text: `${fault.message}${which ? ` Tavoli: ${which}.` : ""} Se chiude lo stesso, dica perché.`, yes: "Chiudi lo stesso", alarm: true, article: false, send: ({ why }) => order("round.close", { force: true, reason: why }), done });
    }
  };
}

function next(desk) {
  const { event, done } = desk;
  const number = event.round + 1;
  const phase = phaseOf(event, number);
  if (!phase) return el("p", {}, "Tutti i turni previsti sono stati giocati. Passato il tempo dei reclami, la classifica si rende definitiva al passo 1, Torneo.");
  const here = event.entries.filter((one) => !one.left).length;
  return el("div", {}, el("p", {}, `Adesso: turno ${number} di ${event.total_rounds}, ${METHODS[phase.method]}, ${phase.deals} smazzate in ${phase.minutes} minuti.`),
    el("div", { class: "buttons" }, here < 2 ? el("span", { class: "soft" }, "Prima iscriva almeno due coppie.") : button(`Abbina il turno ${number}`, () => order("round.pair", {}), "strong", done), here < 2 ? "" : button("Un altro abbinamento…", () => otherWay(desk)), here < 2 ? "" : button("Tutto a mano…", () => byHand(event, number, [], done))));
}

/** The panel of rounds. */
export function drawRound(box, desk) {
  const { event, round, name, done } = desk;
  if (round?.id !== draftId) { locked.clear(); hand = null; draftId = round?.id ?? ""; }
  const parts = [];
  if (!round) parts.push(el("h1", {}, "Primo turno"), next(desk));
  else {
    const [kind, words] = STATES[round.state];
    parts.push(el("h1", {}, `Turno ${round.number} `, el("span", { class: `chip ${kind}` }, words)));
    if (round.state === "draft") parts.push(...draft(desk));
    if (round.state === "published") {
      parts.push(el("div", { class: "buttons" }, button("Chiudi il turno", closing(desk), "strong", done), button("Annulla la pubblicazione…", () => undo({ what: "publish", number: round.number, title: `Annulla la pubblicazione del turno ${round.number}`, name, done }))), seating(desk, false));
    }
    if (round.state !== "draft") {
      const of = { round: round.number };
      parts.push(el("details", { class: "papers" }, el("summary", {}, "Stampe di questo turno"), prints("Posti per tavolo", "seating", of), prints("Posti per nome", "seating", { ...of, by: "name" }), prints("Foglietti dei tavoli", "slips", of), prints("Score da scrivere a mano", "sheets", of), prints("Score giocati", "sheets", { ...of, filled: true })));
    }
    if (round.state === "closed") {
      parts.push(next(desk), el("details", {}, el("summary", {}, `Posti del turno ${round.number}`), seating(desk, false)),
        event.final ? "" : el("div", { class: "buttons" }, button(`Riapri il turno ${round.number}…`, () => undo({ what: "close", number: round.number, title: `Riapri il turno ${round.number}`, name, done }))));
    }
  }
  box.replaceChildren(el("section", { class: "card" }, ...parts));
}
