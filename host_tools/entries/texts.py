"""The words of doubts about a list of entries: English for programs and command line, Italian for the page."""

# code -> (level, English, Italian); {0} and on are the doubt's values, {where} what WHERE has
DOUBTS: dict[str, tuple[str, str, str]] = {
    # the whole file, or a column of it
    "no_header": (
        "ask",
        "no header was found; the columns were read by what is in them: check each, or say what each is",
        "manca la riga dei titoli; le colonne sono state lette dal contenuto: controllare, o dire che cosa contengono",
    ),
    "no_name_column": (
        "ask",
        "no column with names was found: say which column has them",
        "nessuna colonna con i nomi: indicare quale li contiene",
    ),
    "column_unknown": (
        "warn",
        'column {0} "{1}" is not known and was left out: say what it is if it is needed',
        'colonna {0} "{1}" sconosciuta, non letta: indicare che cosa contiene, se serve',
    ),
    "names_unread": (
        "ask",
        'column {0} "{1}" was not read, but seems to have names: say what it is, or confirm that it is not needed',
        'colonna {0} "{1}" non letta, ma sembra contenere nomi: indicare che cosa contiene, o confermare che non serve',
    ),
    "card_whose": (
        "ask",
        "one column of cards ({0}) for two players: say whose they are, or leave it out",
        "una sola colonna di tessere ({0}) per due giocatori: indicare di chi sono, o escluderla",
    ),
    "pairs_by_order": (
        "ask",
        "no pair number: the rows were taken two by two in their order; confirm, or add a column with the pair's number",
        "manca il numero di coppia: righe prese a due a due nell'ordine; confermare, o aggiungere una colonna con il numero",
    ),
    "pairs_by_gap": (
        "warn",
        "no pair number: an empty line was taken as the border between two pairs",
        "manca il numero di coppia: la riga vuota divide una coppia dall'altra",
    ),
    "pairs_in_individual": (
        "ask",
        "rows with two names in an individual event: each name was made an entry of its own; confirm",
        "righe con due nomi in un torneo individuale: ogni nome diventa un'iscrizione; confermare",
    ),
    "more_sheets": (
        "ask",
        'sheet "{0}" was read; there is something in {1}, too: confirm, or choose a sheet',
        'letto il foglio "{0}"; contengono dati anche {1}: confermare, o scegliere il foglio',
    ),
    "odd_letters": (
        "ask",
        'letters that look wrong ("{0}"): choose another encoding, such as utf-8, cp850 or mac-roman',
        'lettere che sembrano sbagliate ("{0}"): scegliere un\'altra codifica, per esempio utf-8, cp850 o mac-roman',
    ),
    "surname_only": (
        "warn",
        'only one word as a name ("{0}")',
        'una sola parola come nome ("{0}")',
    ),
    "card_decimals": (
        "warn",
        'a card was a number with decimals ("{0}") and was read without them',
        'una tessera era un numero con decimali ("{0}"), letta senza',
    ),
    "card_short": (
        "warn",
        'card "{0}" has fewer digits than the others ({1}): a leading zero may be lost',
        'la tessera "{0}" ha meno cifre delle altre ({1}): forse manca uno zero iniziale',
    ),
    "number_in_name": (
        "warn",
        'a number stood before the name and was taken as the entry\'s ("{0}", then "{1}")',
        'un numero davanti al nome è stato preso come numero d\'iscrizione ("{0}", poi "{1}")',
    ),
    "brackets": (
        "ask",
        'something in brackets beside a name ("{0}"): write the name alone, or confirm',
        'qualcosa tra parentesi accanto al nome ("{0}"): scrivere il solo nome, o confermare',
    ),
    "pairs_by_letter": (
        "warn",
        'pair numbers with a letter ("{0}"): the same number with a and b was taken as one pair',
        'numeri di coppia con una lettera ("{0}"): lo stesso numero con a e b è stato preso come una coppia',
    ),
    "split_at_hyphen": (
        "ask",
        'two names were divided at a hyphen without spaces ("{0}"); confirm that this is no double surname',
        'due nomi divisi al trattino senza spazi ("{0}"); confermare che non è un doppio cognome',
    ),
    "split_at_comma": (
        "ask",
        'two persons were divided at a comma ("{0}"); confirm that this is not one surname and first name',
        'due persone divise alla virgola ("{0}"); confermare che non sono cognome e nome di una sola',
    ),
    # one row
    "half_pair": (
        "ask",
        'only one player, "{0}": write the partner, confirm that the pair waits for one, or leave the row out',
        'un solo giocatore, "{0}": scrivere il compagno, confermare che la coppia lo attende, o escludere la riga',
    ),
    "too_many_players": (
        "ask",
        "{0} players where {1} is the most: check the number of pair or team, or leave rows out",
        "{0} giocatori, il massimo è {1}: controllare il numero di coppia o squadra, o escludere righe",
    ),
    "small_team": (
        "ask",
        'team "{0}" has one player: add the others, or leave the row out',
        'la squadra "{0}" ha un solo giocatore: aggiungere gli altri, o escludere la riga',
    ),
    "team_without_name": (
        "ask",
        "players without a team: write the team's name",
        "giocatori senza squadra: scrivere il nome della squadra",
    ),
    "no_name": (
        "ask",
        'no name in this row ("{0}"): write it, or leave the row out',
        'manca il nome in questa riga ("{0}"): scriverlo, o escludere la riga',
    ),
    "cannot_split": (
        "ask",
        'not clear where one name ends ("{0}"): write the names with " - " between them',
        'non è chiaro dove finisce un nome ("{0}"): scrivere i nomi divisi da " - "',
    ),
    "two_names_in_cell": (
        "ask",
        'more than one person in a cell for one ("{0}"): divide them, or confirm',
        'più persone in una casella per una ("{0}"): dividerle, o confermare',
    ),
    "name_too_long": (
        "ask",
        'a name of {1} characters ("{0}"), more than 40: shorten it',
        'un nome di {1} caratteri ("{0}"), più di 40: abbreviarlo',
    ),
    "club_cut": (
        "warn",
        'a club of more than 40 characters ("{0}") was shortened to "{1}"',
        'un circolo di più di 40 caratteri ("{0}") è stato abbreviato in "{1}"',
    ),
    "odd_name": (
        "ask",
        'this does not look like a name ("{0}"): write it anew, confirm, or leave the row out',
        'non sembra un nome ("{0}"): riscriverlo, confermare, o escludere la riga',
    ),
    "card_rounded": (
        "ask",
        'the spreadsheet has shortened a card ("{0}"): write its digits',
        'il foglio di calcolo ha abbreviato una tessera ("{0}"): scrivere tutte le cifre',
    ),
    "card_is_date": (
        "ask",
        'the spreadsheet has made a card into a date ("{0}"): write the card',
        'il foglio di calcolo ha cambiato una tessera in data ("{0}"): scrivere la tessera',
    ),
    "odd_card": (
        "ask",
        'this does not look like a card\'s number ("{0}"): write it anew, or confirm',
        'non sembra un numero di tessera ("{0}"): riscriverlo, o confermare',
    ),
    "cell_error": (
        "ask",
        "a formula gave an error ({0}): write the value",
        "una formula ha dato errore ({0}): scrivere il valore",
    ),
    "formula_without_value": (
        "ask",
        "a formula ({0}) has no stored value: open the file, save it again, or write the value",
        "una formula ({0}) non ha un valore salvato: aprire il file e salvarlo di nuovo, o scrivere il valore",
    ),
    "formula_in_cell": (
        "refuse",
        'a cell begins like a formula ("{0}"): the row is not read; write it without = + - @ in front',
        'una casella comincia come una formula ("{0}"): riga non letta; riscriverla senza = + - @ iniziali',
    ),
    "cell_too_long": (
        "refuse",
        'a cell has {1} characters ("{0}..."), more than 200: the row is not read',
        'una casella ha {1} caratteri ("{0}..."), più di 200: riga non letta',
    ),
    "cells_beyond": (
        "ask",
        'this row has more cells than the header ("{0}"): is a separator inside a name? Write the row anew, or leave it out',
        'questa riga ha più caselle dei titoli ("{0}"): un separatore dentro un nome? Riscrivere la riga, o escluderla',
    ),
    # the list's own numbers
    "number_twice": (
        "ask",
        "number {0} is {where}, too: mend it, leave a row out, or confirm that all entries are numbered in order",
        "il numero {0} è anche {where}: correggerlo, escludere una riga, o confermare che tutti siano numerati in ordine",
    ),
    "number_taken": (
        "ask",
        "number {0} is given already: mend it, leave the row out, or confirm that all entries of this list are numbered on",
        "il numero {0} è già di un altro: correggerlo, escludere la riga, o confermare che l'elenco prosegua la numerazione",
    ),
    "numbers_not_used": (
        "warn",
        'not every entry has a number of its own from 1 to 999 ("{0}"): the list\'s numbers are not used, all go in order',
        'non tutti hanno un numero proprio da 1 a 999 ("{0}"): i numeri dell\'elenco non si usano, si numera in ordine',
    ),
    # persons that may be one
    "with_himself": (
        "ask",
        '"{0}" is twice in one entry: write the other person, or confirm that they are two',
        '"{0}" è due volte nella stessa iscrizione: scrivere l\'altra persona, o confermare che sono due',
    ),
    "entry_twice": (
        "ask",
        "the same entry is {where}: leave one out, or confirm that they are two",
        "la stessa iscrizione è {where}: escluderne una, o confermare che sono due",
    ),
    "person_twice": (
        "ask",
        '"{0}" with card {1} is {where}, too: leave one out, or confirm',
        '"{0}" con tessera {1} è anche {where}: escluderne una, o confermare',
    ),
    "card_two_names": (
        "ask",
        'card {0} is written for "{1}" and, {where}, for "{2}": mend one, or confirm',
        'la tessera {0} è di "{1}" e, {where}, di "{2}": correggere, o confermare',
    ),
    "same_name_club": (
        "ask",
        '"{0}" of {1} is {where}, too: the same person? Leave one out, or confirm that they are two',
        '"{0}" di {1} è anche {where}: la stessa persona? Escluderne una, o confermare che sono due',
    ),
    "same_name": (
        "warn",
        '"{0}" is {where}, too: the same person?',
        '"{0}" è anche {where}: la stessa persona?',
    ),
    "same_name_cards": (
        "warn",
        '"{0}" is {where}, too, with another card: taken as two persons',
        '"{0}" è anche {where} con un\'altra tessera: prese come due persone',
    ),
    "swapped_name": (
        "ask",
        '"{0}" is {where} as "{1}": the same person? Leave one out, or confirm that they are two',
        '"{0}" è {where} come "{1}": la stessa persona? Escluderne una, o confermare che sono due',
    ),
}
# where the other person of a doubt is: in the file, or entered already
WHERE = ("in row {}", "alla riga {}")
ENTERED = ("among those entered", "tra gli iscritti")
