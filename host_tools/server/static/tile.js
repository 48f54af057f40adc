// One table of the grid.
import { ageText, el, now } from "./lib.js";

export const STALE_MS = 15000;
const PHASES = {
  seating: ["", "○ ai posti"], waiting: ["info", "◔ pronto"], dealing: ["go", "⟳ si distribuisce"], play: ["go", "▶ in gioco"],
  count: ["warn", "✎ conteggio"], sheet: ["warn", "✎ da firmare"], signed: ["go", "✓ firmato"],
};

/** The phase as a chip: sign and words. */
export function phaseChip(t) {
  const ending = t.clock.state === "timed_out" && ["dealing", "play"].includes(t.phase);
  const [kind, text] = ending && !t.copied ? ["alarm", "■ ultimi turni"] : t.by_hand && t.phase !== "signed" ? ["go", "✓ scritto dalla carta"] : t.copied && t.phase !== "signed" ? ["warn", "✎ copiato dallo schermo"] : PHASES[t.phase];
  return el("span", { class: `chip ${kind}` }, text);
}

const FIGURES = { deals: "smazzate", mp_ns: "M.P. N-S", mp_ew: "M.P. E-O", vp_ns: "V.P. N-S", vp_ew: "V.P. E-O" };
/** "M.P. N-S: firmato 900, contato 905", from the server's words. */
export function differsText(text) { return text.replace(/^(\w+): signed (-?\d+), recounted (-?\d+)$/, (_, name, one, two) => `${FIGURES[name] ?? name}: firmato ${one}, contato ${two}`); }

/** How old the last contact is. */
export function contactText(device) {
  if (!device) return "nessun dispositivo";
  if (device.contact_ms < 0) return device.before_ms < 0 ? "✕ non ancora visto" : offText(now() - device.before_ms, true);
  return device.online ? `in linea, ${ageText(now() - device.contact_ms)} fa` : offText(now() - device.contact_ms, false);
}

/** How long a device is off the line; `before`: it was last heard before the server's restart. */
export function offText(ms, before) { return before ? `✕ fuori linea: ultimo contatto ${ageText(ms)} fa, prima del riavvio` : `✕ fuori linea da ${ageText(ms)}`; }

const PRESENCE = { "": "—", here: "✓", not_our_names: "nomi?", swapped: "⇄" };

function pairRow(t, key, label) {
  const line = t[key];
  const right = t.vp ? el("span", { class: "vp num" }, String(t.vp[key])) : el("span", { class: "num soft" }, t.phase === "seating" ? PRESENCE[line.presence] : String(t.mp[key]));
  return [el("span", { class: "line" }, label), el("span", { class: "name", title: line.names }, line.names), right];
}

/** A late line: how long, and what the rules give the pair present by now. */
export function lateText(late, label) {
  const ms = (late.until_ms ?? now()) - late.from_ms;
  const step = late.steps.filter(([minutes]) => ms >= minutes * 60000).pop();
  const over = late.award_from - 1;
  const means = ms > over * 60000 ? `: oltre ${over} min, turno assegnato` : step ? `: da ${step[0]} min, ${step[1]} punti ai presenti` : "";
  return `${label} ${late.here ? "arrivata dopo" : "in ritardo di"} ${ageText(ms)}${means}`;
}

/** A line's turns that ran out. */
export function turnsText(turns, label) {
  const more = [turns.graces && `5 s in più: ${turns.graces}`, turns.discards && `scarto imposto: ${turns.discards}`].filter(Boolean);
  return `${label} ${turns.over} ${turns.over === 1 ? "turno" : "turni"} oltre il tempo (${turns.seconds} s)${more.length ? `, ${more.join(", ")}` : ""}`;
}

function remarks(t) {
  const notes = [];
  const add = (kind, text) => notes.push(el("span", { class: kind }, text));
  const d = t.device;
  const stale = !d || !d.online;
  const before = d && d.contact_ms < 0 && d.before_ms >= 0;
  const contact = before ? { "data-contact": d.before_ms, "data-off": "before" } : d && d.contact_ms >= 0 ? { "data-contact": d.contact_ms, ...(d.online ? {} : { "data-off": "1" }) } : {};
  notes.push(el("span", { class: stale ? "bad" : "", ...contact }, contactText(d)));
  if (d?.unsent) add("care", `${d.unsent} da inviare`);
  if (d?.pending) add("care", d.pending === 1 ? "un comando in viaggio" : `${d.pending} comandi in viaggio`);
  if (d?.battery_mv) add(d.battery_mv < 3500 ? "bad" : "", `batteria ${(d.battery_mv / 1000).toFixed(1)} V`);
  if (t.swapped) add("care", "⇄ linee scambiate");
  for (const line of [t.ns, t.ew]) if (line.presence === "not_our_names") add("bad", "nomi sbagliati");
  for (const [line, label] of [[t.ns, "N-S"], [t.ew, "E-O"]]) if (line.late) notes.push(el("span", { class: line.late.here ? "care" : "bad", ...(line.late.here ? {} : { "data-late": JSON.stringify([line.late, label]) }) }, lateText(line.late, label)));
  for (const [turns, label] of [[t.turns.ns, "N-S"], [t.turns.ew, "E-O"]]) if (turns.over) add("care", turnsText(turns, label));
  if (t.clock.state === "running" && t.clock.deadline_ms < now() && t.phase !== "signed") add("care", `oltre il tempo di ${ageText(now() - t.clock.deadline_ms)}`);
  if (t.conflicts.length) add("bad", `⚠ smazzata ${t.conflicts.join(", ")} in conflitto`);
  if (t.refused.length) add("bad", "⚠ comando rifiutato");
  if (t.faults.length) add("bad", "⚠ guasto");
  if (d?.fault) add("bad", `⚠ ${d.fault}`);
  if (t.copied && t.phase === "signed") add("care", "✎ vale quanto copiato dallo schermo");
  if (t.copy_contradicts) add("bad", "⚠ schermo e registrazioni diversi");
  if (t.differs.length) add("bad", "⚠ firma e conto diversi");
  return notes;
}

/** The tile of table `t`; a press opens its details. With `node` that one is drawn anew, so that no press is lost. */
export function tile(t, open, node = el("button", { type: "button", "data-table": t.table, onclick: open })) {
  const stale = !t.device || !t.device.online || now() - t.device.contact_ms > STALE_MS;
  const marks = ["tile"];
  if (stale) marks.push("stale");
  if (t.call) marks.push("calling");
  if (t.signed) marks.push("signed");
  const track = el("div", { class: "track", "aria-hidden": "true" }, ...Array.from({ length: t.deals }, (_, n) => el("i", { class: n < t.played ? "done" : n + 1 === t.deal && !["seating", "waiting", "sheet", "signed"].includes(t.phase) ? "now" : "" })));
  const deal = ["dealing", "play", "count"].includes(t.phase) ? `smazzata ${t.deal} di ${t.deals}` : t.phase === "signed" ? "firmato dalle due linee" : `${t.played} di ${t.deals} smazzate`;
  node.className = marks.join(" ");
  node.replaceChildren(
    el("div", { class: "head" }, el("span", { class: "no" }, String(t.table)), ...(t.call ? [el("span", { class: "chip alarm" }, "☎ chiama")] : []), phaseChip(t)),
    el("div", { class: "soft small" }, deal), track,
    el("div", { class: "pairs" }, ...pairRow(t, "ns", "N-S"), ...pairRow(t, "ew", "E-O")),
    el("div", { class: "foot" }, ...remarks(t)));
  return node;
}
