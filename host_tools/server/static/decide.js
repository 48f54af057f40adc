// The arbiter's decisions on a sheet: which version counts, his own one, a void deal, a copied result; each with its reason.
import { ask } from "./dialog.js";
import { api, el, toast } from "./lib.js";

export const PILES = { played: "giocato", taken: "preso, non giocato", not_taken: "non preso (−100)", waived: "condonato" };
export const CASES = ["nessuno", "due pozzetti alla stessa linea", "carte date in meno o in più", "mazzo sbagliato", "carte mescolate prima del conto", "chiusura concessa"];

const path = (s, what) => `/api/sheets/${s.round}/${s.table}/${what}`;

/** Of the versions that contradict each other, `v` counts. */
export function chooseVersion(s, row, v, who, done) {
  ask({
    title: `Smazzata ${row.deal}: vale la versione di ${who}`, text: `N-S ${v.ns.total}, E-O ${v.ew.total}. L'altra resta scritta, ma non conta più.`, yes: "Vale questa",
    send: async (reason) => { await api(path(s, "choose"), { deal: row.deal, seen: row.standing, ref: v.id, ...reason }); toast(`Smazzata ${row.deal}: deciso`); },
    done,
  });
}

/** A deal is void. */
export function voidDeal(s, row, done) {
  ask({
    title: `Annulla la smazzata ${row.deal}`, text: row.standing.length ? "Quello che è registrato non conta più: il tavolo la rigioca con lo stesso numero, poi firma di nuovo." : "La smazzata in gioco si ridistribuisce con lo stesso numero, senza tempo in più.", yes: "Annulla la smazzata", alarm: true,
    send: async (reason) => { await api(path(s, "void"), { deal: row.deal, seen: row.standing, ...reason }); toast(`Smazzata ${row.deal} annullata`); },
    done,
  });
}

/** A copied result against the table's own records. */
export function decideResult(s, copied, done) {
  ask({
    title: copied ? "Vale il risultato copiato dallo schermo" : "Valgono le registrazioni del tavolo", text: copied ? `${s.copied.vp_ns}–${s.copied.vp_ew} V.P.; le registrazioni del tavolo restano scritte.` : "Il risultato copiato non conta più; resta scritto.", yes: "Decidi così",
    send: async (reason) => { await api(path(s, "result"), { ref: s.copied.ref, copied, ...reason }); toast("Deciso"); },
    done,
  });
}

/** Which of two records of one id counts. */
export function settle(conflict, v, done) {
  ask({
    title: v.number ? "Vale l'altra versione" : "Vale la prima", text: v.number ? "Diventa la versione dell'arbitro al posto della prima, che resta scritta." : "L'altra resta scritta, ma non conta.", yes: "Decidi così",
    send: async (reason) => { await api("/api/conflicts/settle", { name: conflict.name, take: v.number, ...reason }); toast("Deciso"); },
    done,
  });
}

export function lineForm(label, from, semi) {
  const number = (name, text, max, min = 0) => [name, el("input", { type: "number", inputMode: "numeric", min, max, step: 1, value: from?.[name] ?? 0, required: true }), text];
  const rows = [number("clean", "Puliti", 20), ...(semi ? [number("semi", "Semipuliti", 20)] : []), number("dirty", "Sporchi", 20)];
  const closed = el("input", { type: "checkbox", checked: from?.closed ?? false });
  const pile = el("select", {}, ...Object.entries(PILES).map(([value, text]) => el("option", { value, selected: value === (from?.pile ?? "played") }, text)));
  const cards = [number("negative", "Carte negative", 5000), number("positive", "Carte positive", 5000), number("arbiter", "Punti dell'arbitro", 5000, -5000)]; // the order of RULES 1.6
  const field = ([, input, text]) => el("label", { class: "pair" }, text, input);
  return {
    box: el("fieldset", {}, el("legend", {}, label), ...rows.map(field), el("label", { class: "check" }, closed, "Ha chiuso"), el("label", { class: "pair" }, "Pozzetto", pile), ...cards.map(field)),
    read: () => ({ semi: 0, ...Object.fromEntries([...rows, ...cards].map(([name, input]) => [name, Number(input.value)])), closed: closed.checked, pile: pile.value }),
  };
}
