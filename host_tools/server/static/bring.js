// A signed sheet that does not come by radio: the code typed, the QR photographed, a log copied by USB. Shown first, kept after a yes.
import { $, api, attempt, el, post, toast } from "./lib.js";

const LONGEST = 1600; // pixels of a photograph's longer side
const MOST = 1000000; // bytes of it
const ROWS = 120; // records in one request

const SAID = [
  [/line (\d): character (\d+) is probably wrong, (.) for (.)/g, "riga $1: il carattere $2 è forse sbagliato (scritto $3, dovrebbe essere $4)"],
  [/line (\d): characters (\d+) and (\d+) probably changed places/g, "riga $1: i caratteri $2 e $3 sono forse scambiati"],
  [/line (\d) has (\d+) characters, not (\d+)/g, "riga $1: $2 caratteri su $3"],
  [/line (\d): (\d+) characters are unreadable, at most two may be/g, "riga $1: $2 caratteri illeggibili, al massimo due"],
  [/line (\d): more than one character is wrong, read it again/g, "riga $1: più di un carattere sbagliato, la rilegga"],
  [/; but that does not make it genuine: read these lines again/g, "; ma nemmeno così il codice è autentico: rilegga queste righe"],
  [/the characters fit together, but no device of ours.*/, "I caratteri vanno bene insieme, ma nessun nostro dispositivo ha firmato questo in questo torneo."],
  [/no device of ours signed this for a table of this event.*/, "Nessun nostro dispositivo ha firmato questo in questo torneo."],
  [/(\d+) characters; the code has 3 lines of 11.*/, "$1 caratteri su 33"],
  [/device (\w+) never had table (\d+).*/, "Il dispositivo $1 non ha mai avuto il tavolo $2: prima lo assegni, se è davvero lì."],
  [/round (\d+) has not been given to table (\d+).*/, "Il turno $1 non è stato dato al tavolo $2."],
  [/no QR.*in (the picture|it).*/, "Nella foto non si legge il QR: più vicino, diritto, senza riflessi."],
  [/.*pixels are too many.*/, "La foto è troppo grande."],
  [/not a picture in.*|the picture is damaged.*/, "Questo file non è una foto leggibile."],
  [/ — look at the table's screen again/, ""],
];

/** The server's words about a code or a picture, in Italian. */
export function said(text) { return SAID.reduce((out, [what, by]) => out.replace(what, by), text); }

const minus = (n) => String(n).replace("-", "−");

function sideRows(v) {
  const [ns, ew] = v.swapped ? [v.pairs[1], v.pairs[0]] : v.pairs;
  return el("tbody", {}, ...[["Nord-Sud", ns, 0], ["Est-Ovest", ew, 1]].map(([label, names, n]) => el("tr", {},
    el("td", {}, label), el("td", {}, names), el("td", { class: "num" }, minus(v.mp[n])), el("td", { class: "num" }, el("b", {}, String(v.vp[n]))))));
}

function partsTable(v) {
  const line = (e) => `${e.clean}·${e.semi}·${e.dirty}${e.closed ? " ✓" : ""}`;
  const cells = (e) => [el("td", { class: "divide" }, line(e)), el("td", { class: "num" }, String(e.positive)), el("td", { class: "num" }, minus(-e.negative)), el("td", { class: "num" }, el("b", {}, minus(e.total)))];
  return el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "n."), ...["N-S", "E-O"].flatMap((l) => [el("th", { class: "divide" }, `${l} P·S·S`), el("th", { class: "num" }, "pos."), el("th", { class: "num" }, "neg."), el("th", { class: "num" }, "tot.")]), el("th", {}))),
    el("tbody", {}, ...v.parts.map((d) => el("tr", {}, el("td", {}, String(d.deal)), ...cells(d.ns), ...cells(d.ew),
      el("td", { class: "small" }, v.against.includes(d.deal) ? el("b", { class: "error" }, "⚠ diversa") : d.known ? "già nota" : "nuova")))));
}

/** What was read, with the question whether to keep it. */
function preview(box, v, yes, done) {
  const swapped = el("input", { type: "checkbox", checked: v.swapped, onchange: () => { v.swapped = swapped.checked; body.replaceWith(body = sideRows(v)); } });
  let body = sideRows(v);
  const against = v.against.includes("result") || v.against.length > 0;
  box.replaceChildren(el("div", { class: "read" },
    el("h3", {}, `Turno ${v.round} · Tavolo ${v.table}`, el("span", { class: "soft small" }, ` dal dispositivo ${v.name || v.device} · ${v.deals} smazzat${v.deals === 1 ? "a" : "e"}${v.early ? " · finito per tempo" : ""}`)),
    el("table", {}, el("thead", {}, el("tr", {}, el("th", {}), el("th", {}, "Coppia"), el("th", { class: "num" }, "M.P."), el("th", { class: "num" }, "V.P."))), body),
    v.parts ? el("div", { class: "scroll" }, partsTable(v)) : "",
    ...v.corrected.map((note) => el("p", { class: "warn-text" }, `⚠ ${said(note)}`)),
    against ? el("p", { class: "error" }, "⚠ Lo score che abbiamo dice altro: si tengono tutti e due, poi decide lei.") : "",
    v.known ? el("p", {}, "✓ È già tutto registrato.") : el("label", { class: "check" }, swapped, "Le coppie erano sedute al contrario"),
    el("div", { class: "buttons" },
      v.known ? "" : el("button", { type: "button", class: "strong", onclick: () => keep(box, v, yes, done) }, "Confermo: conta in classifica"),
      el("a", { href: `/sheet/${v.round}/${v.table}` }, el("button", { type: "button" }, "Apri lo score")),
      el("button", { type: "button", class: "quiet", onclick: () => box.replaceChildren() }, "Annulla"))));
}

async function keep(box, v, yes, done) {
  await attempt(async () => {
    const found = await api("/api/results", { ...yes, swapped: v.swapped });
    toast(found.conflict ? `Tavolo ${v.table}: registrato, ma dice altro di quello che c'era` : `Tavolo ${v.table}: copiato dallo schermo`);
    box.replaceChildren();
    done();
  });
}

function problem(box, fault) { box.replaceChildren(el("p", { class: "error", role: "alert" }, said(fault.detail ?? fault.message))); }

function codeForm(done) {
  const out = el("div", {});
  const marks = [0, 1, 2].map(() => el("span", { class: "mark small" }));
  const fields = [0, 1, 2].map((n) => el("input", { class: "code", autocomplete: "off", spellcheck: false, maxLength: 20, "aria-label": `Riga ${n + 1} del codice`, autocapitalize: "characters", placeholder: "11 caratteri" }));
  const timers = [];
  const show = (n, kind, text) => { marks[n].className = `mark small ${kind}`; marks[n].textContent = text; fields[n].classList.toggle("wrong", kind === "error"); };
  fields.forEach((field, n) => field.addEventListener("input", () => {
    clearTimeout(timers[n]);
    const text = field.value.replace(/[\s.,:;/-]/g, "");
    if (text.length < 11) return show(n, "soft", text ? `${text.length} di 11` : "");
    timers[n] = setTimeout(async () => {
      const { wrong } = await api(`/api/code/line?number=${n + 1}&text=${encodeURIComponent(field.value)}`).catch(() => ({ wrong: "" }));
      show(n, wrong ? "error" : "good", wrong ? `✕ ${said(wrong)}` : "✓ giusta");
      if (!wrong && document.activeElement === field && n < 2) fields[n + 1].focus();
    }, 150);
    return undefined;
  }));
  return el("form", { onsubmit: async (event) => {
    event.preventDefault();
    const code = fields.map((f) => f.value).join("\n");
    try { preview(out, await api("/api/code", { code }), { code }, () => { fields.forEach((f, n) => { f.value = ""; show(n, "", ""); }); done(); }); } catch (fault) { problem(out, fault); }
  } },
  el("p", { class: "soft small" }, "Sul tavolo, a score firmato: tasto GIÙ. Tre righe da undici caratteri, maiuscole o minuscole."),
  ...fields.map((f, n) => el("div", { class: "code-row" }, f, marks[n])),
  el("div", { class: "buttons" }, el("button", { type: "submit", class: "strong" }, "Leggi il codice")), out);
}

/** A photograph made small enough to send. */
async function small(file) {
  const image = await createImageBitmap(file).catch(() => { throw new Error("not a picture in"); });
  const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
  const canvas = el("canvas", { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  for (const quality of [0.9, 0.7, 0.4]) {
    const blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", quality); });
    if (blob && blob.size < MOST) return blob;
  }
  throw new Error("La foto è troppo grande.");
}

function photoForm(done) {
  const out = el("div", {});
  const read = async (job) => {
    out.replaceChildren(el("p", { class: "soft" }, "Leggo…"));
    try {
      const found = await job();
      preview(out, found, { part: found.part }, done);
    } catch (fault) { problem(out, fault); }
  };
  const field = el("input", { type: "file", accept: "image/*", capture: "environment", onchange: () => { if (field.files[0]) read(async () => post("/api/qr", await small(field.files[0]), "image/jpeg")); field.value = ""; } });
  const text = el("input", { placeholder: "o il testo letto da un altro lettore", maxLength: 400, autocomplete: "off", "aria-label": "Testo del QR" });
  return el("div", {}, el("p", { class: "soft small" }, "Sul tavolo: GIÙ per il codice, ancora GIÙ per il QR. Porta anche ogni smazzata."),
    el("label", { class: "file" }, "Fotografa il QR", field),
    el("form", { class: "beside", onsubmit: (event) => { event.preventDefault(); if (text.value) read(() => api("/api/qr/text", { text: text.value })); } }, text, el("button", { type: "submit" }, "Leggi")), out);
}

const WHAT = { new: ["go", "nuova"], known: ["", "già nota"], foreign: ["warn", "di altro turno o tavolo"], conflict: ["alarm", "⚠ in conflitto"] };
const KINDS = { 8: "presenza", 9: "posti", 10: "fase", 11: "smazzata", 12: "correzione", 13: "annullamento", 14: "ultimi turni", 15: "turno dopo il time out", 16: "firma", 17: "chiamata", 19: "approvazione", 20: "guasto", 21: "tempo di turno", 22: "richiesta di decisione", 23: "PIN sbagliato" };

async function upload(file, out) {
  const [first, ...rows] = (await file.text()).split("\n").filter((line) => line.trim());
  let head;
  try { head = JSON.parse(first); } catch { throw new Error("Questo file non è un registro copiato da un tavolo."); }
  if (head.records !== rows.length) throw new Error(`Il file è tagliato: ${rows.length} registrazioni su ${head.records}. Nulla è stato preso.`);
  const total = { new: 0, known: 0, foreign: 0, conflict: 0, others: 0, unknown: 0, learned: 0, wrong: [], records: [] };
  for (let at = 0; at < rows.length; at += ROWS) {
    const part = rows.slice(at, at + ROWS);
    out.replaceChildren(el("p", { class: "soft" }, `${at} di ${rows.length}…`));
    const found = await post("/api/logs", `${[JSON.stringify({ ...head, records: part.length }), ...part].join("\n")}\n`, "application/json");
    for (const name of Object.keys(total)) total[name] = Array.isArray(total[name]) ? total[name].concat(found[name]) : total[name] + found[name];
  }
  return total;
}

function logForm(done) {
  const out = el("div", {});
  const field = el("input", { type: "file", accept: ".tavolo-log,.json,text/plain", onchange: async () => {
    const file = field.files[0];
    if (!file) return;
    try {
      const t = await upload(file, out);
      const chips = ["new", "known", "foreign", "conflict"].map((name) => el("span", { class: `chip ${t[name] ? WHAT[name][0] : ""}` }, `${t[name]} ${WHAT[name][1]}`));
      if (t.learned) chips.push(el("span", { class: "chip info" }, `${t.learned} dette dal computer, riprese`));
      if (t.wrong.length) chips.push(el("span", { class: "chip alarm" }, `✕ ${t.wrong.length} non autentiche`));
      if (t.unknown) chips.push(el("span", { class: "chip warn" }, `${t.unknown} di dispositivi sconosciuti`));
      const rows = t.records.map((r) => el("tr", {}, el("td", { class: "num" }, String(r.seq)), el("td", {}, KINDS[r.kind] ?? `tipo ${r.kind}`), el("td", { class: "num" }, String(r.table)), el("td", {}, WHAT[r.what][1])));
      out.replaceChildren(el("div", { class: "buttons" }, ...chips), el("details", { open: t.conflict > 0 }, el("summary", {}, `Tutte le ${t.records.length} registrazioni`),
        el("table", {}, el("thead", {}, el("tr", {}, el("th", { class: "num" }, "n."), el("th", {}, "che cosa"), el("th", { class: "num" }, "tavolo"), el("th", {}))), el("tbody", {}, ...rows.slice(0, 500)))));
      done();
    } catch (fault) { problem(out, fault); }
    field.value = "";
  } });
  return el("div", {}, el("p", { class: "soft small" }, "Il file che «tavolo usb read» ha scritto. Due volte non fa danno."), el("label", { class: "file" }, "Scegli il file del tavolo", field), out);
}

/** Fill `box` with the three ways; `done` is called when something was kept. */
export function bringIn(box, done = () => {}) {
  box.replaceChildren(
    el("section", {}, el("h2", {}, "Codice digitato"), codeForm(done)),
    el("section", {}, el("h2", {}, "QR fotografato"), photoForm(done)),
    el("section", {}, el("h2", {}, "File copiato con USB"), logForm(done)));
}

if ($("bring")) bringIn($("bring"));
