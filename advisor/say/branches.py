"""Where each answer to the open question leads: one full sentence with its remedy and its paragraph, never a number alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from advisor.lawbook.cases import open_rows, presumptions
from advisor.lawbook.models import Row
from advisor.rule.ruling import Branch, Ruled
from advisor.say.leadin import joined, led_in
from advisor.say.verdict import opening, row_lines, unasked, verdict
from advisor.say.words import Words

_LAST_REFS = re.compile(r"\((\d+[^\W\d_][^()]*(?:\([^()]*\)[^()]*)*)\)$")  # the paragraphs in brackets that end a sentence
_BRACKET_LAST = re.compile(r" \([^()]*\)$")  # what stands in brackets at the end of a value
_ONE_CONDITION = re.compile(r"\(([^()]*)\) ((?:(?![·;] ).)*)", re.DOTALL)  # a condition in brackets and what follows, but once
_IN_BRACKETS, _WORD = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)*\)"), re.compile(r"\w+")
_SAME = 6  # words in a row
_TOLD_APART = 2  # other outcomes of a presumption that are said
_LIKELIER, _SHORT = 3, 60  # answers to a question told in short, and the words they may take
_SEVERAL, _ROOM = 4, 85  # outcomes of one branch that are told apart, and the words they may take,
_FEW, _ROOM_OF_FEW = 3, 120  # and the words that so few may take: none of them is left out then


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where some answers to the open question lead alike: the `values`, what follows under their names, and the whole `line`."""

    values: tuple[str, ...]
    text: str
    line: str


def branches(ruled: Ruled, words: Words, *, every: bool = True) -> list[str]:
    """A line for each answer to the open question that the first line does not say already."""
    return [found.line for found in outcomes(ruled, words, every=every)]


def outcomes(ruled: Ruled, words: Words, *, every: bool = True) -> list[Outcome]:
    """Where the answers to the open question lead, but for the one that the first line says, being heard in the words; answers
    that lead to the same stand in one, also where only the paragraph differs. What is said already is not said again: only what
    else the row holds, if anything, and last where nothing is left but what stands above; named where not `every` answer is
    among them."""
    said = ruled.heard if leads(ruled, words) else ""
    told: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for branch in sorted(ruled.branches, key=lambda branch: branch.value != said):
        row = _settled(ruled, branch, words)
        lines = tuple(row_lines(row, words)) if row is not None else ()
        told.setdefault((outcome(ruled, branch, words), lines), []).append(branch.value)
    shown: dict[str, tuple[str, ...]] = {}
    if ruled.until is not None and not said and not verdict(ruled, words):
        shown[sentence(ruled.until, words)] = tuple(row_lines(ruled.until, words))
    found: dict[str, tuple[str, list[str]]] = {}
    first: tuple[str, tuple[str, ...]] = ("", ())  # what the first line says, but for its paragraphs, and the lines of that row
    for (what, lines), values in told.items():
        first = (bare(what), lines) if said in values else first
        text = f"{what} {' '.join(_own(what, lines, told))}".rstrip()
        if first == (bare(what), lines):  # only the paragraph may differ
            text = words.frame("as_above") if said in values else _cited_together(words.frame("as_above"), what)
        elif what in shown and set(shown[what]) <= set(lines):  # else "as above" would bring what does not hold here
            more = [line for line in lines if line not in shown[what] and bare(line) not in what]
            text = f"{words.frame('as_above')} {' '.join(more)}".rstrip()
        shown.setdefault(what, lines)
        before, names = found.get(bare(text), (text, []))
        found[bare(text)] = _cited_together(before, text), [*names, *(value for value in values if value != said)]
    above = found.pop(bare(words.frame("as_above")), None) if every and len(found) > 1 else None
    out = [_named(ruled, values, text, words) for text, values in found.values() if values]
    return out + ([Outcome(tuple(above[1]), above[0], f"- {words.frame('as_above_else')}")] if above and above[1] else [])


def whatever(ruled: Ruled, words: Words) -> str:
    """What follows whichever the answer to the open question is, where all lead to the same; nothing where they do not."""
    if ruled.row is not None or ruled.until is not None or not ruled.branches or verdict(ruled, words):
        return ""
    if len({bare(sentence(row, words)) for row in ruled.rows}) > 1:  # nearly always, and told soonest
        return ""
    found = outcomes(replace(ruled, heard=""), words)
    if len(found) != 1 or len(found[0].values) < len(ruled.branches):
        return ""
    return f"{found[0].text[:1].upper()}{found[0].text[1:]}"


def in_short(ruled: Ruled, words: Words) -> str:
    """The open question and where its likelier answers lead, in one sentence for each as far as there is room."""
    likely = {branch.value: max(map(ruled.chance, branch.rows)) for branch in ruled.branches}
    found = sorted(outcomes(ruled, words), key=lambda found: -max(likely[value] for value in found.values))
    told = [words.ask(ruled.question)]
    for each in found[:_LIKELIER]:
        line = each.line.removeprefix("- ")
        if sum(len(text.split()) for text in (*told, line)) <= _SHORT:
            told.append(line)
    return " ".join(told)


def _named(ruled: Ruled, values: Sequence[str], text: str, words: Words) -> Outcome:
    """The answers by name and what follows; a condition is not said twice."""
    name = f", {words.frame('or')} ".join(words.value(ruled.question, value) for value in values)
    under = joined(name, text, words.ask(ruled.question))
    line = f"{name}: {under.text}" if under.named else under.text
    return Outcome(tuple(values), under.text, f"- {line[:1].upper()}{line[1:]}")


def _in_a_row(text: str) -> set[tuple[str, ...]]:
    """The words of a text, so many in a row that two texts that share them say the same."""
    found = _WORD.findall(_IN_BRACKETS.sub("", text.lower()))
    return {tuple(found[at : at + _SAME]) for at in range(len(found) - _SAME + 1)}


def _cited_together(text: str, other: str) -> str:
    """A text with its last paragraphs and those of the other, which differs in nothing else."""
    cited = [found[1].split(", ") for each in (text, other) if (found := _LAST_REFS.search(each.rstrip(".!?;")))]
    refs = ", ".join(dict.fromkeys(ref for refs in cited for ref in refs))
    return text if text == other or not refs else f"{bare(text)} ({refs})."


def _own(what: str, lines: Sequence[str], told: Iterable[tuple[str, tuple[str, ...]]]) -> list[str]:
    """The lines of a row that another branch, which begins with the same sentence, does not hold."""
    others = [other for begins, other in told if begins == what and other != tuple(lines)]
    return [line for line in lines if bare(line) not in what and any(line not in other for other in others)]


def _settled(ruled: Ruled, branch: Branch, words: Words) -> Row | None:
    """The one row of a branch, if all that it may lead to says the same."""
    rows, _ = _led_to(ruled, branch)
    return rows[0] if len({tuple(row_lines(row, words)) for row in rows}) == 1 else None


def leads(ruled: Ruled, words: Words) -> bool:
    """Whether the first line says what follows if the open question is answered as the words rather tell than not: they tell an
    answer, and no verdict on what was asked comes first."""
    return bool(ruled.heard) and not verdict(ruled, words)


def as_heard(ruled: Ruled, words: Words) -> str:
    """What follows if the open question is answered as the words rather tell than not."""
    branch = next(branch for branch in ruled.branches if branch.value == ruled.heard)
    heard = words.value(ruled.question, branch.value)
    under = joined(heard, outcome(ruled, branch, words), words.ask(ruled.question)).text
    read, hangs = _BRACKET_LAST.sub("", heard), _ONE_CONDITION.fullmatch(under)
    if hangs is not None:  # a second pair of brackets is hard to read
        read, under = words.joined((read, hangs[1])), hangs[2]
    return f"{words.frame('as_heard', value=read)}: {under}"


def outcome(ruled: Ruled, branch: Branch, words: Words) -> str:
    """What follows in a branch, with every other open fact that has a usual value at it: a sentence where one is left, each of
    a few with the fact on which it hangs; where more are left as many of the likeliest as there is room for, and what to find out
    next."""
    rows, taken = _led_to(ruled, branch)
    says: dict[str, list[Row]] = {}
    for row in rows:
        says.setdefault(sentence(row, words), []).append(row)
    if len(says) == 1:
        return next(iter(says))
    told = {text: condition(alike, taken, words, [row for row in rows if row not in alike]) for text, alike in says.items()}
    likely = sorted(told, key=lambda text: -max(map(ruled.chance, says[text])))
    shown = [_under(told[text], text).rstrip(".") for text in likely[:1]]
    room = _ROOM_OF_FEW if len(told) <= _FEW else _ROOM
    for text in likely[1:_SEVERAL]:
        more = _under(told[text], text).rstrip(".")
        if sum(len(each.split()) for each in (*shown, more)) <= room:
            shown.append(more)
    if len(shown) == len(told):
        return words.joined(_under(hangs, text).rstrip(".") for text, hangs in told.items()) + "."
    fact = next((fact for fact in ruled.table.asks if fact not in taken and any(fact in row.when for row in rows)), "")
    said = f"{words.joined(shown)}."
    return f"{said} {words.frame('else_ask')}: {words.ask(fact)}" if fact else said


def _under(condition: str, text: str) -> str:
    """A sentence after its condition in brackets, which is not said twice."""
    under = joined(condition, text)
    return f"{condition}{under.text}" if under.named else under.text


def _led_to(ruled: Ruled, branch: Branch) -> tuple[tuple[Row, ...], Mapping[str, str]]:
    """The rows of a branch with every other open fact that has a usual value at it, and the facts that are taken then."""
    known = dict(ruled.taken) | {ruled.question: branch.value}
    usual = {fact: ask.until for fact, ask in ruled.table.asks.items() if ask.until} | presumptions(ruled.table, known)
    rows = tuple(row for row in open_rows(ruled.table, usual | known) if row in branch.rows)
    return (rows, usual | known) if rows else (branch.rows, known)


def otherwise(ruled: Ruled, words: Words, facts: Iterable[tuple[str, str]] | None = None) -> list[str]:
    """Where a presumption that the text does not tell leads if it is wrong, or one of these `facts` that were taken as told: a
    line for each other value under which something else is ruled, in the table's order."""
    if ruled.row is None:
        return []
    said: dict[str, list[str]] = {}
    for name, usual in ruled.presumed if facts is None else facts:
        led = _led_elsewhere(ruled, name, usual, words)
        for text, values in led.items() if len(led) <= _TOLD_APART else ():
            said.setdefault(text, []).extend(values)
    either = f", {words.frame('or')} "
    above = _in_a_row(" ".join(row_lines(ruled.row, words)))
    apart = {text: values for text, values in said.items() if len(values) <= _TOLD_APART and not above & _in_a_row(text)}
    lines = [_supposed(either.join(values), text, words) for text, values in apart.items()]
    return [words.frame("if_instead", other=_within_sentence(line)) for line in lines]


def _led_elsewhere(ruled: Ruled, fact: str, usual: str, words: Words) -> dict[str, list[str]]:
    """What the other values of a presumed fact lead to, where it is not what stands: each text with the values in words."""
    taken = {name: value for name, value in ruled.taken if name != fact}
    other = replace(ruled, row=None, question=fact, taken=tuple(taken.items()), chances=())
    found: dict[str, list[str]] = {}
    ask = ruled.table.asks[fact]
    usually = (ask.presume,) if ask.presume and ask.presume != usual else ()
    for value in usually or ask.instead or ask.values:
        rows = open_rows(ruled.table, taken | {fact: value}) if value != usual else ()
        if rows:
            text = unasked(outcome(replace(other, rows=rows), Branch(value, rows), words), words)
            found.setdefault(text, []).append(words.value(fact, value))
    stands = bare(sentence(ruled.row, words)) if ruled.row is not None else ""
    return {text: values for text, values in found.items() if bare(text) not in ("", stands)}


def _supposed(name: str, text: str, words: Words) -> str:
    """What follows under a supposition, without the clause that would tell it once more as a fact."""
    rest = led_in(text)
    return f"{name}: {text if rest.startswith(tuple(words.frame('cannot_begin').split(', '))) else rest}"


def _within_sentence(line: str) -> str:
    """A line without its capital, but for a word of capitals (LHO)."""
    return line[:1].lower() + line[1:] if not line[1:2].isupper() else line


def bare(line: str) -> str:
    """A line without its last mark and the paragraphs in brackets before it: what stays of it in a sentence that cites more."""
    body = line.rstrip(".!?;")
    last = _LAST_REFS.search(body)
    return (body[: last.start()] if last else body).rstrip()


def sentence(row: Row, words: Words) -> str:
    """What a row says first, with its paragraph: `Two tricks are transferred (64A1).`"""
    return _cited(opening(row_lines(row, words)), words.ref(row.law))


def _cited(text: str, ref: str) -> str:
    """The sentence with its paragraph before its last mark; one that names it already stays as it is."""
    if not text:
        return ref
    if ref in text:
        return text
    body, mark = (text[:-1], text[-1]) if text[-1] in ".!?;" else (text, ".")
    last = _LAST_REFS.search(body)
    return f"{body[: last.start()]}({ref}, {last[1]}){mark}" if last else f"{body} ({ref}){mark}"


def condition(rows: Sequence[Row], known: Mapping[str, str], words: Words, others: Sequence[Row] = ()) -> str:
    """The facts, not known yet, on which these rows hang: `if won a later trick, `; nothing when one of them hangs on none.
    Where what they have in common tells them from the `others`, that alone is said."""
    common = {fact: value for fact, value in rows[0].when.items() if all(row.when.get(fact) == value for row in rows)}
    common = {fact: value for fact, value in common.items() if fact not in known}
    if len(rows) > 1 and common and not any(all(row.when.get(f, v) == v for f, v in common.items()) for row in others):
        return f"({', '.join(words.value(fact, value) for fact, value in common.items())}) "
    found = []
    for row in rows:
        open_facts = [(fact, value) for fact, value in row.when.items() if fact not in known]
        if not open_facts:
            return ""
        found.append(", ".join(words.value(fact, value) for fact, value in open_facts))
    either = f" {words.frame('or')} "
    return f"({either.join(dict.fromkeys(found))}) "
