"""Runs of calls: auctions, and one call behind its seat."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, NamedTuple

from advisor.read.notation.contracts import seat_behind
from advisor.read.notation.page import Notation, Page, Read

_LOOSE: Final = re.compile(r"[\s()*!\[\]\"'“”«»:]*")
_DASH: Final = re.compile(r"[\s()*!\[\]]*(?:[-–—−→>]|->|\.\.\.|…)[\s()*!\[\]]*")
_EMPTY: Final = re.compile(r"(?<!\S)(?:[-–—−?]+|\.\.\.|…)(?!\S)")  # a place of a table in which no call stands
_COMMA: Final = re.compile(r"[\s()*!]*,[\s()*!]*")
_ASKED: Final = re.compile(r"[ ]{0,2}[-–—]?[ ]{0,2}[(]?\?|[ ]{0,2}[-–—][ ]{0,2};")
_SEMICOLON: Final = re.compile(r"\s?;\s?")
_ASIDE: Final = re.compile(r"\([^\W\d_]{2,14}[.!?]?\)")
_SEAT_GAP: Final = re.compile(r"\s?[:=)]?\s?")
_SMALL: Final = frozenset("nesw")
_FARTHEST: Final = 24
_ASIDES: Final = 2
_STRAINS: Final = "CDHSN"
_WIDEST: Final = 12
_CAPITALS: Final = frozenset(["P", "X", "XX", "Π", "Χ", "ΧΧ"])
_LONGEST: Final = 319  # calls: no auction is longer (each of 35 bids doubled and redoubled, with all the passes between)
_ALL_PASS: Final = ["P", "P", "P"]
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
    capital: bool
    end: int


def auction(page: Page, index: int) -> Read:
    """A run of at least two calls that were made one after the other; or one call with its seat.

    A run longer than any auction can be is passed over: it tells of no calls.
    """
    header = _header(page, index)
    if not header and not _promising(page, index):
        return None
    run = _walk(page, index + 4 if header else index)
    if len(run) > _LONGEST:
        return None, run[-1].last + 1
    while run and not header and not _holds(run):
        run.pop()
    if header and len(run) == 1:
        return _alone(page, index, run[0], header)
    if not run:
        return None
    if len(run) == 1:
        named = run[0].seat and run[0].first != run[0].last and run[0].call != "AP"
        return _by(page, run[0]) if named else None
    return _noted(page, index, run, header), run[-1].last + 1


def _walk(page: Page, index: int) -> list[_Said]:
    """The calls that follow each other from a unit on."""
    run: list[_Said] = []
    at, dashed = index, False
    while at < len(page.units):
        at = _past_asides(page, at) if run else at
        said = _said(page, at, run[-1].end if run else None) if at < len(page.units) else None
        if said is None or (run and (said.joint == "" or (dashed and _looser(said)) or _doubled(page, run[-1], said))):
            break
        run.append(said)
        dashed = dashed or said.joint == "dash"
        at = said.last + 1
        if len(run) == _PROVEN and not (_holds(run) and any(said.call[0] in "1234567" for said in run)):
            break
    if len(run) > 1 and run[-1].joint == "comma" and seat_behind(page, run[-1].last) is not None:
        run.pop()
    return run


def _past_asides(page: Page, index: int) -> int:
    """Past a word in brackets that only sets the scene: "2♠ (alerted) pass"."""
    for _ in range(_ASIDES):
        if index == len(page.units):
            break
        unit = page.units[index]
        closed = page.folded[unit.start - 1] == "(" and page.folded[unit.end : unit.end + 1] == ")"
        if not closed or "call" in unit.roles or "seat" in unit.roles or "letter" in unit.roles:
            break
        index += 1
    return index


def _looser(said: _Said) -> bool:
    """True when a run joined by dashes meets a bid that is not: the run is over."""
    return said.joint not in ("dash", "line") and said.call[0] in "1234567"


def _doubled(page: Page, before: _Said, said: _Said) -> bool:
    """True when a bid is what was doubled ("West doubled 1♥"), not the call made after the double."""
    told = before.call in ("X", "XX") and before.seat is not None and "call" not in page.units[before.last].roles
    return told and said.seat is None and said.joint == "blank" and said.call[0] in "1234567"


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
        least = 2 if len(calls) == _PROVEN else 1  # as many calls without a bid are an auction only when each is plain
        return len(page.units[index].form) > least or page.written(index) in _CAPITALS or calls == _ALL_PASS
    if len(bids) < 2 or len(calls) > len(bids) or "call" not in ahead[1]:
        return True
    if (bids[0][0], _STRAINS.index(bids[0][1])) < (bids[1][0], _STRAINS.index(bids[1][1])):
        return True
    return page.gap(index).strip(" ,\n") != "" or page.folded[max(0, page.units[index].start - 1)] == "("


def _header(page: Page, index: int) -> str | None:
    """The four seats in rotation that head a written auction, as letters; None when there are none."""
    if page.seat(index) is None or page.seat(index + 1) is None:
        return None
    seats = [page.seat(i) or "?" for i in range(index, index + 4)]
    shown = "".join(seats)
    return shown if shown in ("NESW", "ESWN", "SWNE", "WNES") else None


def _said(page: Page, index: int, after: int | None) -> _Said | None:
    """The call that stands here, with the seat before or right behind it, and how it is joined to what came before."""
    seat, capital = _seat_before(page, index)
    last = index + 1 if seat else index
    unit = page.units[last] if last < len(page.units) else None
    call = None if unit is None else unit.roles.get("call") or (unit.roles.get("verb") if seat else None)
    if unit is None or not call or (call[0] in "PXA" and page.close(last) and "number" in unit.roles):
        return None
    start, end = page.units[index].start, unit.end
    firm = len(unit.form) > 2 or page.written(last) in _CAPITALS
    if not seat and page.gap(last) == "(" and page.folded[page.units[last + 1].end : page.units[last + 1].end + 1] == ")":
        seat = page.seat(last + 1)
        last, end = (last + 1, end + 3) if seat else (last, end)
    bracketed = page.folded[max(0, start - 1) : start] == "(" and not (seat and ")" in page.folded[start : unit.start])
    joint = "start" if after is None else _joint(page.folded[after:start], seat) if start - after <= _FARTHEST else ""
    return _Said(index, last, call, seat, bracketed, joint, firm, capital, end)


def _seat_before(page: Page, index: int) -> tuple[str | None, bool]:
    """The seat that a unit names in front of a call, and whether it is a plain one: a word or a capital."""
    unit = page.units[index]
    seat = page.seat(index)
    plain = seat is not None
    if seat is None and not page.greek and unit.roles.get("letter") in _SMALL:
        seat = unit.roles["letter"].upper()
    if seat is None or "call" in unit.roles or page.folded[max(0, unit.start - 1)] == "/":
        return None, True
    return (seat, plain) if _SEAT_GAP.fullmatch(page.gap(index)) else (None, True)


def _joint(gap: str, seat: str | None) -> str:
    """How two calls are joined: `dash`, `comma`, `line`, `blank`, or nothing when they are not."""
    bare = _ASIDE.sub("", gap) if "(" in gap else gap
    if _LOOSE.fullmatch(bare):
        return "line" if "\n" in bare else "blank" if bare else "dash"
    if _DASH.fullmatch(bare):
        return "dash"
    return "comma" if _COMMA.fullmatch(bare) or (seat and _SEMICOLON.fullmatch(bare)) else ""


def _holds(run: list[_Said]) -> bool:
    """True when a run is an auction: its joints, its passes or its seats tell so, not only nearness."""
    bids = sum(said.call[0] in "1234567" for said in run)
    others = len(run) - bids
    joints = {said.joint for said in run[1:]}
    seats = sum(said.seat is not None for said in run)
    if len(run) == 1:
        return bool(run[0].seat) and run[0].capital
    if not bids:
        passed = [said.call for said in run] == _ALL_PASS  # "then p p p"
        return passed or (all(said.firm for said in run) and (len(run) >= 3 or "dash" in joints))
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
    return all(low < high for low, high in pairwise(worth))


def _part(page: Page, said: _Said) -> Notation:
    """One call of a run as a notation of its own."""
    at = said.last if "call" in page.units[said.last].roles or "verb" in page.units[said.last].roles else said.first
    return page.one("auction", at, "P P P") if said.call == "AP" else page.one("call", at, said.call)


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
        parts=(_part(page, said),),
    )
    return note, said.last + 1


def _columns(page: Page, index: int, run: list[_Said]) -> list[int]:
    """The column of each call below a header, from the first: a dash (or `?`, or dots) in an empty place is a call that was not
    made, unless dashes are what joins the calls."""
    joined = all(said.joint == "dash" for said in run[1:])
    column = len(_EMPTY.findall(page.folded[page.units[index].end : page.units[run[0].first].start]))
    found = [column]
    for before, said in pairwise(run):
        column += 1 + (0 if joined else len(_EMPTY.findall(page.folded[before.end : page.units[said.first].start])))
        found.append(column)
    return found


def _alone(page: Page, index: int, said: _Said, header: str) -> Read:
    """The one call below a header, behind the places in which none stands."""
    column = _columns(page, index + 3, [said])[0]
    return _by(page, said._replace(seat=header[column % 4], first=said.last)) if column and said.call != "AP" else None


def _noted(page: Page, index: int, run: list[_Said], header: str | None) -> Notation:
    """The auction as one notation: `W:` before a told seat, brackets kept, `?` at an open end."""
    shown: list[str] = []
    parts: list[Notation] = []
    columns = _columns(page, index + 3, run) if header else ()
    for number, said in enumerate(run):
        seat = header[columns[number] % 4] if header else said.seat
        call = said.call
        if call == "AP":
            passed = 0
            while passed < len(shown) and shown[-1 - passed].rpartition(":")[2].strip("()") == "P":
                passed += 1
            shown += ["P"] * max(1, 3 - passed)
        else:
            text = f"{seat}:{call}" if seat else call
            shown.append(f"({text})" if said.bracketed else text)
        parts.append(_part(page, said))
    asked = _ASKED.match(page.folded, run[-1].end)
    value = " ".join([*shown, *(["?"] if asked else [])])
    end = run[-1].end
    start = page.units[index].start - (run[0].bracketed and not header)
    return Notation("auction", start, end + (page.folded[end : end + 1] == ")"), value, parts=tuple(parts))
