// The organiser's page: event, entries, rounds, one at a time.
import { $, el, fresh, listen, toast } from "./lib.js";
import { ONE, order } from "./desk.js";
import { drawEvent, newForm } from "./event.js";
import { drawEntries } from "./entries.js";
import { drawRound } from "./round.js";

const STEPS = ["event", "entries", "rounds"];
const desk = { event: null, round: null, done: load, again: redraw, go, name };
let step = STEPS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "";

function name(number) {
  const found = desk.event?.entries.find((one) => one.number === number);
  if (found) return found.names;
  const seats = desk.round?.seats.flatMap((s) => [s.ns, s.ew]) ?? [];
  return seats.find((side) => side.unit === number)?.names ?? `${ONE[desk.event?.kind] ?? "numero"} ${number}`;
}

function go(where) {
  step = where;
  history.replaceState(null, "", `#${where}`);
  redraw();
  scrollTo(0, 0);
}

/** What to do first: the step that waits. */
function waiting() {
  if (!desk.event) return "event";
  return desk.event.rounds.length || desk.event.entries.length >= 4 ? "rounds" : "entries";
}

async function load(where, known = true) {
  try {
    const event = known ? (await order("event.show")).event : null;
    const round = event?.rounds.length ? (await order("round.show")).round : null;
    const new_ = fresh("desk", { event, round });
    Object.assign(desk, { event, round });
    if (STEPS.includes(where)) go(where);
    else if (new_) redraw();
  } catch (fault) {
    toast(fault.message);
  }
}

/** What was typed in a form that is drawn anew is not lost: the panel waits until it is left. */
function busy(box) {
  return [...box.querySelectorAll("input:not([type=checkbox]), textarea")].some((one) => one.value !== one.defaultValue) && box.contains(document.activeElement);
}

function redraw() {
  const { event } = desk;
  if (!step || (!event && step !== "event")) step = waiting();
  for (const one of STEPS) {
    const tab = document.querySelector(`[data-step=${one}]`);
    tab.setAttribute("aria-current", one === step ? "step" : "false");
    tab.disabled = !event && one !== "event";
    $(`step-${one}`).hidden = one !== step;
  }
  drawEvent($("event"), desk);
  $("new-event").open ||= !event;
  if (!event) return;
  $("count-entries").textContent = String(event.entries.filter((one) => !one.left).length);
  $("count-rounds").textContent = `${event.round}/${event.total_rounds}`;
  if (!busy($("step-entries"))) drawEntries($("step-entries"), desk);
  drawRound($("step-rounds"), desk);
}

for (const tab of document.querySelectorAll("[data-step]")) tab.addEventListener("click", () => go(tab.dataset.step));
newForm(() => desk, load);
const heard = (data) => { if (data.state) load("", Boolean(data.state.event)); };
listen("/api/events", { state: heard, change: heard });
