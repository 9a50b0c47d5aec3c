"""Why this law, why not the neighbour: the reasons behind the incident in hand."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.advising import Consultation
from advisor.base.citation import find_citations
from advisor.base.errors import UsageError
from advisor.diagnose.weigh import scales
from advisor.lawbook.models import Table
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import table, tables
from advisor.rule.ruling import Ruled
from advisor.say import compose, lookup
from advisor.say.words import Words, quoted
from advisor.talk.answering import nearest
from advisor.talk.incident import plain
from advisor.talk.models import Button, Reply, State

_SIGNS = 4
_DIGITS = 3  # of what may be meant as the number of a law
_LITTLE = 0.02


def why(state: State, found: Consultation) -> Reply:
    """The user's words, the facts, the row they fit, the paragraph, and the neighbours that do not apply."""
    ruled, words = _ruled(found), found.words
    law = ruled.laws()[0]
    out = [words.frame("talk_why", law=words.ref(law), what=words.irregularity(ruled.table.irregularity))]
    quotes = [q for name in ruled.table.asks if name in found.facts.known for q in found.facts.known[name].quotes]
    if quotes:
        out.append(words.frame("talk_why_words", quotes=quoted(quotes, words)))
    signs = _weighed(found, ruled)
    if signs:
        out.append(words.frame("talk_why_signs", signs=quoted(signs, words)))
    row = ruled.row or ruled.until
    if row is not None and row.when:
        facts = words.joined(words.value(name, value) for name, value in row.when.items())
        out.append(words.frame("talk_why_row", law=words.ref(row.law), facts=facts))
    if ruled.row is None and ruled.question:
        out.append(words.frame("talk_why_open", question=words.ask(ruled.question)))
    out += _paragraph(law, words, state.edition)
    for neighbour in ruled.table.neighbours:
        out.append(f"- {words.irregularity(neighbour.not_)}: {words.line(neighbour.because)}")
    return plain(state, "why", "\n".join(out), state.offered)


def _ruled(found: Consultation) -> Ruled:
    assert found.ruled is not None
    return found.ruled


def _weighed(found: Consultation, ruled: Ruled) -> list[str]:
    """The concepts that spoke most strongly for this situation, by name."""
    name = ruled.table.irregularity
    rival = next((w.irregularity for w in found.diagnosis.weighed if w.law != ruled.table.law_number), "")
    speaking = scales().speaking(found.diagnosis.signs, name, rival, 40)
    heard = {m.name: found.reading.quote(m) for m in found.reading.mentions}
    quotes = list(dict.fromkeys(heard[sign] for sign, weight in speaking if weight > 0 and sign in heard))
    whole = [quote for quote in quotes if not any(quote != other and quote in other for other in quotes)]
    return whole[:_SIGNS]


def _paragraph(law: str, words: Words, edition: str) -> list[str]:
    try:
        data = lookup.law(law, edition)
    except UsageError:
        return []
    return [f"{words.ref(ref)}  {text[words.lang]}" for ref, text in data["paragraphs"].items()][:1]


def why_not(state: State, found: Consultation, rest: str) -> Reply | None:
    """Why a law or situation that the user names does not govern here; None when none is named."""
    ruled, words = _ruled(found), found.words
    ref, number, name = _named(rest, state, found)
    if not number:
        return None
    if ref and not words.title(number):
        return plain(state, "why_not", words.frame("talk_no_such_law", law=ref), state.offered)  # as typed: no law at all
    if number == ruled.table.law_number and (ref == number or name in ("", ruled.table.irregularity)):
        text = words.frame("talk_why_not_same", law=words.ref(number))
        told = _hangs_on(ruled, ref, words) or _paragraph(ruled.laws()[0], words, state.edition)
        return plain(state, "why_not", "\n".join([text, *told]), state.offered)
    if not name:
        return _no_table(state, number, words)
    if name in state.refused:
        text = words.frame("talk_why_not_refused", what=words.irregularity(name), law=words.ref(number))
        return plain(state, "why_not", text, state.offered)
    return _against(state, found, number, name)


def _hangs_on(ruled: Ruled, ref: str, words: Words) -> list[str]:
    """The facts on which a paragraph of the law in hand hangs, other than those known; nothing where no row is of it."""
    rows = [row for row in ruled.table.rows if ref and row.law == ref]
    known = dict(ruled.taken)
    told = [f"{words.value(fact, value)}" for row in rows[:1] for fact, value in row.when.items() if known.get(fact) != value]
    return [words.frame("talk_why_not_needs", law=words.ref(ref), facts=words.joined(told))] if told else []


def _no_table(state: State, number: str, words: Words) -> Reply:
    text = words.frame("talk_why_not_no_table", law=number, title=words.title(number))
    return plain(state, "why_not", "\n".join([text, *_paragraph(number, words, state.edition)]), state.offered)


def _against(state: State, found: Consultation, number: str, name: str) -> Reply:
    ruled, words = _ruled(found), found.words
    other = table(state.edition, name)
    assert other is not None
    out = [words.frame("talk_why_not", law=words.ref(other.law), what=words.irregularity(name))]
    beside = [ref for ref in found.advice.laws[1:] if law_number(ref) == number]
    if any(o.table.irregularity == name for o in found.others):
        out = [words.frame("talk_why_not_also", law=words.ref(other.law), main=words.ref(ruled.laws()[0]))]
    elif reasons := [words.line(n.because) for n in ruled.table.neighbours if n.not_ == name or _number(n.not_, state) == number]:
        out += reasons
    else:
        out += _paragraph(other.law, words, state.edition)
        told = [words.value(fact, found.facts.values()[fact]) for fact in ruled.table.asks if fact in found.facts.known]
        if beside:
            out.append(words.frame("talk_why_not_also", law=words.ref(beside[0]), main=words.ref(ruled.laws()[0])))
        elif against := _speaks_against(found, other, words):
            out.append(words.frame("talk_why_not_fact", facts=words.joined(against), what=words.irregularity(name)))
        elif told and _near(found, ruled, name, other):
            out.append(
                words.frame("talk_why_not_facts", facts=words.joined(told), what=words.irregularity(ruled.table.irregularity))
            )
        else:
            out.append(_untold(found, other, words, words.irregularity(ruled.table.irregularity)))
    button = Button(label=words.irregularity(name), send=f"#irregularity={name}")
    offered = state.offered if name in state.refused else (*state.offered, button)
    return plain(state, "why_not", "\n".join(out), offered)


def _speaks_against(found: Consultation, other: Table, words: Words) -> list[str]:
    """The facts told of which no row of another law holds."""
    known = {fact: value for fact, value in found.facts.values().items() if fact in other.asks}
    rows = [row.when for row in other.all_rows()]
    return [
        words.value(fact, value) for fact, value in known.items() if rows and all(row.get(fact, value) != value for row in rows)
    ]


def _untold(found: Consultation, other: Table, words: Words, here: str) -> str:
    """That the words fit the situation in hand better, and the first fact of another law that they do not tell, where it turns on
    one."""
    if not other.asks:
        return words.frame("talk_why_not_fits", what=here)
    known = found.facts.values()
    first = next((fact for fact in other.asks if fact not in known), next(iter(other.asks)))
    return words.frame("talk_why_not_untold", what=here, law=words.ref(other.law), question=words.ask(first))


def _near(found: Consultation, ruled: Ruled, name: str, other: Table) -> bool:
    """Whether another situation might be taken for the one in hand: what was told speaks against no other one."""
    return ruled.table.borders(other) or any(w.irregularity == name and w.share >= _LITTLE for w in found.diagnosis.weighed)


def _number(name: str, state: State) -> str:
    found = table(state.edition, name)
    return found.law_number if found is not None else ""


def _named(rest: str, state: State, found: Consultation) -> tuple[str, str, str]:
    """The reference, the law number and the situation that the user means: by a reference, a bare number, or the situation's
    words."""
    shelf = tables(state.edition)
    cited = find_citations(rest)
    numbers = (w for w in rest.replace("?", " ").split() if w.isascii() and w.isdigit() and len(w) <= _DIGITS)
    ref = cited[0][2] if cited else next(numbers, "")
    if ref:
        number = law_number(ref)
        here = [n for n, data in shelf.items() if law_number(str(data["law"])) == number]
        weighed = [w.irregularity for w in found.diagnosis.weighed if w.irregularity in here]
        cuts = (ref[:end] for end in range(len(ref), len(number), -1))
        near = ([n for n in here if str(shelf[n]["law"]).startswith(cut)] for cut in cuts)
        deeper = next((names for names in near if names), here)
        return ref, number, next(iter([*(n for n in weighed if n in deeper), *deeper, *weighed, *here]), "")
    names = {n: (found.words.irregularity(n),) for n in shelf}
    name = nearest(rest, names)
    return ("", law_number(str(shelf[name]["law"])), name) if name else ("", "", "")


def facts(state: State, found: Consultation, lines: tuple[str, ...]) -> Reply:
    """What was understood, with each fact to be changed by a tap."""
    ruled, words = _ruled(found), found.words
    known = found.taken()
    buttons = tuple(
        Button(label=f"{words.value(name, known[name])} → {words.value(name, value)}", send=f"#{name}={value}")
        for name, ask in ruled.table.asks.items()
        if name in known
        for value in ask.values
        if value != known[name]
    )
    return plain(state, "facts", words.frame("talk_facts"), buttons, understood=lines)


def changes(state: State, found: Consultation) -> Reply:
    """What changed from code to code in the governing paragraph, then what each says there."""
    words = found.words
    told_by = lookup.changes(_ruled(found).laws()[0], words.lang)
    if sum(not line.startswith(" ") and not line.endswith("-") for line in told_by.splitlines()) < 2:
        told_by = "\n".join([words.frame("talk_no_change", edition=state.edition), told_by])
    return plain(state, "changes", "\n".join(_changes_first(told_by.splitlines())), state.offered)


def _changes_first(lines: Sequence[str]) -> list[str]:
    """The lines of a comparison with all that changed before the wording: each under the heading of its code."""
    parts: tuple[list[str], list[str]] = [], []
    heading = ""
    for line in lines:
        if line.startswith(" "):
            part = parts[not line.lstrip().startswith("*")]
            part += [heading, line] if heading not in part else [line]
        elif line.endswith(":"):
            heading = line
        else:
            parts[0].append(line)
    return [*parts[0], *parts[1]]


def precedents(state: State, found: Consultation, none: str | None = None) -> Reply:
    """The nearest precedents, most alike first; `none` is said where there is none."""
    lines = compose.precedents(_ruled(found), found.facts, found.words, most=4)
    text = "\n".join(lines) if lines else found.words.frame("talk_no_precedents") if none is None else none
    return plain(state, "precedents", text, state.offered)
