"""The components of the reader, in their order: notation, mentions, scope, story, voices; and spans, which lays it all out.

Each is a spaCy factory, so that `nlp.add_pipe("bridge_mentions")` works in anyone's pipeline: mentions are heard with or
without notation before them; the others raise UsageError where what they stand on has not run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final
from weakref import WeakKeyDictionary

from spacy.language import Language as Pipeline
from spacy.tokens import Doc, Span

from advisor.base.errors import UsageError
from advisor.read.frame import Draft, draft_of
from advisor.read.names import name_tokens, named_people
from advisor.read.notation.reader import Notation
from advisor.read.parts import Parts, installed
from advisor.read.people import Declaring, roles
from advisor.read.phrases import phrases
from advisor.read.quotes import spoken_tokens
from advisor.read.scope import NEGATED, flagged
from advisor.read.story import DIRECTOR, SPEAKER
from advisor.read.units import units
from advisor.read.walker import Keys

_SEAT: Final = "seat_"
_LHO, _NEXT = "lho", "next_word"
_THINGS: Final = frozenset({"trick", "board_thing", "round", "once_word", "hand_word", "day", "week_word", "table", "session"})
NAMES: Final = ("bridge_notation", "bridge_mentions", "bridge_scope", "bridge_story", "bridge_voices", "bridge_spans")
_BY = re.compile(r"[1-7](?:NT|[SHDC])X{0,2}([NESW])\b")
_MENTIONS, _FACTS, _NOTATION, _SCOPE, _EVENTS = (
    "bridge_mentions",
    "bridge_facts",
    "bridge_notation",
    "bridge_scope",
    "bridge_events",
)
_VALUE = "="


PARTS: WeakKeyDictionary[Pipeline, Parts] = WeakKeyDictionary()


def _of(nlp: Pipeline) -> Parts:
    return PARTS.get(nlp) or installed()


def _draft(doc: Doc, name: str, after: str = "") -> Draft:
    """The draft, for a component that stands on what another one leaves in it. Raises UsageError where that has not run."""
    draft = draft_of(doc)
    if after and after not in draft.done:
        raise UsageError("PIPE", f"{name} hears nothing without {after}: nlp.add_pipe('{after}') before it.")
    draft.done.add(name)
    return draft


@Pipeline.factory("bridge_notation", assigns=["doc._.bridge_notation"])
def notation(nlp: Pipeline, name: str) -> Callable[[Doc], Doc]:  # noqa: ARG001 (spaCy hands it over)
    """Calls, cards, hands, auctions, contracts and numbers, by grammar; the words with what is notation drawn together."""
    parts = _of(nlp)

    def read(doc: Doc) -> Doc:
        draft = _draft(doc, "bridge_notation")
        draft.notation = tuple(parts.grammar.read(draft.text, draft.folded))
        draft.tokens, draft.kinds = units(draft.words, draft.notation)
        return doc

    return read


@Pipeline.factory("bridge_mentions", assigns=["doc._.bridge_mentions", "doc._.bridge_language"])
def mentions(nlp: Pipeline, name: str) -> Callable[..., Doc]:  # noqa: ARG001 (spaCy hands it over)
    """The language, what each word may be, and every concept and `fact=value` that is heard, with the roles of the seats."""
    parts = _of(nlp)

    def read(doc: Doc, *, greeklish: bool = False, bold: bool = False) -> Doc:
        draft = _draft(doc, "bridge_mentions")
        if "bridge_notation" not in draft.done:
            draft.tokens, draft.kinds = units(draft.words, ())
        draft.language = parts.lookup.language([word.form for word in draft.words])
        native = draft.language.code == "el" and not draft.language.greeklish
        draft.latin = greeklish or draft.language.greeklish or (native and parts.lookup.sounding(t.form for t in draft.tokens))
        _look_up(draft, parts, bold)
        draft.told = parts.scope.cues(draft.keys)
        heard = parts.matcher.match(draft.tokens, draft.keys, {first for what, first, _ in draft.told if what == NEGATED})
        known = {(m.name, m.first) for m in heard}
        alone = parts.seats.lone(draft.text, draft.tokens)
        letters = {m.first: m.name for m in alone}  # a capital names its own seat, whatever it spells read as another script
        heard = [m for m in heard if not m.name.startswith(_SEAT) or letters.get(m.last, m.name) == m.name]
        heard = [m for m in heard if m.name != _LHO or not _next_thing(draft.stems, m.last)]
        heard += [m for m in alone if (m.name, m.first) not in known]
        heard.sort(key=lambda m: (m.first, -m.last, m.name))
        declaring = Declaring(phrases(parts.declares, draft.keys), parts.fillers, parts.binding, parts.belonging, parts.genitive)
        draft.mentions = roles(heard, declaring, _declarer(draft.notation), draft.tokens)
        return doc

    return read


def _next_thing(stems: Sequence[str], at: int) -> bool:
    """Whether the next one that is told is no player: "on the next board" (Greek has one word for both)."""
    return stems[at] == _NEXT and at + 1 < len(stems) and stems[at + 1] in _THINGS


def _look_up(draft: Draft, parts: Parts, bold: bool) -> None:
    """What each token may be in the lexicon, and its sense or stem."""
    each = parts.lookup.each([token.form for token in draft.tokens], draft.latin, bold)
    kinds = draft.kinds
    draft.keys = [
        Keys.of(*word.keys.keys, *kind, how=word.keys.how) if kind else word.keys for word, kind in zip(each, kinds, strict=True)
    ]
    draft.stems = tuple(kind[0] if kind else word.sense for word, kind in zip(each, kinds, strict=True))


def _declarer(told: Sequence[Notation]) -> str:
    """The seat (N E S W) that a told contract names as declarer, or nothing when none or several do."""
    seats = {match.group(1) for note in told if note.kind == "contract" and (match := _BY.match(note.value))}
    return seats.pop() if len(seats) == 1 else ""


@Pipeline.factory("bridge_scope", requires=["doc._.bridge_mentions"], assigns=["doc._.bridge_reach"])
def scope(nlp: Pipeline, name: str) -> Callable[[Doc], Doc]:  # noqa: ARG001 (spaCy hands it over)
    """How far not, if and says-that reach, and the mentions that stand within."""
    parts = _of(nlp)

    def read(doc: Doc) -> Doc:
        draft = _draft(doc, "bridge_scope", "bridge_mentions")
        draft.reach = parts.scope.spans(draft.tokens, draft.told)
        draft.mentions = flagged(draft.mentions, draft.reach)
        return doc

    return read


def _greek_articles(draft: Draft, parts: Parts) -> frozenset[int]:
    """The tokens of a Greek text in Latin letters that would be the speaker in English ("i") and are a small word of Greek, since
    no English word stands right behind them."""
    kind, forms = parts.teller.words.kind, [token.form for token in draft.tokens]
    if not draft.language.greeklish:
        return frozenset()
    both = (at for at, form in enumerate(forms) if kind(form, False) == SPEAKER != kind(form, True))
    return frozenset(at for at in both if not parts.lookup.english(*forms[at + 1 : at + 2]))


@Pipeline.factory("bridge_story", requires=["doc._.bridge_reach"], assigns=["doc._.bridge_story", "doc._.bridge_cues"])
def story(nlp: Pipeline, name: str) -> Callable[[Doc], Doc]:  # noqa: ARG001 (spaCy hands it over)
    """Who did what, in order, and the words that computations look for."""
    parts = _of(nlp)

    def read(doc: Doc) -> Doc:
        draft = _draft(doc, "bridge_story", "bridge_scope")
        draft.cues = parts.cues.find(draft.tokens, draft.latin, _greek_articles(draft, parts))
        names = _named(draft, parts)
        told = draft.mentions, draft.notation, draft.reach
        spoken = spoken_tokens(draft.text, draft.tokens)
        draft.story = parts.teller.tell(draft.tokens, draft.stems, *told, draft.latin, spoken, draft.cues, names)
        return doc

    return read


def _named(draft: Draft, parts: Parts) -> frozenset[int]:
    """The tokens that are names of people of whom no seat or role is told; the others are mentions of theirs from here on."""
    words = (m for m in draft.mentions if m.first == m.last or m.name in parts.teller.actors)  # longer ones may hold a name
    known = {at for m in words for at in range(m.first, m.last + 1)} | {at for at, kind in enumerate(draft.kinds) if kind}
    names = name_tokens(draft.text, draft.tokens, known)
    if not names:
        return names
    people = [m for m in draft.mentions if m.name in parts.teller.actors and m.name != DIRECTOR and m.how != "derived"]
    found = flagged(named_people(draft.tokens, names, people, draft.cues), draft.reach)
    draft.mentions = sorted([*draft.mentions, *found], key=lambda m: (m.first, -m.last, m.name))
    return names - {m.first for m in found}


@Pipeline.factory("bridge_voices", requires=["doc._.bridge_mentions"], assigns=["doc._.bridge_voices"])
def voices(nlp: Pipeline, name: str) -> Callable[[Doc], Doc]:  # noqa: ARG001 (spaCy hands it over)
    """The words that mark whose voice a clause is."""
    parts = _of(nlp)

    def read(doc: Doc) -> Doc:
        draft = _draft(doc, "bridge_voices", "bridge_mentions")
        draft.voices = tuple(phrases(parts.voices, draft.keys))
        return doc

    return read


@Pipeline.factory("bridge_spans", requires=["doc._.bridge_mentions"])
def spans(nlp: Pipeline, name: str) -> Callable[[Doc], Doc]:  # noqa: ARG001 (spaCy hands it over)
    """Lays what was read out as span groups: mentions, facts, notation, scope and events, each labelled.

    `kb_id_` tells how a mention was heard or the value of notation, `id_` the flags of scope."""

    def read(doc: Doc) -> Doc:
        draft = _draft(doc, "bridge_spans", "bridge_mentions")
        at = _doc_places(draft)
        heard: dict[str, list[Span]] = {_MENTIONS: [], _FACTS: [], _NOTATION: [], _SCOPE: [], _EVENTS: []}
        for m in draft.mentions:
            found = Span(doc, at[m.first][0], at[m.last][1], label=m.name, kb_id=m.how, span_id=" ".join(m.flags))
            heard[_FACTS if _VALUE in m.name else _MENTIONS].append(found)
        for note in draft.notation:
            stretch = doc.char_span(note.start, note.end, label=note.kind, kb_id=note.value, alignment_mode="expand")
            heard[_NOTATION] += [stretch] if stretch is not None else []
        heard[_SCOPE] = [Span(doc, at[cue][0], at[end][1], label=what) for what, cue, end in draft.reach]
        for event in draft.story.events:
            first, last = at[event.first][0], at[event.last][1]
            heard[_EVENTS].append(Span(doc, first, last, label=event.deed, kb_id=event.actor, span_id=event.object))
        for group, found_there in heard.items():
            doc.spans[group] = found_there
        return doc

    return read


def _doc_places(draft: Draft) -> list[tuple[int, int]]:
    """The tokens of the Doc [first, after the last] that each token of the draft covers."""
    found: list[tuple[int, int]] = []
    word = 0
    for token in draft.tokens:
        first = word
        while word < len(draft.words) and draft.words[word].start < token.end:
            word += 1
        found.append((draft.places[first], draft.places[word - 1] + 1))
    return found
