"""How large a round of all who are there is: tables and rests, by kind of event (RULES 6, Kinds, Bye). Pure."""

from host_tools.engine.field_of import groups, present
from host_tools.engine.meetings import seated
from host_tools.engine.profile_rules import rules_of
from host_tools.engine.state import INDIVIDUAL, TEAMS, EventState, RoundState


def there(state: EventState, info: RoundState) -> list[int]:
    """Competitors that were there, rising: all who may play by the entries, and whoever a table says sat at it."""
    return sorted({*present(state, info.number), *seated(state, info)})


def round_size(state: EventState, info: RoundState) -> tuple[int, int]:
    """(tables, competitors that rest) of a round when nobody who was there is left out: two pairs at a table, four players, or
    two teams at the tables of their match. Raises SettingError."""
    whole = 4 if state.kind == INDIVIDUAL else 2
    counts = [len(group) for group in groups(state, there(state, info)).values()]
    each = rules_of(state).number("match_tables") if state.kind == TEAMS else 1
    return each * sum(count // whole for count in counts), sum(count % whole for count in counts)
