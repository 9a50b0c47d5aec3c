"""What stands alone: a call, a card, a suit, a rank. Of two readings the scene chooses, or both are kept."""

from __future__ import annotations

from typing import Final

from advisor.read.notation.page import Page, Read

_LONE_RANKS: Final = {"K": "K", "Q": "Q", "J": "J", "Κ": "K"}
_WITH, _LOW = "with", "123"  # of the level


def call(page: Page, index: int) -> Read:
    """A call on its own; `2♥` and `4h` may be cards, `two spades` may count cards."""
    roles = page.units[index].roles
    value = roles["call"]
    if value[0] in "PXA":
        if len(page.units[index].form) < 3:
            return None
        if value == "AP":
            return page.one("auction", index, "P P P"), index + 1
        return page.one("call", index, value), index + 1
    if "count" in roles:
        return _worded(page, index, value)
    if "card" not in roles:
        return page.one("call", index, value), index + 1
    if page.touches_play(index):
        return page.one("card", index, roles["card"], alternatives=(f"call:{value}",)), index + 1
    sure = not (page.after_article(index) and page.speaks_of(index) == "card")
    return page.one("call", index, value, alternatives=(f"card:{roles['card']}",), sure=sure), index + 1


def _worded(page: Page, index: int, value: str) -> Read:
    """A number and the word of a suit: a bid, so many cards, or (behind an article, the suit uncounted) one card."""
    roles, told = page.units[index].roles, "call" if _begun_with(page, index, value) else page.speaks_of(index)
    counted, card = f"suit_count:{roles['count']}", roles.get("card")
    single = value[0] == "1" and "play" in page.scene_before(index)
    if card and told != "call" and page.after_article(index):
        others: tuple[str, ...] = (f"call:{value}", counted)
        return page.one("card", index, card, alternatives=others, sure=told == "card"), index + 1
    if told == "card" or (told is None and single):
        return page.one("suit_count", index, roles["count"], alternatives=(f"call:{value}",)), index + 1
    others = (counted, f"card:{card}") if card else (counted,)
    return page.one("call", index, value, alternatives=others, sure=told == "call"), index + 1


def _begun_with(page: Page, index: int, value: str) -> bool:
    """Whether a low bid is what somebody opens or overcalls "with": five or six of a suit so told are the cards held."""
    told = page.units[index - 1].form == _WITH and page.close(index - 1) and "call" in page.scene_before(index - 1)
    return index > 1 and told and value[0] in _LOW


def card(page: Page, index: int) -> Read:
    """A card on its own."""
    roles = page.units[index].roles
    if "count" in roles:
        sure = page.speaks_of(index) == "card"
        return page.one("card", index, roles["card"], sure=sure, alternatives=(f"suit_count:{roles['count']}",)), index + 1
    return page.one("card", index, roles["card"]), index + 1


def doubtful_card(page: Page, index: int) -> Read:
    """Two letters that are a card only where cards are spoken of."""
    if page.speaks_of(index) != "card":
        return None
    return page.one("card", index, page.units[index].roles["doubtful_card"]), index + 1


def spot(page: Page, index: int) -> Read:
    """A suit word with a number behind it."""
    roles, sure = page.units[index].roles, page.speaks_of(index) == "card"
    return page.one("card", index, roles["spot"], sure=sure, alternatives=(f"suit:{roles['suit']}",)), index + 1


def counted(page: Page, index: int) -> Read:
    """More cards of a suit than can be bid: "eight spades"."""
    return page.one("suit_count", index, page.units[index].roles["count"]), index + 1


def suit(page: Page, index: int) -> Read:
    """A suit, or no trumps, on its own."""
    roles = page.units[index].roles
    value = roles.get("symbol") or roles.get("suit") or roles["suits"]
    return page.one("strain" if value == "N" else "suit", index, value), index + 1


def rank(page: Page, index: int) -> Read:
    """A rank word on its own."""
    return page.one("rank", index, page.units[index].roles["rank"]), index + 1


def lone_letter(page: Page, index: int) -> Read:
    """A capital K, Q or J standing alone."""
    unit = page.units[index]
    value = _LONE_RANKS.get(unit.roles["letter"])
    around = page.text[max(0, unit.start - 1) : unit.start] + page.text[unit.end : unit.end + 1]
    if value is None or "." in around or "&" in around or "'" in around or "’" in around:
        return None
    return page.one("rank", index, value, sure=False), index + 1


def lone_number(page: Page, index: int) -> Read:
    """A number that can only be a rank: "played the 3", "dropped 9"."""
    number = int(page.units[index].roles["number"])
    if not 2 <= number <= 10 or not _ends(page, index):
        return None
    article = page.after_article(index)
    scene = page.units[index - 1].roles.get("context", "") if index and page.close(index - 1) else ""
    if article and index > 1 and page.unbroken(page.units[index - 2].end, page.units[index].start, 25):
        scene = page.units[index - 2].roles.get("context", "")
    direct = "card" in scene.split() and "digits" in page.units[index].roles
    if not (direct or (article and ({"card", "play"} & set(scene.split())))):
        return None
    return page.one("rank", index, "T" if number == 10 else str(number), sure=False), index + 1


def _ends(page: Page, index: int) -> bool:
    """True when the number does not count the word behind it."""
    end = page.units[index].end
    following = page.folded[end : end + 2]
    if not following.strip() or not following[0].isspace():
        return following[:1] not in ("-", "–", "+", "/", "%", ":")
    return not page.close(index) or not ({"cards", "trick", "suits", "suit", "board"} & set(page.units[index + 1].roles))
