"""What a message wants: the intents heard in it (lexicon/talk/intents.yaml), where they stand, and what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from advisor.base import store
from advisor.base.kept import of_texts
from advisor.diagnose.understanding import keyed_once
from advisor.read.phrases import phrases
from advisor.read.tokens import CLAUSE, Token
from advisor.talk.models import State

_FILLERS = 2
_SHORT = 12
_LETTERS = 2  # of what may be a sign of notation
_LETTERED = ("yes", "no")


@dataclass(frozen=True)
class Heard:
    """A message with its language and its intents: (name, first, last token)."""

    text: str
    lang: Literal["el", "en"]
    tokens: tuple[Token, ...]
    hits: tuple[tuple[str, int, int], ...]

    def has(self, *names: str) -> bool:
        """Whether one of these intents stands anywhere."""
        return any(name in names for name, _, _ in self.hits)

    def only(self, *names: str, fillers: int = _FILLERS) -> bool:
        """Whether the message is one of these intents and little else."""
        if not self.has(*names) or len(self.tokens) > _SHORT:
            return False
        covered = {i for _, first, last in self.hits for i in range(first, last + 1)}
        return len(self.tokens) - len(covered) <= fillers

    def leads(self, *names: str) -> bool:
        """Whether the message begins with one of these intents."""
        return bool(self.hits) and self.hits[0][0] in names and self.hits[0][1] == 0

    def rest(self) -> str:
        """What follows the first intent, when the message begins with it; else the whole message."""
        if not self.hits or self.hits[0][1] != 0:
            return self.text
        last = self.hits[0][2]
        return self.text[self.tokens[last].end :].strip(" ,.;:-–—!")

    def past(self, *names: str) -> str:
        """What follows the first intent, and all of these that come right after it: "no, no, sorry, it was East"."""
        if not self.hits or self.hits[0][1] != 0:
            return self.text
        last = self.hits[0][2]
        for name, first, end in self.hits[1:]:
            if name not in names or first != last + 1:
                break
            last = end
        return self.text[self.tokens[last].end :].strip(" ,.;:-–—!")

    def without(self, *names: str) -> str:
        """The message without the words of these intents."""
        covered = {i for name, first, last in self.hits if name in names for i in range(first, last + 1)}
        return " ".join(self.text[t.start : t.end] for i, t in enumerate(self.tokens) if i not in covered)

    def after(self, name: str) -> str:
        """What follows the first hit of one intent."""
        for found, _, last in self.hits:
            if found == name:
                return self.text[self.tokens[last].end :].strip(" ,.;:-–—!?")
        return ""


def hear(text: str, state: State) -> Heard:
    """The intents of a message, in order. Latin letters are also read as Greek in a Greek conversation."""
    return _heard(text, greeklish=state.at_hand and state.speaks == "el")


def strange(text: str) -> bool:
    """Whether a message holds a word that is neither usual in tellings nor of what it asks for: somebody's name, for instance."""
    heard, usual = hear(text, State()), store.load("usual")
    asked = {at for _, first, last in heard.hits for at in range(first, last + 1)}
    words = (token.form for at, token in enumerate(heard.tokens) if at not in asked)
    return any(form.isalpha() and len(form) > _LETTERS and form not in usual for form in words)


@of_texts()
def _heard(text: str, *, greeklish: bool) -> Heard:
    """The same message is heard several times in one turn."""
    plain, language, tokens, keys = keyed_once(text, greeklish=greeklish)
    hits = [hit for hit in phrases(store.load("talk")["intents"], keys) if not _seat_letter(tokens, hit)]
    return Heard(plain, "el" if language.code == "el" else "en", tokens, tuple(hits))


def _seat_letter(tokens: Sequence[Token], hit: tuple[str, int, int]) -> bool:
    """Whether what may be a short "no" is the letter of a seat: one letter with which its clause goes on ("N opened 1♦")."""
    name, first, last = hit
    token = tokens[first]
    alone = first == last and token.end - token.start == 1
    return name in _LETTERED and alone and last + 1 < len(tokens) and token.after < CLAUSE
