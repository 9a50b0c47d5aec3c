"""The decision chart of a table, as a director laminates it: questions in boxes, answers on the lines, rulings at the ends.

Made from the table alone, so it says what the advisor says. One picture, one sheet of A4; what is asked twice is drawn once.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from xml.sax.saxutils import escape

from advisor.doors.web.house import Ruled, Table, UsageError, Words, law_number, open_rows, paths, row_lines, rule, table, tables
from advisor.doors.web.texts import Texts

_WIDTHS = (794.0, 880.0, 970.0, 1060.0, 1160.0, 1270.0)  # A4 at 96 dots an inch, then finer: the first that is not too long
_ASPECT = 2**0.5
_MARGIN, _INDENT, _LINE, _PAD, _GAP = 28.0, 30.0, 16.0, 7.0, 8.0
_FINE_PAD, _FINE_GAP = 4.0, 4.0  # in the finest print the boxes stand closer, the letters as large
_MOST_LINES, _TRIED = 44, 2
_LETTER = 7.3  # the mean width of a letter of 13 points, wide enough for Greek
_INK, _PALE, _ASKS, _EDGE, _RULES = "#1b2430", "#5a6675", "#dcebf7", "#31658c", "#f4f1e6"
_FONT = "system-ui, 'DejaVu Sans', Arial, sans-serif"


@dataclass(frozen=True)
class Leaf:
    """A ruling: the paragraph, and the rows that say what follows."""

    law: str
    rows: tuple[str, ...]
    size = 2


@dataclass(frozen=True)
class Ask:
    """A question and where its answers lead, those that lead to the same together; `usual` is the answer that is presumed."""

    fact: str
    usual: str
    answers: tuple[tuple[tuple[str, ...], Tree], ...]

    @cached_property
    def size(self) -> int:
        """About how many lines it takes to draw, what is asked twice drawn once."""
        return sum({each: 1 + len(each.answers) for each in _asks(self)}.values()) + 2 * len(set(_leaves(self)))


Tree = Leaf | Ask


def held(name: str, edition: str = paths.EDITION) -> Table:
    """The table of an irregularity. Raises UsageError when there is none."""
    found = table(edition, name)
    if found is None:
        raise UsageError("LAW", f"There is no decision table '{name}' in the {edition} laws.")
    return found


def of_law(ref: str, edition: str = paths.EDITION) -> list[str]:
    """The irregularities whose tables a law has, those of the paragraph meant first. Raises UsageError when it has none."""
    number = law_number(ref)
    found = [
        (not str(data["law"]).startswith(ref), name)
        for name, data in tables(edition).items()
        if law_number(str(data["law"])) == number
    ]
    if not found:
        raise UsageError("LAW", f"Law {number} has no decision table: 'advisor law {number}' says what it holds.")
    return [name for _, name in sorted(found)]


def tree(found: Table) -> Tree:
    """The whole table as questions and answers, in the order in which a director asks; nothing is presumed.

    Where that order makes more than a sheet, the order that makes the fewest lines."""
    asked = in_order(found)
    if asked.size <= _MOST_LINES:
        return asked
    return min(asked, _tree(found, {}, shortest=True), key=lambda each: each.size)


def in_order(found: Table) -> Tree:
    """The same, in the order in which a director asks, however long it gets."""
    return _tree(found, {}, shortest=False)


@lru_cache(maxsize=512)
def _whole(edition: str, name: str) -> Tree:
    return tree(held(name, edition))


def _tree(found: Table, facts: dict[str, str], *, shortest: bool) -> Tree:
    ruled = rule(found, facts, both_ways=tuple(found.asks))
    if ruled.row is not None or not ruled.question:
        return _leaf(ruled)
    if not shortest:
        return _asked(found, facts, ruled.question, shortest=False)
    dividing = [name for name in found.asks if name not in facts and _divides(found, facts, name)]
    promising = sorted(dividing, key=lambda name: _open(found, facts, name))[:_TRIED]
    return min((_asked(found, facts, name, shortest=True) for name in promising), key=lambda each: each.size)


def _asked(found: Table, facts: dict[str, str], name: str, *, shortest: bool) -> Ask:
    """One question with its answers; those with the same to follow are drawn as one."""
    ask = found.asks[name]
    groups: dict[Tree, list[str]] = {}
    for value in ask.values:
        known = facts | {name: value}
        if open_rows(found, known):
            groups.setdefault(_tree(found, known, shortest=shortest), []).append(value)
    return Ask(name, ask.presume or ask.until, tuple((tuple(values), below) for below, values in groups.items()))


def _divides(found: Table, facts: dict[str, str], name: str) -> bool:
    """Whether the answers to a question leave different rows."""
    return len({_left(found, facts | {name: value}) for value in found.asks[name].values} - {frozenset()}) > 1


def _open(found: Table, facts: dict[str, str], name: str) -> tuple[int, int]:
    """How much is left to ask after a question: the rows still open after its answers."""
    left = [len(_left(found, facts | {name: value})) for value in found.asks[name].values]
    return sum(each for each in left if each > 1), len(left)


def _left(found: Table, facts: dict[str, str]) -> frozenset[str]:
    return frozenset(row.id for row in open_rows(found, facts))


def _leaf(ruled: Ruled) -> Leaf:
    rows = (ruled.row,) if ruled.row is not None else ruled.rows
    return Leaf(rows[0].law if rows else ruled.table.law, tuple(row.id for row in rows))


@dataclass(slots=True)
class _Sheet:
    """What is drawn so far: the shapes, the same in words, and how far down the sheet is full."""

    words: Words
    texts: Texts
    table: Table
    width: float
    y: float = 0.0
    shapes: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    numbers: dict[Ask, int] = field(default_factory=dict)
    repeated: frozenset[Ask] = frozenset()
    ruled: set[tuple[tuple[str, ...], str]] = field(default_factory=set)

    @property
    def pad(self) -> float:
        """The room between a box and its text."""
        return _FINE_PAD if self.width == _WIDTHS[-1] else _PAD

    @property
    def gap(self) -> float:
        """The room between two boxes."""
        return _FINE_GAP if self.width == _WIDTHS[-1] else _GAP


def chart(found: Table, lang: str, *, alone: bool = False) -> str:
    """The chart as SVG; `alone` makes it a file of its own."""
    texts, words = Texts("el" if lang == "el" else "en"), Words(lang)
    whole = _whole(found.edition, found.irregularity)
    counts: dict[Ask, int] = {}
    for each in _asks(whole):
        counts[each] = counts.get(each, 0) + 1
    repeated = frozenset(each for each, count in counts.items() if count > 1)
    title = f"{words.frame('law')} {words.ref(found.law)}. {words.irregularity(found.irregularity)}"
    for width in _WIDTHS:
        sheet = _Sheet(words, texts, found, width, repeated=repeated)
        _fill(sheet, title, whole)
        if sheet.y + _MARGIN <= width * _ASPECT:
            break
    return _svg(sheet, title, found.irregularity, alone)


def _fill(sheet: _Sheet, title: str, whole: Tree) -> None:
    """The title, the tree, the edition."""
    sheet.y = _MARGIN
    _write(sheet, _MARGIN, _wrapped(title, sheet.width - 2 * _MARGIN, 1.45), size=19, weight="bold")
    sheet.y += sheet.gap
    _draw(sheet, whole, _MARGIN, "")
    _write(sheet, _MARGIN, [sheet.texts("edition", edition=sheet.table.edition)], size=11, fill=_PALE)


def _asks(node: Tree) -> Iterator[Ask]:
    if isinstance(node, Ask):
        yield node
        for _, below in node.answers:
            yield from _asks(below)


def _leaves(node: Tree) -> Iterator[Leaf]:
    if isinstance(node, Leaf):
        yield node
    else:
        for _, below in node.answers:
            yield from _leaves(below)


def _svg(sheet: _Sheet, title: str, name: str, alone: bool) -> str:
    height = max(sheet.width * _ASPECT if alone else 0.0, sheet.y + _MARGIN)
    size = ' width="210mm" height="297mm" preserveAspectRatio="xMidYMin meet"' if alone else ""
    words = f'<title id="t-{name}">{escape(title)}</title><desc id="d-{name}">{escape(" ".join(sheet.said))}</desc>'
    paper = f'<rect width="{sheet.width:g}" height="{height:g}" fill="#ffffff"/>'
    marks = f'aria-labelledby="t-{name} d-{name}" font-family="{_FONT}" font-size="13" fill="{_INK}"{size}'
    body = "".join([words, paper, *sheet.shapes])
    return _sheet().format(width=f"{sheet.width:g}", height=f"{height:g}", marks=marks, body=body)


@lru_cache(maxsize=1)
def _sheet() -> str:
    """The empty sheet."""
    return (Path(__file__).parent / "templates/sheet.svg").read_text(encoding="utf-8").strip()


def _wrapped(text: str, width: float, scale: float = 1.0) -> list[str]:
    return textwrap.wrap(text, max(12, int(width / (_LETTER * scale)))) or [""]


def _write(sheet: _Sheet, x: float, lines: list[str], *, size: int = 13, weight: str = "", fill: str = "") -> None:
    """Lines of text, and the sheet fuller by them."""
    marks = (f' font-size="{size}"' if size != 13 else "") + (f' font-weight="{weight}"' if weight else "")
    marks += f' fill="{fill}"' if fill else ""
    for line in lines:
        sheet.y += _LINE * size / 13
        sheet.shapes.append(f'<text x="{x:g}" y="{sheet.y - 3:g}"{marks}>{escape(line)}</text>')


def _draw(sheet: _Sheet, node: Tree, x: float, answer: str) -> float:
    """A node with all below it, from `x` rightward; the height at which a line from above meets it."""
    if isinstance(node, Leaf):
        return _draw_leaf(sheet, node, x, answer)
    if node in sheet.numbers:
        see = sheet.texts("chart_see", number=sheet.numbers[node])
        return _box(sheet, x, answer, see, [], _ASKS)
    number = ""
    if node in sheet.repeated:
        sheet.numbers[node] = len(sheet.numbers) + 1
        number = f"{sheet.numbers[node]}. "
    meets = _box(sheet, x, answer, number + sheet.words.ask(node.fact), [], _ASKS)
    below, trunk = sheet.y, x + 12
    last = below
    for values, child in node.answers:
        last = _draw(sheet, child, x + _INDENT, _answer(sheet, node, values))
        sheet.shapes.append(f'<path d="M{trunk:g} {last:g}H{x + _INDENT:g}" stroke="{_EDGE}" stroke-width="1.5" fill="none"/>')
    sheet.shapes.append(f'<path d="M{trunk:g} {below - sheet.gap:g}V{last:g}" stroke="{_EDGE}" stroke-width="1.5" fill="none"/>')
    return meets


def _answer(sheet: _Sheet, node: Ask, values: tuple[str, ...]) -> str:
    """The answers that lead to one place, the usual one marked."""
    usual = f" ({sheet.texts('chart_presumed')})"
    return " / ".join(sheet.words.value(node.fact, value) + (usual if value == node.usual else "") for value in values)


def _draw_leaf(sheet: _Sheet, leaf: Leaf, x: float, answer: str) -> float:
    rows = {row.id: row for row in sheet.table.all_rows()}
    lines = [line for name in leaf.rows for line in row_lines(rows[name], sheet.words)]
    if (tuple(lines), leaf.law) in sheet.ruled:
        lines = [sheet.texts("chart_again")]
    sheet.ruled.add((tuple(lines), leaf.law))
    head = f"{sheet.words.frame('law')} {sheet.words.ref(leaf.law)}"
    return _box(sheet, x, answer, head, list(dict.fromkeys(lines)), _RULES)


def _box(sheet: _Sheet, x: float, answer: str, head: str, lines: list[str], fill: str) -> float:
    """A box with a bold first line, the answer that led to it written above (or before); the height of its middle."""
    said = " ".join(filter(None, (f"{answer}:" if answer else "", head.rstrip(".") + ".", *lines)))
    if answer and sheet.width > _WIDTHS[0]:  # a fine print has no line to spare
        head = f"{answer} → {head}"
    elif answer:
        _write(sheet, x + 4, _wrapped(answer, sheet.width - _MARGIN - x), weight="bold", fill=_EDGE)
    top, width = sheet.y + 2, sheet.width - _MARGIN - x
    at = len(sheet.shapes)
    sheet.y = top + sheet.pad
    _write(sheet, x + sheet.pad, _wrapped(head, width - 2 * sheet.pad, 1.08), weight="bold")
    for line in lines:
        _write(sheet, x + sheet.pad, _wrapped(line, width - 2 * sheet.pad))
    sheet.y += sheet.pad
    box = f'<rect x="{x:g}" y="{top:g}" width="{width:g}" height="{sheet.y - top:g}" rx="5" fill="{fill}" stroke="{_EDGE}"/>'
    sheet.shapes.insert(at, box)
    sheet.said.append(said)
    sheet.y += sheet.gap
    return top + min(14.0, (sheet.y - top) / 2)
