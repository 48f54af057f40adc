"""The plan that a table gets: the event's settings and the round's seating, in the bytes of a PLAN record."""

from host_tools.engine.moves import Place
from host_tools.server.tournament import EventInfo, RoundInfo
from tavolo.domain import plan_writer
from tavolo.domain.plan import Plan


def payload(event: EventInfo, info: RoundInfo, table: int, leave: tuple[Place, ...] = ()) -> bytes:
    """The PLAN of `table`; `leave`: where those who sat there go (engine/moves.py). Raises RecordError."""
    settings = event.settings
    plan = Plan()
    plan.number, plan.rounds, plan.table, plan.deals = info.number, max(event.rounds, info.number), table, info.deals
    plan.profile, plan.minutes, plan.scale_id = event.profile, info.minutes, info.scale
    plan.policy, plan.last_minutes = settings["policy"], settings["last_minutes"]
    plan.warnings = tuple(settings["warnings"])
    ns, ew = info.seats[table]
    plan.names = (event.pairs[ns], event.pairs[ew])
    plan.bands = info.bands
    # an event that was made by an earlier version has none of these
    few, middle, many = settings.get("turn_s", (0, 0, 0))
    plan.turn_s = (few, middle, many)
    plan.blind, plan.turn_clock = bool(settings.get("blind")), bool(settings.get("turn_clock"))
    plan.language, plan.muted = settings.get("language", ""), settings.get("muted", 0)
    plan.leave = leave
    return plan_writer.plan_bytes(plan)
