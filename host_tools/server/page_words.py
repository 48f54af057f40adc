"""What the arbiter's pages say in Italian where an order answers in English or in codes."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from host_tools.engine import extras, law_words
from host_tools.engine.rank_reasons import why_text
from host_tools.engine.score_texts import score_text
from host_tools.engine.setting_words import CHOICES
from host_tools.entries.error_texts import ERRORS
from host_tools.server.api import Reader, TheHost
from host_tools.server.orders.registry import carry_out

router = APIRouter(prefix="/api/page")
Small = Annotated[int | None, Query(ge=1, le=99)]


@router.get("/ranking")
async def ranking(who: Reader, host: TheHost, group: Small = None, after: Small = None) -> dict[str, Any]:
    """The order `ranking`, with each line's reason and each score's origin in Italian."""
    found = await carry_out(host, "ranking", {"group": group, "after_round": after}, who.user)
    for line in found["ranking"]:
        line["why_it"] = why_text(line["reason"], "it")
        for score in line["scores"]:
            score["text_it"] = score_text(score["how"], score["params"], "it")
        for extra in line["extras"]:
            extra["text_it"] = _extra(extra)
    return found | {"tie_breaks_it": [CHOICES["tie_breaks"].get(name, name) for name in found["tie_breaks"]]}


def _extra(extra: dict[str, Any]) -> str:
    """The word for its code, and the arbiter's own words after it."""
    known = extras.TEXTS["it"].get(extra["code"], extra["code"])
    _, colon, reason = str(extra["text"]).partition(": ")
    return f"{known}{colon}{reason}"


@router.get("/law")
async def law(who: Reader) -> dict[str, Any]:
    """What the correction law's codes say."""
    return {"texts": law_words.TEXTS["it"], "still": law_words.STILL["it"]}


@router.get("/files")
async def files(who: Reader) -> dict[str, Any]:
    """What is wrong with a file of entries as a whole: code -> English with its {0} and on, and the same in Italian."""
    return {"texts": {f"file_{code}": [english, italian] for code, (english, _, italian) in ERRORS.items()}}
