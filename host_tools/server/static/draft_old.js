// A draft that is old: what has changed since it was made, and what can be done about it.
import { el, toast } from "./lib.js";
import { ask } from "./dialog.js";
import { order } from "./desk.js";
import { unmetText } from "./pairing_words.js";

/** What has changed since the draft was made; such lines are told here, and not among what could not be met. */
export function isChange(u) { return "anyway" in u; }

function anyway(desk) {
  const { round, name, done } = desk;
  const alone = round.unmet.filter((u) => u.kind === "half_pair");
  const lines = [...round.unmet.filter(isChange), ...alone].map((u) => el("li", {}, unmetText(u, name).replace(": abbini di nuovo", "")));
  ask({
    title: `Pubblica il turno ${round.number} com'è?`, alarm: true, article: false, yes: "Pubblica lo stesso", done,
    text: "La bozza resta com'era, e nella Storia resta scritto che è stata pubblicata così. Dica perché.", fields: [el("ul", { class: "changes" }, ...lines)],
    send: async ({ why }) => { await order("round.publish", { seen: round.id, anyway: true, accept: alone.length ? ["half_pair"] : [], why }); toast("Pubblicato"); },
  });
}

/** The note above an old draft; `again`: the button that pairs it anew. */
export function oldNote(desk, again) {
  const { round, name } = desk;
  const lines = round.unmet.filter(isChange).map((u) => el("li", {}, unmetText(u, name)));
  return el("div", { class: "old-draft", role: "alert" },
    el("h2", {}, "Questa bozza è vecchia"), el("p", {}, "Da quando è stata fatta è cambiato qualcosa:"), el("ul", {}, ...lines),
    el("p", {}, round.anyway ? "Abbini di nuovo. Oppure la pubblichi com'è, con un motivo." : "Così non si pubblica: abbini di nuovo."),
    el("div", { class: "buttons" }, again, round.anyway ? el("button", { type: "button", onclick: () => anyway(desk) }, "Pubblica com'è…") : ""));
}
