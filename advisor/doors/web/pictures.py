"""Pictures of what a text tells: the auction as a grid, hands on the compass, a trick as four cards. Plain SVG, with the same
in words for those who listen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from advisor.doors.web.house import Notation, Reading, Seat, calls_of, parse_call, replay
from advisor.doors.web.texts import SIGNS as _SIGNS
from advisor.doors.web.texts import Texts

_SUITS = "SHDC"
_SEATS = "WNES"  # the columns of an auction, as a bidding pad has them
_GAP = 4
_MOST_CALLS = 60
_CELL, _ROW = 64, 30
_SEATED = re.compile(r"(?:([NESW])[: ])?(.+)")
_LETTER = re.compile(r"([NESW])\s*[:=-]?\s*$")
_NAMES = {"seat_north": "N", "seat_east": "E", "seat_south": "S", "seat_west": "W"}
Hands = Mapping[str, Mapping[str, str]]


def drawn(reading: Reading, lang: str) -> tuple[str, ...]:
    """Every picture that a text tells, as SVG: at most one auction, the hands, one trick."""
    texts = Texts("el" if lang == "el" else "en")
    notes = (*reading.notation, *reading.story.played)
    found = []
    auction = next((note for note in notes if note.kind == "auction"), None)
    over = next((note for note in notes if note.kind == "over"), None)
    if auction is not None:
        found.append(auction_grid(auction.value, texts))
    elif over is not None:
        found.append(auction_grid(" ".join(reversed(over.value.split("/"))), texts))
    told = hands(reading)
    if told:
        found.append(compass(told, texts))
    trick = next((note for note in (*reading.story.played, *reading.notation) if note.kind == "trick"), None)
    if trick is not None:
        found.append(trick_cross(trick.value, texts))
    return tuple(picture for picture in found if picture)


def call_shown(value: str, lang: str) -> str:
    """A canonical call as it is printed: 2♠, 3ΧΑ, and the words of the language for the others."""
    texts = Texts("el" if lang == "el" else "en")
    if value in ("P", "X", "XX"):
        return texts(f"call_{value}")
    return value[0] + (texts("notrump") if value[1:2] == "N" else _SIGNS.get(value[1:2], value[1:]))


def card_shown(value: str) -> str:
    """A canonical card as it is printed: ♠10."""
    return _SIGNS.get(value[:1], value[:1]) + value[1:].replace("T", "10")


def _suited(text: str) -> str:
    """The text as SVG, its suit signs in their colours."""
    out = escape(text)
    for suit, sign in _SIGNS.items():
        out = out.replace(sign, f'<tspan class="suit-{suit.lower()}">{sign}</tspan>')
    return out


def _svg(width: int, height: int, kind: str, title: str, body: Sequence[str]) -> str:
    """A picture that scales, with its title as the words that a screen reader says."""
    said = escape(title, {chr(34): "&quot;"})
    return (
        f'<svg class="picture {kind}" viewBox="0 0 {width} {height}" role="img" aria-label="{said}" '
        f'focusable="false">{"".join(body)}</svg>'
    )


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle"{f" class={chr(34)}{kind}{chr(34)}" if kind else ""}>{_suited(text)}</text>'
    )


def auction_grid(value: str, texts: Texts) -> str:
    """An auction in four columns, the irregular calls marked; nothing when its calls cannot be read."""
    told = list(calls_of(value))[:_MOST_CALLS]
    try:
        calls = [(Seat(seat) if seat else None, parse_call(call)) for seat, _, call in told if call != "?"]
    except ValueError:
        return ""
    if not calls:
        return ""
    played = replay(calls)
    wrong = {finding.index: texts(f"fault_{finding.fault.value}") for finding in played.findings}
    known = all(seat is not None for seat in played.by)
    start = _SEATS.index(played.by[0].value) if known and played.by[0] is not None else 0
    places = [(_SEATS.index(s.value) if known and s else (start + i) % 4) for i, s in enumerate(played.by)]
    body, row, last, said = [], 0, -1, []
    for index, ((_, call), place) in enumerate(zip(calls, places, strict=True)):
        row += place <= last
        last = place
        x, y = place * _CELL + _CELL // 2, 40 + row * _ROW
        shown = call_shown(str(call), texts.lang)
        if index in wrong:
            body.append(f'<rect class="wrong" x="{place * _CELL + 4}" y="{y - 19}" width="{_CELL - 8}" height="26" rx="6"/>')
        body.append(_text(x, y, shown, "wrong-text" if index in wrong else ""))
        seat = f"{texts(f'seat_{_SEATS[place]}')} " if known else ""
        said.append(f"{seat}{texts.aloud(shown)}{f' ({wrong[index]})' if index in wrong else ''}")
    heads = [
        _text(i * _CELL + _CELL // 2, 16, texts(f"letter_{seat}") if known else "·", "head") for i, seat in enumerate(_SEATS)
    ]
    title = f"{texts('picture_auction')}: {', '.join(said)}"
    return _svg(4 * _CELL, 50 + row * _ROW, "auction", title, [*heads, *body])


def hands(reading: Reading) -> dict[str, dict[str, str]]:
    """The hands a text tells, by seat (`?` for one whose seat is not told): the ranks of each suit."""
    found: dict[str, dict[str, str]] = {}
    for note in reading.notation:
        for part in note.parts if note.kind == "diagram" else (note,) if note.kind == "hand" else ():
            seat, held = _held(part.value)
            if held:
                found.setdefault(seat or _seat_before(reading, part), held)
    return found


def _held(value: str) -> tuple[str, dict[str, str]]:
    """A hand's value as (seat, ranks by suit): `N S:AKJ5 H:T92 ...` or `AKJ5.T92.Q3.K872`."""
    seat, _, rest = value.partition(" ") if value[:2] in ("N ", "E ", "S ", "W ") else ("", "", value)
    if ":" in rest:
        suits = dict(each.split(":", 1) for each in rest.split() if each[1:2] == ":")
    else:
        suits = dict(zip(_SUITS, rest.split("."), strict=False)) if rest.count(".") == 3 else {}
    return seat, {suit: "" if ranks == "-" else ranks for suit, ranks in suits.items()}


def _seat_before(reading: Reading, note: Notation) -> str:
    """The seat that stands right before a hand, or `?`."""
    for mention in reading.mentions:
        end = reading.tokens[mention.last].end
        if mention.name in _NAMES and end <= note.start <= end + _GAP:
            return _NAMES[mention.name]
    letter = _LETTER.search(reading.text, 0, note.start)
    return letter.group(1) if letter else "?"


def _ranks(ranks: str) -> str:
    return " ".join("10" if rank == "T" else rank for rank in ranks) or "–"


def compass(told: Hands, texts: Texts) -> str:
    """The hands at their places on the compass; a hand whose seat is not told stands in the middle."""
    at = {"N": (110, 4), "W": (4, 104), "E": (216, 104), "S": (110, 204), "?": (110, 104)}
    alone = len(told) == 1
    body, said = [], []
    for seat, suits in told.items():
        x, y = (4, 4) if alone else at[seat]
        name = texts(f"seat_{seat}") if seat != "?" else texts("picture_hand")
        body.append(f'<text x="{x}" y="{y + 14}" class="head">{escape(name)}</text>')
        for row, suit in enumerate(_SUITS):
            line = _suited(f"{_SIGNS[suit]} {_ranks(suits.get(suit, ''))}")
            body.append(f'<text x="{x}" y="{y + 34 + row * 19}">{line}</text>')
        spoken = ", ".join(f"{texts(f'suit_{suit}')} {_ranks(suits.get(suit, ''))}" for suit in _SUITS)
        said.append(f"{name}: {spoken}")
    width, height = (200, 100) if alone else (320, 300)
    return _svg(width, height, "hands", f"{texts('picture_hands')}. {'. '.join(said)}", body)


def trick_cross(value: str, texts: Texts) -> str:
    """A trick as its cards around the table, in the order in which they were played."""
    played = [match.groups() for each in value.split() if each != "?" and (match := _SEATED.fullmatch(each))][:4]
    seats = [seat for seat, _ in played]
    if seats and seats[0] and not all(seats):
        seats = ["NESW"[("NESW".index(seats[0]) + i) % 4] for i in range(len(played))]
    known = bool(seats) and all(seats)
    at = {"N": (110, 4), "E": (190, 60), "S": (110, 116), "W": (30, 60)}
    body, said = [], []
    for index, (_, card) in enumerate(played):
        seat = seats[index] if known else "NESW"[(3 + index) % 4]
        x, y = at[str(seat)]
        body.append(f'<rect class="card" x="{x}" y="{y}" width="60" height="50" rx="6"/>')
        body.append(_text(x + 30, y + 26, card_shown(card)))
        body.append(_text(x + 30, y + 43, f"{index + 1}. {texts(f'letter_{seat}')}" if known else f"{index + 1}.", "small"))
        said.append(f"{texts(f'seat_{seat}') + ' ' if known else ''}{texts.aloud(card_shown(card))}")
    return _svg(280, 172, "trick", f"{texts('picture_trick')}: {', '.join(said)}", body) if played else ""
