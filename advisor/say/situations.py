"""The situations to pick from where several fit, each with what it would mean, and those that a story without an irregularity
comes nearest to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.diagnose.facts import Facts
from advisor.lawbook.numbers import law_number
from advisor.rule.ruling import Ruled
from advisor.say.branches import as_heard, in_short, leads, sentence
from advisor.say.chain import chain
from advisor.say.compose import Parts, ended, meanwhile, question, rest_of_row, ruling
from advisor.say.room import MOST, count
from advisor.say.words import Words

_ALWAYS = 2  # situations to pick from that say what they mean, however long the answer


def several(
    kind: str,
    found: Sequence[Ruled],
    likeliest: Ruled | None,
    facts: Facts,
    words: Words,
    values: Mapping[str, str],
    unlikely: Sequence[Ruled] = (),
) -> Parts:
    """The situations to pick from, each with what it would mean, after the opening line of `choose` or `unclear`: the likelier
    ones with the open question and where each answer leads, the others in a sentence, as far as there is room; one that is
    likelier than not (`likeliest`) stands whole before the others. The `unlikely` ones stand in the details, by name."""
    others = [ruled for ruled in found if likeliest is None or ruled.table.irregularity != likeliest.table.irregularity]
    short = [(f"- {_named(ruled, words)}",) for ruled in others]
    meant = [_situation(ruled, name, words, standing=likeliest is None) for ruled, (name,) in zip(others, short, strict=True)]
    wholes = [_whole(ruled, said, words) for ruled, said in zip(others, meant, strict=True)]
    always = _ALWAYS
    if likeliest is None or not others:
        frame, rest, head = [words.frame(kind)], "", ""
    else:
        frame = [words.frame("likeliest"), words.frame("or_else")]
        head, rest = ruling(likeliest, facts, words, values=values)
        always = 1 if count([head, meant[0]]) <= MOST else 0
    listed = _listed(short, meant, wholes, always, MOST - count([*frame, head]))
    left = [line for line, shown, name in zip(meant, listed, short, strict=True) if shown == name and line != name[0]]
    left += [f"- {_named(ruled, words)}" for ruled in unlikely]
    told = "\n".join([f"{words.frame('or_else')}", *left]) if left else ""
    lines = [frame[0], *([head] if head else []), *frame[1:], *(line for entry in listed for line in entry)]
    return "\n".join(lines), "\n".join(filter(None, [rest, told]))


def told_apart(asked: str, found: Sequence[Ruled], facts: Facts, words: Words, values: Mapping[str, str]) -> Parts:
    """The question that decides between situations of one incident, and what follows from each answer, as far as there is
    room; the details are those of the likeliest."""
    names = [f"- {words.apart(asked, r.table.irregularity)} ({_law(r, words)})" for r in found]
    meant = [_situation(ruled, name, words, standing=True) for ruled, name in zip(found, names, strict=True)]
    wholes = [_whole(ruled, said, words) for ruled, said in zip(found, meant, strict=True)]
    listed = _listed([(name,) for name in names], meant, wholes, len(found), MOST)
    head = [words.apart(asked), *(line for entry in listed for line in entry)]
    return "\n".join(head), ruling(found[0], facts, words, values=values)[1]


def _listed(
    short: Sequence[tuple[str, ...]], meant: Sequence[str], wholes: Sequence[tuple[str, ...]], always: int, room: int
) -> list[tuple[str, ...]]:
    """The lines of each situation to pick, of its name, what it means, or the whole of it: the first few `always` say what they
    mean, and those that are likelier get as much more as there is room for."""
    listed = [(said,) if at < always else name for at, (said, name) in enumerate(zip(meant, short, strict=True))]
    for at, (said, whole) in enumerate(zip(meant, wholes, strict=True)):
        for entry in ((said,), whole):
            if count([line for lines in (*listed[:at], entry, *listed[at + 1 :]) for line in lines]) <= room:
                listed[at] = entry
    return listed


def near_to(found: Sequence[Ruled], words: Words) -> list[str]:
    """The situations that a story without an irregularity comes nearest to, in one line; nothing where it is near to none."""
    return [words.frame("none_near", situations=", ".join(_named(ruled, words) for ruled in found))] if found else []


def _named(ruled: Ruled, words: Words) -> str:
    """The name of a situation and the number of its law."""
    return f"{words.irregularity(ruled.table.irregularity)} ({_law(ruled, words)})"


def _law(ruled: Ruled, words: Words) -> str:
    return f"{words.frame('law')} {words.ref(law_number(ruled.table.law_number))}"


def _situation(ruled: Ruled, name: str, words: Words, *, standing: bool) -> str:
    """A situation to pick by its name, with what it would mean: its ruling, as far as what is known decides it, or what holds
    meanwhile (where there is room for what is `standing`), or the fact it hangs on."""
    if leads(ruled, words):
        return f"{name}: {as_heard(ruled, words)}"
    governing = ruled.row or ruled.until
    if governing is not None:
        return f"{name}: {sentence(governing, words)}"
    holds = meanwhile(ruled, words) if standing else []
    if holds:
        return f"{name}: {holds[0]}"
    return f"{name}: {in_short(ruled, words)}" if ruled.question else ended(name)


def _whole(ruled: Ruled, said: str, words: Words) -> tuple[str, ...]:
    """A situation to pick with all that it would mean, behind what is `said`: its ruling, or its question and where each answer
    leads."""
    open_yet = ruled.row is None and ruled.question
    more = [*rest_of_row(ruled, words, [said]), *(question(ruled, words, chain(ruled, words)) if open_yet else [])]
    return (said, *(f"  {line if line.startswith('- ') else f'- {line}'}" for line in more if line not in said))
