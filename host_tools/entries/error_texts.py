"""The words of errors about a file of entries as a whole: English, what to do, and both in Italian."""

# code -> (what is wrong, what to do, both in Italian)
ERRORS: dict[str, tuple[str, str, str]] = {
    "empty": (
        "the file {0} is empty",
        "choose the file that has the list",
        "Il file {0} è vuoto: scegliere il file con l'elenco.",
    ),
    "too_big": (
        "the file has {0} bytes, more than {1}",
        "save the list of entries alone, without pictures, as CSV",
        "Il file ha {0} byte, più di {1}: salvare il solo elenco, senza immagini, come CSV.",
    ),
    "too_many_rows": (
        "the list has more than {0} rows",
        "divide it, or save the list of this event alone",
        "L'elenco ha più di {0} righe: dividerlo, o salvare il solo elenco di questo torneo.",
    ),
    "too_many_columns": (
        "row {0} has more than {1} columns",
        "save the columns of the list alone, or choose another separator",
        "La riga {0} ha più di {1} colonne: salvare le sole colonne dell'elenco, o scegliere un altro separatore.",
    ),
    "old_excel": (
        "{0} is a workbook of old Excel (.xls)",
        "open it and save it as .xlsx or CSV",
        "{0} è un file di vecchio Excel (.xls): aprirlo e salvarlo come .xlsx o CSV.",
    ),
    "encrypted": (
        "{0} is protected by a password",
        "open it, take the password away, save it again",
        "{0} è protetto da una password: aprirlo, togliere la password, salvarlo di nuovo.",
    ),
    "open_document": (
        "{0} is an OpenDocument file",
        "open it and save it as .xlsx or CSV",
        "{0} è un file OpenDocument: aprirlo e salvarlo come .xlsx o CSV.",
    ),
    "not_a_table": (
        "{0} is no table but {1}",
        "save the list as .xlsx or CSV",
        "{0} non è una tabella ({1}): salvare l'elenco come .xlsx o CSV.",
    ),
    "damaged": (
        "{0} cannot be opened as a workbook ({1})",
        "open it in the spreadsheet and save it again, or save it as CSV",
        "{0} è danneggiato ({1}): aprirlo nel foglio di calcolo e salvarlo di nuovo, o salvarlo come CSV.",
    ),
    "unpacks_too_big": (
        "{0} would unpack to more than {1} bytes",
        "copy the list alone into a new workbook, or save it as CSV",
        "{0} si espande a più di {1} byte: copiare il solo elenco in un nuovo file, o salvarlo come CSV.",
    ),
    "encoding": (
        "the letters of {0} cannot be read as {1}",
        "choose another encoding, or save the file as CSV UTF-8",
        "Le lettere di {0} non si leggono come {1}: scegliere un'altra codifica, o salvare come CSV UTF-8.",
    ),
    "open_quote": (
        "a quotation mark opened in row {0} is never closed",
        "close or remove it, then try again",
        "Le virgolette aperte alla riga {0} non si chiudono: chiuderle o toglierle, poi riprovare.",
    ),
    "no_rows": (
        "there is nothing in {0} but titles and empty lines",
        "choose the sheet or file that has the list, or say which row is the header",
        "In {0} ci sono solo titoli e righe vuote: scegliere il foglio o il file con l'elenco, o indicare la riga dei titoli.",
    ),
    "not_computed": (
        "the formulas of {0} have no stored values",
        "open it in the spreadsheet and save it again",
        "Le formule di {0} non hanno valori salvati: aprirlo nel foglio di calcolo e salvarlo di nuovo.",
    ),
    "no_sheet": (
        'there is no sheet "{0}"; there are: {1}',
        "choose one of these",
        'Il foglio "{0}" non c\'è; ci sono: {1}. Sceglierne uno.',
    ),
    "bad_choice": (
        "the answer {0} cannot be used: {1}",
        "answer again",
        "La risposta {0} non si può usare ({1}): rispondere di nuovo.",
    ),
}
