// Event, pairing, publication.
import { $, api, attempt, confirmed, el, listen, toast } from "./lib.js";

let state = null;
const form = $("event");

function parsePairs(text) {
  return text.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => {
    const parts = line.split(/\s+[-–—/]\s+|\s*[;\t/]\s*/).map((p) => p.trim());
    return [parts[0] ?? "", parts[1] ?? ""];
  });
}

function seating(round) {
  const rows = round.seats.map((s) => el("tr", {}, el("td", { class: "num" }, el("b", {}, String(s.table))), el("td", {}, s.ns.names), el("td", {}, s.ew.names)));
  return el("div", {}, el("table", {}, el("thead", {}, el("tr", {}, el("th", { class: "num" }, "Tav."), el("th", {}, "Nord-Sud"), el("th", {}, "Est-Ovest"))), el("tbody", {}, ...rows)),
    round.bye ? el("p", { class: "chip info" }, `Riposa: ${round.bye.names} (${state.event.bye.vp} V.P., ${state.event.bye.mp_net} M.P.${state.event.bye.official ? "" : ", proposta"})`) : "");
}

const STATES = { draft: "abbinato, non ancora pubblicato", published: "pubblicato ai tavoli", closed: "chiuso" };
function draw(data) {
  if (!data.state) return;
  state = data.state;
  const round = state.draft ?? state.round;
  const facts = [];
  if (state.event) facts.push(el("p", {}, el("b", {}, state.event.name), ` · ${state.event.pairs.length} coppie · ${state.event.deals} smazzate in ${state.event.minutes} minuti · ${state.event.rounds} turni`));
  else facts.push(el("p", { class: "soft" }, "Nessun torneo ancora: lo crei qui accanto."));
  if (round) facts.push(el("p", {}, `Turno ${round.number}: `, el("span", { class: `chip ${round.state === "draft" ? "warn" : "go"}` }, STATES[round.state])));
  $("round-now").replaceChildren(...facts);
  $("publish").hidden = !state.draft;
  for (const button of document.querySelectorAll("[data-pair]")) {
    button.disabled = !state.event;
    button.className = !state.draft && state.event && (!state.round || state.round.state === "closed") && button.dataset.pair === "danish" ? "strong" : "";
  }
  $("seating").replaceChildren(round ? seating(round) : "");
}

for (const button of document.querySelectorAll("[data-pair]")) {
  button.addEventListener("click", () => attempt(async () => {
    const { notes } = await api("/api/round/pair", { method: button.dataset.pair });
    if (notes.length) toast(notes.join(" "));
  }));
}

$("publish").addEventListener("click", async () => {
  const yes = await confirmed({ title: `Pubblica il turno ${state.draft.number}`, text: "I posti appaiono su tutti i tavoli e sullo schermo.", yes: "Pubblica" });
  if (yes) await attempt(async () => { await api("/api/round/publish", {}); toast("Pubblicato"); });
});

form.pairs.addEventListener("input", () => { $("pair-count").textContent = `${parsePairs(form.pairs.value).length}`; });
const MINUTES = { 2: 25, 3: 35, 4: 45, 5: 55 };
form.deals.addEventListener("change", () => { form.minutes.value = MINUTES[form.deals.value] ?? form.minutes.value; });

async function create(replace) {
  const body = { name: form.name.value, deals: Number(form.deals.value), minutes: Number(form.minutes.value), rounds: Number(form.rounds.value), profile: form.profile.value, policy: form.policy.value };
  Object.assign(body, { last_minutes: Number(form.last_minutes.value), pairs: parsePairs(form.pairs.value), replace });
  const seconds = [form.turn_few, form.turn_middle, form.turn_many].map((field) => Number(field.value));
  const muted = [...form.querySelectorAll("[name=muted]:checked")].map((box) => box.value);
  Object.assign(body, { language: form.language.value, blind: form.blind.checked, turn_clock: form.turn_clock.checked, turn_seconds: seconds, muted });
  if (form.scale.value.trim()) body.scale = form.scale.value.trim();
  await api("/api/event", body);
  form.reset();
  $("pair-count").textContent = "";
  toast("Torneo creato: ora abbini il primo turno");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const error = $("event-error");
  error.hidden = true;
  try {
    if (state?.event) {
      const yes = await confirmed({ title: "Nuovo torneo al posto di questo", text: `"${state.event.name}" resta nell'archivio ma non si gioca più.`, yes: "Crea il nuovo", alarm: true });
      if (!yes) return;
    }
    await create(Boolean(state?.event));
  } catch (fault) {
    error.textContent = fault.detail ?? fault.message;
    error.hidden = false;
  }
});

listen("/api/events", { state: draw, change: draw });
