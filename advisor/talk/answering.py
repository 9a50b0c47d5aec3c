"""What a reply tells: values of the facts that a table asks for, by the reader first, then by the words of the values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from advisor.base import store
from advisor.base.kept import of_texts
from advisor.diagnose.evidence import ear
from advisor.diagnose.facts import Facts, gather
from advisor.diagnose.understanding import keyed_once, played_once, read_once, reader, spoken_once
from advisor.lawbook.models import Table
from advisor.read.parts import NOT
from advisor.read.phrases import every_phrase
from advisor.read.scope import NEGATED
from advisor.replay.left_over import FACT as SUIT_LEFT
from advisor.replay.left_over import left_over_now
from advisor.replay.played import Played
from advisor.replay.replacing import FACT, LOWEST, left_open, replacement
from advisor.replay.sides import FACT as SIDE
from advisor.replay.sides import offender_side
from advisor.replay.substitution import bids_too_low
from advisor.talk.calls import too_low_over_contract
from advisor.talk.models import State
from advisor.talk.relations import card_facts, relation_facts, says_who_is_who, told_of_another

_LITTLE = 2
_CLAUSE = re.compile(r"(?<=[,;.])\s+")
_ALONE = 3
_ASKED, _BESIDE, _APART = 0.6, 0.8, 0.2  # how likely what a reply tells must be, and before every other value
_REPLY, _LABEL, _WHOLE = 25, 2, 0.75  # words of a reply; of a value's words said, so many and such a share of the clause
_CALLS = ("call", "call_by")
AUXILIARY = frozenset({"have", "make", "be"})  # what a "not" denies, saying nothing else
_LEAD = 0.3  # of what a reply speaks for before every other value, silence included


def told(text: str, table: Table, state: State) -> dict[str, str]:
    """The facts of this table that the text states, as the reader hears them in this conversation: who did what to whom is
    seen against the story so far."""
    if not text:
        return {}
    played = played_once(text, greeklish=_latin(state))
    reading = played.reading
    known = _to_the_point(_heard(text, greeklish=_latin(state), asks=tuple(table.asks)), state.question)
    if says_who_is_who(text) and not reading.story.events:  # "North is a defender" tells nothing that somebody did
        known = {name: value for name, value in known.items() if name not in store.load("talk")["relations"]}
    known |= {name: value for name, value in card_facts(reading, state.question).items() if name in table.asks}
    known |= _in_reply(text, table, state)
    if state.story:
        known = _against_story(played, played_once(". ".join(state.story)), known, state, table)
        known |= _in_reply(text, table, state)
    return {name: value for name, value in known.items() if name in table.asks and value in table.asks[name].values}


@of_texts()
def _heard(text: str, *, greeklish: bool, asks: tuple[str, ...] = ()) -> Facts:
    """What a reply tells by itself; several who look at it ask for the same."""
    return gather(played_once(text, greeklish=greeklish), spoken_once(text, greeklish=greeklish), {}, asks)


def plainly(text: str, table: Table, state: State) -> dict[str, str]:
    """Those of the facts told that a card, or words said as in a reply, tell by themselves."""
    reading = read_once(text, greeklish=_latin(state))
    found = card_facts(reading, state.question) | _in_reply(text, table, state)
    return {name: value for name, value in found.items() if name in table.asks and value in table.asks[name].values}


def news_of(facts: Mapping[str, str], table: Table, known: Mapping[str, str], question: str = "") -> dict[str, str]:
    """The facts without those that only say again that something has not been done yet, which is not asked for."""
    return {
        name: value
        for name, value in facts.items()
        if name == question or not table.asks[name].waits or value != table.asks[name].presume or known.get(name, value) != value
    }


def _to_the_point(heard: Facts, question: str, wanted: Collection[str] = ()) -> dict[str, str]:
    """What a reply tells: what is trusted as in any telling, and, since a reply speaks to the point, what it rather tells than
    not and nothing rivals; of the open question (and of what else is `wanted`) less is enough."""
    found = heard.values()
    for name, chances in heard.chances.items():
        value, *others = sorted(chances, key=chances.__getitem__, reverse=True)
        rival = chances[others[0]] if others else 0.0
        least = _ASKED if name == question or name in wanted else _BESIDE
        if chances[value] >= least and chances[value] - rival >= _APART:
            found.setdefault(name, value)
    return found


def told_beside(text: str, table: Table, state: State, known: Collection[str]) -> dict[str, str]:
    """The facts of the table not known yet that a reply of a few words tells beside its answer: what it rather tells than not,
    and what a clause of it says in the very words of a value; of who did what only what is told."""
    if len(text.split()) > _REPLY:
        return {}
    wanted = [name for name in table.asks if name not in known]
    found = _to_the_point(_heard(text, greeklish=_latin(state), asks=tuple(wanted)), "", wanted)
    found = in_their_words(text, table, wanted, state) | found
    plain, relations = told(text, table, state), store.load("talk")["relations"]
    sure = {name: value for name, value in found.items() if name not in relations or plain.get(name) == value}
    return {name: value for name, value in sure.items() if name in wanted and value in table.asks[name].values}


def in_their_words(text: str, table: Table, facts: Sequence[str], state: State) -> dict[str, str]:
    """The values of these facts that a clause of the text says in their very words (one word is enough where but one fact is
    looked for)."""
    labels = {(name, value): _words(name, value) for name in facts for value in table.asks[name].values}
    found: dict[str, str] = {}
    for clause in _CLAUSE.split(text):
        said = frozenset(s for s in stems(clause, greeklish=_latin(state)) - AUXILIARY if len(s) > _LITTLE or s == NOT)
        name, value = _best(labels, said)
        shared = labels.get((name, value), frozenset()) & said - {NOT}
        least = min(_LABEL, len(said - {NOT})) if len(facts) == 1 else _LABEL
        if name and len(shared) >= max(1, least) and len(shared) >= _WHOLE * len(said - {NOT}):
            found.setdefault(name, value)
    return found


def _not_denied(text: str, state: State) -> str:
    """The text without what a "not" denies: "2H, not pass" and "he did not bid 2H, he passed" name one call each, and so does the
    latter without its comma."""
    kept = []
    for clause in _CLAUSE.split(text):
        said = read_once(clause, greeklish=_latin(state))
        marks = [said.tokens[first].start for flag, first, _ in said.reach if flag == NEGATED]
        if not marks:
            kept.append(clause)
            continue
        denied = next((note.end for note in said.notation if note.start >= min(marks) and note.kind in _CALLS), len(clause))
        kept.append(f"{clause[: min(marks)]} {clause[denied:]}")
    return " ".join(kept)


def _in_reply(text: str, table: Table, state: State) -> dict[str, str]:
    """What the words tell as they are said in a reply (`lexicon/talk/answers.yaml`): of each fact that the table asks the value
    said with most words, the last where two are said alike."""
    keys = keyed_once(text, greeklish=_latin(state))[-1]
    forms = store.load("talk")["answers"]
    found: dict[str, tuple[int, int, str]] = {}
    for fact in (fact for fact in table.asks if fact in forms):
        for value, first, last in every_phrase(forms[fact], keys):
            found[fact] = max(found.get(fact, (0, 0, "")), (last - first, first, value))
    return {fact: value for fact, (_, _, value) in found.items()}


def _against_story(reply: Played, story: Played, known: dict[str, str], state: State, table: Table) -> dict[str, str]:
    """The facts with those that only the story before shows: who stands where to the offender, what a new bid amounts to."""
    reading = reply.reading
    of_another = told_of_another(reading, story)
    known = {name: value for name, value in known.items() if name not in of_another}
    found = known | relation_facts(reading, story, table.asks, state.question)
    if state.question != SIDE and not says_who_is_who(reading.text) and not reading.story.roles:
        found.pop(SIDE, None)  # "declarer had seen two cards" says nothing of the offender
    found |= left_over_now(reading, story.reading) if SUIT_LEFT in table.asks else {}
    if SIDE in table.asks and "olead_choice" in table.asks and reading.story.roles:
        found |= offender_side(read_once(". ".join([*state.story, reading.text])))
    if state.question == FACT or FACT in state.answers or (not state.question and FACT in table.asks):
        told_so = _not_denied(reading.text, state)
        told, low = played_once(told_so) if told_so != reading.text else reply, _with_low_bid(story)
        value = replacement(told, low)
        if value and not _low_again(told, low):
            found[FACT] = value
    elif found.get(FACT) == LOWEST and reading.notation:
        found.pop(FACT)
    return found


def _low_again(told: Played, story: Played) -> bool:
    """Whether the only call told is the insufficient bid itself, which nobody puts in its own place."""
    return story.low is not None and {call.value for call in told.calls} == {str(story.low.bid)}


def _with_low_bid(story: Played) -> Played:
    """The story, or, where it does not say in so many words which bid was too low, the two bids told one after the other of which
    the second is."""
    low = bids_too_low(story.calls) or too_low_over_contract(story.reading) if story.low is None else []
    return played_once(f"{low[0].over}-{low[0].bid}") if low else story


def meanings_left(text: str, state: State) -> tuple[str, ...]:
    """The values of the open question that a reply leaves, when it is about a new call and names one whose meaning decides."""
    if state.question != FACT:
        return ()
    reply = played_once(text, greeklish=_latin(state))
    said = _heard(text, greeklish=_latin(state)).values().get(FACT)
    return () if said not in (None, LOWEST) else left_open(reply, _with_low_bid(played_once(". ".join(state.story))))


def _latin(state: State) -> bool:
    """Whether Latin letters may be Greek here."""
    return state.at_hand and state.speaks == "el"


def told_anew(text: str, table: Table, known: Mapping[str, str], state: State) -> dict[str, str]:
    """The facts of this table that the text states otherwise than they are known."""
    return {name: value for name, value in told(text, table, state).items() if known.get(name) != value}


def value_of(text: str, fact: str, values: Iterable[str], state: State) -> str:
    """The one value of a fact whose own words the text repeats best, or nothing when none or two do, or when one word alone is
    repeated in a message that says much else."""
    said = stems(text, greeklish=_latin(state)) - AUXILIARY  # "West did" repeats nothing of "LHO did not accept it"
    value = _best({(fact, value): _words(fact, value) for value in values}, said)[1] if said - {NOT} else ""
    shared = _words(fact, value) & said - {NOT} if value else frozenset()
    return value if len(shared) > 1 or _ALONE * len(shared) >= len(said - {NOT}) else ""


def spoken_for(text: str, facts: Iterable[str], state: State) -> dict[str, tuple[str, float]]:
    """For each of these facts the value that the message speaks for, with its lead on silence and on every other value; only
    where it leads."""
    voices = ear().voices(read_once(text, greeklish=_latin(state)), facts)
    found = {}
    for fact, voice in voices.items():
        heard = voice.heard()
        if heard is not None and heard.lead >= _LEAD:
            found[fact] = (heard.value, heard.lead)
    return found


def change_of(
    text: str, table: Table, known: Mapping[str, str], state: State, asks: Iterable[str] = (), *, least: float = 0.0
) -> tuple[str, str]:
    """The (fact, value) other than what is known that the text's words fit best; empty texts when none does, when a "not"
    only says again what is known, or when the value repeats less than this share of the text's words."""
    every = {(name, value): _words(name, value) for name in asks or table.asks for value in table.asks[name].values}
    facts = {(name, value): words for (name, value), words in every.items() if known.get(name) != value}
    said = stems(text, greeklish=_latin(state))
    found = _best(facts, said - AUXILIARY) if said - AUXILIARY - {NOT} else ("", "")
    again = every.get((found[0], known.get(found[0], "")), frozenset())
    if found[0] and NOT in said and NOT in again and NOT not in facts[found]:
        return "", ""
    touched = len(facts.get(found, frozenset()) & said - {NOT})
    return found if touched >= least * sum(len(word) > _LITTLE for word in text.split()) else ("", "")


def _best(options: Mapping[tuple[str, str], frozenset[str]], said: frozenset[str]) -> tuple[str, str]:
    ranked = sorted(((_fit(words, said, options), key) for key, words in options.items()), reverse=True)
    if not ranked or ranked[0][0] <= 0 or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < 0.2):
        return "", ""
    return ranked[0][1]


def _fit(words: frozenset[str], said: frozenset[str], options: Mapping[tuple[str, str], frozenset[str]]) -> float:
    """How many of the value's words are said (rare ones among the values count more); a `not` on one side only counts against."""
    shared = (words & said) - {NOT}
    if not shared:
        return 0.0
    weight = sum(1 / sum(stem in other for other in options.values()) for stem in shared)
    return weight - 0.75 * ((NOT in words) != (NOT in said)) + 0.25 * (NOT in words and NOT in said)


def _words(fact: str, value: str) -> frozenset[str]:
    entry = store.load("texts")["facts"][fact]["values"][value]
    return stems(entry["el"]) | stems(entry["en"])


def meant(text: str, state: State) -> frozenset[str]:
    """What the words of a text mean; of a word in Latin letters its sound only where it has no meaning."""
    return reader().gist(text, greeklish=_latin(state), sounds=False)


def stems(text: str, *, greeklish: bool = False) -> frozenset[str]:
    """What a short text is compared by (`Reader.gist`); for the lexicon's own texts it was made when the data were compiled."""
    made: Mapping[str, frozenset[str]] = store.load("talk")["gists"]
    known = made.get(text)
    return _gist(text, greeklish=greeklish) if known is None else known


@of_texts()
def _gist(text: str, *, greeklish: bool) -> frozenset[str]:
    return reader().gist(text, greeklish=greeklish)


def nearest(text: str, options: Mapping[str, Iterable[str]]) -> str:
    """The key of the option whose texts the words fit best, or nothing when none or two do."""
    said = stems(text)
    words = {(key, ""): frozenset().union(*(stems(each) for each in texts)) for key, texts in options.items()}
    return _best(words, said)[0]
