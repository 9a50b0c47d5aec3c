"""Which of the likely situations stands alone, how many are left to pick from, and which fact decides between them. The bars
were set on half of the writers and of the tellings kept aside, and held against the other half."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.base import store
from advisor.diagnose.weigh import Diagnosis, Weighed
from advisor.lawbook.numbers import related
from advisor.lawbook.shelf import table
from advisor.rule.ruling import Ruled

_NO_WORDS = 0.1  # believed in by so small a part of the likeliest one, a situation has no words of its own
_ALONE = 0.55  # up to this belief the likeliest one is not ruled although no other one has words of its own
_LEAD, _SPOKEN = 0.5, 0.4  # nine of ten situations with so much lead and score are right where all that decides them is told
_HARDLY_LESS = 0.9  # what the text speaks for by this part of the likeliest may be what it is about
_OTHER = 0.3  # another situation of the same law that is believed in by such a part may be the one that is told
_TWO = 2
_OF_ONE = 0.7  # the belief in situations of one incident from which one fact is asked: six of seven times it is one of them
_PRESUMED = 0.85  # below this belief one of three rulings of a story that rest on a presumption is that of another situation


def stands(diagnosis: Diagnosis, plain: Ruled, besides: Sequence[Weighed], told_too: Sequence[Weighed]) -> bool:
    """Whether the likeliest situation (`plain`, held against its table) is ruled although it is not firmly believed in: no other
    has words of its own, or it leads, by the signs alone too, and all that decides its table is told. `besides` are all that the
    text speaks for as well, `told_too` those of them that are no tempting neighbours: what is clearly less spoken for is told
    beside the likeliest one, and no alternative to it."""
    first = diagnosis.first
    other = max((each.share for each in diagnosis.weighed[1:] if each.law == first.law), default=0.0)
    if plain.row is None or other > _OTHER * first.share:
        return False
    beside = {each.law for each in told_too if each.score < _HARDLY_LESS * first.score}
    alike = _ruled_alike(diagnosis, plain)
    belief = diagnosis.twin_share + sum(diagnosis.rivals.get(law, 0.0) for law in alike)
    rival = max((share for law, share in diagnosis.rivals.items() if law not in beside | alike), default=0.0)
    if rival < _NO_WORDS * diagnosis.law_share and belief >= _ALONE:
        return True
    told = diagnosis.backed and bool(plain.taken) and not plain.presumed and first.score >= _SPOKEN
    return told and belief - rival >= _LEAD and all(each.law in beside | alike for each in besides)


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
