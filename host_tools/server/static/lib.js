// What every page shares: talking to the server, building elements, time, the confirm step.
import { refusalText } from "./refusals.js";

const csrf = document.querySelector('meta[name="csrf"]').content;
export const $ = (id) => document.getElementById(id);

/** Element `tag` with properties and children; text is always text, never markup. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && key !== "list") node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.filter((c) => c !== null && c !== undefined && c !== ""));
  return node;
}

/** POST (with `body`) or GET; the answer, or an Error whose message is fit to show. */
export async function api(path, body) {
  return body === undefined ? ask(path, {}) : post(path, JSON.stringify(body), "application/json");
}

/** POST `content` (text or a blob) as it is. */
export async function post(path, content, type) {
  return ask(path, { method: "POST", headers: { "Content-Type": type, "X-CSRF-Token": csrf }, body: content });
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("Il server non risponde. Nulla è stato cambiato.");
  }
  const data = await response.json().catch(() => ({}));
  if (response.ok) return data;
  if (response.status === 401 && path !== "/api/login") location.href = "/login";
  const error = data.error ?? {};
  throw Object.assign(new Error(refusalText(error)), { code: error.code, reason: error.reason, detail: error.message });
}

let toastTimer;
/** A short message at the bottom; with `stays` until it is pressed. */
export function toast(text, stays = false) {
  const box = $("toast");
  box.textContent = stays ? `${text} ✕` : text;
  box.hidden = false;
  clearTimeout(toastTimer);
  box.onclick = () => { box.hidden = true; };
  if (!stays) toastTimer = setTimeout(box.onclick, 6000);
}

/** Do `job`, showing its failure. */
export async function attempt(job) {
  try {
    return await job();
  } catch (fault) {
    toast(fault.message);
    return undefined;
  }
}

/**
 * Ask before something happens: true, or the reason typed when `reason` is asked for; false when not confirmed.
 * With `choices` (texts): {choice: its place in the list, reason: what was typed, perhaps nothing}.
 */
export function confirmed({ title, text, yes = "Conferma", reason = false, alarm = false, choices = null, chosen = 0 }) {
  const dialog = $("confirm");
  $("confirm-title").textContent = title;
  $("confirm-text").textContent = text;
  $("confirm-yes").textContent = yes;
  $("confirm-yes").className = alarm ? "alarm" : "strong";
  $("confirm-reason").hidden = !reason && !choices;
  $("confirm-choice").hidden = !choices;
  const list = dialog.querySelector("select");
  list.replaceChildren(...(choices ?? []).map((label) => el("option", {}, label)));
  list.selectedIndex = chosen;
  const field = dialog.querySelector("input");
  field.value = "";
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const typed = field.value.trim();
      if (dialog.returnValue !== "yes") resolve(false);
      else if (choices) resolve({ choice: list.selectedIndex, reason: typed });
      else resolve(reason ? typed || false : true);
    }, { once: true });
  });
}

const drawn = new Map();
/** Whether `data` differs from the last time for `name`: what has not changed is not drawn anew under a finger. */
export function fresh(name, data) {
  const text = JSON.stringify(data, (key, value) => (["contact_ms", "up_s", "free_bytes", "now_ms"].includes(key) ? undefined : value));
  if (drawn.get(name) === text) return false;
  drawn.set(name, text);
  return true;
}

// -- the server's time, as this page reckons it ---------------------------------------------------------------------
let offset = 0;
export function setNow(ms) { offset = ms - performance.now(); }
export function now() { return performance.now() + offset; }

/** "12:05"; over time as "+1:20". */
export function clockText(ms) {
  const whole = ms >= 0 ? Math.ceil(ms / 1000) : Math.floor(-ms / 1000);
  return `${ms < 0 ? "+" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** "8 s", "3 min", "2 h". */
export function ageText(ms) {
  const s = Math.max(0, Math.round(ms / 1000));
  if (s < 90) return `${s} s`;
  return s < 5400 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3600)} h`;
}

const CLOCK_STATES = {
  idle: ["", "○ in attesa di START"], running: ["go", "▶ si gioca"], paused: ["warn", "❚❚ in pausa"],
  timed_out: ["alarm", "■ TIME OUT"], ended: ["", "● turno finito"],
};
/** Draw a round clock into an element and its state chip. */
export function drawClock(box, chip, clock, closed) {
  const left = clock?.state === "running" && !clock.hidden ? clock.deadline_ms - now() : clock?.left_ms;
  const idle = !clock || clock.state === "idle";
  box.hidden = Boolean(closed);
  box.textContent = idle ? "--:--" : clock.hidden ? (clock.state === "paused" ? "in pausa" : "si gioca") : clockText(left);
  box.classList.toggle("over", !idle && !clock.hidden && left < 0);
  box.classList.toggle("words", Boolean(clock?.hidden));
  const [kind, text] = closed ? ["", "✓ turno chiuso"] : CLOCK_STATES[clock?.state] ?? ["", "nessun turno"];
  chip.className = `chip ${kind}`;
  chip.textContent = text;
  chip.hidden = Boolean(clock?.hidden && !closed); // the clock's place says it
}

/** Server-sent events with a visible state; `handlers`: event name -> function(data). */
export function listen(url, handlers) {
  const mark = $("link-state");
  const show = (text, off) => { mark.textContent = text; mark.classList.toggle("off", off); };
  const source = new EventSource(url);
  source.onopen = () => show("● in linea", false);
  source.onerror = () => {
    show("✕ server non raggiungibile", true);
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(url, handlers), 3000);
  };
  for (const name of ["state", "change", "time"]) {
    source.addEventListener(name, (message) => {
      const data = JSON.parse(message.data);
      setNow(data.now_ms ?? data.state?.now_ms);
      handlers[name]?.(data);
    });
  }
}

/** Tables that have not come back since a restore, as a reason why the ranking is provisional; "" for none. */
export function notBackText(list) {
  const rounds = [...new Set(list.map((m) => m.round))];
  return rounds.map((number) => {
    const at = list.filter((m) => m.round === number).map((m) => m.table);
    return `turno ${number}: ${at.length > 1 ? "tavoli" : "tavolo"} ${at.join(", ")} non ancora ${at.length > 1 ? "tornati" : "tornato"}`;
  }).join("; ");
}

/** The ranking as a table; `short` leaves out own points. */
export function rankingTable(rows, short) {
  const head = ["", "Coppia", "V.P.", "M.P."].concat(short ? [] : ["Fatti", "Subiti", "Turni"]);
  const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
  const body = rows.map((r) => el("tr", {},
    el("td", { class: "num" }, String(r.rank)), el("td", {}, r.names),
    el("td", { class: "num" }, el("b", {}, String(r.vp))), el("td", { class: "num" }, signed(r.mp_net)),
    ...(short ? [] : [r.points_for, r.points_against, r.rounds].map((n) => el("td", { class: "num" }, String(n))))));
  return el("table", {}, el("thead", {}, el("tr", {}, ...head.map((h, at) => el("th", at === 1 ? {} : { class: "num" }, h)))), el("tbody", {}, ...body));
}

$("logout")?.addEventListener("click", () => attempt(async () => {
  await api("/api/logout", {});
  location.href = "/login";
}));
