// The organiser's orders: asked for by name, refused in plain Italian; the words that several pages share.
import { api, el } from "./lib.js";
import { ask } from "./dialog.js";

/** Carry out an order. Throws an Error whose message is Italian (refusals.js). */
export async function order(name, body = {}) { return api(`/api/do/${name}`, body); }

export const METHODS = { mitchell: "Mitchell", modified: "Danese modificato", danish: "Danese puro", italian: "Italiano (tutti contro tutti)", draw: "Sorteggio", entry: "Ordine di iscrizione", manual: "A mano" };
export const KINDS = { pairs: "a coppie", individual: "individuale", teams: "a squadre" };
export const ONE = { pairs: "coppia", individual: "giocatore", teams: "squadra" };
export const MANY = { pairs: "coppie", individual: "giocatori", teams: "squadre" };
export const PROFILES = { fibur: "F.I.Bur. (codice attuale)", fibur_2008: "F.I.Bur. 2008", feburit: "FE.BUR.IT." };
export const minus = (n) => String(n).replace("-", "−");
export const signed = (n) => (n > 0 ? `+${n}` : minus(n));

const STATES = { draft: "bozza", published: "pubblicato", closed: "chiuso" };
const FIELDS = { name: "nome", group: "girone", since: "dal turno", left: "ritiro", persons: "giocatori", absences: "assenze", state: "stato", deals: "smazzate", minutes: "minuti", scale: "tabella V.P.", method: "abbinamento", phase: "fase", session: "sessione" };
const RULINGS = { warning: "ammonizione", penalty: "penalità", late: "ritardo", absent: "assenza", adjust: "rettifica", set: "punteggio arbitrale", award: "punteggio assegnato" };

function place(p) { return p ? `${p.rank}° con ${p.vp} V.P. e ${signed(p.mp_net)} M.P.` : "fuori classifica"; }
function plain(v) {
  if (v === null || v === undefined || v === "") return "niente";
  if (v === true || v === false) return v ? "sì" : "no";
  if (Array.isArray(v)) return v.map(plain).join(", ") || "nessuno";
  return typeof v === "object" ? Object.entries(v).map(([k, one]) => `${FIELDS[k] ?? k} ${plain(one)}`).join(", ") : STATES[v] ?? METHODS[v] ?? String(v);
}

/** Links to a print: to look at and print, and as files. `what` as the server names it, `query`: round, group, by, filled. */
export function prints(title, what, query = {}) {
  const link = (format, label) => {
    const parts = new URLSearchParams(Object.entries({ ...query, ...(format === "html" ? {} : { format }) }).filter(([, value]) => value !== "" && value !== undefined));
    return el("a", { class: "print", href: `/print/${what}${parts.size ? `?${parts}` : ""}`, ...(format === "html" ? { target: "_blank", rel: "noopener" } : {}) }, label);
  };
  return el("div", { class: "prints" }, el("span", {}, title), link("html", "Stampa"), link("xlsx", "Excel"), link("csv", "CSV"));
}

/** One change of a preview as a line; `name(number)`: who a number is. */
export function changeText(c, name) {
  const seat = (two) => (two ? `${name(two[0])} contro ${name(two[1])}` : "vuoto");
  const sides = (show) => `${show(c.before)} → ${show(c.after)}`;
  const lines = {
    name: () => `Nome del torneo: ${sides(plain)}`,
    setting: () => `Regola «${c.name}»: ${sides(plain)}`,
    phases: () => "Cambiano le fasi del torneo",
    entries_closed: () => (c.after ? "Le iscrizioni sono chiuse" : "Le iscrizioni sono di nuovo aperte"),
    final: () => (c.after ? "La classifica è definitiva" : "La classifica non è più definitiva"),
    entry_new: () => `${name(c.number)}: iscritto`,
    entry_gone: () => `${name(c.number)}: non è più iscritto`,
    entry: () => `${name(c.number)}, ${FIELDS[c.field] ?? c.field}: ${sides(plain)}`,
    round_new: () => `Turno ${c.round}: torna, ${plain(c.after)}`,
    round_gone: () => `Turno ${c.round}: non c'è più (era ${plain(c.before)})`,
    round: () => (c.field === "id" ? "" : `Turno ${c.round}, ${FIELDS[c.field] ?? c.field}: ${sides(plain)}`),
    seat: () => `Turno ${c.round}, tavolo ${c.table}: ${sides(seat)}`,
    rests: () => `Turno ${c.round}, riposa: ${sides((all) => all.map(name).join(", ") || "nessuno")}`,
    records_left: () => `⚠ Turno ${c.round}: quello che hanno scritto i tavoli ${c.tables.join(", ")} non conta più`,
    ruling_gone: () => `Non vale più: ${RULINGS[c.kind] ?? c.kind} (${c.why})`,
    ruling_new: () => `Nuovo: ${RULINGS[c.kind] ?? c.kind}`,
    standing: () => `${name(c.number)}: ${sides(place)}`,
  };
  return (lines[c.code] ?? (() => ""))();
}

/** The changes of a preview as a list, the weighty ones first. */
export function changeList(changes, name) {
  const lines = changes.map((c) => changeText(c, name)).filter(Boolean);
  const items = lines.slice(0, 40).map((line) => el("li", {}, line));
  if (lines.length > 40) items.push(el("li", { class: "soft" }, `… e altre ${lines.length - 40} cose`));
  return el("ul", { class: "changes" }, ...(items.length ? items : [el("li", { class: "soft" }, "Nei numeri non cambia nulla.")]));
}

/** Take something back: first what would change, then the reason. */
export async function undo({ what, number, title, name, done }) {
  const seen = await order("undo.preview", { what, ...(number ? { number } : {}) });
  ask({
    title, text: "Ecco che cosa cambia. Nulla si cancella: resta scritto nella Storia.", yes: "Annulla davvero", alarm: true, article: false,
    fields: [changeList(seen.changes, name)],
    send: ({ why }) => order("undo.do", { what, ...(number ? { number } : {}), seen: seen.seen, why }), done,
  });
}
