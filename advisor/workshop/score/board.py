"""The project's own corpus as cases: the test split, the rest, and the stories without an irregularity."""

from __future__ import annotations

from functools import lru_cache

from advisor.base import paths
from advisor.base.datafile import read
from advisor.lawbook.shelf import table, tables
from advisor.workshop.corpus.expected import expected
from advisor.workshop.corpus.load import Corpus, whole
from advisor.workshop.corpus.models import HARD, Incident
from advisor.workshop.score.figures import Case

WITHOUT = ("none", "unclear")


def own_board() -> list[tuple[str, list[Case]]]:
    """(name, cases) of the corpus. Raises DataError when the corpus is broken."""
    return board(whole(paths.CORPUS))


def board(corpus: Corpus) -> list[tuple[str, list[Case]]]:
    """(name, cases) of a corpus."""
    found: dict[str, list[Case]] = {
        "test split": [],
        "test split, hard": [],
        "fitted on": [],
        "no incident, test": [],
        "no incident, fitted": [],
    }
    for incident in corpus.incidents.values():
        for number, telling in enumerate(incident.tellings):
            case = Case(
                id=f"{incident.incident}.{number}",
                text=telling.text,
                lang=telling.lang,
                style=telling.style,
                gold_laws=_laws(incident),
                acceptable_laws=_twins(incident.truth["irregularity"]),
                expect=_expect(incident),
            )
            if case.expect is not None:
                found["no incident, test" if telling.is_test else "no incident, fitted"].append(case)
            elif incident.truth["irregularity"] in tables(paths.EDITION):
                found[_kept_aside(incident) if telling.is_test else "fitted on"].append(case)
    return [(name, cases) for name, cases in found.items() if cases]


def _kept_aside(incident: Incident) -> str:
    """The part of the test split: tellings whose writers hid the irregularity (told by deeds, never named) are counted apart."""
    return "test split, hard" if incident.source == HARD else "test split"


@lru_cache(maxsize=512)
def _twins(name: str) -> tuple[str, ...]:
    """The laws of the situations that describe the same thing (advisor/laws/twins.yaml)."""
    groups = read(paths.LAWS / "twins.yaml").value
    found = {other for group in groups if isinstance(group, list) and name in group for other in group}
    known = tables(paths.EDITION)
    return tuple(sorted(str(known[str(other)]["law"]) for other in found if other in known))


def _expect(incident: Incident) -> str | None:
    name = incident.truth["irregularity"]
    return name if name in WITHOUT else None


def _laws(incident: Incident) -> tuple[str, ...]:
    found = table(paths.EDITION, incident.name)
    row = expected(incident, found)
    if row is not None:
        return (row.law, *row.see)
    return (found.law,) if found is not None else ()
