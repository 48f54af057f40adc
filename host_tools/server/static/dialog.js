// A dialog that asks for what an order needs: fields, a reason, an article; it closes when the order was done.
import { el, toast } from "./lib.js";

const OLD = ["changed", "no_conflict", "no_deal", "no_sheet", "no_draft"]; // what the dialog is about is not there any more
const NEW_STATE = "Non è stato deciso niente: qualcun altro ha cambiato qualcosa nel frattempo. Ecco come sta adesso.";

/**
 * A dialog with `fields`, a reason where `why`, an article where `article`. `send({why, article})` does it, `done()` draws what it
 * is about anew. Closed by the answer, or when somebody else was faster: then the new state is drawn and the message stays.
 * Else open again with what is wrong, in the words of `words(fault)`. `link(show)`: is handed a function that opens or shuts the
 * button that does it.
 */
export function ask({ title, text = "", yes, fields = [], send, done = () => {}, alarm = false, why = true, article = true, words = (fault) => fault.message, link = null }) {
  const reason = el("input", { maxLength: 200, required: why, autocomplete: "off" });
  const by = el("input", { maxLength: 40, autocomplete: "off", placeholder: "per esempio art. 19" });
  const wrong = el("p", { class: "error", role: "alert", hidden: true });
  const go = el("button", { type: "submit", class: alarm ? "alarm" : "strong" }, yes);
  const dialog = el("dialog", { class: "decide" }, el("form", { onsubmit: async (event) => {
    event.preventDefault();
    go.disabled = true;
    try {
      await send({ ...(why ? { why: reason.value.trim() } : {}), ...(article ? { article: by.value.trim() } : {}) });
    } catch (fault) {
      go.disabled = false;
      if (OLD.includes(fault.code)) {
        dialog.close();
        toast(NEW_STATE, true);
        done();
        return;
      }
      wrong.textContent = words(fault);
      wrong.hidden = false;
      wrong.scrollIntoView({ block: "nearest" });
      return;
    }
    dialog.close();
    done();
  } },
  el("h2", {}, title), text ? el("p", {}, text) : "", ...fields,
  why || article ? el("div", { class: why && article ? "row" : "" }, why ? el("label", {}, "Motivo", reason) : "", article ? el("label", {}, "Articolo", by) : "") : "", wrong,
  el("div", { class: "buttons end" }, el("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Torna indietro"), go)));
  link?.((open) => { go.disabled = !open; });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A field with its label; `hint` below it in small. */
export function field(label, input, hint = "") {
  return el("label", {}, label, input, hint ? el("span", { class: "soft small" }, hint) : "");
}

/** A list to choose from: `options` are [value, words]. */
export function choice(options, value, props = {}) {
  return el("select", props, ...options.map(([key, words]) => el("option", { value: key, selected: String(key) === String(value) }, words)));
}

/** A box to tick, its words beside it. */
export function tick(label, checked = false, props = {}) {
  const box = el("input", { type: "checkbox", checked, ...props });
  return { box, row: el("label", { class: "check" }, box, label) };
}
