"""What is heard in a text: its reading, what follows from it, and which irregularity it speaks for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from advisor import paths, store
from advisor.diagnose.weigh import Diagnosis, diagnose
from advisor.read.reading import Reader, Reading
from advisor.replay import derive

Heard = tuple[Reading, Mapping[str, str], Diagnosis]
_PHONE = 14  # words; in longer texts a few slips do not hide the sense
_DOUBT, _SURE = 0.75, 0.5


@lru_cache(maxsize=1)
def reader() -> Reader:
    """The reader of this installation."""
    return Reader(store.load("reading"))


@lru_cache(maxsize=32)
def read_once(text: str, *, greeklish: bool = False) -> Reading:
    """The reading of a text that one turn of a conversation asks for several times."""
    return reader().read(text, greeklish=greeklish)


def heard(text: str) -> Heard:
    """What is read in a text, what follows from it, and which irregularity it speaks for.

    A short text that makes little sense so is read again, with the words that nobody knows taken for the usual ones nearest
    to them; that reading is kept where it believes in one law, and more firmly than a plain one that tells an incident.
    """
    plain = weighed(reader().read(text))
    if len(plain[0].tokens) > _PHONE or plain[2].tells_incident(_DOUBT):
        return plain
    bold = weighed(reader().read(text, bold=True))
    firmer = plain[2].door != "incident" or bold[2].law_share > plain[2].law_share
    better = bold[2].tells_incident(_SURE) and firmer
    return bold if better else plain


def weighed(reading: Reading) -> Heard:
    """A reading with what follows from it."""
    derived = derive(reading)
    return reading, derived, diagnose(reading, derived, paths.EDITION)
