// What tables ask of the arbiter: calls with their reason, rulings on a deal that the checks refuse.
import { ageText, api, attempt, confirmed, el, now, toast } from "./lib.js";

const CALL_REASONS = ["", "irregolarità", "gioco lento", "punteggio", "altro"];
/** Reasons of a ruling, in the order of their numbers. */
const RULINGS = ["due pozzetti alla stessa linea", "carte date in meno o in più", "mazzo sbagliato", "carte mescolate prima del conto", "chiusura concessa"];
const RANK = { made: 0, seen: 1, coming: 2 };
const STEPS = [["seen", "Vista"], ["coming", "Arrivo"], ["closed", "✓ Chiusa"]];

export function rulingText(number) { return RULINGS[number - 1] ?? `motivo ${number}`; }

/** Approve a deal, the reason chosen from the list; `reason`: the one that the table gave. */
export async function approve(t, deal, reason = 0) {
  const answer = await confirmed({
    title: `Tavolo ${t.table}: approva la smazzata ${deal}`, text: "I controlli che la rifiutano non valgono più per questa smazzata; al tavolo si possono scrivere punti dell'arbitro.",
    yes: "Approva", choices: RULINGS, chosen: Math.max(0, reason - 1),
  });
  if (!answer) return;
  await attempt(async () => {
    await api(`/api/tables/${t.table}/override`, { deal, reason: answer.choice + 1, why: answer.reason });
    toast(`Tavolo ${t.table}: smazzata ${deal} approvata`);
  });
}

function since(ms) { return el("span", { class: "wait", "data-since": ms }, ageText(now() - ms)); }

function callCard(t) {
  const at = RANK[t.call.state];
  const line = { 0: t.ns, 1: t.ew }[t.call.line];
  const said = ["☎ chiamata", "☎ vista", "☎ l'arbitro arriva"][at];
  const why = CALL_REASONS[t.call.reason] ?? `motivo ${t.call.reason}`;
  return el("div", { class: `call ${at ? "answered" : ""}` },
    el("b", {}, `Tavolo ${t.table}`),
    el("div", { class: "who" }, why ? `${said}: ${why}` : said, el("div", { class: "soft small" }, line ? line.names : "")),
    since(t.call.at_ms),
    el("div", { class: "buttons" }, ...STEPS.map(([name, label], n) => el("button", {
      type: "button", class: name === "coming" ? "strong" : "", disabled: n < at,
      onclick: () => attempt(() => api(`/api/calls/${t.table}/answer`, { state: name })),
    }, label))));
}

function rulingCard(t) {
  const { deal, reason, at_ms: at } = t.ruling;
  return el("div", { class: "call" },
    el("b", {}, `Tavolo ${t.table}`),
    el("div", { class: "who" }, `⚖ decisione: smazzata ${deal}`, el("div", { class: "soft small" }, rulingText(reason))),
    since(at),
    el("div", { class: "buttons" },
      el("button", { type: "button", class: "strong", onclick: () => approve(t, deal, reason) }, "Approva…"),
      el("button", { type: "button", onclick: () => attempt(() => api(`/api/tables/${t.table}/refuse`, { deal })) }, "No")));
}

/** Cards of all that waits for the arbiter, the longest first. */
export function asked(all) {
  const cards = [...all.filter((t) => t.call).map((t) => [t.call.at_ms, callCard, t]), ...all.filter((t) => t.ruling).map((t) => [t.ruling.at_ms, rulingCard, t])];
  return cards.sort((a, b) => a[0] - b[0]).map(([, card, t]) => card(t));
}
