"""What an organiser changes between rounds: entries, phases, settings; and rulings on rounds long closed."""

from typing import Any

from host_tools.engine.state import DRAFT
from tests.checker import trouble
from tests.checker.play import Play

MOVEMENTS = ("mitchell", "italian")  # their order stands from the first round on: nobody changes the group in them


def between(play: Play) -> None:
    """Now and then one of them."""
    chance = play.chance
    if play.maybe(0.1):
        _entry(play)
    if play.maybe(0.05):
        play.act("event.phases", {"phases": _phases(play)})
    if play.maybe(0.08):
        new = trouble.settings(play)
        gone = [name for name in play.state.settings if name not in ("match_tables", *new) and play.maybe(0.2)]
        new.pop("match_tables", None)  # line-ups and teams are made for it
        play.act("event.settings", {"settings": new | dict.fromkeys(gone)})
    if play.maybe(0.1):
        info = chance.choice([one for one in play.state.rounds if one.state != DRAFT])
        for table in chance.sample(sorted(info.seats), min(1, len(info.seats))):  # of a round that came back all may be gone
            trouble.at_table(play, info, table, info.seats[table])
            play.features["ruling on a closed round"] += 1
    if play.maybe(0.05):
        play.act("entry.close", {"closed": chance.choice((True, False, None))})
    if play.maybe(0.03):
        persons = [person for one in play.state.competitors.values() for person in one.persons]
        play.act(*chance.choice((("person.edit", {"person": chance.choice(persons)}), ("person.erase", {"person": persons[0]}))))


def _entry(play: Play) -> None:
    """Another person in a place, another group, or a later first round for who has not sat yet."""
    state, chance = play.state, play.chance
    one = chance.choice(list(state.competitors.values()))
    fixed = any(phase.method in MOVEMENTS for phase in state.phases)
    groups = sorted({other.group for other in state.competitors.values()})
    data: dict[str, Any] = {"number": one.number}
    if len(groups) > 1 and not fixed and play.maybe(0.5):
        play.act("entry.edit", data | {"group": chance.choice(groups)})
        play.features["another group"] += 1
    elif not any(team == one.number for _, team in state.line_ups):
        persons = list(one.persons)
        persons[chance.randrange(len(persons))] = play.persons(1)[0]
        play.act("entry.edit", data | {"persons": persons})
        play.features["another person"] += 1


def _phases(play: Play) -> list[dict[str, Any]]:
    """A round more or less in the last phase, or one more of another method."""
    plain = [_plain(state_phase) for state_phase in play.state.phases]
    made = len(play.state.rounds)
    total = play.state.total_rounds()
    if play.maybe(0.3) and total > made and plain[-1]["rounds"] > 1:
        plain[-1]["rounds"] -= 1
    elif play.maybe(0.5):
        plain[-1]["rounds"] += 1
    else:
        method = play.chance.choice(("danish", "modified", "draw"))
        plain.append(plain[-1] | {"method": method, "rounds": 1, "options": {}, "session": plain[-1]["session"]})
    return plain


def _plain(phase: Any) -> dict[str, Any]:
    names = ("method", "rounds", "deals", "minutes", "scale", "session")
    return {name: getattr(phase, name) for name in names} | {
        "bands": [list(band) for band in phase.bands],
        "options": dict(phase.options),
    }
