// A round seated by hand, from nothing or from the draft: numbers typed, or chosen from those who have no place yet.
import { el, toast } from "./lib.js";
import { ask, choice } from "./dialog.js";
import { MANY, ONE, order } from "./desk.js";

const SEATS = { pairs: ["Nord-Sud", "Est-Ovest"], individual: ["Nord", "Sud", "Est", "Ovest"], teams: ["Prima squadra", "Seconda squadra"] };
const PLACES = { pairs: ["tavolo", "tavoli"], individual: ["tavolo", "tavoli"], teams: ["incontro", "incontri"] };
const FREE = [["rest", "riposa"], ["absent", "non c'è"]];

/** Who plays in a round. */
function presentIn(event, number) {
  return event.entries.filter((one) => !one.left && (one.since ?? 1) <= number);
}

/** Rows of seats; `state()`: what is typed, who has no place, what is wrong. `changed()` after every key. */
function board(event, people, first, changed) {
  const names = new Map(people.map((one) => [one.number, one.names]));
  const [table] = PLACES[event.kind];
  const body = el("tbody", {});
  const rows = [];
  let last = null; // the seat that was typed in last: who is chosen goes there, where it is empty
  const next = (event) => { // Enter goes on to the next seat, as it does in a sheet of figures; the draft is made by its button
    if (event.key !== "Enter") return;
    event.preventDefault();
    const all = rows.flatMap((row) => row.seats.map((one) => one.input));
    all[all.indexOf(event.target) + 1]?.focus();
  };
  const cell = (value) => {
    const input = el("input", { inputMode: "numeric", maxLength: 4, autocomplete: "off", value, oninput: changed, onfocus: () => { last = one; }, onkeydown: next });
    const said = el("div", { class: "small" });
    const one = { input, said };
    return one;
  };
  const add = (place, who = []) => {
    const row = { place: cell(String(place)), seats: SEATS[event.kind].map((label, at) => cell(who[at] ? String(who[at]) : "")) };
    row.place.input.setAttribute("aria-label", `Numero del ${table}`);
    row.seats.forEach((seat, at) => seat.input.setAttribute("aria-label", `${table === "tavolo" ? "Tavolo" : "Incontro"} ${place}, ${SEATS[event.kind][at]}`));
    rows.push(row);
    body.append(el("tr", {}, ...[row.place, ...row.seats].map((one) => el("td", {}, one.input, one.said))));
  };
  first.forEach(([place, ...who]) => add(place, who));
  const number = (one) => { const typed = one.input.value.trim(); return typed === "" ? null : /^\d{1,4}$/.test(typed) ? Number(typed) : NaN; };
  const seats = () => rows.flatMap((row) => row.seats);
  const say = (one, words, bad) => { one.said.textContent = words; one.said.className = bad ? "small error" : "small soft"; one.input.setAttribute("aria-invalid", String(bad)); };
  return {
    body, begin: () => rows[0].seats[0].input.focus(),
    add: () => { add(Math.max(0, ...rows.map((row) => number(row.place) || 0)) + 1); changed(); },
    clear: () => { seats().forEach((one) => { one.input.value = ""; }); changed(); },
    put: (who) => {
      const empty = last && seats().includes(last) && last.input.value.trim() === "" ? last : seats().find((one) => one.input.value.trim() === "");
      if (!empty) { toast(`Non ci sono posti liberi: aggiunga un ${table}.`); return; }
      empty.input.value = String(who);
      last = seats()[seats().indexOf(empty) + 1] ?? null;
      changed();
    },
    state: () => {
      const used = new Map();
      const places = new Map();
      const wrong = [];
      const count = (map, n) => map.set(n, (map.get(n) ?? 0) + 1);
      rows.forEach((row) => { if (row.seats.some((one) => number(one) !== null)) count(places, number(row.place)); row.seats.forEach((one) => count(used, number(one))); });
      for (const row of rows) {
        const full = row.seats.filter((one) => number(one) !== null).length;
        const place = number(row.place);
        const bad = full > 0 && (!place || places.get(place) > 1);
        say(row.place, bad ? (place ? "due volte!" : `quale ${table}?`) : "", bad);
        if (bad) wrong.push(place ? `${table} ${place}: è scritto due volte` : `a un ${table} manca il numero`);
        for (const one of row.seats) {
          const who = number(one);
          const twice = used.get(who) > 1;
          const gap = who === null && full > 0;
          say(one, who === null ? (gap ? "manca qualcuno" : "") : !names.has(who) ? "questo numero non c'è" : `${twice ? "due volte! " : ""}${names.get(who)}`, gap || (who !== null && (twice || !names.has(who))));
          if (gap) wrong.push(`${table} ${place || "?"}: manca qualcuno`);
          else if (who !== null && !names.has(who)) wrong.push(`il numero ${one.input.value.trim()} non c'è in questo turno`);
          else if (who !== null && twice) wrong.push(`${who} (${names.get(who)}) è seduto due volte`);
        }
      }
      const tables = rows.filter((row) => row.seats.some((one) => number(one) !== null)).map((row) => [number(row.place), ...row.seats.map(number)]);
      return { tables, free: people.filter((one) => !used.has(one.number)), wrong: [...new Set(wrong)] };
    },
  };
}

/** Those without a place: pressed, they take the next one; what they do else is said beside. */
function freeList(people, put) {
  const does = new Map();
  const lines = new Map(people.map((one) => {
    const what = choice(FREE, "rest", { ariaLabel: `${one.number}: riposa o non c'è` });
    does.set(one.number, what);
    return [one.number, el("div", { class: "free" }, el("button", { type: "button", onclick: () => put(one.number) }, `${one.number} · ${one.names}`), what)];
  }));
  const box = el("div", { class: "picks" }, ...lines.values());
  return {
    box, show: (free) => { const here = new Set(free.map((one) => one.number)); for (const [n, line] of lines) line.hidden = !here.has(n); box.hidden = !free.length; },
    doing: (free, what) => free.filter((one) => does.get(one.number).value === what).map((one) => one.number), onchange: (run) => { for (const one of does.values()) one.addEventListener("change", run); },
  };
}

/** The dialog. `seated`: rows of a draft to begin with ([table, who...]), none for empty ones. `done()` after. */
export function byHand(event, number, seated, done) {
  const people = presentIn(event, number);
  const [size, [one, many]] = [SEATS[event.kind].length, PLACES[event.kind]];
  const count = Math.max(1, Math.floor(people.length / size));
  const first = seated.length ? seated : Array.from({ length: count }, (_, at) => [at + 1]);
  const sum = el("p", { class: "sum", role: "status" });
  const faults = el("ul", { class: "changes error" });
  const sure = el("input", { type: "checkbox" });
  const sureWords = el("span", {});
  const sureRow = el("label", { class: "check" }, sure, sureWords);
  let open = () => {};
  const draw = () => {
    const { tables, free, wrong } = made.state();
    const rests = list.doing(free, "rest").length;
    const idle = tables.length > 0 && rests >= size;
    sum.textContent = `${tables.length} ${tables.length === 1 ? one : many} · ${free.length ? `senza posto: ${free.length}` : "tutti hanno un posto"}${rests && tables.length ? ` · ${rests === 1 ? "riposa 1" : `riposano ${rests}`}` : ""}`;
    faults.replaceChildren(...wrong.slice(0, 8).map((line) => el("li", {}, line)));
    list.show(free);
    sureWords.textContent = `Riposano in ${rests}, anche se potrebbero giocare tra loro: va bene così`;
    sureRow.hidden = !idle;
    open(tables.length > 0 && !wrong.length && (!idle || sure.checked));
  };
  const made = board(event, people, first, () => draw());
  const list = freeList(people, made.put);
  list.onchange(() => draw());
  sure.addEventListener("change", () => draw());
  ask({
    title: `Turno ${number} a mano`, text: `Scriva il numero di ogni ${ONE[event.kind]}, oppure tocchi chi è senza posto: va nel primo posto libero.`, yes: "Fai la bozza", why: false, article: false,
    fields: [el("div", { class: "scroll" }, el("table", { class: "by-hand" }, el("thead", {}, el("tr", {}, ...[event.kind === "teams" ? "Incontro" : "Tavolo", ...SEATS[event.kind]].map((h) => el("th", {}, h)))), made.body)),
      el("div", { class: "buttons" }, el("button", { type: "button", onclick: made.add }, `+ Un altro ${one}`), el("button", { type: "button", class: "quiet", onclick: made.clear }, "Svuota tutti i posti")),
      sum, faults, el("h3", {}, `Senza posto (${MANY[event.kind]})`), list.box, sureRow],
    link: (set) => { open = set; },
    send: async () => {
      const { tables, free } = made.state();
      await order("round.pair", { method: "manual", tables, rests: list.doing(free, "rest"), absent: list.doing(free, "absent") });
      toast("Bozza fatta: la guardi, poi pubblichi");
    },
    done,
  }).classList.add("wide");
  draw();
  made.begin();
}
