"""From text to units: what each word, suit sign or number may be, by word list or by the shape of its letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from advisor.read.notation.words import GREEK_QUEEN, GREEK_RANKS, SYMBOLS, Roles, Tail, Words

_TOKEN: Final = re.compile(r"[♠♥♦♣♤♡♢♧]\ufe0f?|![shdc](?=(?:10|[akqjtx2-9])*(?![^\W_]))|[^\W_]+")
_SHAPED: Final = re.compile(r"[shdc]?[akqjtx0-9]{1,14}|[akqjt][shdc]|[0-9][^\W_]{1,9}|[νχxn][αaτt]")
_CARD: Final = re.compile(r"(?P<suit>[shdc])(?P<rank>10|[2-9akqjt])|(?P<rank2>10|[2-9akqjt])(?P<suit2>[shdc])")
_HELD: Final = re.compile(r"(?P<suit>[shdc]?)(?P<ranks>(?:10|[akqjt2-9])*x*)")
_GREEK_HELD: Final = re.compile(rf"(?:10|{GREEK_QUEEN}|[αρκνβχabkqjtx2-9])+")
_RANKS: Final = "AKQJT98765432"
# Two capitals that are mostly something else: read as cards only where cards are spoken of.
_DOUBTFUL: Final = frozenset(["as", "ad", "ac", "ah", "at", "ha", "da", "ca", "st", "ht", "dt", "ct", "th", "ts", "tc"])
_NEVER: Final = frozenset(["td"])
_LETTERS: Final = frozenset("akqjtxpneswhdcαρκνβδχπ")
_GAP: Final = 2
_MOST: Final = 6_000  # plain words that are kept in mind


class Unit(NamedTuple):
    """A stretch of the text and what it may be: role -> value."""

    start: int
    end: int
    roles: Roles
    form: str


def ranks_of(text: str) -> str | None:
    """The ranks of a folded holding, ten as T and small cards as x; None when they repeat or do not descend.

    A jack is also heard where its Greek letter is typed with the Latin one that looks like it."""
    letters = text.replace("10", "t").replace(GREEK_QUEEN, "ν").replace("b", "β")
    shown = "".join(GREEK_RANKS.get(char, char.upper() if char != "x" else char) for char in letters)
    named = shown.rstrip("x")
    order = [_RANKS.find(char) for char in named]
    if -1 in order or any(a >= b for a, b in pairwise(order)) or len(shown) > 13:
        return None
    return shown


def scan(text: str, folded: str, words: Words, skip: Iterable[tuple[int, int]]) -> list[Unit]:
    """The units of a text in order; whatever is no word of notation is left out. `skip`: spans already read."""
    tokens = list(_TOKEN.finditer(folded))
    barred = sorted(skip)
    units: list[Unit] = []
    single, phrases, plain = words.single, words.phrases, words.plain
    index, count = 0, len(tokens)
    shouting = text.isupper()
    while index < count:
        token = tokens[index]
        form, start = token[0], token.start()
        index += 1
        if form in plain and (not units or units[-1].end != start):
            continue
        end = token.end()
        if form in phrases and index < count:
            length, roles = _phrase(phrases[form], tokens, index)
            if length:
                index += length
                end = tokens[index - 1].end()
                units.append(Unit(start, end, roles, folded[start:end]))
                continue
        known = single.get(form)
        touching = units[-1] if units and units[-1].end == start else None
        if known is None or end - start == 1 or (form == GREEK_QUEEN and touching and "symbol" in touching.roles):
            plainly = known is None and touching is None and form not in phrases
            known = _unlisted(form, text[start:end], words, known, shouting, touching)
            if plainly and not known and _plain(form):
                if len(plain) >= _MOST:
                    plain.clear()
                plain.add(form)
        if known:
            units.append(Unit(start, end, known, form))
    return _without(units, barred) if barred else units


def _plain(form: str) -> bool:
    """Whether a word has no shape of notation at all, so that it is none wherever it stands alone."""
    return len(form) > 1 and _SHAPED.fullmatch(form) is None


def _phrase(by_second: Mapping[str, Sequence[Tail]], tokens: list[re.Match[str]], index: int) -> tuple[int, Roles]:
    """How many tokens more the longest phrase takes here (0: none), and its role."""
    for tail, role, value in by_second.get(tokens[index][0], ()):
        following = tokens[index : index + len(tail)]
        if len(following) == len(tail) and all(token[0] == word for token, word in zip(following, tail, strict=True)):
            before = [tokens[index - 1], *following]
            if all(after.start() - token.end() <= _GAP for token, after in pairwise(before)):
                return len(tail), {role: value}
    return 0, {}


def _without(units: list[Unit], barred: list[tuple[int, int]]) -> list[Unit]:
    """The units that lie outside the spans."""
    kept: list[Unit] = []
    at = 0
    for unit in units:
        while at < len(barred) and barred[at][1] <= unit.start:
            at += 1
        if at == len(barred) or unit.end <= barred[at][0]:
            kept.append(unit)
    return kept


def _unlisted(form: str, written: str, words: Words, known: Roles | None, shouting: bool, touching: Unit | None) -> Roles | None:
    """What a token may be by its shape: a sign, a single letter, digits with an ending, a card, a holding."""
    if form[0] in SYMBOLS:
        return {"symbol": SYMBOLS[form[0]]}
    if form[0] == "!":
        return {"symbol": form[1].upper()}
    if len(form) == 1:
        if form.isdigit():
            return _digits(form)
        return {**(known or {}), "letter": written} if form in _LETTERS else known
    if touching and "symbol" in touching.roles and _GREEK_HELD.fullmatch(form):
        ranks = ranks_of(form)
        if ranks:
            return {**(_digits(form) if form.isdecimal() else {}), "holding": ranks}
    if not _SHAPED.fullmatch(form):
        return None
    if form.isdecimal():
        return _digits(form)
    roles: dict[str, str] = {}
    if form[0].isdigit():
        _with_level(form, words, roles)
    else:
        roles.update(words.either_script(form) or {})
    _card_shape(form, written.isupper(), shouting, roles)
    _holding_shape(form, written, roles)
    return roles or None


@lru_cache(maxsize=512)
def _digits(form: str) -> dict[str, str]:
    """A plain number, which may also be a rank or the spot cards of a holding."""
    roles = {"number": str(int(form)), "digits": form} if len(form) <= 4 and form.isascii() else {}
    if form.isascii() and len(form) <= 9 and "1" not in form.replace("10", "") and (ranks := ranks_of(form)):
        roles["holding"] = ranks
    return roles


def _with_level(form: str, words: Words, roles: dict[str, str]) -> None:
    """A bid or contract written in one piece (1s, 3nt, 3ntx), or an ordinal (5th)."""
    ending = form[1:]
    if form[0] in "1234567":
        strain = words.strain(ending)
        doubled = 0
        if strain is None and ending[-1] in "xχ":
            bare = ending.rstrip("xχ")
            doubled = len(ending) - len(bare)
            strain = words.strain(bare) if doubled <= 2 else None
        if strain:
            roles["call"] = form[0] + ("NT" if strain == "N" else strain)
            roles.update({"doubled": str(doubled)} if doubled else {})
    number = form.rstrip("abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξοπρστυφχψω")
    if len(number) <= 2 and number.isdecimal() and "ordinal_ending" in words.single.get(form[len(number) :], {}):
        roles["ordinal"] = str(int(number))


def _card_shape(form: str, capital: bool, shouting: bool, roles: dict[str, str]) -> None:
    """A card of two or three letters: d4, h9, HK, 10c. Pictures need telling capitals, some need company."""
    match = _CARD.fullmatch(form)
    if match is None or form in _NEVER:
        return
    suit, rank = match["suit"] or match["suit2"], match["rank"] or match["rank2"]
    card = suit.upper() + ("T" if rank == "10" else rank.upper())
    if rank.isdigit() or (capital and not shouting and form not in _DOUBTFUL):
        roles["card"] = card
    elif capital or (match["suit"] and rank in "kqj"):
        roles["doubtful_card"] = card


def _holding_shape(form: str, written: str, roles: dict[str, str]) -> None:
    """The cards of one suit in one piece (AKxxx, KQ5432), perhaps behind the letter of the suit (SKxx)."""
    match = _HELD.fullmatch(form)
    ranks = ranks_of(match["ranks"]) if match and match["ranks"] else None
    if match is None or ranks is None:
        return
    capital = all(char.isupper() or char in "xX" or char.isdigit() for char in written)
    if match["suit"]:
        if capital and len(ranks) >= 3:
            roles["held"] = f"{match['suit'].upper()}:{ranks}"
        return
    roles["holding"] = ranks
    honours = sum(char in "AKQJ" for char in ranks)
    if capital and honours and (len(ranks) >= 3 or honours == 2):
        roles["firm"] = "yes"
