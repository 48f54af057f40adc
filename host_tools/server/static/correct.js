// A sheet typed in from paper, and corrections by the law: what kind of error it is, what the law says, then the figures.
import { articleText } from "./articles.js";
import { api, el, toast } from "./lib.js";
import { ask, choice, field, tick } from "./dialog.js";
import { CASES, lineForm } from "./decide.js";
import { order } from "./desk.js";

const ERRORS = [["", "scelga…"], ["sum_error", "errore di somma (i burraco sono giusti)"], ["misentry", "digitato male al tavolo"], ["forgotten_burraco", "un burraco dimenticato"], ["arbiter_score", "decisione dell'arbitro"], ["office_typing", "scritto male qui, dalla carta"]];
const WRONG = {
  wrong_error: "Questo non è il tipo di errore scelto: con altri burraco non è un errore di somma; quello che si è scritto al tavolo non è un errore di chi scrive qui.",
  nothing_new: "È già scritto così: non ha cambiato nulla.", other_version: "Questa smazzata c'è già, con altri punti: usi «Correggi…».", delivered: "Lo score è già consegnato: usi «Correggi…».",
};
let italian = null;

const said = (fault) => WRONG[fault.code] ?? fault.message;
const gone = (draft) => (draft ? [`⚠ La bozza del turno ${draft} dipendeva da questi punti ed è stata tolta: abbini di nuovo`] : []);
const doubts = (unlikely) => unlikely.map((one) => `⚠ Smazzata ${one.deal}, ${one.text_it}`); // registered all the same: it may be right
const place = (s) => ({ round: s.round, table: s.table });

async function lawWords() { italian ??= await api("/api/page/law"); return italian; }

/** The claim's fields, and the verdict that is asked for anew with each change. `read()`: what the order needs. */
function claim(s, kinds, link) {
  const error = choice(kinds, kinds[0][0]);
  const [both, told, signed] = [tick("Lo ammettono tutte e due le coppie"), tick("Detto all'arbitro in tempo"), tick("L'arbitro controfirma")];
  const against = el("input", { maxLength: 200, autocomplete: "off" });
  const insist = el("label", { hidden: true }, "Lo faccio lo stesso, perché", against);
  const verdict = el("div", { class: "verdict", role: "status" }, "Prima dica che tipo di errore è.");
  let refused = false;
  const read = () => ({ error: error.value, both_admit: both.box.checked, told_in_time: told.box.checked, countersigned: signed.box.checked, ...(refused && against.value.trim() ? { against: against.value.trim() } : {}) });
  const judge = async () => {
    if (!error.value) { link.open(false); return; }
    const law = await lawWords();
    const { verdict: v } = await order("sheet.judge", { ...place(s), error: error.value, both_admit: both.box.checked, told_in_time: told.box.checked, countersigned: signed.box.checked });
    refused = v.outcome === "refused";
    insist.hidden = !refused || !v.may_insist;
    verdict.className = `verdict ${refused ? "no" : v.outcome === "allowed" ? "yes" : "half"}`;
    verdict.replaceChildren(el("b", {}, refused ? "✕ Il codice non lo permette: " : v.outcome === "allowed" ? "✓ Si può: " : "✓ Si può, ma i posti già pubblicati restano: "), law.texts[v.code] ?? v.text, refused && law.still[v.code] ? el("div", {}, `Che cosa si può fare: ${law.still[v.code]}.`) : "",
      v.drafts.length ? el("div", {}, "⚠ La bozza del prossimo turno sparisce: dopo abbini di nuovo.") : "", el("div", { class: "soft small" }, articleText(v.article)));
    link.open(!refused || (v.may_insist && Boolean(against.value.trim())));
  };
  const again = () => judge().catch((fault) => { verdict.className = "verdict no"; verdict.replaceChildren(fault.message); });
  for (const node of [error, both.box, told.box, signed.box]) node.addEventListener("change", again);
  against.addEventListener("input", () => link.open(Boolean(against.value.trim())));
  return { nodes: [kinds.length > 1 ? field("Che tipo di errore è?", error) : "", both.row, told.row, signed.row, verdict, insist], read, again };
}

/** Correct a deal: of a delivered sheet by the law, else as the arbiter says. */
export async function correctDeal(s, row, done) {
  const { delivered } = await order("sheet.judge", place(s));
  const from = row.versions.find((v) => v.counts);
  const [ns, ew] = [lineForm(`Nord-Sud: ${s.state.ns.names}`, from?.ns, s.semi), lineForm(`Est-Ovest: ${s.state.ew.names}`, from?.ew, s.semi)];
  const reason = choice(CASES.map((text, value) => [value, text]), from?.reason ?? 0);
  const link = { open: () => {} };
  const asked = delivered ? claim(s, ERRORS, link) : { nodes: [], read: () => ({ error: "arbiter_score" }), again: () => {} };
  const figures = () => ({ deal: row.deal, seen: row.standing, ns: ns.read(), ew: ew.read(), reason: Number(reason.value) });
  ask({
    title: `Smazzata ${row.deal}: correzione`, text: delivered ? "Lo score è consegnato: che cosa si può correggere lo dice il codice. Quello che c'era resta scritto." : "Prende il posto di quello che è registrato, che resta scritto.", yes: "Registra", words: said,
    fields: [...asked.nodes, el("div", { class: "two" }, ns.box, ew.box), field("Caso che apre i controlli", reason)], link: (open) => { link.open = open; if (delivered) open(false); },
    send: async ({ why, article }) => { const { unlikely, dropped } = await order("sheet.correct", { ...place(s), ...figures(), ...asked.read(), why, article }); toast([`Smazzata ${row.deal}: registrata`, ...gone(dropped), ...doubts(unlikely)].join(". "), unlikely.length > 0 || Boolean(dropped)); }, done,
  });
}

/** Each line's scores were written for the other one. */
export function swapLines(s, done) {
  const link = { open: () => {} };
  const asked = claim(s, [["swapped_scores", ""]], link);
  const seen = s.deals.flatMap((d) => d.standing);
  ask({
    title: "Punteggi scambiati fra le linee", text: "I punti di Nord-Sud passano a Est-Ovest, e viceversa, in tutte le smazzate.", yes: "Scambia i punteggi", words: said, fields: asked.nodes, link: (open) => { link.open = open; },
    send: async ({ why, article }) => { const { error: _, ...rest } = asked.read(); const { dropped } = await order("sheet.swap", { ...place(s), ...rest, seen, why, article }); toast(["Scambiati", ...gone(dropped)].join(". "), Boolean(dropped)); }, done,
  });
  asked.again();
}

/** The next deal that is not there, from paper; then the one after it, until the sheet is whole. */
export function typeIn(s, row, done) {
  const [ns, ew] = [lineForm(`Nord-Sud: ${s.state.ns.names}`, null, s.semi), lineForm(`Est-Ovest: ${s.state.ew.names}`, null, s.semi)];
  const reason = choice(CASES.map((text, value) => [value, text]), 0);
  const left = s.deals.filter((d) => !d.standing.length).length;
  ask({
    title: `Smazzata ${row.deal} dalla carta`, text: left > 1 ? `Mancano ${left} smazzate: dopo questa si apre la prossima.` : "È l'ultima: poi lo score vale come firmato.", yes: "Registra", why: false, article: false, words: said,
    fields: [el("div", { class: "two" }, ns.box, ew.box), field("Caso che apre i controlli", reason)],
    send: async () => {
      const { sheet, signed, unlikely, dropped } = await order("sheet.enter", { ...place(s), deals: [{ deal: row.deal, ns: ns.read(), ew: ew.read(), reason: Number(reason.value) }], why: "inserito dalla carta" });
      const told = signed.length ? "Score completo: vale come firmato" : `Smazzata ${row.deal}: registrata`;
      toast([told, ...gone(dropped), ...doubts(unlikely)].join(". "), unlikely.length > 0 || Boolean(dropped));
      const next = sheet.deals.find((d) => !d.standing.length);
      if (next && !signed.length) setTimeout(() => typeIn(sheet, next, done), 0);
    }, done,
  });
}
