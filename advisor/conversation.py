"""A conversation in its first form: the story so far and the answers given; text in, advice out."""

from __future__ import annotations

from dataclasses import dataclass, field

from advisor import paths
from advisor.advice import Advice
from advisor.advising import advise


@dataclass
class Conversation:
    """The story and the answers given to its open questions. `turn` takes what the user typed."""

    lang: str = "auto"
    edition: str = paths.EDITION
    story: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    last: Advice | None = None

    def turn(self, text: str) -> Advice:
        """Take a choice by its number for the open question, or a new story."""
        picked = self._picked(text.strip())
        if picked is not None:
            self.answers[picked[0]] = picked[1]
        else:
            self.story, self.answers = text, {}
        self.last = advise(self.story, lang=self.lang, edition=self.edition, answers=self.answers)
        return self.last

    def _picked(self, text: str) -> tuple[str, str] | None:
        question = self.last.question if self.last is not None else None
        if question is None or not text.isdigit() or not 1 <= int(text) <= len(question.choices):
            return None
        return question.fact, question.choices[int(text) - 1].value
