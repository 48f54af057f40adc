// Every setting of the rules with its article: what it is, what is usual, and the organiser's own value.
import { articleText } from "./articles.js";
import { el, toast } from "./lib.js";
import { ask, choice, field, tick } from "./dialog.js";
import { order } from "./desk.js";

const GROUPS = [["Riposo", /^bye/], ["Ritardi", /^late_(steps|absent|present|warning)/], ["Ritiri", /withdraw|leaver|both_left/], ["Iscrizioni", /^late_entry/], ["Ammonizioni", /^warning/], ["Classifica", /^tie|shared|lot|win/], ["Correzioni", /correction|errors|swapped|misentries|forgotten|after_last|control/], ["Abbinamento", /rematch|exempt/], ["Squadre", /^match/]];
const LENGTH = (key) => (key === "team" ? "squadre" : `${key} smazzate`);

/** A setting's value in words. */
export function valueText(rule, value) {
  if (value === null || value === undefined || value === "") return "—";
  if (rule.kind === "flag") return value ? "sì" : "no";
  if (rule.kind === "choice") return rule.labels?.[value] ?? value;
  if (rule.kind === "order") return value.map((word) => rule.labels?.[word] ?? word).join(", poi ");
  if (rule.kind === "awards") return Object.entries(value).map(([key, [vp, mp]]) => `${LENGTH(key)}: ${vp} V.P. e ${mp} M.P.`).join("; ");
  if (rule.kind === "lengths") return Object.entries(value).map(([key, n]) => `${LENGTH(key)}: ${n}`).join("; ");
  if (rule.kind === "steps") return value.map(([minute, mp]) => `dal minuto ${minute}: ${mp} M.P.`).join("; ");
  return String(value);
}

const whole = (value, min, max) => el("input", { type: "number", inputMode: "numeric", value: value ?? "", min, max });

function orderEditor(rule) {
  const picks = rule.choices.map((_, at) => choice([["", "—"], ...rule.choices.map((word) => [word, rule.labels?.[word] ?? word])], rule.value[at] ?? ""));
  return { nodes: picks.map((pick, at) => field(`${at + 1}°`, pick)), read: () => picks.map((p) => p.value).filter(Boolean) };
}

function lengthsEditor(rule) {
  const keys = Object.keys(rule.value ?? {}).length ? Object.keys(rule.value) : ["2", "3", "4"];
  const pairs = rule.kind === "awards";
  const rows = keys.map((key) => [key, pairs ? [whole(rule.value?.[key]?.[0], -255, 255), whole(rule.value?.[key]?.[1], -12800, 12800)] : [whole(rule.value?.[key], rule.low, rule.high)]]);
  const nodes = rows.map(([key, inputs]) => el("div", { class: "row" }, ...inputs.map((input, at) => field(`${LENGTH(key)}${pairs ? [", V.P.", ", M.P. netti"][at] : ""}`, input))));
  const read = () => Object.fromEntries(rows.filter(([, inputs]) => inputs.every((i) => i.value !== "")).map(([key, inputs]) => [key, pairs ? inputs.map((i) => Number(i.value)) : Number(inputs[0].value)]));
  return { nodes, read };
}

function stepsEditor(rule) {
  const rows = [...rule.value, ["", ""]].map(([minute, mp]) => [whole(minute, 0, 600), whole(mp, 0, 12800)]);
  return { nodes: rows.map((row) => el("div", { class: "row" }, field("Dal minuto", row[0]), field("M.P. in tutto", row[1]))), read: () => rows.filter((row) => row.every((i) => i.value !== "")).map((row) => row.map((i) => Number(i.value))) };
}

function editor(rule) {
  if (rule.kind === "flag") { const one = tick("sì", rule.value); return { nodes: [one.row], read: () => one.box.checked }; }
  if (rule.kind === "order") return orderEditor(rule);
  if (rule.kind === "awards" || rule.kind === "lengths") return lengthsEditor(rule);
  if (rule.kind === "steps") return stepsEditor(rule);
  const input = rule.kind === "choice" ? choice(rule.choices.map((word) => [word, rule.labels?.[word] ?? word]), rule.value) : rule.kind === "number" ? whole(rule.value, rule.low, rule.high) : el("input", { value: rule.value ?? "", maxLength: 80 });
  return { nodes: [field("Valore", input)], read: () => (rule.kind === "number" ? (input.value === "" ? null : Number(input.value)) : input.value) };
}

function change(rule, done) {
  const made = editor(rule);
  const usual = tick("torna al valore del codice");
  ask({
    title: rule.label, text: `Il codice dice: ${valueText(rule, rule.usual)} (${rule.article}). Un'altra regola va annunciata prima di giocare.`, yes: "Salva la regola", article: false,
    fields: [...made.nodes, rule.own ? usual.row : ""],
    send: async ({ why }) => { await order("event.settings", { settings: { [rule.name]: usual.box.checked ? null : made.read() }, why }); toast("Regola salvata"); }, done,
  });
}

/** The list of all rules in a dialog. */
export async function showRules(done) {
  const { rules } = await order("event.rules");
  const dialog = el("dialog", { class: "decide rules" });
  const again = () => { dialog.close(); done(); showRules(done).catch((fault) => toast(fault.message)); };
  const card = (rule) => el("div", { class: "rule" }, el("div", {}, el("b", {}, rule.label), el("div", {}, valueText(rule, rule.value)), el("div", { class: "soft small" }, rule.own ? `✎ regola sua; il codice: ${valueText(rule, rule.usual)}` : articleText(rule.article), rule.official || rule.own ? "" : " · non è nel codice")),
    el("button", { type: "button", onclick: () => change(rule, again) }, "Cambia…"));
  const left = new Set(rules);
  const groups = [...GROUPS, ["Altro", /./]].map(([title, pattern]) => {
    const mine = [...left].filter((rule) => pattern.test(rule.name));
    mine.forEach((rule) => left.delete(rule));
    return mine.length ? el("details", { open: mine.some((rule) => rule.own) }, el("summary", {}, title, mine.some((rule) => rule.own) ? " ✎" : ""), ...mine.map(card)) : "";
  });
  dialog.append(el("h2", {}, "Regole del torneo"), el("p", { class: "soft" }, "Valgono quelle del codice scelto, con il loro articolo. Si cambiano solo prima di giocare, con un motivo."), ...groups.filter(Boolean), el("div", { class: "buttons end" }, el("button", { type: "button", class: "strong", onclick: () => dialog.close() }, "Chiudi")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
