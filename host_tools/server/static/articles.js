// Articles, scales and reasons that the server tells in English or by id, in Italian for the pages; what a person typed stays.

// [English, Italian], as JSON: a test reads it and holds it against every article that the rules can name. Longer ones first.
const PHRASES = [
  ["70 % of the maximum at any length; net MP by the lowest difference of its band", "70 % del massimo con ogni numero di smazzate; M.P. netti dalla differenza più bassa della fascia"],
  ["10 s below 4 cards, 20 s to 10, 40 s from 11; then 5 s more from the arbiter", "10 s sotto 4 carte, 20 s fino a 10, 40 s da 11; poi altri 5 s dall'arbitro"],
  ["after 5 minutes 100 points to the pair present, after 10 the round is awarded", "dopo 5 minuti 100 punti a chi è presente, dopo 10 il turno è assegnato"],
  ["the last lap starts from the partner of the player who has still to draw", "l'ultimo giro comincia dal compagno di chi deve ancora pescare"],
  ["the player on turn is done; last is the player at that player's right", "chi è di mano finisce; ultimo è il giocatore alla sua destra"],
  ["the paper sheet is what was delivered, its entry here is put right", "vale lo score di carta consegnato, qui se ne corregge la copia"],
  ["two versions are no delivered sheet yet, the arbiter chooses", "due versioni non sono ancora uno score consegnato, sceglie l'arbitro"],
  ["earlier results stand; whether they are ranked is not said", "i risultati di prima restano; se siano in classifica non è detto"],
  ["only before the ranking and the next pairing are made", "solo prima della classifica e dell'abbinamento successivo"],
  ["the lap is completed and one more is played, the dealer is last", "si finisce il giro e se ne gioca un altro, ultimo è il mazziere"],
  ["no rule book knows a device that adds: as a sum error, when both lines admit it", "nessun codice conosce un dispositivo che somma: come errore di somma, se lo ammettono entrambe le linee"],
  ["both lines admit it, even after ranking and pairing", "lo ammettono entrambe le linee, anche dopo classifica e abbinamento"],
  ["both lines admit it; no time is given, so (a)-(c)", "lo ammettono entrambe le linee; nessun termine, dunque (a)-(c)"],
  ["time to check the ranking must be left", "si deve lasciare il tempo di controllare la classifica"],
  ["how long is not said: ours", "quanto non è detto: valore nostro"],
  ["told in time, countersigned", "detto in tempo, controfirmato"],
  ["no exception is written when neither pair took a pile", "nessuna eccezione scritta quando nessuna coppia ha preso il pozzetto"],
  ["-100 each, no exception is written", "−100 a ciascuna, nessuna eccezione scritta"],
  ["no -100 when neither pair took a pile", "niente −100 quando nessuna coppia ha preso il pozzetto"],
  ["at least eight cards, so nine with a wild are semi-clean", "almeno otto carte, dunque nove con una matta sono semipulito"],
  ["nine cards with a wild read as semi-clean", "nove carte con una matta intese come semipulito"],
  ["there is no semi-clean burraco", "non c'è il burraco semipulito"],
  ["a semi-clean burraco earns 150", "il burraco semipulito vale 150"],
  ["a forgotten burraco is not a sum error", "un burraco dimenticato non è un errore di somma"],
  ["the pair that kept the sheet hands it in", "lo score lo consegna la coppia che lo ha tenuto"],
  ["the winning pair hands in the sheet", "lo score lo consegna la coppia vincente"],
  ["for each table of a match", "per ogni tavolo dell'incontro"],
  ["the pair left alone gets the bye's score", "la coppia rimasta sola ha il punteggio del riposo"],
  ["the bye's score, or its own if better", "il punteggio del riposo, o il proprio se migliore"],
  ["another score may be given if necessary", "se serve si può dare un altro punteggio"],
  ["misconduct is reported; no points", "la scorrettezza si segnala; nessun punto"],
  ["only to complete a table in round 1", "solo per completare un tavolo nel primo turno"],
  ["any two, or the pile seen early again", "due qualsiasi, o di nuovo il pozzetto visto prima"],
  ["only the pile seen early again", "solo di nuovo il pozzetto visto prima"],
  ["never twice in a session", "mai due volte nella stessa sessione"],
  ["against its own first sentence", "contro la sua prima frase"],
  ["a sheet is final on delivery, not before", "lo score è definitivo alla consegna, non prima"],
  ["the arbiter's decision on a deal", "decisione dell'arbitro su una smazzata"],
  ["are silent: the ranking is final", "non lo dicono: la classifica è definitiva"],
  ["are silent: until the ranking is final", "non lo dicono: finché la classifica non è definitiva"],
  ["are silent: mirror of the bye", "non lo dicono: il contrario del riposo"],
  ["are silent: as the bye", "non lo dicono: come il riposo"],
  ["are silent", "non lo dicono"],
  ["know the pure Danish", "conoscono il danese puro"],
  ["pairs sit as designated", "le coppie siedono ai posti assegnati"],
  ["by the organiser's choice", "per scelta dell'organizzatore"],
  ["the organiser sets them", "li sceglie l'organizzatore"],
  ["the organiser may refuse", "l'organizzatore può rifiutare"],
  ["the arbiter sets it", "lo decide l'arbitro"],
  ["1, 5 and 6 deals", "1, 5 e 6 smazzate"],
  ["read as 2, 3 and 4 deals", "inteso come 2, 3 e 4 smazzate"],
  ["for three deals (35); the others after", "per tre smazzate (35); gli altri secondo"],
  ["6 VP, 8 at four deals; equivalent MP by analogy", "6 V.P., 8 con quattro smazzate; M.P. equivalenti per analogia"],
  ["6 VP (8 at four deals) and equivalent MP", "6 V.P. (8 con quattro smazzate) e M.P. equivalenti"],
  ["70 % (60 % at four deals) and equivalent MP; team by analogy", "70 % (60 % con quattro smazzate) e M.P. equivalenti; squadre per analogia"],
  ["1 VP and the equivalent MP", "1 V.P. e i M.P. equivalenti"],
  ["1 VP or the equivalent MP", "1 V.P. o i M.P. equivalenti"],
  ["100 after 5 minutes, 50 more from 5 to 10", "100 dopo 5 minuti, altri 50 da 5 a 10"],
  ["admonition, taken as a warning", "richiamo, inteso come ammonizione"],
  ["after 10 minutes", "dopo 10 minuti"],
  ["both leave: 0", "si ritirano entrambe: 0"],
  ["loses without points", "perde senza punti"],
  ["none after the last round", "nessuna dopo l'ultimo turno"],
  ["except in the last round", "tranne che nell'ultimo turno"],
  ["the previous round", "il turno precedente"],
  ["clean or dirty only", "solo pulito o sporco"],
  ["none; 003: only a duty not to drag", "nessuno; 003: solo il dovere di non perdere tempo"],
  ["no substitutes", "niente sostituti"],
  ["only what the Code knows", "solo quello che prevede il codice"],
  ["arbiter's score", "punteggio arbitrale"],
  ["not given in any book; the width of the 11-9 band", "in nessun codice; quanto la fascia 11-9"],
  ["not settled; the differences are added", "non è stabilito; le differenze si sommano"],
  ["not settled", "non è stabilito"],
  ["no rule book says; organiser's choice", "nessun codice lo dice; sceglie l'organizzatore"],
  ["no rule book: ours", "in nessun codice: valore nostro"],
  ["no rule book", "nessun codice"],
  ["bye counts", "il riposo conta"],
  ["2012 update of art. 19", "aggiornamento 2012 dell'art. 19"],
  ["F.I.Bur. Italian code art. 5", "codice italiano F.I.Bur. art. 5"],
  ["and Definitions", "e Definizioni"],
  ["against ", "contro "]
];
const SOURCES = [[/ ?\[P\d+\]/g, ""], [/\(inf, RULES[^)]*\)/g, "(inf)"], [/ ?\(RULES[^)]*\)/g, ""], [/\(inf\)/g, "(per deduzione)"],
  [/\b000 par\.(?=\d)/g, "FE.BUR.IT. par. "], [/\b002 Art (?=\d)/g, "F.I.Bur. art. "], [/\b004 LOI (?=\d)/g, "F.I.Bur. 2008 art. "], [/\b000\b/g, "FE.BUR.IT."], [/\b003\b/g, "altro regolamento italiano"]];
const OURS = /^(against )?(00[0-4]\b|no rule book|not (given|settled)|2012 update|bye counts|F\.I\.Bur\. Italian)/;

/** An article as the rules name it, in Italian; what the arbiter typed as it is. */
export function articleText(article) {
  if (!article || !OURS.test(article)) return article ?? "";
  const italian = PHRASES.reduce((text, [english, words]) => text.replaceAll(english, words), article);
  return SOURCES.reduce((text, [pattern, words]) => text.replace(pattern, words), italian).trim();
}

const REASONS = { "entered from paper": "inserito dalla carta", "a result that it hangs on was corrected": "è stato corretto un risultato da cui dipendeva" };
/** The reason of an act: what the server writes by itself in Italian, what a person typed as it is. */
export function reasonText(why) { return REASONS[why] ?? why; }

/** A VP scale in words, of its id. */
export function scaleText(id) {
  const [, whose, deals] = /^(fibur|house)_(?:(\d)_deals|team)$/.exec(id) ?? [];
  if (!whose) return `tabella V.P. «${id}»`;
  const size = deals ? `per ${deals} ${deals === "1" ? "smazzata" : "smazzate"}` : "per squadre";
  return `tabella V.P. ${whose === "fibur" ? "F.I.Bur." : "della casa (non ufficiale)"} ${size}`;
}
