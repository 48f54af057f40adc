// A list of entries, pasted or as a file: how it was read, what is doubtful, then entered as a whole.
import { api, el, toast } from "./lib.js";
import { choice, field } from "./dialog.js";
import { MANY, order } from "./desk.js";
import { entered } from "./entries.js";

const MEANINGS = [["ignored", "non serve"], ["names", "tutti i nomi insieme"], ["name 1", "nome e cognome, giocatore 1"], ["name 2", "nome e cognome, giocatore 2"], ["surname 1", "cognome, giocatore 1"], ["first 1", "nome, giocatore 1"], ["surname 2", "cognome, giocatore 2"], ["first 2", "nome, giocatore 2"],
  ["name", "nome e cognome"], ["surname", "cognome"], ["first", "nome"], ["club", "circolo"], ["club 1", "circolo, giocatore 1"], ["club 2", "circolo, giocatore 2"], ["card 1", "tessera, giocatore 1"], ["card 2", "tessera, giocatore 2"], ["card", "tessera"], ["number", "numero"], ["team", "squadra"]];
const HOW = { header: "dal titolo", content: "indovinato dal contenuto", choice: "scelto da lei", unknown: "titolo sconosciuto" };

function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** What is wrong with the file as a whole, in Italian: the values are found in the English sentence. */
async function fileFault(fault) {
  const { texts } = await api("/api/page/files");
  const [english, italian] = texts[fault.code] ?? [];
  if (!english) return fault.message;
  const places = [...english.matchAll(/\{(\d)\}/g)].map((one) => Number(one[1]));
  const pattern = english.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.*)");
  const found = (fault.detail ?? "").match(new RegExp(`^${pattern}$`));
  return found ? italian.replace(/\{(\d)\}/g, (_, at) => found[1 + places.indexOf(Number(at))]) : italian.replace(/\{\d\}/g, "…");
}

/** The box: paste or choose, look, answer, enter. */
export function fileBox(event, done) {
  const file = { data: "", filename: "", choices: {} };
  const out = el("div", { class: "preview" });
  const paste = el("textarea", { rows: 8, spellcheck: false, name: "paste", placeholder: event.kind === "individual" ? "Rossi Mario\nBianchi Anna" : "Rossi Mario - Bianchi Anna\nVerdi Ugo - Neri Pia" });
  const look = async () => {
    try {
      const { preview } = await order("entry.preview", { file: file.data, filename: file.filename, choices: file.choices });
      drawPreview(out, preview, file, event, look, () => { paste.value = ""; out.replaceChildren(); done(); });
    } catch (fault) {
      out.replaceChildren(el("p", { class: "error", role: "alert" }, fault.code?.startsWith("file_") ? await fileFault(fault).catch(() => fault.message) : fault.message));
    }
  };
  const begin = (bytes, filename, choices = {}) => { Object.assign(file, { data: base64(bytes), filename, choices }); look(); };
  const chosen = el("input", { type: "file", accept: ".csv,.txt,.xlsx,.tsv", onchange: async () => { const one = chosen.files[0]; if (one) begin(new Uint8Array(await one.arrayBuffer()), one.name); chosen.value = ""; } });
  return el("div", {}, el("p", { class: "soft" }, event.kind === "individual" ? "Un giocatore per riga." : "Una riga per iscrizione, i nomi divisi da un trattino. Va bene anche copiato da Excel."), paste,
    el("div", { class: "buttons" }, el("button", { type: "button", class: "strong", onclick: () => (paste.value.trim() ? begin(new TextEncoder().encode(paste.value), "") : toast("Prima incolli l'elenco qui sopra.")) }, "Leggi l'elenco"),
      el("label", { class: "file" }, "Carica un file…", chosen)), out);
}

function columnRow(column, file, look) {
  const now = column.player ? `${column.meaning} ${column.player}` : column.meaning;
  const options = MEANINGS.some(([key]) => key === now) ? MEANINGS : [...MEANINGS, [now, now]];
  const pick = choice(options, now, { onchange: () => { file.choices.columns = { ...file.choices.columns, [column.index]: pick.value }; look(); } });
  return el("tr", {}, el("td", {}, column.header || `colonna ${column.index + 1}`), el("td", { class: "soft" }, column.sample), el("td", {}, pick), el("td", { class: "soft small" }, HOW[column.how] ?? column.how));
}

function doubtRow(one, preview, file, look) {
  const answer = (label, run) => el("button", { type: "button", onclick: () => { run(); look(); } }, label);
  const accept = () => { file.choices.accept = [...(file.choices.accept ?? []), one.key]; };
  const skip = () => { file.choices.skip = [...new Set([...(file.choices.skip ?? []), ...one.rows])]; };
  const mend = el("div", { class: "mend", hidden: true });
  const rows = one.level === "warn" ? [] : one.rows.filter((row) => preview.cells[row]).slice(0, 6);
  const write = el("button", { type: "button", onclick: () => { mend.replaceChildren(...rows.map((row) => rowFields(row, preview, file, look))); mend.hidden = false; write.hidden = true; mend.querySelector("input")?.focus(); } }, rows.length > 1 ? "Correggi queste righe…" : "Correggi la riga…");
  const sign = { warn: "attenzione", ask: "⚠ risponda", refuse: "✕ non si legge" }[one.level];
  return el("li", { class: `doubt ${one.level}` }, el("div", {}, el("b", {}, one.row ? `Riga ${one.row}` : "Tutto il file"), ` (${sign}): ${one.text_it}`),
    el("div", { class: "buttons" }, one.level === "ask" ? answer("Va bene così", accept) : "", one.level !== "warn" && one.row ? answer(one.rows.length > 1 ? "Lascia fuori queste righe" : "Lascia fuori questa riga", skip) : "", rows.length ? write : ""), mend);
}

/** The cells of a row, to be written anew: the partner who was missing, a name without the "=" before it. */
function rowFields(row, preview, file, look) {
  const cells = preview.cells[row];
  const used = preview.columns.filter((c) => c.meaning !== "ignored");
  const words = (c) => { const key = c.player ? `${c.meaning} ${c.player}` : c.meaning; return MEANINGS.find(([m]) => m === key)?.[1] ?? (c.header || `colonna ${c.index + 1}`); };
  const inputs = used.map((c) => [c.index, el("input", { value: cells[c.index] ?? "", maxLength: 200, autocomplete: "off" }), words(c)]);
  return el("form", { onsubmit: (event) => {
    event.preventDefault();
    const changed = inputs.filter(([at, input]) => input.value.trim() !== (cells[at] ?? "").trim()).map(([at, input]) => [`${row}:${at}`, input.value.trim()]);
    file.choices.cells = { ...file.choices.cells, ...Object.fromEntries(changed) };
    look();
  } }, el("b", {}, `Riga ${row}`), el("div", { class: "row" }, ...inputs.map(([, input, label]) => field(label, input))), el("button", { type: "submit", class: "strong" }, "Usa questi dati"));
}

function drawPreview(out, preview, file, event, look, done) {
  const open = preview.doubts.filter((d) => d.level !== "warn");
  const count = preview.entries.length;
  const missing = open.filter((d) => d.level === "refuse").reduce((sum, d) => sum + d.rows.length, 0);
  const wrong = el("p", { class: "error", role: "alert", hidden: true });
  const take = el("button", { type: "button", class: "strong", disabled: !count || open.length > 0, onclick: async () => {
    take.disabled = true;
    try {
      await entered((more) => order("entry.import", { file: file.data, filename: file.filename, choices: file.choices, ...more }), (found) => { toast(`${found.entries.length} ${MANY[event.kind]}: iscritte`); done(); });
    } catch (fault) {
      wrong.textContent = fault.message;
      wrong.hidden = false;
    }
    take.disabled = false;
  } }, `Iscrivi ${count} ${MANY[event.kind]}`);
  out.replaceChildren(
    el("h2", {}, `Ho letto ${count} ${MANY[event.kind]} in ${preview.rows_read} righe`),
    missing ? el("p", { class: "error" }, missing === 1 ? "Manca una riga: non si legge." : `Mancano ${missing} righe: non si leggono.`) : "",
    preview.doubts.length ? el("ul", { class: "list doubts" }, ...[...open, ...preview.doubts.filter((d) => d.level === "warn")].map((d) => doubtRow(d, preview, file, look))) : el("p", {}, el("span", { class: "chip go" }, "✓ nessun dubbio")),
    count ? el("p", { class: "soft" }, preview.numbers_from === "file" ? "I numeri sono quelli del suo elenco." : "I numeri vanno in ordine di elenco.") : "",
    el("details", { open: preview.columns.some((c) => c.how !== "header") && preview.columns.length > 1 }, el("summary", {}, "Come ho letto le colonne"), el("div", { class: "scroll" }, el("table", {}, el("tbody", {}, ...preview.columns.map((c) => columnRow(c, file, look)))))),
    el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, el("th", { class: "num" }, "Riga"), el("th", { class: "num" }, "Numero"), ...(event.kind === "teams" ? [el("th", {}, "Squadra")] : []), el("th", {}, "Giocatori"), el("th", {}, "Circolo"))),
      el("tbody", {}, ...preview.entries.slice(0, 400).map((one, at) => el("tr", { class: one.settled ? "" : "open" }, el("td", { class: "num soft" }, one.rows.join(", ")), el("td", { class: "num" }, String(preview.numbers[at])), ...(event.kind === "teams" ? [el("td", {}, one.team)] : []), el("td", {}, `${one.settled ? "" : "⚠ "}${one.persons.map((p) => p.name).join(" - ")}`), el("td", { class: "soft" }, [...new Set(one.persons.map((p) => p.club).filter(Boolean))].join(" · "))))))),
    open.length ? el("p", { class: "error" }, `Prima risponda ${open.length === 1 ? "alla domanda" : `alle ${open.length} domande`} qui sopra.`) : "", wrong, el("div", { class: "buttons" }, take));
}
