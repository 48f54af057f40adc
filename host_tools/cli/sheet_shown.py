"""How score sheets are shown on the console."""

from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.cli import console
from host_tools.cli.deal_words import words_of

_FIELDS = ("clean", "semi", "dirty", "closed", "pile", "negative", "positive", "arbiter")
_PILES = ("played", "taken", "not_taken", "waived")
_STATES = {"by_hand": "entered", "ruled": "ruled: none needed"}


def side(found: Mapping[str, Any]) -> str:
    """A line's number and names."""
    return f"{numbers(found)}  {found['names']}"


def numbers(found: Mapping[str, Any]) -> str:
    """Whose result it is: a pair's or team's number, of two players both."""
    return "+".join(map(str, found.get("numbers") or [found["pair"]]))


def sheet(found: Mapping[str, Any]) -> None:
    """What counts of each deal, older versions under it, totals."""
    state = found["state"]
    console.say(
        f"Round {found['round']}, table {found['table']}" + (", swapped: sat the other way round" if state["swapped"] else "")
    )
    console.say(f"N/S {side(state['ns'])}", f"E/W {side(state['ew'])}", "")
    rows: list[tuple[object, ...]] = []
    for deal in found["deals"]:
        for version in deal["versions"]:
            counts, is_open = version["counts"], version["stands"] and deal["conflict"]
            mark = " (open)" if is_open else "" if counts else " (void)" if version["void"] else " (older)"
            shown = (version["ns"]["total"], version["ew"]["total"]) if counts or is_open else (None, None)
            rows.append((f"{deal['deal']}{mark}", words_of(version["ns"]), words_of(version["ew"]), *shown))
        if not deal["versions"]:
            rows.append((deal["deal"], "missing", "missing", None, None))
    console.table(("deal", "N/S", "E/W", ">MP N/S", ">MP E/W"), rows)
    vp = found["vp"]
    console.say(
        "", f"MP {found['mp']['ns']} : {found['mp']['ew']}" + (f"   VP {vp['ns']} : {vp['ew']}" if vp else "   not signed")
    )
    _open(found)
    for deal in found["deals"]:
        codes = dict.fromkeys(f"{p['code'].replace('_', ' ')} ({p['level']})" for p in _problems(deal))
        if codes:
            console.say(f"look at deal {deal['deal']}: {', '.join(codes)}")


def _open(found: Mapping[str, Any]) -> None:
    """What the arbiter must decide on it, and by which command."""
    place = f"{found['round']} {found['table']}"
    for deal in found["deals"]:
        if deal["conflict"]:
            console.say("", f"deal {deal['deal']}: these versions contradict each other")
            standing = [version for version in deal["versions"] if version["stands"]]
            rows = [
                (one["short"], words_of(one["ns"]), words_of(one["ew"]), one["ns"]["total"], one["ew"]["total"], _from(one))
                for one in standing
            ]
            console.table(("id", "N/S", "E/W", ">MP N/S", ">MP E/W", "from"), rows)
            console.say(f'one of them counts: tavolo sheet choose {place} {deal["deal"]} ID --why "..."')
    copied = found["copied"]
    if copied and copied["contradicts"]:
        console.say("", "the table's records contradict the result that was copied or entered:")
        console.say(f"  MP {copied['mp_ns']} : {copied['mp_ew']}   VP {copied['vp_ns']} : {copied['vp_ew']}")
        console.say(f'it counts, or they do: tavolo sheet result {place} copied (or records) --why "..."')


def records(found: dict[str, Any], as_json: bool) -> None:
    """Records of one id side by side; a deal in its words."""
    if as_json:
        console.as_line(found)
        return
    for one in found["records"]:
        rows = []
        for version in one["versions"]:
            deal = version["deal"]
            lines = [_words(deal[side]) for side in ("ns", "ew")] if deal else [version["payload"][:24], ""]
            what = f"{version['what'].lower()} {deal['deal']}" if deal else version["what"].lower()
            rows.append((version["number"], version["table"], what, *lines, *(deal["totals"] if deal else (None, None))))
        console.say(f"record {one['name']}")
        console.table((">number", ">table", "what", "N/S", "E/W", ">MP N/S", ">MP E/W"), rows)
        console.say(f'0 is the one that counts now: tavolo sheet settle {one["name"]} NUMBER --why "..."', "")
    if not found["records"]:
        console.say("no record contradicts another one of its id")


def _words(entry: Sequence[int]) -> str:
    """A line's entry as a record has it, in words; its bare numbers where a record says what no line can have."""
    named: dict[str, Any] = dict(zip(_FIELDS, entry, strict=True))
    if named["pile"] >= len(_PILES):
        return " ".join(map(str, entry))
    return words_of(named | {"pile": _PILES[named["pile"]]})


def _from(version: Mapping[str, Any]) -> str:
    who = "the arbiter" if version["host"] else version["name"] or f"device {version['device']}"
    return who + (", copied" if version["copied"] else "")


def _problems(deal: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [problem for version in deal["versions"] if version["counts"] for problem in version["problems"]]


def answered(found: dict[str, Any], as_json: bool) -> None:
    """The sheet after an order; and the draft that went with its old result."""
    if as_json:
        console.as_line(found)
        return
    sheet(found["sheet"])
    draft_gone(found)


def draft_gone(found: Mapping[str, Any]) -> None:
    """That the draft of the next round hung on what was corrected."""
    if found.get("dropped"):
        console.say("", f"The draft of round {found['dropped']} was taken away: pair again with `tavolo round pair`.")


def listed(found: Mapping[str, Any]) -> None:
    """All sheets of a round."""
    rows = []
    for one in found["sheets"]:
        vp = one["vp"] or {"ns": None, "ew": None}
        state = _STATES.get(one["state"], one["state"]) + (", corrected" if one["corrected"] else "")
        state += ", CONTRADICTS" if one["conflicts"] else ""
        pairs = f"{numbers(one['ns'])} - {numbers(one['ew'])}"
        rows.append((one["table"], pairs, f"{one['played']}/{one['deals']}", *one["mp"].values(), *vp.values(), state))
    console.table((">table", "N/S - E/W", ">deals", ">MP N/S", ">MP E/W", ">VP N/S", ">VP E/W", "sheet"), rows)
    missing = ", ".join(map(str, found["missing"]))
    console.say("", f"still missing: {missing}" if missing else f"all sheets of round {found['round']} are in")


def verdicts(found: Mapping[str, Any]) -> None:
    """What the law says about each kind of error."""
    for error, verdict in found["verdicts"].items():
        console.say(f"{error}: {verdict['outcome']}", f"  {verdict['text']} ({verdict['article']})")
        if verdict.get("still"):
            console.say(f"  {verdict['still']}")
