"""Runs of calls: auctions, one call over another, a call with its seat, a contract with its declarer and result."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from advisor.read.notation_page import Notation, Page, Read

_LOOSE: Final = re.compile(r"[\s()*!\[\]\"'“”«»:]*")
_DASH: Final = re.compile(r"[\s()*!\[\]]*(?:[-–—−→>]|->|\.\.\.|…)[\s()*!\[\]]*")
_COMMA: Final = re.compile(r"[\s()*!]*,[\s()*!]*")
_ASKED: Final = re.compile(r"[ ]{0,2}[-–—]?[ ]{0,2}[(]?\?")
_RESULT: Final = re.compile(r"\s?(?P<sign>[-–−+])(?P<tricks>1[0-3]|[1-9])(?![\w♠♥♦♣\-–])|\s?(?P<even>=)(?!\w)")
_SEAT_GAP: Final = re.compile(r"\s?[:=]?\s?")
_STRAINS: Final = "CDHSN"
_WIDEST: Final = 12
_CAPITALS: Final = frozenset(["P", "X", "XX", "Π", "Χ", "ΧΧ"])
_LONGEST: Final = 400
_PROVEN: Final = 4  # a run that is no auction by then is none, so that no stretch is walked twice at length


class _Said(NamedTuple):
    """One call of a run: the unit it starts at, the unit of the call, and who is told to have made it."""

    first: int
    last: int
    call: str
    seat: str | None
    bracketed: bool
    joint: str
    firm: bool


def auction(page: Page, index: int) -> Read:
    """A run of at least two calls that were made one after the other; or one call with its seat."""
    header = _header(page, index)
    at = index + 4 if header else index
    if not header and not _promising(page, index):
        return None
    run: list[_Said] = []
    while at < len(page.units) and len(run) < _LONGEST:
        said = _said(page, at, bool(run))
        if said is None or (run and said.joint == ""):
            break
        run.append(said)
        at = said.last + 1
        if len(run) == _PROVEN and not (_holds(page, run) and any(said.call[0] in "1234567" for said in run)):
            break
    if len(run) > 1 and run[-1].joint == "comma" and "by" in page.units[min(at, len(page.units) - 1)].roles:
        run.pop()
    while run and not _holds(page, run):
        run.pop()
    if not run or (header and len(run) < 2):
        return None
    if len(run) == 1:
        said = run[0]
        return _by(page, said) if said.seat and said.first != said.last else None
    return _noted(page, index, run, header), run[-1].last + 1


def _promising(page: Page, index: int) -> bool:
    """A glance ahead: False when no run of calls can begin here, so that long stretches cost little."""
    ahead = [unit.roles for unit in page.units[index : index + 4]]
    if "call" not in ahead[0]:
        return len(ahead) > 1 and ("call" in ahead[1] or "verb" in ahead[1])
    if len(ahead) == 1 or page.units[index + 1].start - page.units[index].end > _WIDEST:
        return False
    calls = [roles["call"] for roles in ahead if "call" in roles]
    bids = [call for call in calls if call[0] in "1234567"]
    if not bids:
        return len(page.units[index].form) > 1 or page.written(index) in _CAPITALS
    if len(bids) < 2 or len(calls) > len(bids) or "call" not in ahead[1]:
        return True
    if bids[0][:2] != bids[1][:2] or len(ahead) < 3:
        return True
    return page.gap(index).strip() != ""


def _header(page: Page, index: int) -> str | None:
    """The four seats in rotation that head a written auction, as letters; None when there are none."""
    seats = [page.seat(i) or "?" for i in range(index, index + 4)]
    shown = "".join(seats)
    return shown if shown in ("NESW", "ESWN", "SWNE", "WNES") else None


def _said(page: Page, index: int, later: bool) -> _Said | None:
    """The call that stands here, perhaps behind its seat, and how it is joined to what came before."""
    last, seat = index, page.seat(index)
    if seat is not None:
        if "call" in page.units[index].roles or not _SEAT_GAP.fullmatch(page.gap(index)):
            return None
        last = index + 1
    unit = page.units[last] if last < len(page.units) else None
    call = None if unit is None else unit.roles.get("call") or (unit.roles.get("verb") if seat else None)
    if unit is None or not call or (call[0] in "PXA" and page.close(last) and "number" in unit.roles):
        return None
    start = page.units[index].start
    bracketed = page.folded[max(0, start - 1) : start] == "("
    firm = len(unit.form) > 2 or page.written(last) in _CAPITALS
    return _Said(index, last, call, seat, bracketed, _joint(page.gap(index - 1)) if later else "start", firm)


def _joint(gap: str) -> str:
    """How two calls are joined: `dash`, `comma`, `blank`, or nothing when they are not."""
    if _LOOSE.fullmatch(gap):
        return "blank" if gap else "dash"
    if _DASH.fullmatch(gap):
        return "dash"
    return "comma" if _COMMA.fullmatch(gap) else ""


def _holds(page: Page, run: list[_Said]) -> bool:
    """True when a run is an auction: its joints, its passes or its seats tell so, not only nearness."""
    bids = sum(said.call[0] in "1234567" for said in run)
    others = len(run) - bids
    joints = {said.joint for said in run[1:]}
    seats = sum(said.seat is not None for said in run)
    if len(run) == 1:
        return bool(run[0].seat)
    if not bids:
        return all(said.firm for said in run) and (len(run) >= 3 or "dash" in joints)
    if "dash" in joints or seats >= 2:
        return True
    weak = [said for said in (run[0], run[-1]) if said.call[0] in "PXA" and not said.firm]
    if weak and others < 2:
        return False
    if any(said.bracketed for said in run):
        return True
    return others > 0 or (len(run) >= 3 and _rising(run))


def _rising(run: list[_Said]) -> bool:
    """True when each bid is higher than the one before; bids merely listed seldom are."""
    worth = [(said.call[0], _STRAINS.index(said.call[1])) for said in run]
    return all(low < high for low, high in zip(worth, worth[1:], strict=False))


def _by(page: Page, said: _Said) -> Read:
    """One call behind its seat: "W:P", "North 1♠"."""
    other = page.doubtful_seat(said.first)
    alternatives = (f"call_by:{other}:{said.call}",) if other else ()
    note = page.one(
        "call_by",
        said.first,
        f"{said.seat}:{said.call}",
        said.last,
        sure=not other,
        alternatives=alternatives,
        parts=(page.one("call", said.last, said.call),),
    )
    return note, said.last + 1


def _noted(page: Page, index: int, run: list[_Said], header: str | None) -> Notation:
    """The auction as one notation: calls with blanks between, `W:` before a told seat, brackets kept, `?` at an open end."""
    shown: list[str] = []
    parts: list[Notation] = []
    shift = page.gap(index + 3).count("-") if header else 0
    for number, said in enumerate(run):
        seat = header[(number + shift) % 4] if header else said.seat
        call = said.call
        if call == "AP":
            passed = 0
            while passed < len(shown) and shown[-1 - passed].rpartition(":")[2].strip("()") == "P":
                passed += 1
            shown += ["P"] * max(1, 3 - passed)
        else:
            text = f"{seat}:{call}" if seat else call
            shown.append(f"({text})" if said.bracketed else text)
        parts.append(page.one("call", said.last, call) if call != "AP" else page.one("auction", said.last, "P P P"))
    asked = _ASKED.match(page.folded, page.units[run[-1].last].end)
    value = " ".join([*shown, *(["?"] if asked else [])])
    end = page.units[run[-1].last].end
    start = page.units[index].start - (run[0].bracketed and not header)
    return Notation("auction", start, end + (page.folded[end : end + 1] == ")"), value, parts=tuple(parts))


def over(page: Page, index: int) -> Read:
    """One call over another: "1S over 2C", "over 2C she bid 1S"; value `1S/2C`."""
    units = page.units
    if "over" in units[index].roles:
        lower = _next_call(page, index, 25)
        upper = _next_call(page, lower, 25) if lower is not None else None
        if lower is None or upper is None or page.role(lower, "call") in ("P", "X"):
            return None
        return _pair(page, index, upper, lower, upper), upper + 1
    if page.role(index, "call") is None:
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
        if "call" in unit.roles and (len(unit.form) > 2 or unit.form[0] in "1234567"):
            return at
    return None


def contract(page: Page, index: int) -> Read:
    """A bid with its declarer, its double or its result: "4♠ by North", "3NTx", "6♥-1"."""
    call = page.role(index, "call")
    if call is None or call[0] not in "1234567" or page.role(index + 1, "by") == "from":
        return None
    last, doubled = index, int(page.role(index, "doubled") or 0)
    worded = (
        not doubled and page.close(index) and len(page.units[index + 1].form) > 2 and page.role(index + 1, "doubled")
    )
    if worded:
        doubled, last = int(worded), index + 1
    declarer, ambiguous = (None, None) if worded else _declarer(page, index)
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
        note = Notation(
            "contract", note.start, result.end(), f"{value} {note.parts[0].value}", (), note.sure, note.parts
        )
    return note, last + 1


def _declarer(page: Page, index: int) -> tuple[tuple[str, int] | None, str | None]:
    """The seat behind a word for "by", with the unit it stands at, and the other seat its letter may mean."""
    at = index + 1
    if at >= len(page.units) or "by" not in page.units[at].roles or not page.close(index):
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


def _others(
    call: str, doubled: int, base: str, declarer: tuple[str, int] | None, ambiguous: str | None
) -> tuple[str, ...]:
    """What else a bid "by" a seat may be: the call of that seat, or the same of the other seat its letter means."""
    if declarer is None:
        return ()
    call_by = (f"call_by:{declarer[0]}:{call}",) if not doubled else ()
    return (*call_by, *((f"contract:{base}{ambiguous}",) if ambiguous else ()))


def _final(page: Page, index: int, declared: bool) -> bool:
    """True when a bid "by" a seat is surely the contract: it opens a sentence, or a word for it stands before."""
    if not declared:
        return True
    start = page.units[index].start
    before = page.folded[max(0, start - 3) : start].rstrip(" (")
    if before[-1:] in ("", ".", "\n", "!", "?") and page.units[index].roles["call"][0] != "1":
        return True
    return index > 0 and "contract" in page.units[index - 1].roles.get("context", "").split() and page.close(index - 1)


def _result(match: re.Match[str] | None) -> tuple[Notation, ...]:
    if match is None:
        return ()
    sign = "=" if match["even"] else ("+" if match["sign"] == "+" else "-") + match["tricks"]
    return (Notation("result", match.start(), match.end(), sign),)


def call_by(page: Page, index: int) -> Read:
    """A call with the seat it comes from behind it: a pass or double "by" a seat, a bid "from" a seat."""
    call = page.role(index, "call") or "AP"
    if call == "AP" or (call[0] in "PX" and len(page.units[index].form) < 3):
        return None
    if call[0] in "1234567" and page.role(index + 1, "by") != "from":
        return None
    declarer, ambiguous = _declarer(page, index)
    if declarer is None:
        return None
    alternatives = (f"call_by:{ambiguous}:{call}",) if ambiguous else ()
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
