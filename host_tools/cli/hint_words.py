"""What a refusal advises, in words of the command line: orders are commands there, fields of a body are options."""

import re

_WORDS = (
    (re.compile(r"`entry\.preview`"), "`tavolo entry import FILE --preview`"),
    (re.compile(r"`archive\.import`"), "`tavolo event restore FILE`"),
    (re.compile(r"`archive\.export`"), "`tavolo event archive FILE`"),
    (re.compile(r"`([a-z_]+)\.([a-z_]+)`"), r"`tavolo \1 \2`"),
    (re.compile(r"`choices`"), "--choices"),
    (re.compile(r"by force \(`force`\), with a reason"), r'by force: `--force --why "..."`'),
    (re.compile(r"by `anyway`, with a reason"), r'by `tavolo round publish --anyway --why "..."`'),
    (re.compile(r'accept "(\w+)", with a reason'), r'`--accept \1 --why "..."`'),
    (re.compile(r'accept "(\w+)"'), r"`--accept \1`"),
)


def hint_words(hint: str) -> str:
    """`hint` of an order's refusal for somebody at the console; one that speaks of no order or field stays as it is."""
    for pattern, words in _WORDS:
        hint = pattern.sub(words, hint)
    return hint
