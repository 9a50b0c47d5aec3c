"""From a text to what was heard in it: one text, its folded twin, tokens, notation, mentions with their scope."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, NamedTuple, TypeVar

from advisor.read.cues import Cue, CueFinder
from advisor.read.language import Language, Vote, guess, vote
from advisor.read.match import Keys, Matcher, Mention
from advisor.read.notation import Notation, NotationReader, calls_of
from advisor.read.people import Seats, roles
from advisor.read.repair import Repairer
from advisor.read.scope import NEGATED, Scope, Span, flagged
from advisor.read.story import Story, Teller
from advisor.read.tokens import SENTENCE, Token, tokenize
from advisor.text import clean, fold

_STEM = 6
_LITTLE = 2
_MOST = 20_000  # words that are kept in mind
_FILLER = "filler"
_DENIAL = "not_word"
NOT = "<not>"
_BY = re.compile(r"[1-7](?:NT|[SHDC])X{0,2}([NESW])\b")


@dataclass(frozen=True)
class Reading:
    """What was heard: `mentions` and `cues` point to tokens, tokens to characters of `text`; `reach` are the spans of the
    scope words."""

    text: str
    folded: str
    language: Language
    tokens: tuple[Token, ...]
    stems: tuple[str, ...]
    mentions: tuple[Mention, ...]
    notation: tuple[Notation, ...]
    story: Story
    cues: tuple[Cue, ...] = ()
    reach: tuple[Span, ...] = ()

    @cached_property
    def sentences(self) -> tuple[int, ...]:
        """The number of the sentence each token stands in."""
        numbers: list[int] = []
        ends = [at for at, token in enumerate(self.tokens, start=1) if token.after >= SENTENCE]
        for number, end in enumerate([*ends, len(self.tokens)]):
            numbers += [number] * (end - len(numbers))
        return tuple(numbers)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of notation told."""
        return tuple(sorted({n.kind for n in self.notation}))

    def same_sentence(self, a: Mention, b: Mention) -> bool:
        """Whether two mentions stand in one sentence."""
        return self.sentences[a.first] == self.sentences[b.first]

    def quote(self, mention: Mention) -> str:
        """The user's own words of a mention."""
        return self.text[self.tokens[mention.first].start : self.tokens[mention.last].end]

    def heard(self, name: str) -> tuple[Mention, ...]:
        """Every mention of one id."""
        return tuple(m for m in self.mentions if m.name == name)


R = TypeVar("R")
T = TypeVar("T")


def once(compute: Callable[[R], T]) -> Callable[[R], T]:
    """Has what a function finds in a reading kept with the reading: many ask for it, it is found once."""
    name = f"{compute.__module__}.{compute.__qualname__}"

    @wraps(compute)
    def kept(reading: R) -> T:
        found = vars(reading)
        if name not in found:
            found[name] = compute(reading)
        value: T = found[name]
        return value

    return kept


class Word(NamedTuple):
    """What a word is by itself, wherever it stands: what it may be in the lexicon, and its sense or stem."""

    keys: Keys
    sense: str


class Reader:
    """Reads texts with the compiled lexicon. Build once, use from many threads."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.matcher = Matcher(compiled["vocabulary"])
        self.scope = Scope(compiled["scope"])
        self.english = frozenset(compiled["languages"]["en"])
        self.greeklish = frozenset(compiled["languages"]["greeklish"])
        self.grammar = NotationReader({k: tuple(v) for k, v in compiled["notation"].items()})
        self.seats = Seats(compiled["seats"]["letters"])
        self.declares: dict[str, Any] = compiled["seats"]["trie"]
        self.teller = Teller(compiled["story"])
        self.cues = CueFinder(compiled["cues"], self.matcher.sounds)
        self.repairer = Repairer(compiled["usual"], self.matcher.sounds)
        self._votes: dict[str, Vote] = {}
        self._words: tuple[dict[str, Word], dict[str, Word]] = ({}, {})  # in Latin letters plain, and Greek too

    def read(self, raw: str, *, greeklish: bool = False, bold: bool = False) -> Reading:
        """Read one text. Any text can be read; nothing is ever raised.

        `greeklish` reads Latin letters also as Greek ones, whatever the language seems to be (a short reply does not show);
        `bold` takes a word that nobody knows for the usual word nearest to it."""
        text = clean(raw)
        folded = fold(text)
        notation = tuple(self.grammar.read(text, folded))
        words = tokenize(folded)
        language = self._language(words)
        tokens, kinds = _units(words, notation)
        latin = greeklish or language.greeklish
        each = self._each([token.form for token in tokens], latin, bold)
        keys = [
            Keys((*word.keys.keys, *kind), word.keys.how) if kind else word.keys for word, kind in zip(each, kinds, strict=True)
        ]
        told = self.scope.cues(keys)
        heard = self.matcher.match(tokens, keys, {first for what, first, _ in told if what == NEGATED})
        known = {(m.name, m.first) for m in heard}
        heard += [m for m in self.seats.lone(text, tokens) if (m.name, m.first) not in known]
        heard.sort(key=lambda m: (m.first, -m.last, m.name))
        declares = [first for what, first, _ in Scope.cues_of(self.declares, keys) if what]
        reach = self.scope.spans(tokens, told)
        mentions = flagged(roles(heard, declares, _declarer(notation), tokens), reach)
        stems = tuple(kind[0] if kind else word.sense for word, kind in zip(each, kinds, strict=True))
        story = self.teller.tell(tokens, stems, mentions, notation, reach, latin)
        cues = self.cues.find(tokens, latin)
        return Reading(text, folded, language, tuple(tokens), stems, tuple(mentions), notation, story, cues, tuple(reach))

    def keyed(self, raw: str, *, greeklish: bool = False) -> tuple[str, Language, list[Token], list[Keys]]:
        """The text as it is read, its language, its words, and what each may be, without looking for concepts or notation.

        `greeklish` reads Latin letters also as Greek ones, whatever the language seems to be."""
        text = clean(raw)
        tokens = tokenize(fold(text))
        language = self._language(tokens)
        return text, language, tokens, [self.matcher.keys(token.form, greeklish or language.greeklish) for token in tokens]

    def gist(self, raw: str, *, greeklish: bool = False) -> frozenset[str]:
        """The stems (or senses) of the longer words, and `NOT` where a negation stands among them: what two short texts
        can be compared by. A word in Latin letters that is read as Greek counts by each of its senses and by its sound."""
        _, language, tokens, keys = self.keyed(raw, greeklish=greeklish)
        latin = greeklish or language.greeklish
        found = {self._sense(token.form, key, latin) for token, key in zip(tokens, keys, strict=True)}
        if latin:
            found |= {self._stem(t.form, latin) for t in tokens if t.form.isascii()}
            found |= self._senses(tokens, keys)
        negated = {NOT} if any(what == NEGATED for what, _, _ in self.scope.cues(keys)) else set()
        return frozenset({stem for stem in found - {_DENIAL} if len(stem) > _LITTLE} | negated)

    def _senses(self, tokens: Sequence[Token], keys: Sequence[Keys]) -> set[str]:
        """Every sense that the words in Latin letters may have ("ektelestis" sounds like a verb and like declarer)."""
        senses = self.matcher.senses
        every = zip(tokens, keys, strict=True)
        return {senses[k] for token, key in every if token.form.isascii() for k in key.keys if k in senses} - {_FILLER}

    def _language(self, tokens: Sequence[Token]) -> Language:
        votes = self._votes
        return guess([votes.get(token.form) or self._vote(token.form) for token in tokens])

    def _vote(self, form: str) -> Vote:
        """What a word says of the language; kept, since the same words come again and again."""
        found = vote(form, self.english, self.greeklish, self.matcher.words, self.matcher.sounds_greek)
        if len(self._votes) < _MOST:
            self._votes[form] = found
        return found

    def _each(self, forms: Sequence[str], greeklish: bool, bold: bool) -> list[Word]:
        """What each word is by itself."""
        if bold:
            return [self._repaired(form, greeklish) for form in forms]
        known = map(self._words[greeklish].get, forms)
        return [found or self._word(form, greeklish) for form, found in zip(forms, known, strict=True)]

    def _word(self, form: str, greeklish: bool) -> Word:
        """What a word is by itself; kept, since the same words come again and again."""
        words = self._words[greeklish]
        known = words.get(form)
        if known is None:
            keys = self.matcher.keys(form, greeklish)
            known = Word(keys, self._sense(form, keys, greeklish))
            if len(words) < _MOST:
                words[form] = known
        return known

    def _repaired(self, form: str, greeklish: bool) -> Word:
        """The same, where a word that nobody knows is taken for the usual one nearest to it."""
        plain = self._word(form, greeklish)
        meant = "" if self._familiar(form, plain.keys) else self.repairer.best(form, greeklish)
        if not meant:
            return plain
        keys = Keys((*plain.keys.keys, *self.matcher.keys(meant, greeklish).keys), "typo")
        return Word(keys, self._sense(form, keys, greeklish))

    def _familiar(self, form: str, keys: Keys) -> bool:
        """Whether a word is known for what it is: one with a sense, or usual, or an ordinary one near to one of ours."""
        if self.repairer.known(form) or form in self.matcher.honest or self.matcher.sense(keys):
            return True
        return form not in self.matcher.words and len(keys.keys) > 1

    def _sense(self, form: str, keys: Keys, greeklish: bool) -> str:
        """What a word stands for: its sense, or else its stem; nothing for a word that tells nothing."""
        sense = self.matcher.sense(keys)
        return "" if sense == _FILLER else sense or self._stem(form, greeklish)

    def _stem(self, form: str, greeklish: bool) -> str:
        if len(form) < 3 or form.isdigit():
            return ""
        sounds = self.matcher.sounds
        if not form.isascii():
            return sounds.sound(form)[:_STEM]
        return sounds.readings(form)[0][:_STEM] if greeklish and form not in self.english else form[:_STEM]


def _declarer(notation: Sequence[Notation]) -> str:
    """The seat (N E S W) that a told contract names as declarer, or nothing when none or several do."""
    told = {match.group(1) for note in notation if note.kind == "contract" and (match := _BY.match(note.value))}
    return told.pop() if len(told) == 1 else ""


_MERGED = {
    "call": ("<call>",),
    "card": ("<card>",),
    "cards": ("<card>",),
    "holding": ("<holding>",),
    "hand": ("<holding>",),
    "diagram": ("<holding>",),
    "trick": ("<trick>",),
    "auction": ("<auction>",),
    "contract": ("<contract>", "<call>"),
    "result": ("<result>",),
    "shape": ("<shape>",),
}
_BESIDE = {"suit": ("<suit>",), "rank": ("<rank>",), "trick_number": ("<trick_number>",), "card_count": ("<card_count>",)}


def _more(note: Notation) -> tuple[str, ...]:
    """The further trie keys of a call that is a bid, and of an auction told to its end: three passes (Law 22A)."""
    if note.kind == "call" and note.value[0].isdigit():
        return ("<bid>",)
    return ("<ended>",) if note.kind == "auction" and [call for _, _, call in calls_of(note.value)][-3:] == ["P"] * 3 else ()


def _spans(notation: Sequence[Notation]) -> Iterator[tuple[int, int, tuple[str, ...], bool]]:
    """(start, end, trie keys, whether the words inside are drawn together) of each stretch that matters to the words."""
    for note in notation:
        if note.kind in _MERGED:
            keys = _MERGED[note.kind]
            yield note.start, note.end, (*keys, *_more(note)), True
        elif note.kind == "suit_count" and note.value.startswith("1"):
            yield note.start, note.end, _BESIDE["suit"], False
        elif note.kind in _BESIDE:
            yield note.start, note.end, _BESIDE[note.kind], False
        else:
            yield from _spans([part for part in note.parts if part.start >= note.start])


def _units(words: Sequence[Token], notation: Sequence[Notation]) -> tuple[list[Token], list[tuple[str, ...]]]:
    """The tokens, with stretches of notation drawn together into one, and the trie keys that notation gives each."""
    tokens: list[Token] = []
    kinds: list[tuple[str, ...]] = []
    spans = sorted(_spans(notation))
    ahead = iter(spans)
    span = next(ahead, None)
    for word in words:
        while span is not None and span[1] <= word.start:
            span = next(ahead, None)
        if span is None or word.start < span[0]:
            tokens.append(word)
            kinds.append(())
        elif span[3] and tokens and kinds[-1] and tokens[-1].start >= span[0]:
            tokens[-1] = Token(tokens[-1].start, word.end, tokens[-1].form, word.after)
        else:
            tokens.append(word)
            kinds.append(span[2])
    return tokens, kinds
