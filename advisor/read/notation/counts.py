"""Numbers with their nouns: boards, tricks, cards, results."""

from __future__ import annotations

from typing import Final

from advisor.read.notation.page import Notation, Page, Read

_SIGNS: Final = "+-−–"
_LARGEST_SCORE: Final = 7600
_TRICKS: Final = 13


def count(page: Page, index: int) -> Read:
    """A number and what it counts or numbers, or a noun and its number; None when there is no such pair here."""
    roles = page.units[index].roles
    if "board" in roles or "trick" in roles:
        numbered = _numbered(page, index, "board" if "board" in roles else "trick_number")
        if numbered:
            return numbered
    if "ordinal" in roles and page.close(index):
        noun, place = page.units[index + 1].roles, int(roles["ordinal"])
        if "trick" in noun and 1 <= place <= _TRICKS:
            return page.one("trick_number", index, roles["ordinal"], index + 1), index + 2
        if "board" in noun and place and page.units[index].form[0].isdigit():
            return page.one("board", index, roles["ordinal"], index + 1), index + 2
    if "number" in roles:
        return _counted(page, index, int(roles["number"])) or _score(page, index)
    if "down_before" in roles and page.close(index) and page.role(index + 1, "number"):
        tricks = int(page.role(index + 1, "number") or 0)
        if 1 <= tricks <= 13 and not _noun_follows(page, index + 1):
            return page.one("result", index, f"-{tricks}", index + 1), index + 2
    return None


def _numbered(page: Page, index: int, kind: str) -> Read:
    """A noun and its number: "board 19", "trick no. 5", "board #7"."""
    at = index + 1
    if page.role(at, "number_sign") is not None and page.close(index):
        at += 1
    number = page.role(at, "number")
    gap = page.gap(at - 1).strip()
    if number is None or gap not in ("", "#", ".") or len(page.gap(at - 1)) > 3:
        return None
    if gap == "." and at == index + 1:
        return None
    if int(number) < 1 or (kind == "trick_number" and int(number) > _TRICKS) or _noun_follows(page, at):
        return None
    return page.one(kind, index, number, at), at + 1


def _noun_follows(page: Page, index: int) -> bool:
    """True when the number counts what follows it."""
    noun = page.units[index + 1].roles if page.close(index) else {}
    return any(role in noun for role in ("cards", "trick", "suits"))


def _counted(page: Page, index: int, number: int) -> Read:
    """A number of cards, of tricks, of passes, or of tricks down."""
    if not page.close(index):
        return None
    noun = page.units[index + 1].roles
    if "cards" in noun and 1 <= number <= 52:
        return page.one("card_count", index, str(number), index + 1), index + 2
    if "trick" in noun and 1 <= number <= 13:
        return page.one("trick_count", index, str(number), index + 1), index + 2
    if (noun.get("call") == "P" or noun.get("verb") == "P") and 2 <= number <= 4 and len(page.units[index + 1].form) > 2:
        return page.one("auction", index, " ".join(["P"] * number), index + 1), index + 2
    start = page.units[index].start
    if (
        "down" in noun
        and 1 <= number <= 13
        and page.folded[max(0, start - 1)] not in "-–/"
        and not _noun_follows(page, index + 1)
    ):
        return page.one("result", index, f"-{number}", index + 1), index + 2
    return None


def _score(page: Page, index: int) -> Read:
    """A score or a number of tricks with its sign ("+800", "-1"), or a board with its sign ("#7")."""
    unit = page.units[index]
    if "digits" not in unit.roles or unit.start == 0:
        return None
    sign, number = page.folded[unit.start - 1], int(unit.roles["digits"])
    before = page.folded[unit.start - 2] if unit.start > 1 else " "
    if before.isalnum() or before in "♠♥♦♣)\ufe0f" or unit.roles["digits"][0] == "0":
        return None
    if sign == "#":
        return Notation("board", unit.start - 1, unit.end, str(number)), index + 1
    after = page.folded[unit.end : unit.end + 1]
    if sign not in _SIGNS or after in ("-", "–", "%", "♠", "♥", "♦", "♣"):
        return None
    if number <= 13 or (number % 10 == 0 and number <= _LARGEST_SCORE):
        value = f"{'+' if sign == '+' else '-'}{number}"
        return Notation("result", unit.start - 1, unit.end, value, sure=number > 13), index + 1
    return None
