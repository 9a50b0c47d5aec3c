"""Runs of cards: tricks, whole hands, the shape of a hand, and the compass diagram of two or four hands."""

from __future__ import annotations

import re
from typing import Final

from advisor.read.notation.page import Notation, Page, Read
from advisor.read.notation.words import SUITS

_NEXT: Final = re.compile(r"\s?[-–—]")
_APART: Final = re.compile(r"\s[-–—]\s")
_OPEN: Final = re.compile(r"\s?[-–—](?=\s|$|[.,;)])")
_SHAPE: Final = re.compile(r"(?<![\w-])(\d{1,2})([-=–])(\d{1,2})\2(\d{1,2})\2(\d{1,2})(?![\w])")
_BETWEEN: Final = re.compile(r"[ \t,;.·|/]*\n?[ \t]*")
_VOID: Final = re.compile(r" [-—–] ")
_NARROWEST: Final = 15  # thirteen cards and the gaps between three holdings
_ROWS: Final = 14
_ABREAST: Final = 2
_ROW: Final = re.compile(r"[\s·|]*")


def trick(page: Page, index: int) -> Read:
    """A card and the cards that followed it, ranks alone being of its suit: "♠A-10-3-2"; `?` where it breaks off."""
    first = page.role(index, "card")
    if first is None or "call" in page.units[index].roles:
        return None
    cards, at = [first], index
    apart = 0
    while len(cards) < 4 and at + 1 < len(page.units):
        gap = page.gap(at)
        if not _NEXT.fullmatch(gap) and not _APART.fullmatch(gap):
            break
        card = _follower(page, at + 1, first[0])
        if card is None:
            break
        apart += _APART.fullmatch(gap) is not None
        cards.append(card)
        at += 1
    if len(cards) < 2 or (apart and len(cards) < 3):
        return None
    opened = len(cards) < 4 and _OPEN.match(page.folded, page.units[at].end)
    parts = tuple(page.one("card", index + step, card) for step, card in enumerate(cards))
    return page.one("trick", index, " ".join([*cards, *(["?"] if opened else [])]), at, parts=parts), at + 1


def _follower(page: Page, index: int, suit: str) -> str | None:
    """The card a later unit of a trick is."""
    roles = page.units[index].roles
    if "card" in roles and "call" not in roles:
        return roles["card"]
    rank = roles.get("rank") or roles.get("number")
    letter = roles.get("letter", "").upper()
    if rank is None and letter and letter in "AKQJT":
        rank = letter
    if rank == "10":
        rank = "T"
    return suit + rank if rank and len(rank) == 1 and rank in "AKQJT98765432" else None


def hand(page: Page, index: int) -> Read:
    """Four holdings that make a hand, with their suits or in the order of the suits; else the one holding."""
    held = page.role(index, "held")
    if held is None:
        return _bare_hand(page, index)
    found = {held[0]: held[2:]}
    at = index
    while len(found) < 4 and at + 1 < len(page.units) and _BETWEEN.fullmatch(page.gap(at)):
        following = page.role(at + 1, "held")
        if following is None or following[0] in found:
            break
        found[following[0]] = following[2:]
        at += 1
    if len(found) == 4 and (_size(found.values()) == 13 or any(len(ranks) > 1 or ranks == "-" for ranks in found.values())):
        return page.one("hand", index, ".".join(found[suit].replace("-", "") for suit in SUITS), at), at + 1
    if "card" in page.units[index].roles:
        return None
    return page.one("holding", index, held), index + 1


def _size(holdings: object) -> int:
    """How many cards holdings have together."""
    return sum(len(str(ranks).replace("-", "")) for ranks in holdings) if hasattr(holdings, "__iter__") else 0


def _ranks(page: Page, index: int) -> str | None:
    """The ranks of a unit that may be a holding without its suit."""
    if index >= len(page.units):
        return None
    unit = page.units[index]
    if "holding" in unit.roles:
        return unit.roles["holding"]
    if set(unit.form) <= {"x", "χ"} and len(unit.form) <= 6:
        return "x" * len(unit.form)
    letter = unit.roles.get("letter")
    return letter if letter and letter in "AKQJT" else None


def _bare_hand(page: Page, index: int) -> Read:
    """Four holdings without suits that make thirteen cards: "Kxxxxx xx xx Qxx"; a dash is a void."""
    found: list[str] = []
    at = index
    across = page.units[min(index + 3, len(page.units) - 1)].end - page.units[index].start
    while len(found) < 4 and across >= _NARROWEST:
        ranks = _ranks(page, at)
        if ranks is None:
            break
        found.append(ranks)
        gap = page.gap(at)
        if _VOID.fullmatch(gap) and len(found) < 4:
            found.append("")
        elif gap not in (" ", ".", ", ") or (gap == "." and page.folded[page.units[at].end : page.units[at].end + 1] != "."):
            at += 1
            break
        at += 1
    lettered = any(char in "AKQJx" for ranks in found for char in ranks)
    if len(found) == 4 and sum(map(len, found)) == 13 and lettered and at - 1 > index:
        return page.one("hand", index, ".".join(found), at - 1), at
    if "firm" in page.units[index].roles:
        return page.one("holding", index, page.units[index].roles["holding"]), index + 1
    return None


def shape(page: Page, index: int) -> Read:
    """The lengths of the four suits: "5-1-0-7", thirteen together."""
    unit = page.units[index]
    if "digits" not in unit.roles or page.folded[unit.end : unit.end + 1] not in ("-", "=", "–"):
        return None
    match = _SHAPE.match(page.folded, unit.start)
    if match is None or sum(int(match[group]) for group in (1, 3, 4, 5)) != 13:
        return None
    last = index
    while last + 1 < len(page.units) and page.units[last + 1].start < match.end():
        last += 1
    value = "-".join(match[group] for group in (1, 3, 4, 5))
    return Notation("shape", match.start(), match.end(), value), last + 1


def diagram(page: Page, index: int) -> Read:
    """Hands laid out as at the table: north on top, west and east abreast, south below: `N S:A2 | W S:5 ...`."""
    if page.role(index, "held") is None:
        return None
    rows: list[list[int]] = [[index]]
    at = index
    while at + 1 < len(page.units) and page.role(at + 1, "held") is not None:
        start, end = page.units[at].end, page.units[at + 1].start
        gap = page.folded[start:end]
        if end - start > 40 or len(rows) > _ROWS or not _ROW.fullmatch(gap):
            break
        at += 1
        if "\n" in gap:
            rows.append([at])
        elif len(rows[-1]) < _ABREAST:
            rows[-1].append(at)
        else:
            return None
    pairs = [number for number, row in enumerate(rows) if len(row) == _ABREAST]
    if not pairs or (pairs[0] == 0 and pairs[-1] == len(rows) - 1):
        return None
    hands = _hands(page, rows, pairs)
    return page.one("diagram", index, " | ".join(hand.value for hand in hands), at, parts=hands), at + 1


def _hands(page: Page, rows: list[list[int]], pairs: list[int]) -> tuple[Notation, ...]:
    """The hands of a diagram by seat, from its rows and the numbers of those with two columns."""
    hands: dict[str, list[int]] = {"N": [], "E": [], "S": [], "W": []}
    for number, row in enumerate(rows):
        if len(row) == 2:
            hands["W"].append(row[0])
            hands["E"].append(row[1])
        elif number < pairs[0]:
            hands["N"] += row
        else:
            line = page.folded.rfind("\n", 0, page.units[row[0]].start) + 1
            indent = page.folded[line : page.units[row[0]].start]
            hands["E" if number < pairs[-1] or indent.count("\t") >= 2 else "S"] += row
    return tuple(
        page.one("hand", units[0], f"{seat} " + " ".join(page.units[i].roles["held"] for i in units), units[-1])
        for seat, units in hands.items()
        if units
    )
