"""What was heard in a text: one text, its folded twin, tokens, notation, mentions with their scope, as one frozen value."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from advisor.base.kept import once
from advisor.read.cues import Cue
from advisor.read.events import Event
from advisor.read.language import Language
from advisor.read.match import Mention
from advisor.read.notation.reader import Notation
from advisor.read.scope import NEGATED, Span
from advisor.read.story import Story
from advisor.read.tokens import CLAUSE, QUESTION, SENTENCE, Token, parted

_MARK = 2  # characters behind a sentence in which its mark stands
_FIRST: Final = attrgetter("first")
_LAST: Final = attrgetter("last")
_START: Final = attrgetter("start")


@dataclass(frozen=True, slots=True)
class Reading:
    """What was heard: `mentions` and `cues` point to tokens, tokens to characters of `text`; `sentences` holds the number of the
    sentence that each token stands in, `clause_ends` the tokens with which a clause ends; `reach` are the spans of the scope
    words, `voices` the words that mark whose voice a clause is (role, first token, last token)."""

    text: str
    folded: str
    language: Language
    tokens: tuple[Token, ...]
    sentences: tuple[int, ...]
    stems: tuple[str, ...]
    mentions: tuple[Mention, ...]
    notation: tuple[Notation, ...]
    story: Story
    cues: tuple[Cue, ...] = ()
    reach: tuple[Span, ...] = ()
    voices: tuple[tuple[str, int, int], ...] = ()
    clause_ends: tuple[int, ...] = ()

    def words(self, first: int, last: int) -> str:
        """The user's own words from one token to another."""
        return self.text[self.tokens[first].start : self.tokens[last].end]

    def quote(self, mention: Mention) -> str:
        """The user's own words of a mention."""
        return self.words(mention.first, mention.last)

    def parted(self, first: int, last: int, mark: int = CLAUSE) -> bool:
        """Whether a clause (or, with SENTENCE, a sentence) ends between two tokens."""
        if mark != CLAUSE:
            return parted(self.tokens, first, last, mark)
        here = bisect_left(self.clause_ends, first)
        return here < len(self.clause_ends) and self.clause_ends[here] < min(last, len(self.tokens))

    def clause_end(self, at: int) -> int:
        """The last token of the clause of a token."""
        here = bisect_left(self.clause_ends, at)
        last = len(self.tokens) - 1
        return min(self.clause_ends[here], last) if here < len(self.clause_ends) else last

    def clause_start(self, at: int) -> int:
        """The first token of the clause of a token."""
        here = bisect_left(self.clause_ends, at)
        return self.clause_ends[here - 1] + 1 if here else 0

    def nots(self) -> set[int]:
        """The tokens from which a "not" reaches others."""
        return {cue for flag, cue, _ in self.reach if flag == NEGATED}

    def under_not(self) -> set[int]:
        """The tokens that a "not" reaches."""
        return {at for flag, cue, end in self.reach if flag == NEGATED for at in range(cue + 1, end + 1)}

    def asked(self, at: int) -> bool:
        """Whether the sentence of a token ends in a question mark."""
        end = self.tokens[bisect_right(self.sentences, self.sentences[at]) - 1].end
        return not QUESTION.isdisjoint(self.text[end : end + _MARK])

    def beginning(self, first: int, last: int) -> tuple[Mention, ...]:
        """The mentions that begin at the tokens [first, last]."""
        start = bisect_left(self.mentions, first, key=_FIRST)
        return self.mentions[start : bisect_right(self.mentions, last, key=_FIRST)]

    def cues_beginning(self, first: int, last: int) -> tuple[Cue, ...]:
        """The cues that begin at the tokens [first, last]."""
        start = bisect_left(self.cues, first, key=_FIRST)
        return self.cues[start : bisect_right(self.cues, last, key=_FIRST)]

    @once
    def _ended(self) -> tuple[Cue, ...]:
        return tuple(sorted(self.cues, key=_LAST))

    def cues_ending(self, first: int, last: int) -> tuple[Cue, ...]:
        """The cues that end at the tokens [first, last]."""
        cues = self._ended()
        return cues[bisect_left(cues, first, key=_LAST) : bisect_right(cues, last, key=_LAST)]

    @once
    def _places_of_cues(self) -> dict[str, list[int]]:
        """The kinds of cues, each with its places in `cues`."""
        found: dict[str, list[int]] = {}
        for at, cue in enumerate(self.cues):
            found.setdefault(cue.what, []).append(at)
        return found

    @once
    def cued(self, *names: str) -> tuple[Cue, ...]:
        """Every cue of these kinds."""
        places = self._places_of_cues()
        found = [at for name in dict.fromkeys(names) if name in places for at in places[name]]
        return tuple(self.cues[at] for at in (sorted(found) if len(names) > 1 else found))

    def cued_with(self, event: Event, name: str) -> bool:
        """Whether a cue of this kind begins in the sentence of a deed."""
        return any(self.sentences[cue.first] == self.sentences[event.first] for cue in self.cued(name))

    @once
    def cue_firsts(self, *names: str) -> frozenset[int]:
        """The tokens with which the cues of these kinds begin."""
        return frozenset(cue.first for cue in self.cued(*names))

    @once
    def cue_lasts(self, *names: str) -> frozenset[int]:
        """The tokens with which the cues of these kinds end."""
        return frozenset(cue.last for cue in self.cued(*names))

    @once
    def cue_tokens(self, *names: str) -> frozenset[int]:
        """The tokens of the cues of these kinds."""
        return frozenset(at for cue in self.cued(*names) for at in range(cue.first, cue.last + 1))

    @once
    def _deeds(self) -> tuple[Event, ...]:
        return tuple(sorted(self.story.events, key=_FIRST))

    def deeds_beginning(self, first: int, last: int) -> tuple[Event, ...]:
        """The deeds that begin at the tokens [first, last]."""
        deeds = self._deeds()
        return deeds[bisect_left(deeds, first, key=_FIRST) : bisect_right(deeds, last, key=_FIRST)]

    @once
    def _notes(self) -> tuple[Notation, ...]:
        return tuple(sorted(self.notation, key=_START))

    def notes_beginning(self, start: int, end: int) -> tuple[Notation, ...]:
        """The notation that begins at the characters [start, end]."""
        notes = self._notes()
        return notes[bisect_left(notes, start, key=_START) : bisect_right(notes, end, key=_START)]

    def heard(self, name: str) -> tuple[Mention, ...]:
        """Every mention of one id."""
        return tuple(m for m in self.mentions if m.name == name)


def sentences(tokens: Sequence[Token]) -> tuple[int, ...]:
    """The number of the sentence that each token stands in."""
    numbers: list[int] = []
    ends = [at for at, token in enumerate(tokens, start=1) if token.after >= SENTENCE]
    for number, end in enumerate([*ends, len(tokens)]):
        numbers += [number] * (end - len(numbers))
    return tuple(numbers)
