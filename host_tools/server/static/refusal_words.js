// What the server's refusals say in Italian where one code stands for many things: by the reason that comes with it, its values
// filled in (refusal_reasons.py has the list; a test compares both).

export const REASONS = {
  // the event, as it is now
  act_made_void: "Non si può annullare da solo: una riga più nuova della Storia (la numero {act}) dipende da questa. Annulli prima quella.",
  draft_gone: "La bozza di prima non c'è più: guardi di nuovo.",
  entered_twice: "Al numero {number} c'è una persona che è già iscritta.",
  erased_already: "I dati di questa persona sono già stati cancellati.",
  final_stands: "La classifica è definitiva: annulli prima quella decisione (pagina Storia, riga {act}).",
  lasting: "Questa riga non si annulla: {lasting}.",
  left_already: "Il numero {number} si è già ritirato.",
  no_act: "La riga {act} della Storia non c'è.",
  no_closing: "Il turno {round} non è chiuso ({state}): non c'è una chiusura da annullare.",
  no_number: "Il numero {number} non c'è tra gli iscritti.",
  no_person_number: "La persona {person} non c'è in questo torneo.",
  no_round_number: "Il turno {round} non c'è ancora.",
  no_table_number: "Nel turno {round} il tavolo {table} non c'è.",
  not_at_table: "Il numero {number} non è seduto al tavolo {table}: guardi i posti di quel turno.",
  not_left: "Il numero {number} non si è ritirato: gioca già.",
  not_played: "Il turno {round} non è stato giocato.",
  not_the_two: "I numeri {one} e {two} non sono i due seduti al tavolo {table}: guardi di nuovo.",
  nothing_to_undo: "Non c'è niente da annullare.",
  number_given: "Il numero {number} è già di un altro: lo lasci vuoto, o ne scelga uno libero.",
  published_again: "Gli stessi posti sono stati pubblicati di nuovo: annulli prima quella pubblicazione.",
  resting_unknown: "Il numero {number}, che dovrebbe riposare, non c'è tra gli iscritti.",
  not_now: "Adesso il turno {round} non si può abbinare: guardi di nuovo a che punto è il torneo.",
  round_is: "Il turno {round} adesso è in un altro stato ({state}): guardi di nuovo.",
  round_is_closed: "Il turno {round} è chiuso: prima annulli la chiusura (Riapri il turno).",
  round_made_later: "Dopo c'è già il turno {round}: annulli prima quello.",
  rounds_made: "Sono già stati abbinati {count} turni: le fasi devono averne almeno altrettanti.",
  rulings_stand: "Sul turno {round} ci sono provvedimenti: annulli prima quelli (pagina Provvedimenti).",
  seat_taken_up: "Il numero {number} ha già un posto o riposa, oppure si è ritirato.",
  seat_unknown: "Al tavolo {table} c'è il numero {number}, che non è tra gli iscritti.",
  seated_twice: "Al tavolo {table} il numero {number} siede due volte: guardi di nuovo i posti.",
  sits_and_rests: "Il numero {number} ha un posto e riposa insieme: scelga una delle due cose.",
  undone_already: "La riga {act} della Storia è già stata annullata.",
  used_line_up: "Il numero {number} non si toglie: la sua formazione per il turno {round} è già scritta. Lo faccia ritirare.",
  used_rests: "Il numero {number} non si toglie: riposa nel turno {round}. Annulli prima quel turno, oppure lo faccia ritirare.",
  used_ruling: "Il numero {number} non si toglie: c'è un provvedimento su di lui (riga {act} della Storia). Annulli prima quello, oppure lo faccia ritirare.",
  used_sits: "Il numero {number} non si toglie: ha un posto nel turno {round}. Annulli prima quel turno, oppure lo faccia ritirare.",
  why_correct: "Una correzione vuole il suo motivo: lo scriva.",
  why_erase: "Per cancellare i dati di una persona serve un motivo, senza il suo nome.",
  why_insist: "Contro il codice serve un motivo: lo scriva.",
  why_undo: "Per annullare serve un motivo: lo scriva.",
  // pairing
  all_met: "Tutti hanno già incontrato tutti ({rounds} turni in {count}): il girone è finito. Scelga un altro abbinamento.",
  all_rounds: "Tutti i {count} turni previsti sono stati giocati: per giocarne altri ne aggiunga con «Cambia i turni…».",
  calendar_late: "Qualcuno si è iscritto dopo l'inizio del girone all'italiana: da qui scelga un altro abbinamento.",
  four_players: "Per un turno individuale servono almeno quattro giocatori; ce ne sono {count}.",
  individual_by_hand: "Ogni giocatore deve avere un posto a un solo tavolo (quattro per tavolo), oppure riposare: guardi chi manca o c'è due volte.",
  individual_locks: "In un torneo individuale non ci sono tavoli fissi: lo componga tutto a mano.",
  individual_method: "{method} tiene insieme i compagni: per un torneo individuale scelga sorteggio, ordine di iscrizione o danese.",
  left_alone: "Con questi tavoli fissi il numero {number} resta solo: liberi un tavolo, oppure lo faccia riposare.",
  line_up_missing: "La squadra {number} non ha abbastanza giocatori per {tables} tavoli: scriva la sua formazione, oppure cambi i tavoli per incontro nelle Regole.",
  listed_twice: "Qualcuno è scritto due volte: guardi di nuovo i posti.",
  locks_too_many: "Con questi tavoli fissi si possono abbinare solo {paired} su {count}: ne liberi qualcuno.",
  mitchell_over: "Il Mitchell con {tables} tavoli dura {rounds} turni: per il turno {round} scelga il danese.",
  mitchell_rest: "Con il Mitchell il numero {number} riposerebbe due volte: per questo turno scelga il danese.",
  mitchell_step: "Nel Mitchell gli Est-Ovest qui possono spostarsi da 1 a {most} tavoli, non {step}.",
  no_locks: "Questo abbinamento non ammette tavoli fissi: scelga «Un altro abbinamento…», oppure «Tutto a mano…».",
  no_tables: "Per un turno a mano servono i posti: usi «Tutto a mano…».",
  nobody: "Non c'è ancora nessun iscritto.",
  not_here: "In questo turno non ci sono: {numbers}.",
  not_here_by_hand: "In questo turno non ci sono: {numbers}. Li tolga, poi riprovi.",
  placed_twice: "Hanno due posti: {numbers}. Corregga, poi riprovi.",
  table_taken_twice: "Il tavolo {table} è usato due volte: dia un altro numero a uno dei due.",
  table_twice: "Il tavolo {table} è usato due volte, oppure non è un numero di tavolo: dia un altro numero.",
  too_few: "Servono almeno due iscritti per abbinare (in un torneo individuale quattro).",
  too_many_matches: "Sono troppi, con troppi incontri già giocati, per un solo abbinamento: divida in gironi.",
  too_many_pairs: "{count} iscritti sono troppi per un solo abbinamento (al massimo {most}): divida in gironi.",
  two_at_least: "Servono almeno due coppie per abbinare.",
  two_groups: "Sono di gironi diversi: non si possono incontrare. Prima ne sposti uno nel girone dell'altro.",
  without_place: "Non hanno un posto e non riposano: {numbers}. Dia loro un posto, poi riprovi.",
  // rules
  setting_choice: "Questo valore non è fra quelli possibili: ne scelga uno dell'elenco.",
  setting_flag: "Qui si può dire solo sì o no.",
  setting_number: "Serve un numero intero da {low} a {high}.",
  setting_once: "Ogni voce può stare nell'elenco una volta sola.",
  setting_steps: "Ogni scaglione deve cominciare più tardi di quello prima.",
  setting_steps_many: "Gli scaglioni possono essere al massimo {most}.",
  setting_text: "Serve una riga sola, al massimo {most} caratteri.",
  // what tables can be told
  plan_long: "Un nome è troppo lungo per lo schermo del tavolo (al massimo {bytes} lettere; quelle accentate contano doppio): lo accorci.",
  plan_long_names: "I nomi del numero {number} sono troppo lunghi per lo schermo del tavolo (al massimo {bytes} lettere; quelle accentate contano doppio): li accorci.",
  plan_range: "Un numero ({value}) è troppo grande o troppo piccolo per i tavoli: lo cambi.",
  // what was typed
  entry_size: "Il numero di giocatori non è giusto: per questo torneo da {low} a {high} per iscrizione.",
  entry_size_new: "Un'iscrizione ha {count} giocatori: devono essere da {low} a {high}, ognuno con il suo nome.",
  line_up_wrong: "La formazione della squadra {number} deve avere {tables} tavoli con due dei suoi giocatori, ognuno una volta sola.",
  nothing_changed: "Non ha cambiato nulla.",
  nothing_set: "Non ha cambiato nulla.",
  pair_name: "A una coppia manca il primo nome.",
  ruling_fields: "Manca ancora qualcosa: compili tutti i campi.",
  sessions_order: "Le sessioni devono seguire l'ordine dei turni: 1, 2, 3…",
  sheet_twice: "Il tavolo {table} c'è due volte: uno score per ogni tavolo.",
  undo_which: "Non si capisce quale va annullato: indichi il numero.",
  field_empty: "Manca un dato: {field}.",
  field_few: "Manca qualcosa: {field} (almeno {least}).",
  field_high: "{field}: il numero è troppo grande (al massimo {most}).",
  field_invisible: "{field}: c'è un carattere che non si vede. Lo cancelli e lo scriva di nuovo a mano.",
  field_long: "{field}: è troppo lungo (al massimo {most} caratteri).",
  field_low: "{field}: il numero è troppo piccolo (almeno {least}).",
  field_many: "{field}: sono troppi (al massimo {most}).",
  field_missing: "Manca un dato: {field}.",
  field_number: "{field}: serve un numero intero.",
  field_text: "{field}: serve un testo.",
};

// Values that are words: a round's state, a way of pairing, what is done instead of an undoing, a field of a form.
const SAME_SHEET = "corregga di nuovo lo score, tutte le versioni restano";
const STATE = { draft: "bozza", published: "pubblicato", closed: "chiuso" };
const METHOD = { mitchell: "Il Mitchell", italian: "Il girone all'italiana", manual: "Questo modo" };
const LASTING = { "event.new": "faccia un altro torneo", "sheet.enter": SAME_SHEET, "sheet.correct": SAME_SHEET, "person.edit": "cambi di nuovo la persona", "person.erase": "il nome non c'è più; lo scriva di nuovo, se la persona vuole" };
const FIELD = {
  why: "motivo", reason: "motivo", name: "nome", card: "tessera", club: "circolo", article: "articolo", rounds: "turni", deals: "smazzate", minutes: "minuti", session: "sessione", seed: "seme del sorteggio", number: "numero", group: "girone",
  table: "tavolo", tables: "tavoli", round: "turno", rests: "chi riposa", absent: "chi manca", vp: "V.P.", mp: "M.P.", mp_net: "M.P. netti", persons: "giocatori", entries: "iscritti", phases: "turni", last_minutes: "ultimi minuti", warnings: "avvisi", turn_seconds: "secondi per un turno",
  clean: "burraco puliti", semi: "burraco semipuliti", dirty: "burraco sporchi", positive: "carte positive", negative: "carte negative", arbiter: "arbitro", competitors: "numeri", unit: "numero", deal: "smazzata",
};

function said(name, value) {
  if (name === "field") return FIELD[value.split(".").filter((part) => !/^\d+$/.test(part)).pop()] ?? value;
  if (name === "numbers") return value.replace(/[[\]]/g, "");
  return { state: STATE, method: METHOD, lasting: LASTING }[name]?.[value] ?? String(value);
}

/** The words for a reason, with its values; "" for one that nobody has words for. */
export function reasonWords(reason, values = {}) {
  const words = (REASONS[reason] ?? "").replace(/\{(\w+)\}/g, (_, name) => said(name, values[name] ?? ""));
  return words.charAt(0).toUpperCase() + words.slice(1);
}
