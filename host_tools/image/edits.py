"""Changes in a source text by place, so that lines keep their numbers."""

Edit = tuple[int, int, int, int, str]  # row, column, end row, end column (rows from 1, columns in UTF-8 bytes), new text


def edited(source: str, edits: list[Edit]) -> str:
    """Replace from the end to the start. Columns count UTF-8 bytes; line breaks inside a replaced span are kept."""
    lines = [line.encode() for line in source.split("\n")]
    for row, start, end_row, end, text in sorted(edits, reverse=True):
        tail = lines[end_row - 1][end:]
        lines[row - 1] = lines[row - 1][:start] + text.encode() + (tail if row == end_row else b"")
        for between in range(row, end_row):
            lines[between] = b""
        if row != end_row:
            lines[end_row - 1] = tail
    return b"\n".join(lines).decode()
