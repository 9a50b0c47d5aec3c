"""How far a ruling is believed in, how many situations are left to pick from, and which fact decides between them. The bars were
set on half of the writers and of the tellings kept aside, and held against the other half."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.base import store
from advisor.diagnose.weigh import Diagnosis, Weighed
from advisor.lawbook.numbers import related
from advisor.lawbook.shelf import table
from advisor.rule.ruling import Ruled

_NO_WORDS = 0.1  # believed in by so small a part of the likeliest one, a situation has no words of its own
_TWO = 2
_OF_ONE = 0.7  # the belief in situations of one incident from which one fact is asked: six of seven times it is one of them
_PRESUMED = 0.85  # below this belief one of three rulings of a story that rest on a presumption is that of another situation


def belief_in_ruling(diagnosis: Diagnosis, plain: Ruled) -> float:
    """How far the ruling of the likeliest situation (`plain`, held against its table) is believed in: with its twins, and with
    the other situations that would be ruled by the same paragraph."""
    return diagnosis.twin_share + sum(diagnosis.rivals.get(law, 0.0) for law in _ruled_alike(diagnosis, plain))


def _ruled_alike(diagnosis: Diagnosis, plain: Ruled) -> frozenset[str]:
    """The other laws whose likeliest situation stands under the paragraph by which the likeliest one is ruled."""
    nearest = {each.law: each for each in reversed(diagnosis.weighed) if each.law != diagnosis.first.law}
    held = {law: table(plain.table.edition, each.irregularity) for law, each in nearest.items()}
    return frozenset(law for law, found in held.items() if found is not None and related(found.law, plain.laws()[0]))


def presumes_too_much(diagnosis: Diagnosis, plain: Ruled) -> bool:
    """Whether a ruling rests on a presumption although its situation is not believed in enough for that."""
    return plain.row is not None and bool(plain.presumed) and diagnosis.twin_share < _PRESUMED


def meant(diagnosis: Diagnosis, likeliest: Sequence[Weighed]) -> int:
    """How many of the likeliest situations the text has words for; two at least, of which one may still be another."""
    least = _NO_WORDS * diagnosis.law_share
    return max(_TWO, sum(_belief(diagnosis, each) >= least for each in likeliest))


def apart(diagnosis: Diagnosis, likeliest: Sequence[Weighed]) -> tuple[str, tuple[Weighed, ...]]:
    """The fact (a group of `lexicon/apart.yaml`) that decides between the two likeliest situations, and those of the likeliest,
    which the text all has words for, that are an answer to it; "" where the lexicon has no such question, or too much is
    believed of what is no answer to it."""
    groups: Mapping[str, Mapping[str, Mapping[str, object]]] = store.load("texts")["apart"]
    for name, group in groups.items():
        found = tuple(each for each in likeliest if each.irregularity in group["answers"])
        if len(found) > 1 and found[:_TWO] == tuple(likeliest[:_TWO]):
            enough = sum(_belief(diagnosis, each) for each in found) >= _OF_ONE
            return (name, found) if enough else ("", ())
    return "", ()


def _belief(diagnosis: Diagnosis, each: Weighed) -> float:
    """The belief in the law of a situation; in those of twins what is believed in besides the likeliest law."""
    if each.law == diagnosis.first.law:
        return diagnosis.law_share
    return diagnosis.rivals.get(each.law, diagnosis.twin_share - diagnosis.law_share)
