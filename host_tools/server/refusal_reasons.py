"""Refusals with one code for many things say exactly which: a `reason` of their own, and the values that are in it, so that a
page has whole words in its own language (static/refusals.js). The list knows the English sentences with which engine and
server refuse; tests/unit/test_page_refusals.py looks each of them up in the sources, so that none falls behind.

`{name:d}` is a whole number, `{name}` any text, `{_}` what no page needs.
"""

import re
from functools import cache

_LONGEST = 500  # characters; a longer one has what a caller sent in it, and is not worth the search
Values = dict[str, int | str]

FITTING = {
    "act_made_void": "it cannot be undone, since others build on it: act {act:d} ({_}){_}",
    "draft_gone": "there is no draft {_} any more: judge again",
    "entered_twice": "a person of number {number:d} is entered twice",
    "erased_already": "the name of person {person:d} was erased already",
    "final_stands": "the ranking is final (act {act:d}): undo that first",
    "lasting": "act {act:d} ({lasting}) cannot be undone: {_}",
    "left_already": "number {number:d} has left already",
    "no_act": "there is no act {act:d}",
    "no_closing": "round {round:d} is {state}: there is no closing to undo",
    "no_number": "there is no number {number:d}",
    "no_person_number": "there is no person {person:d}",
    "no_round_number": "there is no round {round:d}",
    "no_table_number": "round {round:d} has no table {table:d}",
    "not_at_table": "number {number:d} does not sit at table {table:d}",
    "not_left": "number {number:d} has not left",
    "not_played": "round {round:d} has not been played",
    "not_the_two": "numbers {one:d} and {two:d} are not the two that sit at table {table:d}",
    "nothing_to_undo": "there is nothing to undo",
    "number_given": "number {number:d} is given already",
    "published_again": "{_}: the same seats were published again under another id: undo that first",
    "resting_unknown": "there is no number {number:d} to rest",
    "not_now": "round {round:d} cannot be made now",
    "round_is": "round {round:d} is {state}",
    "round_is_closed": "round {round:d} is closed: undo its closing first",
    "round_made_later": "round {round:d} ({_}) was made after it: undo that first",
    "rounds_made": "{count:d} rounds have been made already",
    "rulings_stand": "{_}: about round {round:d}; undo first, or undo the round with its rulings",
    "seat_taken_up": "number {number:d} rests or sits already, or has left",
    "seat_unknown": "table {table:d}: there is no number {number:d}",
    "seated_twice": "table {table:d}: somebody of number {number:d} sits twice",
    "sits_and_rests": "number {number:d} both sits and rests",
    "undone_already": "act {act:d} ({_}) was undone already",
    "used_line_up": "number {number:d} cannot be taken out: its line-up of round {round:d} is given{_}",
    "used_rests": "number {number:d} cannot be taken out: it rests in round {round:d}{_}",
    "used_ruling": "number {number:d} cannot be taken out: act {act:d} ({_}) is about it{_}",
    "used_sits": "number {number:d} cannot be taken out: it sits in round {round:d}{_}",
    "why_correct": "a correction needs its reason",
    "why_erase": "an erasing needs its reason, without the name",
    "why_insist": "against the correction law only with a reason",
    "why_undo": "an undoing needs its reason",
}
PAIRING = {
    "all_met": "{count:d} competitors have met each other after {rounds:d} rounds; there is no round {round:d}",
    "all_rounds": "all {count:d} rounds have been played; add a phase to play more",
    "calendar_late": "somebody entered after the calendar of the Italian rounds was made: use another method from here",
    "four_players": "an individual round needs at least four players; there are {count:d}",
    "individual_by_hand": "each player sits at one table (table, N, S, E, W), or rests",
    "individual_locks": "an individual round has no locks: seat it by hand, all of it",
    "individual_method": "{method} does not fit an individual event: use draw, entry, danish or modified",
    "left_alone": "the locks leave {number:d} alone; name it as the one that rests, or free a match",
    "line_up_missing": "team {number:d}: a match has {tables:d} tables of two; give its line-up, or set `match_tables`",
    "listed_twice": "a pair is listed twice",
    "locks_too_many": "of {count:d} only {paired:d} can be matched; free some of the locks",
    "mitchell_over": "a Mitchell movement of {tables:d} tables has {rounds:d} rounds; for round {round:d} use Danish",
    "mitchell_rest": "pair {number:d} would rest a second time in this movement; use Danish for this round",
    "mitchell_step": "E/W can move 1 to {most:d} tables a round here, not {step:d}",
    "no_locks": "a movement or a calendar has no locks: use another method, or seat the round by hand",
    "no_tables": "seating by hand needs the tables: name each table with those who sit there",
    "nobody": "nobody has been entered yet",
    "not_here": "not in this round: {numbers}",
    "not_here_by_hand": "not in this round: {numbers}; correct the seating and check again",
    "placed_twice": "seated twice: {numbers}; correct the seating and check again",
    "table_taken_twice": "table {table:d} is used twice: give one of them another number",
    "table_twice": "table {table:d} is used twice or is no table's number (from 1); give it another number",
    "too_few": "nobody can be seated: too few have been entered",
    "too_many_matches": "too many competitors with too many earlier matches for one exact pairing; pair by groups",
    "too_many_pairs": "{count:d} competitors are too many for one pairing ({most:d}); pair by groups",
    "two_at_least": "a round needs at least two pairs",
    "two_groups": "two of different groups cannot meet: move one of them into the other's group first",
    "without_place": "without a place: {numbers}; correct the seating and check again",
}
SETTING = {
    "setting_choice": "setting {_}: one of {_} is needed, not {_}",
    "setting_flag": "setting {_}: true or false is needed, not {_}",
    "setting_number": "setting {_}: a whole number from {low} to {high:d} is needed, not {_}",
    "setting_once": "setting {_}: each word may stand in the list once",
    "setting_steps": "setting {_}: each step begins later than the one before it",
    "setting_steps_many": "setting {_}: a list of at most {most:d} steps is needed, each {_}",
    "setting_text": "setting {_}: a line of at most {most:d} characters is needed",
}
PLAN = {
    "plan_long": "plan: a text is longer than {bytes:d} bytes",
    "plan_long_names": "{_} {number:d}: plan: a text is longer than {bytes:d} bytes",
    "plan_range": "plan: a number is out of range: {value}",
}
INPUT = {
    "entry_size": "persons: {low:d} to {high:d} make an entry of {kind}",
    "entry_size_new": "entries.{_}: {count:d} persons; {low:d} to {high:d}, each with a name, make an entry of {kind}",
    "line_up_wrong": "a line-up of team {number:d} has {tables:d} tables of two of its own persons {_}, each once",
    "nothing_changed": "nothing is to be changed",
    "nothing_set": "settings: nothing is to be changed",
    "pair_name": "pairs.{_}: the first name is missing",
    "ruling_fields": "ruling {kind}: {_} missing",
    "sessions_order": "phases: sessions follow each other, 1, 2, ...",
    "sheet_twice": "table {table:d} is there twice",
    "undo_which": "number: which {_} is meant?",
}
# what a field's check says; the words are the checking library's and `visible`'s (models.py)
FIELD = {
    "field_empty": "{field}: String should have at least {least:d} character{_}",
    "field_few": "{field}: List should have at least {least:d} item{_}",
    "field_high": "{field}: Input should be less than or equal to {most}",
    "field_invisible": "{field}: Value error, contains an invisible character (U+{_}): type it anew",
    "field_long": "{field}: String should have at most {most:d} character{_}",
    "field_low": "{field}: Input should be greater than or equal to {least}",
    "field_many": "{field}: List should have at most {most:d} item{_}",
    "field_missing": "{field}: Field required",
    "field_number": "{field}: Input should be a valid integer{_}",
    "field_text": "{field}: Input should be a valid string",
}
BY_CODE = {
    "does_not_fit": FITTING,
    "pairing": PAIRING,
    "bad_option": {},
    "bad_setting": SETTING,
    "plan": PLAN,
    "bad_input": INPUT | FIELD,
}
_HEAD = re.compile(r"act \d+ \([a-z_.]+\): ")  # of an act that is there: which one it is the page does not need
_HOLE = re.compile(r"\\\{(\w+)(:d)?\\\}")


def reason_of(code: str, message: str) -> tuple[str, Values]:
    """Which of the many things that `code` stands for `message` says, and its values; ("", {}) where the list has it not."""
    if len(message) > _LONGEST:
        return "", {}
    for reason, pattern in _patterns(code):
        found = pattern.fullmatch(message) or pattern.fullmatch(_HEAD.sub("", message, count=1))
        if found:
            whole = _numbers(code, reason)
            return reason, {name: int(text) if name in whole else text for name, text in found.groupdict().items()}
    return "", {}


@cache
def _patterns(code: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The longest sentence first: a shorter one may be its beginning."""
    listed = sorted(BY_CODE.get(code, {}).items(), key=lambda one: -len(one[1]))
    return tuple((reason, re.compile(_HOLE.sub(_hole, re.escape(sentence)), re.DOTALL)) for reason, sentence in listed)


def _hole(found: re.Match[str]) -> str:
    what = r"\d+" if found[2] else ".*?"
    return what if found[1] == "_" else f"(?P<{found[1]}>{what})"


@cache
def _numbers(code: str, reason: str) -> frozenset[str]:
    return frozenset(re.findall(r"\{(\w+):d\}", BY_CODE[code][reason]))
