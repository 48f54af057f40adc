// An event as a file: saved on this computer, or brought in from one.
import { $, el, post, toast } from "./lib.js";
import { ask, tick } from "./dialog.js";
import { order } from "./desk.js";

const MOST = 100_000_000; // bytes, as the server has it (archive/form.py)
const PARTS = { acts: ["riga di storia", "righe di storia"], persons: ["persona", "persone"], records: ["registrazione dei tavoli", "registrazioni dei tavoli"] };

/** Hand the event that is played to the browser as a file. */
export async function saveArchive(event) {
  const { archive } = await order("archive.export");
  const link = el("a", { href: URL.createObjectURL(new Blob([JSON.stringify(archive)], { type: "application/json" })), download: `${event.name.replace(/[^\p{L}\p{N}]+/gu, "-")}.tavolo.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  toast("Archivio salvato: contiene tutto il torneo");
}

const send = (file, query) => post(`/api/archive?${new URLSearchParams(query)}`, file, "application/octet-stream");
const many = (name, n) => `${n} ${PARTS[name][n === 1 ? 0 : 1]}`;

/** What would come of an archive, in words. */
function told(found) {
  if (found.same) return "Questo torneo è già qui, con tutto quello che c'è nell'archivio: non c'è niente da aggiungere.";
  if (found.new) return `Su questo computer non c'è ancora. L'archivio ha ${many("acts", found.acts)} e ${many("records", found.records)}.`;
  const more = Object.keys(PARTS).filter((name) => found.added[name]).map((name) => many(name, found.added[name]));
  return `Questo torneo è già qui, ma l'archivio ha qualcosa in più: ${more.join(", ") || "altri dati"}. Quello che c'è resta.`;
}

/** Choose a file, look what is in it, keep it, and play it where that is wanted. */
export function bringArchive(event, done) {
  const playing = event?.rounds.find((one) => one.state === "published");
  const slow = playing ? ` Adesso si gioca il turno ${playing.number}: leggere un archivio grande può fermare il server per qualche secondo, meglio tra un turno e l'altro.` : "";
  const said = el("output", { class: "soft" }, "nessun file scelto");
  const chosen = el("input", { type: "file", accept: ".json,application/json", name: "archive", onchange: () => { said.textContent = chosen.files[0]?.name ?? "nessun file scelto"; } });
  ask({
    title: "Riprendi un archivio", text: `Il file salvato con «Salva l'archivio» (finisce con .tavolo.json). Prima si guarda che cosa contiene: non cambia ancora nulla.${slow}`, yes: "Guarda che cosa c'è", why: false, article: false,
    fields: [el("div", { class: "buttons" }, el("label", { class: "file" }, "Scegli il file…", chosen), said)],
    send: async () => {
      const file = chosen.files[0];
      if (!file) throw new Error("Prima scelga il file.");
      if (file.size > MOST) throw new Error("Questo file è troppo grande per essere un archivio di Tavolo (più di 100 MB).");
      const found = await send(file, { look: true, more: true });
      keepDialog(file, found, event, done);
    },
  });
}

function keepDialog(file, found, event, done) {
  const played = event?.id === found.event;
  let opened = false;
  const open = tick(event ? `Aprilo subito al posto di «${event.name}», che resta nell'archivio` : "Aprilo subito", !event);
  ask({
    title: `«${found.name}»`, text: told(found), yes: found.same ? "Va bene" : "Prendi l'archivio", why: false, article: false,
    fields: played ? [] : [open.row],
    send: async () => {
      if (!found.same) await send(file, { more: !found.new });
      if (!played && open.box.checked) {
        await order("event.open", { event: found.event, replace: true });
        opened = true;
        $("new-event").open = false;
      }
      if (opened) toast(`«${found.name}» è aperto`);
      else if (!found.same) toast(played ? "Aggiunto" : "Archivio preso: si apre con «Apri un altro torneo…»");
    },
    done: () => { if (event || opened) done("event"); },
  });
}
