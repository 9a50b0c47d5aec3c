"""A bid and what tells of it: the call it was made over, the seat it came from or that stands behind it, its declarer, double and
result."""

from __future__ import annotations

import re
from typing import Final

from advisor.read.notation.page import Notation, Page, Read

_OF: Final = "of"
_SERIES: Final = 6  # units between the calls of an auction that are told one after the other
_FARTHEST: Final = 40  # characters between two of them
_RESULT: Final = re.compile(r"\s?(?P<sign>[-–−+])(?P<tricks>1[0-3]|[1-9])(?![\w♠♥♦♣\-–])|\s?(?P<even>=)(?!\w)")


def over(page: Page, index: int) -> Read:
    """One call over another: "1S over 2C", "over 2C she bid 1S"; value `1S/2C`."""
    units = page.units
    if "over" in units[index].roles:
        lower = _next_call(page, index, 25)
        upper = _next_call(page, lower, 25) if lower is not None else None
        if lower is None or upper is None or page.role(lower, "call") in ("P", "X"):
            return None
        return _pair(page, index, upper, lower, upper), upper + 1
    if not _firm(page, index):
        return None
    middle = next((i for i in range(index + 1, min(index + 4, len(units))) if "over" in units[i].roles), None)
    if middle is None or not page.unbroken(units[index].end, units[middle].start, 30):
        return None
    lower = _next_call(page, middle, 25)
    if lower is None or _next_call(page, index, 60) != lower:
        return None
    return _pair(page, index, index, lower, lower), lower + 1


def _pair(page: Page, first: int, upper: int, lower: int, last: int) -> Notation:
    calls = (page.role(upper, "call") or "", page.role(lower, "call") or "")
    parts = (page.one("call", upper, calls[0]), page.one("call", lower, calls[1]))
    return page.one("over", first, "/".join(calls), last, parts=parts)


def _next_call(page: Page, index: int, most: int) -> int | None:
    """The next unit that is a firm call, with no sentence ending in between."""
    for at in range(index + 1, min(index + 5, len(page.units))):
        unit = page.units[at]
        if not page.unbroken(page.units[index].end, unit.start, most):
            return None
        if _firm(page, at):
            return at
    return None


def _firm(page: Page, index: int) -> bool:
    """True for a single call that is no lone small letter."""
    call = page.role(index, "call")
    if call is None or call == "AP":
        return False
    return call[0] in "1234567" or len(page.units[index].form) > 2 or page.written(index).isupper()


def contract(page: Page, index: int) -> Read:
    """A bid with its declarer, its double or its result: "4♠ by North", "3NTx", "6♥-1"."""
    call = page.role(index, "call")
    if call is None or call[0] not in "1234567" or page.role(index + 1, "by") == "from":
        return None
    last, doubled = index, int(page.role(index, "doubled") or 0)
    worded = not doubled and page.close(index) and len(page.units[index + 1].form) > 2 and page.role(index + 1, "doubled")
    if worded:
        doubled, last = int(worded), index + 1
    declarer, ambiguous = (None, None) if worded else _declarer(page, index)
    if declarer is None and not worded and _opens(page, index):
        declarer, ambiguous = _named_beside(page, index)
    if declarer:
        last = declarer[1]
    result = _RESULT.match(page.folded, page.units[last].end)
    if not (doubled or declarer or result):
        return None
    base = call + "X" * doubled
    value = base + (declarer[0] if declarer else "")
    note = page.one(
        "contract",
        index,
        value,
        last,
        parts=_result(result),
        sure=_final(page, index, bool(declarer)),
        alternatives=_others(call, doubled, base, declarer, ambiguous),
    )
    if result:
        while last + 1 < len(page.units) and page.units[last + 1].start < result.end():
            last += 1
        note = Notation("contract", note.start, result.end(), f"{value} {note.parts[0].value}", (), note.sure, note.parts)
    return note, last + 1


def _declarer(page: Page, index: int) -> tuple[tuple[str, int] | None, str | None]:
    """The seat behind a word for "by", with the unit it stands at, and the other seat its letter may mean."""
    at = index + 1
    if page.role(at, "by") in (None, _OF) or not page.close(index):
        return None, None
    while page.close(at) and at + 1 < len(page.units) and "article" in page.units[at + 1].roles:
        if page.seat(at + 1):
            break
        at += 1
    seat = page.seat(at + 1) if page.close(at) and at + 1 < len(page.units) else None
    letter = page.role(at + 1, "letter")
    if seat is None and letter in ("n", "e", "s", "w") and page.close(at):
        seat = letter.upper()
    return ((seat, at + 1), page.doubtful_seat(at + 1)) if seat else (None, None)


def _named_beside(page: Page, index: int) -> tuple[tuple[str, int] | None, str | None]:
    """The seat right behind a bid, with or without a word for "of" or an article, where no call follows: "4♠ S. East led", «3ΧΑ ο
    Νότος, ...»."""
    at = index + 1
    named = page.role(at, "subject") is not None and page.role(at + 1, "seat") is not None  # «ο Νότος», no lone letter
    if page.close(index) and (page.role(at, "by") == _OF or named):
        at += 1
    if not page.close(at - 1) or not page.seat(at) or page.role(at + 1, "call") is not None:
        return None, None
    end = page.units[at].end
    alone = page.folded[end : end + 1] in ("", ".", ",", ";", ":", "\n") or not page.written(index + 1)[:1].isupper()
    return ((page.seat(at) or "", at), page.doubtful_seat(at)) if alone else (None, None)


def _others(call: str, doubled: int, base: str, declarer: tuple[str, int] | None, ambiguous: str | None) -> tuple[str, ...]:
    """What else a bid "by" a seat may be: the call of that seat, or the same of the other seat its letter means."""
    if declarer is None:
        return ()
    call_by = (f"call_by:{declarer[0]}:{call}",) if not doubled else ()
    return (*call_by, *((f"contract:{base}{ambiguous}",) if ambiguous else ()))


def _final(page: Page, index: int, declared: bool) -> bool:
    """True when a bid "by" a seat is surely the contract: it opens a sentence, or a word for it stands before."""
    if not declared:
        return True
    return _opens(page, index) or _played(page, index)


def _played(page: Page, index: int) -> bool:
    """Whether a word for playing a contract stands right before a bid."""
    return index > 0 and "contract" in page.units[index - 1].roles.get("context", "").split() and page.close(index - 1)


def _opens(page: Page, index: int) -> bool:
    """Whether a bid above the first level opens a sentence, as contracts do and openings do not."""
    start = page.units[index].start
    before = page.folded[max(0, start - 3) : start].rstrip(" (")
    return before[-1:] in ("", ".", "\n", "!", "?") and page.units[index].roles["call"][0] != "1"


def _result(match: re.Match[str] | None) -> tuple[Notation, ...]:
    if match is None:
        return ()
    sign = "=" if match["even"] else ("+" if match["sign"] == "+" else "-") + match["tricks"]
    return (Notation("result", match.start(), match.end(), sign),)


def call_before_seat(page: Page, index: int) -> Read:
    """A call with its player behind it: as the subject («1ΧΑ η Δύση»), or "by" one where another call is told so ("1NT by N, 2♣
    by E"). A bid that stands so alone is a contract, or may be one, as what opens a sentence or follows a word for playing."""
    placed = seat_behind(page, index)
    if placed is None or _told_already(page, index):
        return None
    series = any(_another(page, index, at) for at in range(max(0, index - _SERIES), index + _SERIES + 1))
    if not series and ("by" in page.units[index + 1].roles or _opens(page, index)):
        return None
    call, (seat, last) = page.units[index].roles["call"], placed
    other = page.doubtful_seat(last)
    return page.one(
        "call_by",
        index,
        f"{seat}:{call}",
        last,
        alternatives=(f"call_by:{other}:{call}",) if other else (),
        sure=not other,
        parts=(page.one("call", index, call),),
    ), last + 1


def seat_behind(page: Page, index: int, ahead: int = 8) -> tuple[str, int] | None:
    """The seat told right behind a call, after a word for "by" or an article of the subject, and the unit it stands at; None
    where that seat leads on to a call of its own; of a longer row of them than lies `ahead` each seat is of the call before."""
    if not _firm(page, index) or not page.close(index) or not page.close(index + 1):
        return None
    bound = page.role(index + 1, "by") not in (None, _OF) or page.role(index + 1, "subject") is not None
    seat = page.seat(index + 2) if bound else None
    if seat is None:
        return None
    leads_on = page.close(index + 2) and page.role(index + 3, "call") is not None and ahead > 0
    leads_on = leads_on and seat_behind(page, index + 3, ahead - 1) is None
    return None if leads_on else (seat, index + 2)


def _another(page: Page, index: int, at: int) -> bool:
    """Whether another player's call stands before its seat too, in the same sentence."""
    here, there = seat_behind(page, index), seat_behind(page, at) if at < len(page.units) else None
    if at == index or here is None or there is None or here[0] == there[0]:
        return False
    first, last = sorted((index, at))
    return page.unbroken(page.units[first].end, page.units[last].start, _FARTHEST)


def _told_already(page: Page, index: int) -> bool:
    """Whether the word before a call makes it a card, a contract or the object of a verb, whose doer the story tells."""
    before = page.units[index - 1].roles if index and page.close(index - 1) else {}
    scenes = set(before.get("context", "").split())
    return bool(scenes & {"call", "contract", "play", "said"} or before.keys() & {"in", "over", "by"} or page.touches_play(index))


def call_by(page: Page, index: int) -> Read:
    """A call with the seat it comes from behind it: a pass or double "by" a seat, a bid "from" a seat."""
    call = page.role(index, "call") or "AP"
    if call == "AP" or (call[0] in "PX" and len(page.units[index].form) < 3 and not page.written(index).isupper()):
        return None
    if call[0] in "1234567" and page.role(index + 1, "by") != "from":
        return None
    declarer, ambiguous = _declarer(page, index)
    if declarer is None:
        return None
    alternatives: tuple[str, ...] = (f"call_by:{ambiguous}:{call}",) if ambiguous else ()
    if call[0] in "1234567":
        alternatives += (f"contract:{call}{declarer[0]}",)
    note = page.one(
        "call_by",
        index,
        f"{declarer[0]}:{call}",
        declarer[1],
        alternatives=alternatives,
        sure=not ambiguous,
        parts=(page.one("call", index, call),),
    )
    return note, declarer[1] + 1
