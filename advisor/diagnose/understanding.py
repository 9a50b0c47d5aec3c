"""A text understood: read, replayed and weighed once, as one frozen value that all who come after look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from advisor.base import paths, store
from advisor.diagnose.weigh import Diagnosis, diagnose
from advisor.read.reader import Reader
from advisor.read.reading import Reading
from advisor.replay.derive import derive

_PHONE = 14  # words; in longer texts a few slips do not hide the sense
_DOUBT, _SURE = 0.75, 0.5


@dataclass(frozen=True, slots=True)
class Understood:
    """What is read in a text, what follows from it on a model of the table, and which irregularity it speaks for."""

    reading: Reading
    derived: Mapping[str, str]
    diagnosis: Diagnosis


@lru_cache(maxsize=1)
def reader() -> Reader:
    """The reader of this installation."""
    return Reader(store.load("reading"))


@lru_cache(maxsize=32)
def read_once(text: str, *, greeklish: bool = False) -> Reading:
    """The reading of a text that one turn of a conversation asks for several times."""
    return reader().read(text, greeklish=greeklish)


def understand(text: str) -> Understood:
    """The text understood.

    A short text that makes little sense as it stands is read again, with the words that nobody knows taken for the usual ones
    nearest to them; that reading is kept where it believes in one law, and more firmly than a plain one that tells an incident.
    """
    plain = weighed(reader().read(text))
    if len(plain.reading.tokens) > _PHONE or plain.diagnosis.tells_incident(_DOUBT):
        return plain
    mended = reader().read(text, bold=True)
    if mended == plain.reading:
        return plain
    bold = weighed(mended)
    firmer = plain.diagnosis.door != "incident" or bold.diagnosis.law_share > plain.diagnosis.law_share
    return bold if bold.diagnosis.tells_incident(_SURE) and firmer else plain


understood_again = lru_cache(maxsize=256)(understand)


def weighed(reading: Reading) -> Understood:
    """A reading with what follows from it."""
    derived = derive(reading)
    return Understood(reading, derived, diagnose(reading, derived, paths.EDITION))
