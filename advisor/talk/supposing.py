"""What if: the ruling with one fact otherwise, and only what changes by it. The incident in hand stays as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from advisor.advising import Consultation, consult
from advisor.diagnose.understanding import read_once
from advisor.lawbook.shelf import table
from advisor.read.events import SEAT_OF
from advisor.read.match import Mention
from advisor.read.parts import NOT
from advisor.read.scope import NEGATED
from advisor.replay.replacing import FACT
from advisor.rule.ruling import Ruled, branched, rule
from advisor.say import compose, verdict
from advisor.say.replies import bare
from advisor.say.words import Words
from advisor.talk.answering import AUXILIARY, change_of, meanings_left, meant, plainly, stems, told, told_anew, told_beside
from advisor.talk.calls import spoken
from advisor.talk.following import carried_on
from advisor.talk.incident import branches, offering, plain
from advisor.talk.models import Button, Reply, State
from advisor.talk.seats import spoken_seats

_STRONG = 0.5
_TOUCHED = 0.3
_BARE = 4  # words
_YES_NO = ("yes", "no")
_RIGHTS = "rights"
_SAYING = ("say", "ask")
_PLAY, _PRONOUN = "play", "pronoun_other"
_NOTICING = ("notice", "see", "say")


Step = tuple[State, Reply]


def what_if(state: State, found: Consultation, rest: str) -> Step:
    """The ruling as it would be with one fact otherwise, or what could be supposed where the words touch nothing asked."""
    rest = rest.rstrip(" ?;")
    changed = supposed(rest, found, state)
    says_not = any(NOT in stems(found.words.value(name, value)) for name, value in changed.items())
    gone = denied(rest, found, state) if not says_not else None
    if gone is not None and len(gone[1]) > 1:
        return offering(state, _without(state, found, *gone))
    changed = {gone[0]: gone[1][0]} if gone is not None else changed
    called = _new_call(state, found, rest) if changed.items() <= found.taken().items() else None
    if changed and called is None:
        return supposition(state, found, changed)
    other = called or _beside(state, found, rest) or _following(state, found, rest) or _another(state, found, rest)
    return offering(state, other or _nothing(state, found))


def denied(rest: str, found: Consultation, state: State) -> tuple[str, tuple[str, ...]] | None:
    """The fact that "if he had not won the trick" denies, with the values that it leaves: of yes and no the other; else every
    other one that is possible. None where nothing is denied, or nothing that is known or asked."""
    ruled = found.ruled
    positive = _affirmative(rest, state)
    if ruled is None or not positive:
        return None
    here = state.model_copy(update={"question": ruled.question})
    known = found.taken()
    said = told(positive, ruled.table, here) or told(_named(positive, state), ruled.table, here)
    about = {name: value for name, value in said.items() if known.get(name, value) == value}
    plain = {name: value for name, value in about.items() if known.get(name) == value} or about
    rests = ruled.row.when if ruled.row is not None else {}
    name = next(iter([*(n for n in plain if n in rests), *(n for n in plain if n == ruled.question), *plain]), "")
    if not name:
        name = change_of(positive, ruled.table, {}, state, [n for n in known if n in ruled.table.asks], least=_TOUCHED)[0]
        plain = {name: known[name]} if name and change_of(positive, ruled.table, {}, state, [name])[1] == known[name] else {}
    if name not in plain:
        return None
    others = tuple(
        b.value for b in branched(ruled.table, {n: v for n, v in known.items() if n != name}, name) if b.value != plain[name]
    )
    sure = next((value for value in ("no", "yes") if value in others and {"yes", "no"} >= {value, plain[name]}), "")
    return (name, (sure,) if sure else others) if others else None


def _affirmative(rest: str, state: State) -> str:
    """The words without the "not" that denies them; nothing where none does, or where they say nothing else."""
    reading = read_once(rest, greeklish=state.speaks == "el")
    cues = {cue for flag, cue, _ in reading.reach if flag == NEGATED}
    cues |= {cue - 1 for cue in cues if cue and len(reading.tokens[cue].form) == 1}  # "hadn't"
    left = [reading.text[token.start : token.end] for at, token in enumerate(reading.tokens) if at not in cues]
    return " ".join(left) if cues and meant(" ".join(left), state) - AUXILIARY else ""


def _named(text: str, state: State) -> str:
    """The words with the seat of whom the story tells first in place of "he" or "she"."""
    reading, seats = read_once(text, greeklish=state.speaks == "el"), spoken_seats(". ".join(state.story))
    at = next((cue.first for cue in reading.cues if cue.what == _PRONOUN), -1)
    if at < 0 or not seats:
        return text
    token = reading.tokens[at]
    return f"{text[: token.start]}{next(iter(seats.values()))}{text[token.end :]}"


def _without(state: State, found: Consultation, name: str, values: tuple[str, ...]) -> Reply:
    """Where each of the values leads that are left of a fact which is supposed not to be as it was told."""
    here, words = found.ruled, found.words
    assert here is not None
    known = {fact: value for fact, value in found.taken().items() if fact != name}
    open_again = replace(here, row=None, until=None, question=name, taken=tuple(known.items()))
    left = replace(open_again, branches=tuple(b for b in branched(here.table, known, name) if b.value in values))
    out = [
        words.frame("talk_what_if_not", fact=words.value(name, found.taken().get(name, values[0]))),
        *branches(left, found, words),
    ]
    return plain(state, "what_if", "\n".join(out), state.offered, laws=left.laws(), status="question")


def supposition(state: State, found: Consultation, changed: Mapping[str, str]) -> Step:
    """What changes with these facts, a line each: the law if it is another one, what follows then and did not before."""
    here, words = found.ruled, found.words
    assert here is not None
    there = _there(state, found, changed)
    out = [words.frame("talk_what_if", fact=words.joined(words.value(name, value) for name, value in changed.items()))]
    out += _changes(here, there, words)
    if there.row is None and there.until is None and there.question and there.question != here.question:
        out += branches(there, found, words, changed)
    reply = plain(state, "what_if", "\n".join(out), state.offered, laws=there.laws(), status=_status(there))
    about = {name: value for name, value in changed.items() if name in here.table.asks}  # "and if not?" denies no other
    return state.model_copy(update={"supposed": about}), reply


def _status(ruled: Ruled) -> str:
    if ruled.table.kind == "rights" and ruled.answers():
        return "rights"
    return "ruling" if ruled.row is not None or ruled.until is not None else "question"


def _there(state: State, found: Consultation, changed: Mapping[str, str]) -> Ruled:
    """The table with the facts supposed. What was told later stands on the fact that is supposed otherwise where the row in
    hand rests on both: it is left aside where a ruling is then left."""
    assert found.ruled is not None
    if changed.items() <= found.taken().items():
        return found.ruled
    table, known = found.ruled.table, dict(found.ruled.decided) | found.facts.values()
    there = rule(table, known | dict(changed), both_ways=found.facts.conflicting)
    rests = found.ruled.row.when if found.ruled.row is not None else {}
    later = _told_after(state, changed) - changed.keys()
    if not later & rests.keys() or not changed.keys() & rests.keys():
        return there
    bare = rule(table, {n: v for n, v in known.items() if n not in later} | dict(changed), both_ways=found.facts.conflicting)
    return bare if bare.row is not None else there


def _told_after(state: State, changed: Mapping[str, str]) -> set[str]:
    """The facts answered after those that are supposed otherwise."""
    names = list(state.answers)
    last = max((names.index(name) for name in changed if name in names), default=-1)
    return set(names[last + 1 :])


def _changes(here: Ruled, there: Ruled, words: Words) -> list[str]:
    """What is otherwise: nothing, what no longer holds, or the law (if it is another) and what holds now and did not before."""
    before, after = _lines(here, words), _lines(there, words)
    law, laws = words.ref(there.laws()[0]), (here.laws()[0], there.laws()[0])
    if before == after and laws[0] == laws[1] and after:
        return [words.frame("talk_what_if_same", law=law)]
    new = [line for line in after if line not in before]
    gone = " ".join(line for line in before if line not in after) if after and not new else ""
    head = [f"{words.frame('law')} {law}."] if laws[0] != laws[1] or not (new or gone) else []
    return [*head, *new, *([words.frame("talk_what_if_less", what=gone)] if gone else [])]


def _lines(ruled: Ruled, words: Words) -> list[str]:
    row = ruled.row or ruled.until
    return verdict.row_lines(row, words) if row is not None else []


def _new_call(state: State, found: Consultation, rest: str) -> Reply | None:
    """A supposition that another call replaced the one withdrawn, where it depends on what the calls show which it is (Law 23A):
    what follows in each case."""
    here, words = found.ruled, found.words
    if here is None or FACT not in here.table.asks:
        return None
    left = meanings_left(rest, state.model_copy(update={"question": FACT}))
    if not left:
        return None
    there = {value: rule(here.table, found.taken() | {FACT: value}) for value in left}
    calls = spoken(read_once(rest, greeklish=state.speaks == "el"))
    supposed = rest[calls[0].start : calls[0].end] if calls else rest
    out = [words.frame("talk_what_if", fact=supposed)]
    out += [f"- {words.value(FACT, value)}: {bare(ruled, words)}" for value, ruled in there.items()]
    laws = tuple(law for ruled in there.values() for law in ruled.laws()[:1])
    return plain(state, "what_if", "\n".join(out), state.offered, laws=laws, status="question")


def _beside(state: State, found: Consultation, rest: str) -> Reply | None:
    """A supposition about another irregularity of the same story: what would be said of that one."""
    words = found.words
    for other in found.others:
        changed = told_anew(rest, other.table, {}, state)
        if changed:
            there = rule(other.table, found.facts.values() | changed)
            supposed = words.joined(words.value(name, value) for name, value in changed.items())
            out = [words.frame("talk_what_if", fact=supposed), *_changes(other, there, words)]
            return plain(state, "what_if", "\n".join(out), state.offered, laws=there.laws())
    return None


def _following(state: State, found: Consultation, rest: str) -> Reply | None:
    """A supposition about what is chosen in the situation that follows from the ruling: what holds there then."""
    name, facts = carried_on(state, rest)
    there = rule(other, facts) if (other := table(state.edition, name) if name else None) is not None else None
    if there is None or there.row is None:
        return None
    words = found.words
    supposed = words.joined(words.value(n, v) for n, v in facts.items() if n in told_anew(rest, there.table, {}, state))
    out = [words.frame("talk_what_if", fact=supposed), *_lines(there, words)]
    return plain(state, "what_if", "\n".join(out), state.offered, laws=there.laws(), status="ruling")


def _another(state: State, found: Consultation, rest: str) -> Reply | None:
    """A supposition that is a situation of its own ("and if the 2♠ is insufficient?"): its law and what follows."""
    alone = consult(rest, lang=state.speaks, edition=state.edition, authority=state.authority, again=True)
    other = alone.ruled
    deeds = [e.deed for e in alone.reading.story.events if e.deed != _PLAY or NEGATED not in e.flags]  # not to play is no deed
    done = alone.reading.notation or any(deed not in _SAYING for deed in deeds)
    several = alone.open_which or not done
    if other is None or several or other.table.kind == _RIGHTS or not alone.diagnosis.tells_incident(_STRONG):
        return None
    text = "\n".join(compose.first_part(other, alone.facts, found.words)[0])
    button = Button(label=found.words.irregularity(other.table.irregularity), send=f"#irregularity={other.table.irregularity}")
    laws = alone.advice.laws
    return plain(state, "what_if", text, (*state.offered, button), laws=laws, status=alone.advice.status)


def supposed(rest: str, found: Consultation, state: State) -> dict[str, str]:
    """The fact that a supposition changes: the open one first, then any the table asks for; by a bare "if not" the yes or no
    that was told last."""
    ruled = found.ruled
    assert ruled is not None
    known = found.facts.values()
    if other := _denied(rest, found, state) or _affirmed(rest, found, state):
        return other
    bare = state if len(rest.split()) < _BARE else state.model_copy(update={"question": ""})  # who is named alone did nothing yet
    heard = told_anew(rest, ruled.table, found.taken(), bare)
    plain = {name: value for name, value in plainly(rest, ruled.table, state).items() if heard.get(name) == value}
    heard = plain or heard
    if ruled.question in heard:
        return {ruled.question: heard[ruled.question]}
    again = {n: v for n, v in told(rest, ruled.table, bare).items() if known.get(n) == v and v in _YES_NO}
    if not heard and again and NOT not in meant(rest, state):
        return again  # it is so already
    if not heard and spoken(read_once(rest, greeklish=state.speaks == "el")):
        return {}  # another call: what it would be is ruled, and no fact is touched by its words
    for asks in ([ruled.question] if ruled.question else [], list(ruled.table.asks)):
        fact, value = change_of(rest, ruled.table, known, state, asks, least=_TOUCHED) if asks else ("", "")
        says_not = NOT in stems(found.words.value(fact, value)) if fact else False
        if fact and not (heard and asks != [ruled.question]) and (says_not or not _undone(rest, state)):
            return {fact: value}
    return heard or _rather(rest, found, bare)


def _rather(rest: str, found: Consultation, state: State) -> dict[str, str]:
    """The one fact that the words rather tell otherwise than not: something is supposed otherwise. What somebody is supposed not
    to have done tells nothing here, but that it was not noticed."""
    assert found.ruled is not None
    if _undone(rest, state):
        return {}
    told = told_beside(rest, found.ruled.table, state, ())
    other = {name: value for name, value in told.items() if found.taken().get(name) != value}
    return other if len(other) == 1 else {}


def _undone(rest: str, state: State) -> bool:
    """Whether a supposition says that somebody did not do something, other than notice it."""
    events = read_once(rest, greeklish=state.speaks == "el").story.events
    return any(NEGATED in event.flags and event.deed not in _NOTICING for event in events)


def _denied(rest: str, found: Consultation, state: State) -> dict[str, str]:
    """What "if he had not" denies, saying nothing else: what was supposed just now, the yes or no that is asked, or the one told
    last that the ruling rests on."""
    reading = read_once(rest, greeklish=state.speaks == "el")
    nots = {reading.stems[cue] for flag, cue, _ in reading.reach if flag == NEGATED}  # "hadnt" too, however it is written
    said = meant(rest, state) - nots | ({NOT} if nots else set())
    ruled = found.ruled
    if ruled is None or NOT not in said or len(rest.split()) > _BARE or said - {NOT} - AUXILIARY:
        return {}
    values = {name: [v for v in ruled.table.asks[name].values if v != value] for name, value in state.supposed.items()}
    if values:
        known = found.taken()
        first = {name: "no" if "no" in left else known.get(name, "") for name, left in values.items()}
        return {name: first[name] if first[name] in left else left[0] for name, left in values.items()}
    if ruled.question and set(ruled.table.asks[ruled.question].values) >= set(_YES_NO):
        return {ruled.question: "no"}
    taken = found.taken()
    rests: Sequence[str] = list(ruled.row.when) if ruled.row is not None else []
    names = [n for n in (*reversed(state.answers), *rests) if n in rests and taken.get(n) in _YES_NO]
    return {names[0]: "no" if taken[names[0]] == "yes" else "yes"} if names else {}


def _affirmed(rest: str, found: Consultation, state: State) -> dict[str, str]:
    """What "and if South had?" affirms, saying nothing else: the one thing told last not to have been done."""
    greek = state.speaks == "el"
    reading = read_once(rest, greeklish=greek)
    said = {reading.stems[at] for at in range(len(reading.tokens)) if not any(_names(m, at) for m in reading.mentions)} - {""}
    if found.ruled is None or len(rest.split()) > _BARE:
        return {}
    if state.supposed and set(state.supposed.values()) <= set(_YES_NO) and not meant(rest, state) - AUXILIARY:
        return dict.fromkeys(state.supposed, "yes")  # "and if it was?" after "what if it was not"
    if not said or said - AUXILIARY:
        return {}
    taken = found.taken()
    told = [name for name in reversed(state.answers) if name in found.ruled.table.asks and taken.get(name) in _YES_NO]
    return {told[0]: "yes"} if told and taken[told[0]] == "no" else {}


def _names(mention: Mention, at: int) -> bool:
    """Whether a token names a player."""
    return mention.name in SEAT_OF and mention.first <= at <= mention.last


def _nothing(state: State, found: Consultation) -> Reply:
    """That the words touch no fact, with one that could be supposed: of those the ruling rests on, before all others."""
    ruled, words = found.ruled, found.words
    assert ruled is not None
    known = found.taken()
    rests = ruled.row.when if ruled.row is not None else {ruled.question: ""}
    asks = sorted(ruled.table.asks.items(), key=lambda item: item[0] not in rests)
    others = (words.value(name, value) for name, ask in asks for value in ask.values if known.get(name) != value)
    text = words.frame("talk_what_if_none", fact=next(others, ""))
    return plain(state, "what_if", text, state.offered, laws=found.advice.laws)
