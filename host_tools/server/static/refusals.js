// What the server's refusals say in Italian, by their code; a page with better words of its own says those (desk.js, correct.js).
import { reasonWords } from "./refusal_words.js";

export const PROBLEMS = {
  wrong_password: "Utente o password non corretti.",
  too_many: "Troppi tentativi: aspetti un minuto.",
  csrf: "La pagina è vecchia: la ricarichi.",
  origin: "La richiesta viene da un'altra pagina: apra questa dall'indirizzo del server.",
  unsigned: "Non tutti gli score sono firmati.",
  no_round: "Nessun turno in corso: abbini e pubblichi il turno.",
  no_event: "Non c'è ancora un torneo: lo crei nella pagina Torneo.",
  last_round: "Tutti i turni previsti sono stati giocati.",
  not_asked: "Il tavolo non aspetta più questa risposta.",
  answered: "A questa chiamata è già stato risposto così.",
  no_call: "Il tavolo non chiama più: forse ha ritirato la chiamata.",
  offline: "Il dispositivo del tavolo non è collegato.",
  changed: "Qualcun altro ha cambiato qualcosa nel frattempo: guardi di nuovo.",
  void: "Una smazzata di questo score è annullata e non è stata rigiocata: lo schermo è di prima.",
  closed: "Il turno è chiuso: non si rigioca più. Scriva la versione che vale.",
  bad_log: "Questo file non è un registro copiato da un tavolo.",
  archive: "Questo archivio non si può prendere: è danneggiato o non è di Tavolo. Non è cambiato nulla.",
  conflict: "Una smazzata ha due versioni che si contraddicono: prima scelga quella che vale.",
  doubts: "In questo file non c'è nessuno da iscrivere: guardi come è stato letto.",
  erased: "I dati di questa persona sono stati cancellati: ne metta un'altra al suo posto.",
  full: "Troppe pagine aperte sul server: ne chiuda qualcuna.",
  has_left: "Si è già ritirato da quel turno: indichi un altro turno, oppure lo faccia tornare.",
  hard: "Questi punti non sono possibili: li riconti.",
  law: "Il codice non lo permette.",
  no_conflict: "Non c'è più niente da decidere: guardi di nuovo.",
  no_deal: "Questa smazzata non c'è, o non è ancora registrata: guardi di nuovo lo score.",
  no_device: "Questo dispositivo non è conosciuto: prima lo aggiunga.",
  no_group: "In questo girone non c'è nessuno.",
  no_person: "Questa persona non è tra quelle scelte.",
  no_reason: "Senza tutte le firme serve un motivo: lo scriva.",
  no_rest: "Nessuno riposa in questo turno: non c'è un tavolo da completare.",
  no_sheet: "Questo score non c'è.",
  no_table: "Questo tavolo non c'è in questo turno.",
  table_taken: "Questo tavolo è occupato: lo lasci vuoto, o ne scelga uno libero.",
  too_early: "Il turno è già pubblicato: può giocare solo dal prossimo.",
  wrong_state: "L'orologio del turno adesso è in un altro stato: lo guardi di nuovo.",
  wrong_error: "Questo non è il tipo di errore scelto.",
  nothing_new: "È già così: non ha cambiato nulla.",
  store: "Il server non riesce a scrivere sul disco. Nulla è stato cambiato.",
  keys: "Il server non riesce a leggere le chiavi dei dispositivi. Nulla è stato cambiato.",
  bad_picture: "Nella foto non si legge il codice: più vicino, dritto e senza riflessi.",
  damaged: "I dati del torneo sul disco sono danneggiati: chieda una verifica («tavolo verify»).",
  not_resting: "Chi siede a un tavolo non riposa: usi il punteggio arbitrale o la rettifica.",
  phases: "Le fasi dei turni già fatti non si cambiano.",
  swapped: "Chi sedeva dove si scrive con le firme: inserisca tutte le smazzate insieme.",
  archive_busy: "Il server sta già leggendo un altro archivio: aspetti che finisca.",
  event_known: "Questo torneo è già qui, e l'archivio ha qualcosa in più: confermi che va aggiunto.",
  event_other: "Su questo computer c'è già questo torneo, ma da un certo punto è andato avanti in un altro modo: l'archivio non si può aggiungere.",
  event_newer: "Il torneo che è qui è più nuovo dell'archivio: non c'è niente da prendere.",
  no_print: "Questa stampa non c'è.",
  too_large: "È troppo grande: ne mandi uno più piccolo.",
  length: "La richiesta è arrivata a metà: riprovi.",
  host: "Apra la pagina con l'indirizzo del computer, non con un altro nome.",
  https: "Da un altro dispositivo la pagina si apre solo con https: ricarichi la pagina dal collegamento del server.",
  http: "Questa pagina non c'è.",
  fault: "Errore nel server: guardi la sua finestra.",
};
// One code for many things: what the server says is kept in brackets, for whoever is asked for help.
const WITH_DETAIL = {
  bad_input: "Un dato manca o non va bene: lo controlli",
  does_not_fit: "Adesso non si può fare: guardi di nuovo la pagina",
  bad_option: "Questa scelta per l'abbinamento non va bene",
  bad_setting: "Il valore di una regola non va bene",
  pairing: "Così non si può abbinare",
  plan: "Un nome è troppo lungo per lo schermo del tavolo, o un numero non va bene: lo cambi",
};

/** The Italian words for an answer's error; the server's own English for a code that nobody has words for. */
export function refusalText({ code, message, hint, italian, reason, values }) {
  if (italian) return italian;
  const whole = reason ? reasonWords(reason, values) : "";
  if (whole) return whole;
  if (code in WITH_DETAIL) return `${WITH_DETAIL[code]} (${message}).`;
  return PROBLEMS[code] ?? ([message, hint].filter(Boolean).join(" — ") || "Errore");
}
