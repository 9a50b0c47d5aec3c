"""How far heard facts can be trusted, and whose voice a clause is; each telling in the real form is heard as a stranger's is."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from advisor.diagnose.evidence import Ear, stepped
from advisor.diagnose.net import Net
from advisor.diagnose.roles import RoleJudge
from advisor.lawbook.load import Lawbook
from advisor.read.reader import Reader
from advisor.workshop.corpus.load import Corpus
from advisor.workshop.corpus.models import Telling
from advisor.workshop.fit import calibration, roles
from advisor.workshop.fit.calibration import Trial, Verdict
from advisor.workshop.fit.evidence import Lesson, packed
from advisor.workshop.fit.evidence import fit as fit_evidence
from advisor.workshop.fit.packing import by_kind
from advisor.workshop.fit.roles import Roles
from advisor.workshop.fit.teaching import ASIDE, Taught

_PARTS = 4  # the writers are parted into so many: each part is heard by an ear fitted on the others
_PART, _OTHER = 12, 0.1  # one older telling in so many is left out, and how much each counts


@dataclass(frozen=True, slots=True)
class Trusted:
    """Sign -> weight of the trust in what is heard where the net looked and where it did not, and the judge of voices."""

    sensed: dict[str, float]
    plain: dict[str, float]
    roles: Roles


def left_out(telling: Telling) -> bool:
    """Whether one of the older tellings is heard by ears not fitted on it, to learn how far what they hear can be trusted
    (chosen by the hash of its text)."""
    return hashlib.blake2b(telling.text.encode(), digest_size=2).digest()[1] % _PART == 0


@dataclass(frozen=True, slots=True)
class Halves:
    """The writers in two halves, each with the net that was fitted on all the others."""

    writers: tuple[frozenset[str], ...]
    nets: tuple[Net, ...]

    def stranger_to(self, writer: str) -> Net:
        """A net that was not fitted on a writer."""
        return next(net for own, net in zip(self.writers, self.nets, strict=True) if writer in own or not writer)


def fit(
    corpus: Corpus, book: Lawbook, reader: Reader, learnt: Sequence[Lesson], told: Sequence[Taught], halves: Halves
) -> Trusted:
    """The trust and the voices. What each writer tells is heard by an ear and a net fitted on other writers (the ear also on
    `learnt`, the words of the lexicon), and judged by voices of the others; so a score means what it will mean of a stranger's
    words."""
    own: dict[str, list[tuple[Telling, Trial]]] = {}
    for telling, trial in _trials(corpus, book, reader):
        own.setdefault(telling.writer, []).append((telling, trial))
    older = own.pop("", [])
    marked = {w: [lesson for t, trial in part for lesson in roles.lessons(trial.reading, t.voices)] for w, part in own.items()}
    found: dict[bool, list[Verdict]] = {True: [], False: []}
    voices = roles.fit([lesson for part in marked.values() for lesson in part])
    whole = _judge(voices)
    for at, writers in enumerate(parts({writer: len(part) for writer, part in own.items()})):
        ear = _ear([*learnt, *(lesson for each in told if each.writer not in {*writers, ASIDE} for lesson in each.lessons)])
        for writer in writers:
            judge = _judge(roles.fit([lesson for other, part in marked.items() if other != writer for lesson in part]))
            for looks, verdicts in found.items():
                net = halves.stranger_to(writer) if looks else None
                verdicts += [each for _, trial in own[writer] for each in calibration.verdicts(trial, ear, net, judge)]
        for _, trial in older if at == 0 else ():  # no ear is fitted on them: the first will do
            for looks, verdicts in found.items():
                heard = calibration.verdicts(trial, ear, halves.stranger_to("") if looks else None, whole)
                verdicts += [replace(each, trust=each.trust * _OTHER) for each in heard]
    return Trusted(calibration.fit(found[True]), calibration.fit(found[False]), voices)


def parts(sizes: Mapping[str, int], most: int = _PARTS) -> list[list[str]]:
    """The names in parts of about the same size."""
    made: list[list[str]] = [[] for _ in range(min(most, len(sizes)))]
    full: Counter[int] = Counter()
    for name in sorted(sizes, key=lambda name: (-sizes[name], name)):
        at = min(range(len(made)), key=lambda at: full[at])
        made[at].append(name)
        full[at] += sizes[name]
    return made


def _ear(learnt: list[Lesson]) -> Ear:
    """An ear fitted on these lessons alone."""
    signs, separators = fit_evidence(learnt)
    index, arrays = packed(separators)
    return Ear(
        {"signs": {name: at for at, name in enumerate(signs)}, "facts": index},
        stepped(arrays["ids"], index),
        arrays["weights"],
    )


def _judge(fitted: Roles) -> RoleJudge:
    return RoleJudge(by_kind(fitted.signs), fitted.weights, fitted.bias)


def _trials(corpus: Corpus, book: Lawbook, reader: Reader) -> Iterator[tuple[Telling, Trial]]:
    """The tellings in the real form that the fits may see, and of the others those that are left out of the ears."""
    for incident in corpus.incidents.values():
        table = book.tables.get(incident.name)
        for telling in incident.tellings:
            if (telling.writer or left_out(telling)) and table is not None and not telling.is_test:
                asks, said = tuple(table.asks), {fact: v for fact, v in incident.truth.items() if fact in telling.proof}
                yield telling, Trial(reader.read(telling.text), asks, said, frozenset(telling.open))
