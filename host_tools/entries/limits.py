"""How much a list of entries may bring, so that no file costs more than it is worth."""

FILE_BYTES = 2_000_000
ROWS = 5_000  # that have something in them
SCANNED_ROWS = 20_000  # with the empty ones between
COLUMNS = 60
CELL_CHARS = 200
NAME_CHARS = 40  # longer is asked about
CARD_CHARS = 20
UNPACKED_BYTES = 24_000_000  # all parts of a workbook together
PARTS = 500  # of a workbook
WIDE_CELLS = 3_000_000  # cells, empty ones too, that a workbook's rows may be padded to
