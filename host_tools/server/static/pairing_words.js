// What a pairing says of itself, in Italian: wishes that could not be met, reasons of a rest, notes.
import { METHODS } from "./desk.js";

const times = (n) => (n === 1 ? "una volta" : `${n} volte`);

const FORMATS = { deals: "Smazzate del turno", minutes: "Minuti del turno", session: "Sessione del turno", scale: "Tabella V.P. del turno" };
const CHOICES = { repeat: "gli incontri già giocati", rematch: "gli incontri già giocati", last_round_exempt: "gli incontri già giocati all'ultimo turno", bye_again: "chi può riposare di nuovo", bye_yields: "chi riposa", match_tables: "i tavoli di un incontro", tables: "i tavoli", lines: "le linee", step: "lo spostamento del Mitchell", empty: "il posto vuoto", order: "l'ordine di partenza", seed: "il seme del sorteggio" };

/** A wish that could not be met, or what has changed since a draft was made. */
export function unmetText(u, name) {
  const [one, two] = u.who;
  const table = u.text.match(/^(?:table|match) (\d+)/)?.[1];
  const at = table ? `Tavolo ${table}: ` : "";
  const n = u.numbers ?? [];
  const lines = {
    second_bye: () => `⚠ ${name(one)} riposa di nuovo (${times(n[0])} prima): decida lei che punteggio dare`,
    rematch: () => `⚠ ${at}${name(one)} e ${name(two)} si incontrano di nuovo${n.length ? ` (turno ${n.join(", ")})` : ""}`,
    bye_order: () => `Riposa ${name(one)} anche se ${n[0] === 1 ? "un altro sta sotto e potrebbe" : `altri ${n[0]} stanno sotto e potrebbero`} riposare`,
    rank_distance: () => `${at}${name(one)} e ${name(two)} distano ${n[0]} posti in classifica`,
    line: () => `${at}${name(one)} siede ancora sulla stessa linea (finora ${times(n[0] ?? 0)} Nord-Sud, ${n[1] ?? 0} Est-Ovest)`,
    table: () => `${at}${name(one)} è già stato a questo tavolo (${times(n[0])})`,
    came: () => `⚠ ${name(one)} è iscritto ma non ha un posto: abbini di nuovo`,
    left: () => `⚠ ${name(one)} si è ritirato: abbini di nuovo`,
    persons: () => `⚠ ${name(one)}: nella bozza siede ancora la persona di prima`,
    line_up: () => `⚠ ${name(one)} ha un'altra formazione`,
    group: () => `⚠ ${name(one)} è passato dal girone ${u.before} al girone ${u.after}`,
    ranking: () => `⚠ La classifica è un'altra: fra chi gioca qui ${name(one)} era ${u.before}°${u.after ? `, adesso è ${u.after}°` : ""}`,
    format: () => `⚠ ${FORMATS[u.name] ?? u.name}: ${u.name === "scale" ? "è un'altra" : `adesso ${u.after}, nella bozza ${u.before}`}`,
    method: () => `⚠ Abbinamento del turno: adesso ${METHODS[u.after] ?? u.after}, nella bozza ${METHODS[u.before] ?? u.before}`,
    option: () => `⚠ È cambiata una scelta dell'abbinamento: ${CHOICES[u.name] ?? u.name}`,
    setting: () => `⚠ È cambiata una regola: ${CHOICES[u.name] ?? u.name}`,
    last_round: () => (u.after ? "⚠ Adesso è l'ultimo turno: gli incontri già giocati sono ammessi" : "⚠ Non è più l'ultimo turno: gli incontri già giocati si evitano"),
    half_pair: () => `⚠ ${name(one)} è senza compagno`,
    partner: () => `${at}${name(one)} e ${name(two)} sono di nuovo compagni`,
  };
  return (lines[u.kind] ?? (() => u.text))();
}

const REASONS = [
  [/the last-ranked that has not rested; (\d+) below/, "riposa l'ultimo in classifica che non ha ancora riposato; $1 sotto di lui riposano o hanno riposato"],
  [/the last-ranked that has not rested/, "riposa l'ultimo in classifica che non ha ancora riposato"],
  [/the last-ranked of those that rested least \((\d+) times\)/, "tutti hanno riposato: l'ultimo in classifica di chi ha riposato meno ($1 volte)"],
  [/the last drawn of those that have rested least.*moved up/, "l'ultimo estratto, salito per evitare un incontro già giocato"],
  [/the last drawn of those that have rested least/, "l'ultimo estratto fra chi ha riposato meno"],
  [/the last entered of those that have rested least/, "l'ultimo iscritto fra chi ha riposato meno"],
  [/opponents' place is the empty one in round (\d+) of the movement/, "il posto dei suoi avversari è vuoto (giro $1 del Mitchell)"],
  [/opponents' place is empty in round (\d+) of the calendar/, "il posto dei suoi avversari è vuoto (giornata $1 del calendario)"],
  [/with any of the (\d+) below it that may rest there would be more rematches/, "con uno dei $1 sotto di lui ci sarebbero più incontri ripetuti"],
  [/rests although (.*) stand below it/, "riposa anche se $1 stanno sotto e potrebbero riposare"],
  [/by the arbiter's hand/, "scelto a mano"],
  [/the calendar's opponent is not there/, "il suo avversario di calendario non c'è"],
  [/too few in group (\d+)/, "nel girone $1 sono troppo pochi per giocare"],
  [/one of the last of those that rested least/, "fra gli ultimi di chi ha riposato meno"],
];
const NOTES = [
  [/drawn with seed (\S+):.*/, "Sorteggiato con il seme $1: con lo stesso seme viene lo stesso sorteggio"],
  [/(\d+) of (\d+) matches are rematches; pure Danish allows them/, "$1 incontri su $2 sono già stati giocati: il danese puro lo ammette"],
  [/last round: rematches are allowed.*/, "Ultimo turno: gli incontri già giocati sono ammessi"],
  [/the rest moved up to pair (\d+), past (\d+),.*/, "Il riposo è salito al numero $1, oltre $2, per avere meno incontri ripetuti"],
  [/every pair has rested before: pair (\d+) rests again.*/, "Tutti hanno già riposato: il numero $1 riposa di nuovo, il punteggio lo decide lei"],
  [/no table is skipped although their number is even.*; (\d+) rounds without a rematch/, "Il numero dei tavoli è pari ma non si salta nessun tavolo: nel burraco non viaggiano carte. $1 turni senza incontri ripetuti"],
  [/moving (\d+) of (\d+) tables, E\/W are back where they began after (\d+) rounds; .*, now/, "Spostando di $1 su $2 tavoli, Est-Ovest torna al posto dopo $3 turni: adesso si salta un tavolo in più"],
  [/moving (\d+) of (\d+) tables, E\/W are back where they began after (\d+) rounds.*/, "Spostando di $1 su $2 tavoli, Est-Ovest torna al posto dopo $3 turni; poi si salta un tavolo in più"],
  [/(\d+) matches and (\d+) rests fixed by hand/, "$1 incontri e $2 riposi fissati a mano"],
  [/(\d+) rest where (\d+) would do.*/, "Riposano in $1, ne basterebbero $2"],
];

function said(list, text) {
  const found = list.find(([pattern]) => pattern.test(text));
  return found ? text.match(found[0])[0].replace(found[0], found[1]) : text;
}

/** Why one rests. */
export function reasonText(text) { return said(REASONS, text); }

/** What the arbiter should know. */
export function noteText(text) { return said(NOTES, text); }
