"""What two voices tell differently: who is told to say something, what of, and against whom (Law 85).

A voice is a clause with a verb of saying, or a name and a colon; the words from it to the next voice are what it says. Two voices
differ about a thing where both speak of it, or one only denies what the other said. What a voice holds the law to be is no fact,
nor is what both admit in dispute.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from advisor.base.kept import once
from advisor.read.cues import Cue
from advisor.read.events import CALLS, PLAYERS, SEAT_OF
from advisor.read.quotes import spoken_tokens
from advisor.read.reading import Reading
from advisor.read.story import DIRECTOR
from advisor.read.tokens import SENTENCE

TOPIC: Final = "topic_"
NEXT_CARD: Final = "topic_next_card"
_SAYS, _OWN, _MINE, _PERSON = "voice_says", "voice_own", "voice_mine", "voice_person"
_DENIES, _AGAINST, _DIFFER, _AGREE, _LAW = "voice_denies", "voice_against", "voices_differ", "voices_agree", "voice_of_law"
_NOT, _ANSWERS, _MEANING, _THAT = "voice_not", "voice_answers", "voice_of_meaning", "voice_that"
_BY_DENIAL: Final = frozenset({"topic_call_made"})  # told by one, it must be denied by the other
_OF_THE_DIRECTOR: Final = frozenset({"topic_deadline"})  # of the rest a Director rules: who posted the results is a witness
_DIRECTOR: Final = "director_word"
_TELLER, _THEY = "i", "they"
_BEFORE, _BEHIND = 7, 3  # so many tokens before a verb of saying its subject may begin, and behind it
_OPENING: Final = 8  # so many tokens of a sentence open it
_HEAD: Final = 5  # so many words at most before a colon name who speaks
_SENTENCES, _FAR = 3, 60  # so far apart at most, in sentences and in words, two voices answer one another
_SHORT: Final = 5  # so few words are no more than an answer to another voice
_BARE: Final = 8  # a clause of so few words may only deny
_SPEECH: Final = 400  # characters that a player is quoted with at most
_ASIDE: Final = 3  # so few words of a clause are an aside that says who says it
_CALL: Final = 2  # so few words behind the verb tell no more than a call


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks (nothing where it is not told), and the tokens [first, last] of what is said, the verb among them."""

    speaker: str
    first: int
    last: int


@once
def contested(reading: Reading) -> dict[str, tuple[str, ...]]:
    """Topic -> the words of the two voices (or of the sentence that says so) that tell it differently."""
    found: dict[str, tuple[str, ...]] = {}
    told = voices(reading)
    own = [(one, other, False) for one, other in _against_the_teller(reading, told)]
    for one, other, bare in [*((one, other, True) for one, other in _answering(reading, told)), *own]:
        for topic in _between(reading, one, other, bare=bare):
            found.setdefault(topic, (reading.words(one.first, one.last), reading.words(other.first, other.last)))
    for first, last in _said_to_differ(reading):
        for topic in _topics(reading, first, last):
            found.setdefault(topic, (reading.words(first, last),))
    return found


@once
def voices(reading: Reading) -> tuple[Voice, ...]:
    """The voices of a story in their order."""
    marks = sorted([*_verbs(reading), *_heads(reading), *_without_verb(reading)])
    found: list[Voice] = []
    for (first, last, speaker), then in zip(marks, _of_another(marks), strict=True):
        before = found[-1].last if found else -1
        if first <= before:
            continue
        ends = _sentence_end(reading, last)
        if then is not None and then <= ends:
            ends = max(last, reading.clause_start(then) - 1)  # the subject of the next voice is not said by this one
        found.append(Voice(speaker, max(_said_from(reading, first), before + 1), ends))
    return tuple(found)


def _said_from(reading: Reading, verb: int) -> int:
    """The first token of the clause of a verb of saying, or of the one before where hardly anything but the verb stands in it
    ("he was slow, says East", "for an age (we say)")."""
    start = reading.clause_start(verb)
    aside = reading.clause_end(verb) - start < _ASIDE and start and reading.sentences[start - 1] == reading.sentences[start]
    return reading.clause_start(start - 1) if aside else start


def _of_another(marks: Sequence[tuple[int, int, str]]) -> list[int | None]:
    """For each mark the first token of the next one of somebody else who is named."""
    found: list[int | None] = []
    near: tuple[int, str] | None = None
    beyond: int | None = None  # the next one that is not of the same person as the nearest
    for first, _, speaker in reversed(marks):
        found.append(None if near is None else near[0] if near[1] != speaker else beyond)
        if speaker:
            beyond = near[0] if near is not None and near[1] != speaker else beyond
            near = first, speaker
    return found[::-1]


def _answering(reading: Reading, told: Sequence[Voice]) -> Iterator[tuple[Voice, Voice]]:
    """Every voice with those that come soon after it."""
    for number, one in enumerate(told):
        for other in told[number + 1 : number + 1 + _FAR]:
            if reading.sentences[other.first] - reading.sentences[one.last] > _SENTENCES or other.first - one.last > _FAR:
                break
            yield one, other


def _sentence_end(reading: Reading, at: int) -> int:
    return bisect_right(reading.sentences, reading.sentences[at]) - 1


def _verbs(reading: Reading) -> Iterator[tuple[int, int, str]]:
    quoted, before = spoken_tokens(reading.text, reading.tokens, _SPEECH), -1
    quoting = {reading.sentences[at] for at in quoted}
    meant = reading.cue_firsts(_MEANING)  # "says 2♣ was Stayman" is no bid, but "said 1♥" is
    bids = (e for e in reading.story.events if e.deed in CALLS and e.last - e.first <= _CALL and e.last + 1 not in meant)
    calls = {e.first for e in bids}
    unsaid = quoted | calls | reading.under_not()
    for cue in reading.cued(_SAYS):
        if cue.first in unsaid or (reading.asked(cue.first) and reading.sentences[cue.first] not in quoting):
            continue
        speaker = _speaker(reading, cue)
        start, again = reading.clause_start(cue.first), before >= 0 and not reading.parted(before, cue.first, SENTENCE)
        within = again and speaker == _TELLER and cue.first - start > _CALL  # "he says no, I changed when I saw it" is his
        if not within and (speaker in PLAYERS or before < start):  # "South says I said nothing" is South's
            yield cue.first, cue.last, speaker
        before = cue.last


def _heads(reading: Reading) -> Iterator[tuple[int, int, str]]:
    """Names with a colon behind them."""
    for at, (token, then) in enumerate(pairwise(reading.tokens)):
        if ":" in reading.text[token.end : then.start]:
            begins = bisect_left(reading.sentences, reading.sentences[at])
            first = max(begins, at - _HEAD)
            named = _persons(reading, first, at)
            if named and (reading.clause_start(at) >= at - 1 or _persons(reading, at, at)):  # "and so he had:" names no voice
                yield first, at, named[-1]


def _without_verb(reading: Reading) -> Iterator[tuple[int, int, str]]:
    """Names that share the verb of the voice before ("West says that it was late, North that it was not")."""
    verbs = reading.cue_firsts(_SAYS)
    saying = {reading.sentences[at]: at for at in sorted(verbs, reverse=True)}  # the first verb of each sentence
    for cue in reading.cued(_THAT):
        start = reading.clause_start(cue.first)
        shared = saying.get(reading.sentences[cue.first], cue.first) < start and cue.first - start < _HEAD
        if shared and verbs.isdisjoint(range(start, cue.first)):
            named = _persons(reading, start, cue.first - 1)
            if named:
                yield start, cue.last, named[-1]


def _speaker(reading: Reading, verb: Cue) -> str:
    """Who is told to say it: right before the verb, right behind it, or else whom the sentence begins with."""
    if not reading.cue_tokens(_OWN).isdisjoint(range(verb.first, verb.last + 1)):
        return _TELLER
    begins = bisect_left(reading.sentences, reading.sentences[verb.first])
    end = min(reading.clause_end(verb.last), verb.last + _BEHIND)
    if reading.clause_start(verb.first) == verb.first > begins and end == verb.last:
        return _THEY  # "North, they say, was slow"
    near = _persons(reading, max(begins, verb.first - _BEFORE), verb.first - 1)
    if not near and verb.first > begins and reading.text[reading.tokens[verb.first - 1].start].isupper():
        near = [reading.tokens[verb.first - 1].form]
    there = (
        near[-1:]
        or _persons(reading, verb.last + 1, end)[:1]
        or _persons(reading, begins, min(begins + _OPENING, verb.first - 1))[:1]
    )
    return there[0] if there else ""


def _persons(reading: Reading, first: int, last: int) -> list[str]:
    """The players and other persons named between two tokens: by seat, by part, by a word for a person or by name."""
    if last < first:
        return []
    named = {at: reading.tokens[at].form for at in range(first, last + 1) if _is_name(reading, at)}
    for cue in reading.cues_beginning(first, last):
        if cue.what in (_PERSON, _OWN, _DIRECTOR):
            named[cue.first] = {_OWN: _TELLER, _DIRECTOR: DIRECTOR}.get(cue.what, reading.tokens[cue.first].form)
    told = [m for m in reading.beginning(first, last) if m.name in PLAYERS]
    named |= {m.first: m.name for m in told} | {m.first: m.name for m in told if m.name in SEAT_OF}
    return [named[at] for at in sorted(named)]


def _is_name(reading: Reading, at: int) -> bool:
    """Whether a word is written as a name, and the sentence does not begin with it."""
    inside = at > 0 and reading.sentences[at - 1] == reading.sentences[at]
    return inside and reading.text[reading.tokens[at].start].isupper()


def _between(reading: Reading, one: Voice, other: Voice, *, bare: bool) -> list[str]:
    """The things of which two voices tell differently; `bare` says whether the other may only deny, or answer in a word."""
    unnamed = not (one.speaker and other.speaker)
    if not _apart(reading, one, other) or (unnamed and not _has(reading, _AGAINST, one.first, other.last)):
        return []
    if _has(reading, _AGREE, other.first, other.last):
        return []
    first, then = _topics(reading, one.first, one.last), _topics(reading, other.first, other.last)
    if DIRECTOR in (one.speaker, other.speaker):
        return [topic for topic in first if topic in then and topic in _OF_THE_DIRECTOR]
    both, clause = [topic for topic in first if topic in then], min(other.last, reading.clause_end(other.first))
    if bare and not both and clause - other.first < _BARE and _has(reading, _DENIES, other.first, clause):
        return first
    if bare and not then and other.last - other.first <= _SHORT and _has(reading, _ANSWERS, other.first, other.last):
        return first
    denied = _has(reading, _NOT, one.first, one.last) != _has(reading, _NOT, other.first, other.last)
    return [topic for topic in both if denied or topic not in _BY_DENIAL]


def _apart(reading: Reading, one: Voice, other: Voice) -> bool:
    """Whether two voices are not of one person: where one is not named, only a word that denies tells it."""
    if one.speaker and other.speaker:
        return one.speaker != other.speaker
    return _has(reading, _DENIES, other.first, other.last)


def _has(reading: Reading, what: str, first: int, last: int) -> bool:
    return any(cue.what == what for cue in reading.cues_beginning(first, last))


def _topics(reading: Reading, first: int, last: int) -> list[str]:
    """What the words from one token to another speak of, but for a clause in which somebody says what the law would have."""
    told = reading.cues_beginning(first, last)
    of_law = {reading.clause_end(cue.first) for cue in told if cue.what == _LAW}
    return list(dict.fromkeys(c.what for c in told if c.what.startswith(TOPIC) and reading.clause_end(c.first) not in of_law))


def _against_the_teller(reading: Reading, told: Sequence[Voice]) -> Iterator[tuple[Voice, Voice]]:
    """What tellers say of their own side in no voice but the telling, with what somebody near it says with a word against it."""
    said = {at for voice in told for at in range(voice.first, voice.last + 1)}
    ends = sorted({reading.clause_end(cue.first) for cue in reading.cued(_MINE) if cue.first not in said})
    for voice in told:
        if voice.speaker in ("", _TELLER) or not _has(reading, _AGAINST, voice.first, voice.last):
            continue
        for end in ends[bisect_left(ends, voice.first - _FAR) : bisect_right(ends, voice.last + _FAR)]:
            start = max(reading.clause_start(end), end - _FAR)
            if abs(reading.sentences[start] - reading.sentences[voice.first]) <= _SENTENCES:
                yield Voice(_TELLER, start, end), voice


def _said_to_differ(reading: Reading) -> Iterator[tuple[int, int]]:
    """The sentences in which it is said that several tell it differently, with the one before where they name no thing."""
    for here in dict.fromkeys(reading.sentences[cue.first] for cue in reading.cued(_DIFFER)):
        first, last = bisect_left(reading.sentences, here), bisect_right(reading.sentences, here) - 1
        if here and not _topics(reading, first, last):
            first = bisect_left(reading.sentences, here - 1)
        yield first, last
