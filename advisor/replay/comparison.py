"""Is a replacement a comparable call, as far as the told meanings go (Law 23A)? What is not told is not judged."""

from __future__ import annotations

from enum import StrEnum

from advisor.replay.meanings import HIGHEST, LOWEST, Meaning


class Verdict(StrEnum):
    """What the told meanings amount to. The last six leave the matter to judgement or to one more question."""

    SAME = "same"  # Law 23A1: everything told is the same
    SUBSET = "subset"  # Law 23A2: whatever fits the new meaning fits the old
    PURPOSE = "purpose"  # Law 23A3: both ask the same, or both are relays
    NONE = "none"  # what is told shuts the old meaning out of the new
    SIMILAR = "similar"  # Law 23A1 perhaps: the strengths overlap
    STRENGTH = "strength"  # the same shape, and no strength told
    MISSING_OLD = "missing_old"
    MISSING_NEW = "missing_new"
    MISSING_BOTH = "missing_both"


def compare(old: Meaning, new: Meaning) -> Verdict:
    """Hold the meaning of the replacement against that of the withdrawn call (Law 23A1, 23A2, 23A3).

    `same` only when each says all that the other says; `subset` when the new one says all that the old one says, and more
    narrowly or more; `none` only when no hand can fit both strengths, or the new suits leave out one that the old showed.
    """
    if not old.told or not new.told:
        return Verdict.MISSING_BOTH if not (old.told or new.told) else Verdict.MISSING_NEW if old.told else Verdict.MISSING_OLD
    if old.asks or new.asks:
        return _purpose(old, new)
    if _apart(old, new):
        return Verdict.NONE
    if not _shape_told(old, new):
        return Verdict.MISSING_OLD
    if not _told_alike(old, new):
        return Verdict.MISSING_NEW
    if not _within(new, old):
        return Verdict.SIMILAR
    if not old.strength:
        return Verdict.STRENGTH
    return Verdict.SAME if _within(old, new) else Verdict.SUBSET


def _purpose(old: Meaning, new: Meaning) -> Verdict:
    """Two asking bids or relays (Law 23A3): the same question is the same purpose; which question must be told."""
    plain = frozenset({"asks"})
    if old.asks - plain and (old.asks - plain) == (new.asks - plain):
        return Verdict.PURPOSE
    if not new.asks:
        return Verdict.MISSING_NEW if not (new.suits or new.kinds or new.low is not None) else Verdict.NONE
    if not old.asks:
        return Verdict.NONE
    named = bool(old.asks - plain), bool(new.asks - plain)
    return Verdict.NONE if all(named) else Verdict.MISSING_OLD if named[1] else Verdict.MISSING_NEW


def _apart(old: Meaning, new: Meaning) -> bool:
    """Whether what is told cannot hold for one hand, or a suit that the old call showed is not among the new ones."""
    if old.low is not None and new.low is not None:
        lowest, highest = max(old.low, new.low), min(_top(old), _top(new))
        if lowest > highest:
            return True
    return bool(old.suits and new.suits) and not old.suits <= new.suits


def _top(meaning: Meaning) -> int:
    """The most points that a call may show."""
    return HIGHEST if meaning.high is None else meaning.high


def _within(inner: Meaning, outer: Meaning) -> bool:
    """Whether every hand that fits `inner` fits `outer`, going by what is told of both."""
    if outer.low is not None and not (inner.low is not None and outer.low <= inner.low and _top(inner) <= _top(outer)):
        return False
    return outer.suits <= inner.suits and outer.kinds <= inner.kinds


def _shape_told(old: Meaning, new: Meaning) -> bool:
    """Whether the old call's shape is told, or its replacement is of the same strain (shows that very suit)."""
    return not old.own or old.own == new.own or new.suits == {old.own}


def _told_alike(old: Meaning, new: Meaning) -> bool:
    """Whether the new meaning speaks of everything that the old one speaks of."""
    strength = old.low is None or new.low is not None or (old.low, old.high) == (LOWEST, HIGHEST)
    shape = bool(old.suits) <= bool(new.suits) and old.kinds <= new.kinds and (old.own == new.own or not new.own)
    return strength and shape
