// The history: who, when, what, old and new, why, by which article; nothing is deleted, most things can be taken back.
import { articleText, reasonText } from "./articles.js";
import { $, el, listen, toast } from "./lib.js";
import { ONE, order, undo } from "./desk.js";

let [lines, event, known] = [[], null, ""];
const fixed = new Set(["undo", "event.new", "sheet.enter", "sheet.correct", "person.edit", "person.erase"]); // what has no button of its own
const name = (number) => event?.entries.find((one) => one.number === number)?.names ?? `${ONE[event?.kind] ?? "numero"} ${number}`;
const when = (at) => new Date(at * 1000).toLocaleString("it", { day: "2-digit", month: "2-digit", hour: "2-digit", minute: "2-digit" });

const CODES = { pile_seen: "pozzetto visto prima del tempo", mitchell: "Mitchell", modified: "danese modificato", danish: "danese puro", italian: "italiano", draw: "sorteggio", manual: "a mano", pairs: "a coppie", individual: "individuale", teams: "a squadre" };
const plain = (text) => text.replace(/\b(pile_seen|mitchell|modified|danish|italian|draw|manual|pairs|individual|teams)\b/g, (word) => CODES[word]);

function row(one) {
  const take = () => undo({ what: "act", number: one.number, title: `Annulla: ${one.text}`, name, done: load }).catch((fault) => toast(fault.message));
  return el("tr", { class: one.counts ? "" : "undone" },
    el("td", { class: "num soft" }, String(one.number)), el("td", { class: "soft" }, when(one.at), el("div", { class: "small" }, one.who)),
    el("td", {}, el("span", { class: "what" }, plain(one.text)), one.old || one.new ? el("div", { class: "small change" }, plain(`${one.old || "—"} → ${one.new || "—"}`)) : "", one.why ? el("div", { class: "soft small" }, `Motivo: ${reasonText(one.why)}${one.article ? ` (${articleText(one.article)})` : ""}`) : one.article ? el("div", { class: "soft small" }, articleText(one.article)) : "", one.counts ? "" : el("span", { class: "chip" }, `annullato dalla riga ${one.undone_by}`)),
    el("td", { class: "acts" }, one.counts && !fixed.has(one.kind) ? el("button", { type: "button", class: "quiet", onclick: take }, "Annulla…") : ""));
}

function draw() {
  const words = $("find").value.trim().toLocaleLowerCase("it").split(/\s+/).filter(Boolean);
  const kind = $("kind").value;
  const fits = (one) => (!kind || one.kind === kind || one.kind.startsWith(`${kind}.`)) && words.every((w) => `${one.number} ${one.who} ${one.text} ${one.old} ${one.new} ${one.why} ${one.article}`.toLocaleLowerCase("it").includes(w));
  const found = lines.filter(fits).reverse();
  $("found").textContent = String(found.length);
  $("history").replaceChildren(found.length ? el("table", { class: "history" }, el("thead", {}, el("tr", {}, el("th", { class: "num" }, "N."), el("th", {}, "Quando, chi"), el("th", {}, "Che cosa"), el("th", {}))), el("tbody", {}, ...found.slice(0, 1000).map(row))) : el("p", { class: "empty" }, lines.length ? "Niente con queste parole." : "Ancora niente."));
}

async function load() {
  try {
    event = (await order("event.show")).event;
    if (known === event.head) return;
    known = event.head;
    const found = [];
    for (let more = true; more;) {
      const part = await order("event.history", { language: "it", after: found.at(-1)?.number ?? 0 });
      found.push(...part.history);
      ({ more } = part);
    }
    lines = found;
    draw();
  } catch (fault) {
    if (fault.code === "no_event") $("history").replaceChildren(el("p", { class: "empty" }, fault.message));
    else toast(fault.message);
  }
}

$("find").addEventListener("input", draw);
$("kind").addEventListener("change", draw);
const heard = (data) => { if (data.state) load(); };
listen("/api/events", { state: heard, change: heard });
