// Records of one id with different bytes, side by side, until the arbiter decides.
import { $, api, attempt, el, fresh, listen } from "./lib.js";
import { settle } from "./decide.js";

const KINDS = { SEATS: "posti", PRESENCE: "presenza", PHASE: "fase", DEAL: "smazzata", REVISE: "correzione di una smazzata", SIGN: "firma", CALL: "chiamata", VOID: "annullamento" };
const MARKS = { deal: "più versioni di una smazzata", result: "schermo e registrazioni non coincidono", signature: "firma e conto diversi", aside: "smazzate o firme di un dispositivo che qui non ha avuto questo tavolo: contano se glielo assegna", missing_deal: "turno chiuso, manca una smazzata", missing_signature: "turno chiuso, manca la firma" };

function said(v) {
  const d = v.deal;
  if (!d) return [el("div", {}, KINDS[v.what] ?? v.what), el("code", { class: "small" }, v.payload)];
  const line = (e, total) => `${e[0]}·${e[1]}·${e[2]}${e[3] ? " chiude" : ""} · +${e[6]} −${e[5]}${e[7] ? ` · arb. ${e[7]}` : ""} = ${total}`;
  return [el("div", {}, `smazzata ${d.deal}`), el("div", {}, `N-S ${line(d.ns, d.totals[0])}`), el("div", {}, `E-O ${line(d.ew, d.totals[1])}`)];
}

function card(c) {
  return el("div", { class: "card" }, el("h3", {}, `Dispositivo ${c.device}, registrazione ${c.name.split("/")[2]}`),
    el("div", { class: "versions" }, ...c.versions.map((v) => el("div", { class: "version" }, el("b", {}, v.number ? "arrivata dopo" : "arrivata prima, conta adesso"), ...said(v),
      el("div", { class: "soft small" }, `tavolo ${v.table}`), el("button", { type: "button", disabled: v.number > 0 && !v.deal, onclick: () => settle(c, v, draw) }, "Vale questa…")))));
}

async function draw() {
  const found = await attempt(() => api("/api/conflicts"));
  if (found) $("conflicts").replaceChildren(...(found.conflicts.length ? found.conflicts.map(card) : [el("p", { class: "soft" }, "Nessuna registrazione in conflitto.")]));
}

function sheets(state) {
  const link = (m, text, kind) => el("li", {}, el("a", { href: `/sheet/${m.round}/${m.table}` }, `Turno ${m.round}, tavolo ${m.table}`), " ", el("span", { class: `chip ${kind}` }, text));
  const list = [...state.provisional.map((m) => link(m, `⚠ ${MARKS[m.why]}`, "alarm")), ...state.copied.map((m) => link(m, "✎ copiato dallo schermo", "warn"))];
  $("marks").replaceChildren(...(list.length ? list : [el("li", { class: "soft" }, "Niente da decidere.")]));
}

function change(data) {
  sheets(data.state ?? data);
  if (data.state && fresh("conflicts", data.state.record_conflicts)) draw();
}

listen("/api/events", { state: change, change });
