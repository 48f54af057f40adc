"""What goes into the device's image, and whether it stays in RAM.

RESIDENT: loaded for good; counted against the budget. ON_DEMAND: loaded when a screen needs it, unloaded after.
HOST_ONLY: written for both sides but not needed on a device. INLINED: names of numbers that the build puts in place.
Paths are below firmware/. The build fails for a module of ours that is not listed.
"""

RESIDENT = "resident"
ON_DEMAND = "on_demand"
HOST_ONLY = "host_only"
INLINED = "inlined"

MODULES = {
    "tavolo/__init__.py": RESIDENT,
    "tavolo/app.py": RESIDENT,
    "tavolo/start.py": ON_DEMAND,
    "tavolo/actions.py": RESIDENT,
    "tavolo/hal.py": HOST_ONLY,
    "tavolo/domain/__init__.py": RESIDENT,
    "tavolo/domain/bands.py": HOST_ONLY,
    "tavolo/domain/deal.py": ON_DEMAND,
    "tavolo/domain/facts.py": RESIDENT,
    "tavolo/domain/kinds.py": INLINED,
    "tavolo/domain/plan.py": RESIDENT,
    "tavolo/domain/plan_writer.py": HOST_ONLY,
    "tavolo/domain/profile_articles.py": HOST_ONLY,
    "tavolo/domain/profiles.py": RESIDENT,
    "tavolo/domain/record.py": RESIDENT,
    "tavolo/domain/round_clock.py": RESIDENT,
    "tavolo/domain/scoring.py": RESIDENT,
    "tavolo/domain/scales.py": HOST_ONLY,
    "tavolo/domain/seats.py": RESIDENT,
    "tavolo/domain/sheet.py": RESIDENT,
    "tavolo/domain/time_out.py": ON_DEMAND,
    "tavolo/domain/turn_clock.py": ON_DEMAND,
    "tavolo/domain/victory.py": RESIDENT,
    "tavolo/domain/vp_tables.py": HOST_ONLY,
    "tavolo/wire/__init__.py": RESIDENT,
    "tavolo/wire/messages.py": RESIDENT,
    "tavolo/wire/seal.py": RESIDENT,
    "tavolo/services/__init__.py": RESIDENT,
    "tavolo/services/beacon.py": ON_DEMAND,
    "tavolo/services/connect.py": ON_DEMAND,
    "tavolo/services/draft.py": RESIDENT,
    "tavolo/services/files.py": RESIDENT,
    "tavolo/services/journal.py": RESIDENT,
    "tavolo/services/journal_open.py": ON_DEMAND,
    "tavolo/services/numbers.py": INLINED,
    "tavolo/services/keys.py": RESIDENT,
    "tavolo/services/link.py": RESIDENT,
    "tavolo/services/outbox.py": RESIDENT,
    "tavolo/services/ring.py": RESIDENT,
    "tavolo/services/settings.py": ON_DEMAND,
    "tavolo/services/supervisor.py": RESIDENT,
    "tavolo/services/timesync.py": RESIDENT,
    "tavolo/services/tones.py": RESIDENT,
    "tavolo/services/websocket.py": RESIDENT,
    "tavolo/ui/__init__.py": RESIDENT,
    "tavolo/ui/canvas.py": RESIDENT,
    "tavolo/ui/entry.py": ON_DEMAND,
    "tavolo/ui/intents.py": INLINED,
    "tavolo/ui/model.py": RESIDENT,
    "tavolo/ui/navigator.py": RESIDENT,
    "tavolo/ui/screens/__init__.py": RESIDENT,
    "tavolo/ui/screens/count.py": ON_DEMAND,
    "tavolo/ui/screens/extra.py": ON_DEMAND,
    "tavolo/ui/screens/play.py": RESIDENT,
    "tavolo/ui/screens/result.py": ON_DEMAND,
    "tavolo/ui/screens/start.py": ON_DEMAND,
    "tavolo/ui/screens/time_out.py": ON_DEMAND,
    "tavolo/ui/texts/__init__.py": RESIDENT,
    "tavolo/ui/texts/keys.py": INLINED,
}
