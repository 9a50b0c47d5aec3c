"""The answer as a person reads it. First what a director acts on: the ruling with its law, what to do now, the open question
with a sentence for each choice, what else is in the story. Then the details: why, why not the neighbour, tests, precedents, later
duties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.base import store
from advisor.diagnose.facts import Facts
from advisor.lawbook.models import Handled, Row
from advisor.rule.ruling import Ruled
from advisor.say.asked import replied, ruled_now
from advisor.say.branches import as_heard, bare, branches, leads, sentence, whatever
from advisor.say.chain import Chain, chain, in_order
from advisor.say.doubted import doubted
from advisor.say.resting import presumed, read_so
from advisor.say.room import Piece, Worth, within
from advisor.say.rulings import put_right
from advisor.say.shared import nearest, same_deed, shared
from advisor.say.specific import computed, seats_apart
from advisor.say.verdict import OPTION, opening, row_lines, verdict
from advisor.say.words import Words, quoted

_MOST_SEE = 6
_MOST_PRECEDENTS = 2
_MOST_NOW = 5  # lines of what to do now
_MOST_STEPS_ASKING = 2
_ASKING = ("?", ";", '?"', ";»", "?”")

Parts = tuple[str, str]


def ruling(
    ruled: Ruled,
    facts: Facts,
    words: Words,
    others: Sequence[Ruled] = (),
    values: Mapping[str, str] | None = None,
    met: Handled | None = None,
) -> Parts:
    """One irregularity, ruled or with its open question, as (what is read first, the details); `others` are the further ones
    of the same story, `values` what was computed for this case, `met` in what order they are handled and how they change one
    another."""
    head, left = first_part(ruled, facts, words, others, values, met)
    return "\n".join(head), "\n".join(details(ruled, facts, words, met, left))


def first_part(
    ruled: Ruled,
    facts: Facts,
    words: Words,
    others: Sequence[Ruled] = (),
    values: Mapping[str, str] | None = None,
    met: Handled | None = None,
) -> tuple[list[str], list[Piece]]:
    """The lines that a director acts on, and those that found no room among them."""
    others = put_right(ruled, others, facts, words)
    said, listed = upshot(ruled, words), chain(ruled, words)
    said = said[1:] if listed is not None and leads(ruled, words) else said  # the conditions are told one by one
    asked = question(ruled, words, listed) if ruled.row is None else []
    row = rest_of_row(ruled, words, said)
    seats, worked_out = seats_apart(values or {})
    told = [*computed(worked_out, words)[: max(1, _MOST_NOW - len(row))], *row]
    most = min(_MOST_NOW, len(told) + _MOST_STEPS_ASKING) if asked else _MOST_NOW
    do = steps(ruled, facts, words)
    answer = replied(ruled, facts, words, [*meanwhile(ruled, words), *said[:-1]])
    pieces = [
        *map(Piece, answer.first),
        *map(Piece, meanwhile(ruled, words, asked=answer.hangs)),
        *map(Piece, ruled_now(said, answer, ruled, facts, words)),
        *map(Piece, answer.after),
        *map(Piece, asked[1:] if answer.hangs else ()),
        *(Piece(f"- {line}", Worth.SEATS) for line in computed(seats, words)[:1]),
        *(Piece(f"- {line}", listed=bool(OPTION.match(line))) for line in told),
        *(Piece(f"- {line}", Worth.STEP) for line in do[: max(0, most - len(told))]),
        *map(Piece, () if answer.hangs else asked),
        *_besides(ruled, others, met, words),
        *presumed(ruled, words),
        *read_so(ruled, facts, words),
    ]
    pieces += map(Piece, [*_torn(ruled, facts, words), *doubted(ruled, facts, words, [p.line for p in pieces]), *answer.last])
    head, left = within(pieces)
    return head, [*left, *(Piece(f"- {line}", Worth.STEP) for line in do[max(0, most - len(told)) :])]


def briefly(
    ruled: Ruled,
    facts: Facts,
    words: Words,
    others: Sequence[Ruled] = (),
    values: Mapping[str, str] | None = None,
    met: Handled | None = None,
) -> tuple[list[str], list[str]]:
    """The lines for a conversation, in two parts: the ruling with its law, and what else governs, what is done and weighed then.
    The open question is not among them: the conversation puts it."""
    said = upshot(ruled, words)
    body = [
        *meanwhile(ruled, words),
        *computed(values or {}, words),
        *rest_of_row(ruled, words, said),
        *besides(ruled, put_right(ruled, others, facts, words), met, words),
    ]
    body += section("at_the_table", ruled.table.said("steps", _known(ruled, facts)), words)
    body += points(ruled, words)
    if ruled.table.kind == "judgement":
        body.append(words.frame("judgement"))
        body += section("tests", ruled.table.said("tests", ruled.told()), words, numbered=True)
        body += section("collect", ruled.table.said("collect", ruled.told()), words)
    return said, [*body, *_torn(ruled, facts, words)]


def headline(ruled: Ruled, words: Words) -> str:
    """The governing law and the situation's name; a name that is a question keeps its own mark."""
    return ended(f"{words.frame('law')} {words.ref(ruled.laws()[0])}: {words.irregularity(ruled.table.irregularity)}")


def ended(text: str) -> str:
    """The text with the mark that ends a sentence (`;` is the Greek question mark)."""
    return text if text.endswith((".", "?", "!", ";")) else f"{text}."


def upshot(ruled: Ruled, words: Words) -> list[str]:
    """The ruling in a sentence, then the law and its title; what the words rather tell than not is said to be so; where the
    deciding fact is open, the law comes first."""
    law = headline(ruled, words)
    if same := whatever(ruled, words):
        return [same, law]
    if leads(ruled, words):
        return [as_heard(ruled, words), law]
    said, governing = verdict(ruled, words), ruled.row or ruled.until
    if governing is None:
        return [said, law] if said else [law]
    lines = row_lines(governing, words)
    if not lines:
        return [law]
    first = said if said and said != lines[0] else opening(lines)
    return [first if ruled.row is not None or ruled.awaited else f"{words.frame('until_then')}: {first}", law]


def meanwhile(ruled: Ruled, words: Words, *, asked: bool = False) -> list[str]:
    """What holds while the deciding fact is open, whatever it turns out to be: the first line of the table that fits, where the
    answer has no other first sentence, or more is judged than the fact that the words rather tell than not. Where the fact is
    `asked` before it, not the line that says what turns on it."""
    weighed = ruled.table.kind == "judgement" and len(ruled.as_heard()) > 1
    open_yet = ruled.row is None and ruled.until is None and (weighed or not leads(ruled, words)) and not verdict(ruled, words)
    turning = [ruled.table.turns_on[ruled.question]] if ruled.question in ruled.table.turns_on and not asked else []
    return (
        [words.line(name) for name in (*turning, *ruled.table.said("meanwhile", dict(ruled.reached) | ruled.told()))[:1]]
        if open_yet
        else []
    )


def _governing(ruled: Ruled, words: Words) -> Row | None:
    """The row that stands: ruled, or left where the first line says what the words rather tell than not, or until somebody has
    answered."""
    heard = ruled.as_heard() if leads(ruled, words) else ()
    return ruled.row or (heard[0] if len(heard) == 1 else None) or ruled.until


def rest_of_row(ruled: Ruled, words: Words, said: Sequence[str]) -> list[str]:
    """What else the governing row says, beside what is `said`."""
    governing = _governing(ruled, words)
    before = " ".join(said)
    return [line for line in row_lines(governing, words) if not _said(line, before)] if governing is not None else []


def _said(line: str, before: str) -> bool:
    """Whether a line is said already, or what follows its condition."""
    _, mark, then = line.partition(": ")
    return bare(line) in before or bool(mark and bare(then) in before)


def steps(ruled: Ruled, facts: Facts, words: Words) -> list[str]:
    """What the director does and says now: the steps of the table that what is known does not rule out; while a question is open
    no other one is put."""
    lines = [words.line(line) for line in ruled.table.said("steps", _known(ruled, facts))]
    return lines if ruled.row is not None else [line for line in lines if not line.endswith(_ASKING)]


def _known(ruled: Ruled, facts: Facts) -> dict[str, str]:
    """Everything known, of other tables too; what was told both ways is not."""
    return facts.values() | ruled.told()


def question(ruled: Ruled, words: Words, listed: Chain | None) -> list[str]:
    """The fact to find out, where each answer leads, and what holds whatever the answer is; the conditions on which the ruling
    hangs one after the other, where they are `listed`."""
    if not ruled.question:
        return [f"- {sentence(row, words)}" for row in ruled.rows]
    if whatever(ruled, words):
        return []
    found, heard = in_order(listed, ruled, words, heard=leads(ruled, words))
    if found and not heard:
        return found
    frame = "to_be_sure" if heard else "question"
    near, some = nearest(ruled) if heard else (ruled, False)
    told = [*found, f"{words.frame(frame)}: {words.ask(ruled.question)}", *branches(near, words, every=not some)]
    told += [words.frame("other_answers")] if some else []
    return told if _governing(ruled, words) is not None else [*told, *shared(ruled, [*meanwhile(ruled, words), *told], words)]


def besides(ruled: Ruled, others: Sequence[Ruled], met: Handled | None, words: Words) -> list[str]:
    """The further irregularities: in the order in which they are handled when the lawbook tells it, else as they come."""
    return [piece.line for piece in _besides(ruled, others, met, words)]


def _besides(ruled: Ruled, others: Sequence[Ruled], met: Handled | None, words: Words) -> list[Piece]:
    """The further irregularities; how one changes the other explains, but for its first line."""
    if met is None:
        further = [other for other in others if not same_deed(ruled, other)]
        right = {id(other) for other in further if ruled.table.undoes and other.row is not None}
        frames = (words.frame("right_ruling" if id(other) in right else "also_irregular") for other in further)
        return [Piece(f"{frame}: {_other(other, words, ruled.question)}") for frame, other in zip(frames, further, strict=True)]
    if len(met.order) == 1:
        return [Piece(words.line(name)) for name in met.how]
    known = {r.table.irregularity: r for r in (ruled, *others)}
    told = [headline(r, words) if r is ruled else _other(r, words) for r in (known[name] for name in met.order)]
    out = [f"{words.frame('in_this_order')}:", *(f"{i}. {text}" for i, text in enumerate(told, 1))]
    how = section("one_changes_other", met.how, words)
    return [*map(Piece, [*out, *how[:2]]), *(Piece(line, Worth.EXPLAINS) for line in how[2:])]


def _other(other: Ruled, words: Words, asked: str = "") -> str:
    head = f"{words.irregularity(other.table.irregularity)} ({words.frame('law')} {words.ref(other.laws()[0])})."
    if other.row is not None:
        return " ".join([head, *row_lines(other.row, words)[:1]])
    further = [*meanwhile(other, words), *([words.ask(other.question)] if other.question not in ("", asked) else [])]
    return " ".join([head, *further[:1]])


def _torn(ruled: Ruled, facts: Facts, words: Words) -> list[str]:
    """The facts that were told both ways, if any, but for the one that is asked."""
    torn = [words.ask(name) for name in ruled.table.asks if name in facts.conflicting and name != ruled.question]
    return [f"{words.frame('conflicting')}: {' '.join(torn)}"] if torn else []


def details(ruled: Ruled, facts: Facts, words: Words, met: Handled | None = None, left: Sequence[Piece] = ()) -> list[str]:
    """Everything else: what found no room, which way the told facts point, tests, what not to say, later duties,
    why and why not, precedents, options of the authority, related paragraphs."""
    table = ruled.table
    now = [piece.line for piece in left if piece.worth == Worth.STEP]
    out = [piece.line for piece in left if piece.worth != Worth.STEP]
    out += [f"{words.frame('at_the_table')}:", *now] if now else []
    out += points(ruled, words)
    if table.kind == "judgement":
        out.append(words.frame("judgement"))
    if ruled.asked or table.kind == "rights":
        out += section("if_wrong", table.if_wrong, words)
    known = _known(ruled, facts)
    out += section("tests", table.said("tests", known), words, numbered=True)
    out += section("collect", table.said("collect", known), words)
    out += section("never_say", table.said("never_say", known), words)
    out += section("later", table.said("later", known), words)
    out += _neighbours(ruled, words, met)
    out += precedents(ruled, facts, words)
    out += _grounds(ruled, facts, words)
    out += _switches(ruled, words)
    laws = ruled.laws()
    if len(laws) > 1:
        out.append(f"{words.frame('also')}: {', '.join(words.ref(ref) for ref in laws[1 : _MOST_SEE + 1])}.")
    return [*out, f"({words.frame('edition', edition=table.edition)})"]


def points(ruled: Ruled, words: Words) -> list[str]:
    """Which way the told facts point, a line each with the user's words; the judgement stays the Director's."""
    told = ruled.pointing.told
    if not told:
        return []
    heading = words.frame("points_both_ways" if ruled.pointing.undecided else "points_one_way")
    return [f"{heading}:", *(f"- {words.line(point.say)} ({quoted(quotes, words)})" for point, quotes in told)]


def _switches(ruled: Ruled, words: Words) -> list[str]:
    """The options of the Regulating Authority: those that decided a fact here, then the others that bear on it."""
    rest = [name for name in ruled.table.switches if name not in (*ruled.deciding, *ruled.overruled)]
    found = (("switch_decided", ruled.deciding), ("switches", rest))
    return [f"{words.frame(frame)}: {words.joined(map(words.switch, names))}." for frame, names in found if names]


def section(name: str, lines: Sequence[str], words: Words, *, numbered: bool = False) -> list[str]:
    """A heading of the frame and its lines below, or nothing when there are none."""
    if not lines:
        return []
    marks = (f"{i}. " if numbered else "- " for i in range(1, len(lines) + 1))
    return [f"{words.frame(name)}:", *(f"{mark}{words.line(line)}" for mark, line in zip(marks, lines, strict=True))]


def _neighbours(ruled: Ruled, words: Words, met: Handled | None) -> list[str]:
    """The tempting rulings with the reason against each; what is handled here as well is not among them."""
    handled = met.order if met is not None else ()
    found = [*(met.neighbours if met is not None else ()), *ruled.table.neighbours]
    told = [f"- {words.irregularity(n.not_)}: {words.line(n.because)}" for n in found if n.not_ not in handled]
    return [f"{words.frame('neighbours')}:", *told] if told else []


def precedents(ruled: Ruled, facts: Facts, words: Words, most: int = _MOST_PRECEDENTS) -> list[str]:
    """The nearest precedents of this edition: those that point as what was told does, then those whose truth shares most
    of the known facts, and whose row is still open."""
    values = facts.values()
    told = {point.id for point, _ in ruled.pointing.told}
    open_ids = {row.id for row in ruled.rows}
    found = []
    for entry in store.load("precedents").get(ruled.table.irregularity, ()):
        shared = sum(1 for fact, value in entry["truth"].items() if values.get(fact) == value)
        row = entry["rows"].get(ruled.table.edition)
        if row is None:
            continue
        alike = len(told & set(entry["points"]))
        found.append((-alike, -shared, row not in open_ids, entry["id"], entry[words.lang]))
    found.sort()
    if not found:
        return []
    return [f"{words.frame('precedents')}:", *(f"- {text}" for *_, text in found[:most])]


def _grounds(ruled: Ruled, facts: Facts, words: Words) -> list[str]:
    quotes = [quote for name in ruled.table.asks if name in facts.known for quote in facts.known[name].quotes]
    return [f"{words.frame('why')}: {quoted(_longest(quotes), words)}."] if quotes else []


def _longest(quotes: Sequence[str]) -> list[str]:
    """The quotes without those that stand word for word inside another."""
    return [quote for quote in quotes if not any(quote != other and quote in other for other in quotes)]
