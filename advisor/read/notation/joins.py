"""Two or three units that make one: a level and a suit, a suit and its cards, a rank and its suit."""

from __future__ import annotations

import re
from typing import Final

from advisor.read.notation.tokens import Unit, ranks_of
from advisor.read.notation.words import GREEK_RANKS, SUITS

_OF: Final = "of"
_VOID: Final = re.compile(r"[ \t]?[-—–](?=\s|$|[),;])")
_TIGHT: Final = ("", " ", "\u00a0")
_ENDS: Final = ("", *".,;:!?)»”\"'")  # what may stand behind a word that ends its part of the sentence


def join(units: list[Unit], folded: str) -> list[Unit]:
    """The units with neighbours joined where they are one call, card or holding."""
    joined: list[Unit] = []
    index, count = 0, len(units)
    while index < count:
        unit = units[index]
        roles = unit.roles
        made: tuple[Unit, int] | None = None
        if "symbol" in roles:
            made = _behind_symbol(units, index, folded)
        elif "number" in roles:
            made = _level(units, index, folded)
        if made is None and ("rank" in roles or "letter" in roles or "number" in roles):
            made = _rank_first(units, index, folded)
        elif made is None and ("suit" in roles or "suits" in roles):
            made = _suit_first(units, index, folded)
        elif made is None and "holding" in roles:
            made = _holding_first(units, index, folded)
        if made is None:
            joined.append(unit)
            index += 1
        else:
            joined.append(made[0])
            index = made[1]
    return joined


def _gap(units: list[Unit], index: int, folded: str) -> str:
    """The text up to the next unit; a full stop when it is far or missing."""
    if index + 1 >= len(units) or units[index + 1].start - units[index].end > 2:
        return "."
    return folded[units[index].end : units[index + 1].start]


def _span(units: list[Unit], first: int, last: int, roles: dict[str, str], folded: str) -> tuple[Unit, int]:
    start, end = units[first].start, units[last].end
    return Unit(start, end, roles, folded[start:end]), last + 1


def _rank(unit: Unit) -> str | None:
    """The rank a unit names: a word, a capital letter, a number from two to ten."""
    roles = unit.roles
    if "rank" in roles:
        return roles["rank"]
    letter = roles.get("letter")
    if letter is not None:
        return letter if letter in "AKQJT" else ("A" if letter == "Α" else "K" if letter == "Κ" else None)
    number = roles.get("number")
    if number is not None and 2 <= int(number) <= 10:
        return "T" if number == "10" else number
    return None


def _behind_symbol(units: list[Unit], index: int, folded: str) -> tuple[Unit, int] | None:
    """A suit sign and its card or cards: a card, a holding, or a void."""
    suit = units[index].roles["symbol"]
    if _gap(units, index, folded) in _TIGHT:
        roles = units[index + 1].roles
        ranks = roles.get("holding") or _letter_rank(roles.get("letter")) or roles.get("rank")
        if ranks is None and 2 <= int(roles.get("number", "0")) <= 10:
            ranks = ranks_of(roles["number"])
        if ranks is not None and len(ranks) == 1 and ranks != "x":
            return _span(units, index, index + 1, {"card": suit + ranks, "held": f"{suit}:{ranks}", "first": "s"}, folded)
        if ranks is not None:
            return _span(units, index, index + 1, {"held": f"{suit}:{ranks}"}, folded)
    void = _VOID.match(folded, units[index].end)
    if void:
        start = units[index].start
        return Unit(start, void.end(), {"held": f"{suit}:-"}, folded[start : void.end()]), index + 1
    return None


def _letter_rank(letter: str | None) -> str | None:
    """The rank a single letter means right behind a suit, in either script."""
    if letter is None:
        return None
    upper = letter.upper()
    return upper if upper in "AKQJT" else ("x" if upper in "XΧ" else GREEK_RANKS.get(letter.lower()))


def _level(units: list[Unit], index: int, folded: str) -> tuple[Unit, int] | None:
    """A number and a suit: a bid, a card written rank first, or a count of cards."""
    gap = _gap(units, index, folded)
    if gap not in _TIGHT:
        return None
    number, following = int(units[index].roles["number"]), units[index + 1].roles
    suit = following.get("symbol") or following.get("suit") or following.get("suits")
    if suit is None or number < 1 or number > 13:
        return None
    roles: dict[str, str] = {}
    if number <= 7:
        roles["call"] = f"{number}{'NT' if suit == 'N' else suit}"
    if suit != "N":
        rank = _rank(units[index])
        if "symbol" in following:
            roles.update({"card": suit + rank} if rank and not gap else {})
        else:
            roles["count"] = f"{number}{suit}"
            if rank and number >= 2 and "suit" in following:
                roles["card"] = suit + rank
    if not roles:
        return None
    last = index + 1
    if "call" in roles and gap == "" and _gap(units, last, folded) == "" and "doubled" in units[last + 1].roles:
        last += 1
        roles = {"call": roles["call"], "doubled": units[last].roles["doubled"]}
    return _span(units, index, last, roles, folded)


def _rank_first(units: list[Unit], index: int, folded: str) -> tuple[Unit, int] | None:
    """A rank and its suit: A♠, ace of spades, a rank word next to a suit word."""
    gap = _gap(units, index, folded)
    if gap not in _TIGHT:
        return None
    following = units[index + 1].roles
    rank = _rank(units[index]) or (_letter_rank(units[index].roles.get("letter")) if units[index + 1].form == _OF else None)
    if rank in (None, "x"):
        return None
    if "symbol" in following:
        worded = gap == "" or "rank" in units[index].roles
        return _span(units, index, index + 1, {"card": following["symbol"] + rank}, folded) if worded else None
    suit = following.get("suit") or following.get("suits")
    if suit and suit != "N" and "rank" in units[index].roles:
        return _span(units, index, index + 1, {"card": suit + rank}, folded)
    if "of" in following or ("in" in following and "rank" in units[index].roles):
        return _of(units, index, folded, {"card": rank})
    return None


def _of(units: list[Unit], index: int, folded: str, roles: dict[str, str]) -> tuple[Unit, int] | None:
    """The suit behind "of": completes a card (rank given) or a holding (its ranks given)."""
    last = index + 2
    if _gap(units, index + 1, folded) not in _TIGHT or last >= len(units):
        return None
    following = units[last].roles
    suit = following.get("symbol") or following.get("suit") or following.get("suits")
    if suit is None and "card" in roles and units[index + 1].form == _OF:
        suit = following.get("short") or following.get("letter", "x").upper()
        suit = suit if suit in SUITS else None
    elif suit is None and following.get("letter", "x") in SUITS:
        suit = following["letter"]
    if suit is None or suit == "N":
        return None
    if "card" in roles:
        return _span(units, index, last, {"card": suit + roles["card"]}, folded)
    return _span(units, index, last, {"held": f"{suit}:{roles['holding']}"}, folded)


def _suit_first(units: list[Unit], index: int, folded: str) -> tuple[Unit, int] | None:
    """A suit word and a rank behind it; a number there is doubtful, and a number in words one only where nothing goes on behind
    it («πίκα τρία», not «πίκα τρία φύλλα»)."""
    roles = units[index].roles
    suit = roles.get("suit") or roles["suits"]
    if suit == "N" or _gap(units, index, folded) != " ":
        return None
    following = units[index + 1]
    rank = _rank(following)
    if rank is None or ("letter" in following.roles and following.roles["letter"] == "A"):
        return None
    alone = folded[following.end : following.end + 1] in _ENDS
    if "number" in following.roles and ("suit" not in roles or not ("digits" in following.roles or alone)):
        return None
    made = {"card": suit + rank} if "number" not in following.roles else {"spot": suit + rank, "suit": suit}
    return _span(units, index, index + 1, made, folded)


def _holding_first(units: list[Unit], index: int, folded: str) -> tuple[Unit, int] | None:
    """A holding and its suit: AKxxx♥, AKQJxxx of hearts."""
    gap = _gap(units, index, folded)
    if gap not in _TIGHT:
        return None
    following, ranks = units[index + 1].roles, units[index].roles["holding"]
    if "symbol" in following and gap == "":
        return _span(units, index, index + 1, {"held": f"{following['symbol']}:{ranks}"}, folded)
    if ("of" in following or "in" in following) and len(ranks) > 1:
        return _of(units, index, folded, {"holding": ranks})
    suit = following.get("suit") or following.get("suits")
    if suit and suit != "N" and gap == " " and "firm" in units[index].roles:
        return _span(units, index, index + 1, {"held": f"{suit}:{ranks}"}, folded)
    return None
