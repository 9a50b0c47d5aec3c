"""A decision with all it rests on, for those who want more than its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from advisor.advice import Advice
from advisor.diagnose.facts import Facts
from advisor.diagnose.understanding import Understood
from advisor.diagnose.weigh import Diagnosis
from advisor.lawbook.models import Handled
from advisor.read.reading import Reading
from advisor.rule.deciding import Decision, Incident, NotHeld, Several, decide, known
from advisor.rule.holding import Given
from advisor.rule.ruling import Ruled
from advisor.say.answering import answer
from advisor.say.words import Words


@dataclass(frozen=True)
class Consultation:
    """A decision with all it rests on; it is made, and its words are composed, when somebody asks for them: of a message within
    a conversation often only the diagnosis is. `settled` is a decision that stands whatever the text amounts to."""

    understood: Understood
    given: Given
    words: Words
    settled: Decision | None = None

    @cached_property
    def facts(self) -> Facts:
        """Everything known."""
        return known(self.understood, self.given)

    @cached_property
    def decision(self) -> Decision:
        """The case that the text amounts to. Raises UsageError when the irregularity picked is none of the edition's."""
        return decide(self.understood, self.given, self.facts) if self.settled is None else self.settled

    @cached_property
    def advice(self) -> Advice:
        """The answer."""
        return answer(self.decision, self.facts, self.words, self.given.edition)

    @property
    def reading(self) -> Reading:
        """What was read in the text."""
        return self.understood.reading

    @property
    def diagnosis(self) -> Diagnosis:
        """Which irregularity the text speaks for."""
        return self.understood.diagnosis

    @property
    def ruled(self) -> Ruled | None:
        """The irregularity in hand held against its table (of several the likeliest), if there is one."""
        match self.decision:
            case Incident(ruled=held) | Several(plain=held):
                return held
            case _:
                return None

    @property
    def open_which(self) -> bool:
        """Whether it is open which of several situations it is."""
        return isinstance(self.decision, Several) and self.decision.sure

    @property
    def others(self) -> tuple[Ruled, ...]:
        """The further irregularities of the same story."""
        return self.decision.others if isinstance(self.decision, Incident) else ()

    @property
    def handled(self) -> Handled | None:
        """How they change one another, when the lawbook says so."""
        return self.decision.handled if isinstance(self.decision, Incident) else None

    @property
    def values(self) -> Mapping[str, str]:
        """What was computed for this case."""
        return {} if isinstance(self.decision, NotHeld) else self.decision.values

    def taken(self) -> dict[str, str]:
        """Fact -> value of everything known or presumed."""
        return dict((*self.ruled.presumed, *self.ruled.decided) if self.ruled is not None else ()) | self.facts.values()
