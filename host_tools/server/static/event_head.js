// Head data of the event that is played: its name, its arbiter, what tables are told.
import { el, toast } from "./lib.js";
import { ask, choice, field, tick } from "./dialog.js";
import { order } from "./desk.js";

const POLICIES = [["last_minutes", "solo gli ultimi minuti"], ["visible", "sempre visibile"], ["hidden", "nascosto"]];
const LANGUAGES = [["", "quella di ogni dispositivo"], ["it", "italiano"], ["en", "inglese"], ["fr", "francese"]];
const SOUNDS = [["time_out", "TIME OUT"], ["start", "START"], ["warning", "avvisi del tempo"], ["turn", "fine del turno di gioco"], ["coming", "risposte dell'arbitro"], ["locate", "«fai suonare»"], ["refused", "rifiuti"], ["recorded", "registrato"]];
const TURN = ["meno di 4 carte", "da 4 a 10", "11 o più"];
const text = (value, maxLength, name, required = false) => el("input", { value, maxLength, name, required, autocomplete: "off" });

/** What of `now` is not as `before` has it. */
function changed(now, before) {
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])));
}

/** A dialog with all of it; only what was changed is sent. */
export function headDialog(event, done) {
  const arbiter = event.arbiter && !event.arbiter.erased ? event.arbiter : { name: "", card: "" };
  const name = text(event.name, 80, "event-name", true);
  const [who, card] = [text(arbiter.name, 40, "arbiter"), text(arbiter.card, 40, "arbiter-card")];
  const policy = choice(POLICIES, event.tables.policy, { name: "policy" });
  const last = el("input", { type: "number", inputMode: "numeric", min: 0, max: 60, value: event.tables.last_minutes, required: true, name: "last_minutes" });
  const language = choice(LANGUAGES, event.tables.language, { name: "language" });
  const blind = tick("Conto doppio: ogni linea scrive il conto senza vedere quello dell'altra", event.tables.blind, { name: "blind" });
  const clock = tick("Orologio del turno sempre acceso, con i tasti N-S ed E-O come leve", event.tables.turn_clock, { name: "turn_clock" });
  const seconds = event.tables.turn_seconds.map((value) => el("input", { type: "number", inputMode: "numeric", min: 0, max: 255, value, required: true }));
  const muted = SOUNDS.map(([sound, words]) => ({ sound, ...tick(words, event.tables.muted.includes(sound), { name: "muted" }) }));
  const wanted = () => {
    const body = changed({ name: name.value.trim() }, event);
    const judge = { name: who.value.trim(), card: who.value.trim() ? card.value.trim() : "" };
    if (judge.name !== arbiter.name || judge.card !== arbiter.card) body.arbiter = judge;
    const tables = changed({ policy: policy.value, last_minutes: Number(last.value), language: language.value, blind: blind.box.checked, turn_clock: clock.box.checked, turn_seconds: seconds.map((one) => Number(one.value)), muted: muted.filter((one) => one.box.checked).map((one) => one.sound) }, event.tables);
    return Object.keys(tables).length ? { ...body, tables } : body;
  };
  ask({
    title: "Nome, arbitro, tavoli", yes: "Salva", article: false,
    fields: [field("Nome del torneo", name),
      el("div", { class: "row" }, field("Arbitro", who), field("Tessera dell'arbitro", card)),
      el("p", { class: "soft small" }, "L'arbitro sta sulla classifica stampata. Vuoto: nessuno."),
      el("fieldset", {}, el("legend", {}, "Ai tavoli, dal prossimo turno"), el("div", { class: "row" }, field("Tempo ai tavoli", policy), field("Ultimi minuti", last)), field("Lingua", language), blind.row,
        el("details", {}, el("summary", {}, "Suoni e turno di gioco"), clock.row, el("p", { class: "soft small" }, "Secondi per un turno (0: quelli del regolamento):"), el("div", { class: "row three" }, ...seconds.map((input, at) => field(TURN[at], input))),
          el("p", { class: "soft small" }, "Suoni spenti (le luci restano):"), el("div", { class: "checks" }, ...muted.map((one) => one.row))))],
    send: async ({ why }) => {
      await order("event.settings", { ...wanted(), why });
      toast("Salvato");
    },
    done,
  });
}
