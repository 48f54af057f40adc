"""Which column is what: by the header where there is one, by what is in it where not, or as the organiser says."""

import re
from collections import Counter

from host_tools.entries import limits
from host_tools.entries.contents import by_content, mostly_numbers, mostly_pairs, samples
from host_tools.entries.headers import Said, said
from host_tools.entries.model import SIZES, Choices, Column, EntriesError
from host_tools.entries.plain import clean

Body = list[tuple[int, list[str]]]
MEANINGS = ("surname", "first", "name", "names", "club", "card", "number", "team", "ignored")
PERSONAL = ("surname", "first", "name")
_CHOICE = re.compile(rf"({'|'.join(MEANINGS)})(?: ([1-8]))?")


def read_columns(kind: str, header: list[str], body: Body, choices: Choices) -> list[Column]:
    """Each column of the file with its meaning. `header` is empty where there is none. Raises EntriesError for a bad answer."""
    width = max([len(header), *(len(cells) for _, cells in body)], default=0)
    titles = [clean(header[at])[: limits.CELL_CHARS] if at < len(header) else "" for at in range(width)]
    values = [samples(body, at) for at in range(width)]
    if any(title for title in titles):
        found = [
            said(title) or said(title, strict=False) or Said("unknown" if title or values[at] else "ignored")
            for at, title in enumerate(titles)
        ]
        found = [_untitled(found, titles, values, at) for at in range(width)]
        how = ["unknown" if each.meaning == "unknown" else "header" for each in found]
    else:
        found = by_content(values, kind)
        how = ["content"] * width
    settled = _settled(kind, found, values)
    for at, text in choices.columns.items():
        match = _CHOICE.fullmatch(text)
        if match is None or not 0 <= at < width:
            raise EntriesError("bad_choice", f"columns {at}: {text}", f"it is for 0 to {width - 1}, one of {', '.join(MEANINGS)}")
        settled[at], how[at] = Said(match[1], int(match[2] or 0)), "choice"
    chosen = {at for at in choices.columns if settled[at].player}
    numbered = _once(_numbered(kind, settled, chosen), chosen)
    first = [clean(each[0])[: limits.CELL_CHARS] if each else "" for each in values]
    return [
        Column(
            at, titles[at], "ignored" if each.meaning == "unknown" else each.meaning, each.player, _how(each, how[at]), first[at]
        )
        for at, each in enumerate(numbered)
    ]


def _once(found: list[Said], chosen: set[int]) -> list[Said]:
    """One column for each thing of a player: the organiser's before the header's, else the first; others are not read.

    Raises EntriesError where the organiser names two columns for one thing.
    """
    made, taken = list(found), set()
    for at in sorted(range(len(found)), key=lambda at: (at not in chosen, at)):
        each = found[at]
        if each.meaning not in (*PERSONAL, "club", "card"):
            continue
        if each in taken and at in chosen:
            raise EntriesError("bad_choice", f"columns {at}: {each.meaning} {each.player}", "another column has this meaning")
        if each in taken:
            made[at] = Said("unknown")
        taken.add(each)
    return made


def _how(said_now: Said, how: str) -> str:
    """A column for more players than an entry has is as good as unknown."""
    return "unknown" if said_now.meaning == "unknown" else how


def _untitled(found: list[Said], titles: list[str], values: list[list[str]], at: int) -> Said:
    """A column without a title to the right of one of names belongs to it: a merged title over two players."""
    if titles[at] or not values[at] or at == 0:
        return found[at]
    before = found[at - 1]
    if before.meaning in ("pair", "many") and not mostly_numbers(values[at - 1]) and not mostly_pairs(values[at - 1]):
        return Said("name", 2)
    return found[at]


def _settled(kind: str, found: list[Said], values: list[list[str]]) -> list[Said]:
    """The meanings that only the other columns, or the contents, decide: "nome", "nom", "pair", "many", "line"."""
    has = {each.meaning for each in found}
    made = []
    for at, each in enumerate(found):
        meaning = each.meaning
        if meaning == "nome":
            meaning = "first" if "surname" in has else "name"
        elif meaning == "nom":
            meaning = "surname" if "first" in has else "name"
        if meaning == "pair":
            meaning = "number" if mostly_numbers(values[at]) else "many"
        if meaning == "many":
            split = mostly_pairs(values[at]) or kind != "individual" and _alone(found, at) and not _one_each(values[at])
            meaning = "names" if split else "name"
        elif meaning == "name" and not each.player and kind != "individual" and _alone(found, at) and mostly_pairs(values[at]):
            meaning = "names"
        if meaning == "line":
            meaning = "number" if _counts_pairs(kind, found, values, at) else "ignored"
        if meaning == "team" and kind != "teams":
            meaning = "ignored"
        made.append(Said(meaning, each.player))
    return made


def _alone(found: list[Said], at: int) -> bool:
    persons = ("surname", "first", "nome", "nom", "name", "many", "pair")
    return not any(each.meaning in persons for other, each in enumerate(found) if other != at)


def _one_each(values: list[str]) -> bool:
    """True where most cells have one person, so that a plural header only heads a list."""
    return not mostly_pairs(values, share=0.3)


def _counts_pairs(kind: str, found: list[Said], values: list[list[str]], at: int) -> bool:
    """A plain "N." is the entry's number, but for rows of one person each in a pairs' event where it only counts the rows."""
    if kind == "individual":
        return True
    rows = max((len(each) for each in values), default=0)
    several = len(set(values[at])) < len(values[at]) or len(values[at]) < rows
    persons = [each.meaning for each in found if each.meaning in ("name", "surname", "nom", "many", "pair")]
    two = len(set(persons)) < len(persons) or any(each.player == 2 for each in found)
    one_row_each = two or any(mostly_pairs(each) for each in values)
    return several or one_row_each


def _numbered(kind: str, found: list[Said], chosen: set[int]) -> list[Said]:
    """Players given to columns that name none: the first surname is player 1's, the second player 2's."""
    most = SIZES[kind][1] if kind == "teams" else 2
    taken = Counter((each.meaning, each.player) for each in found if each.player)
    made: list[Said] = []
    players = {each.player for each in found if each.meaning in PERSONAL and each.player}
    unsaid = Counter(each.meaning for each in found if not each.player)
    several = max([len(players), *(unsaid[meaning] for meaning in PERSONAL)]) > 1 or bool(
        players and any(unsaid[meaning] for meaning in PERSONAL)
    )
    several = several or "names" in unsaid
    for at, each in enumerate(found):
        player = each.player
        if each.meaning in ("number", "team", "ignored", "unknown", "names"):
            player = 0
        elif not player and at not in chosen:
            shared = each.meaning in ("club", "card") and unsaid[each.meaning] == 1 and several
            player = 0 if shared and not taken[each.meaning, 1] + taken[each.meaning, 2] else 1
            while player and taken[each.meaning, player]:
                player += 1
            taken[each.meaning, player] += 1
        made.append(Said(each.meaning, player) if player <= most else Said("unknown"))
    return made
