"""The answer as a person reads it: the law and the upshot first, then the steps, the options, what to remember, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor import store
from advisor.facts import Facts
from advisor.lawbook.models import Handled, Row
from advisor.lawbook.numbers import law_number
from advisor.rule import Ruled
from advisor.say.specific import computed
from advisor.say.verdict import row_lines, verdict
from advisor.say.words import Words

_MOST_SEE = 6
_MOST_PRECEDENTS = 2


def ruling(
    ruled: Ruled,
    facts: Facts,
    words: Words,
    others: Sequence[Ruled] = (),
    values: Mapping[str, str] | None = None,
    met: Handled | None = None,
) -> str:
    """One irregularity, ruled or with its open question; `others` are the further ones of the same story,
    `values` what was computed for this case, `met` in what order they are handled and how they change one another."""
    table = ruled.table
    laws = ruled.laws()
    out = _upshot(ruled, words, values or {}) + _now(ruled, words)
    if ruled.row is None:
        out += _question(ruled, words)
    if ruled.asked or table.kind == "rights":
        out += section("if_wrong", table.if_wrong, words)
    out += _besides(ruled, others, met, words)
    out += section("tests", table.tests, words, numbered=True)
    out += section("collect", table.collect, words)
    out += section("never_say", table.never_say, words)
    out += section("later", table.later, words)
    out += _neighbours(ruled, words, met)
    out += precedents(ruled, facts, words)
    out += _grounds(ruled, facts, words)
    out += _switches(ruled, words)
    if len(laws) > 1:
        out.append(f"{words.frame('also')}: {', '.join(words.ref(ref) for ref in laws[1 : _MOST_SEE + 1])}.")
    out.append(f"({words.frame('edition', edition=table.edition)})")
    return "\n".join(out)


def brief(ruled: Ruled, facts: Facts, words: Words) -> str:
    """One irregularity for a conversation: the law and the upshot, what is done and said now, nothing that can be asked for."""
    return "\n".join(line for part in briefly(ruled, facts, words) for line in part)


def briefly(
    ruled: Ruled,
    facts: Facts,
    words: Words,
    others: Sequence[Ruled] = (),
    values: Mapping[str, str] | None = None,
    met: Handled | None = None,
) -> tuple[list[str], list[str]]:
    """The lines of `brief` in two parts: the law with its upshot, and what else governs, what is done and weighed then."""
    table = ruled.table
    body = _besides(ruled, others, met, words) + _now(ruled, words)
    if table.kind == "judgement":
        body += section("tests", table.tests, words, numbered=True)
        body += section("collect", table.collect, words)
    return _upshot(ruled, words, values or {}), [*body, *_torn(ruled, facts, words)]


def headline(ruled: Ruled, words: Words) -> str:
    """The governing law and the situation's name; a name that is a question keeps its own mark."""
    return sentence(f"{words.frame('law')} {words.ref(ruled.laws()[0])}: {words.irregularity(ruled.table.irregularity)}")


def sentence(text: str) -> str:
    """The text with the mark that ends a sentence (`;` is the Greek question mark)."""
    return text if text.endswith((".", "?", "!", ";")) else f"{text}."


def _upshot(ruled: Ruled, words: Words, values: Mapping[str, str]) -> list[str]:
    """The law, what follows, what was computed for this case."""
    first = verdict(ruled, words)
    out = [first] if first else []
    out.append(headline(ruled, words))
    governing = ruled.row or ruled.until
    if governing is not None:
        out += [line for line in row_lines(governing, words) if line != first]
    return out + computed(values, words)


def _now(ruled: Ruled, words: Words) -> list[str]:
    """Which way the told facts point, and what is done and said now."""
    out = _points(ruled, words)
    if ruled.table.kind == "judgement":
        out.append(words.frame("judgement"))
    return out + section("at_the_table", ruled.table.steps, words)


def _points(ruled: Ruled, words: Words) -> list[str]:
    """Which way the told facts point, a line each with the user's words; the judgement stays the Director's."""
    told = ruled.pointing.told
    if not told:
        return []
    heading = words.frame("points_both_ways" if ruled.pointing.undecided else "points_one_way")
    return [f"{heading}:", *(f"- {words.line(point.say)} ({quoted(quotes, words)})" for point, quotes in told)]


def quoted(quotes: Sequence[str], words: Words) -> str:
    """The user's words in the quotation marks of the answer's language."""
    return ", ".join(f"«{quote}»" if words.lang == "el" else f"“{quote}”" for quote in dict.fromkeys(quotes))


def _torn(ruled: Ruled, facts: Facts, words: Words) -> list[str]:
    """The facts that were told both ways, if any."""
    torn = [words.ask(name) for name in ruled.table.asks if name in facts.conflicting]
    return [f"{words.frame('conflicting')}: {' '.join(torn)}"] if torn else []


def _besides(ruled: Ruled, others: Sequence[Ruled], met: Handled | None, words: Words) -> list[str]:
    """The further irregularities: in the order in which they are handled when the lawbook tells it, else as they come."""
    if met is None:
        return [f"{words.frame('also_irregular')}: {_other(other, words)}" for other in others]
    if len(met.order) == 1:
        return [words.line(name) for name in met.how]
    known = {r.table.irregularity: r for r in (ruled, *others)}
    told = [headline(r, words) if r is ruled else _other(r, words) for r in (known[name] for name in met.order)]
    out = [f"{words.frame('in_this_order')}:", *(f"{i}. {text}" for i, text in enumerate(told, 1))]
    return out + section("one_changes_other", met.how, words)


def _other(other: Ruled, words: Words) -> str:
    head = f"{words.irregularity(other.table.irregularity)} ({words.frame('law')} {words.ref(other.laws()[0])})."
    if other.row is not None:
        return f"{head} {' '.join(row_lines(other.row, words))}"
    return f"{head} {words.ask(other.question)}" if other.question else head


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


def _question(ruled: Ruled, words: Words) -> list[str]:
    if not ruled.question:
        return [f"- {words.ref(row.law)}: {' '.join(row_lines(row, words))}" for row in ruled.rows]
    out = [f"{words.frame('question')}: {words.ask(ruled.question)}"]
    told: tuple[str, ...] = () if ruled.until is None else tuple(row_lines(ruled.until, words))
    for branch in ruled.branches:
        laws = ", ".join(dict.fromkeys(words.ref(row.law) for row in branch.rows))
        upshot = f" {_led_to(branch.rows[0], told, words)}" if len(branch.rows) == 1 else ""
        out.append(f"- {words.value(ruled.question, branch.value)} → {laws}.{upshot}")
    return out


def _led_to(row: Row, told: tuple[str, ...], words: Words) -> str:
    """What an answer leads to, or that it stands above already: nothing is said twice on a phone."""
    lines = tuple(row_lines(row, words))
    return words.frame("as_above") if lines and lines == told else " ".join(lines)


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
        found.append((-alike, -shared, row.split("/")[-1] not in open_ids, entry["id"], entry[words.lang]))
    found.sort()
    if not found:
        return []
    return [f"{words.frame('precedents')}:", *(f"- {text}" for *_, text in found[:most])]


def _grounds(ruled: Ruled, facts: Facts, words: Words) -> list[str]:
    out = []
    quotes = [quote for name in ruled.table.asks if name in facts.known for quote in facts.known[name].quotes]
    if quotes:
        out.append(f"{words.frame('why')}: {quoted(_longest(quotes), words)}.")
    if ruled.presumed:
        told = words.joined(words.value(name, value) for name, value in ruled.presumed)
        out.append(f"{words.frame('presumed')}: {told}.")
    return out + _torn(ruled, facts, words)


def _longest(quotes: Sequence[str]) -> list[str]:
    """The quotes without those that stand word for word inside another."""
    return [quote for quote in quotes if not any(quote != other and quote in other for other in quotes)]


def choices(kind: str, names: Sequence[tuple[str, str]], words: Words) -> str:
    """The situations to pick from, after the opening line of `choose` or `unclear`; names are (law, irregularity) pairs."""
    listed = [
        f"- {words.irregularity(name)} ({words.frame('law')} {words.ref(law)}, {words.title(law_number(law))})"
        for law, name in names
    ]
    return "\n".join([words.frame(kind), *listed])
