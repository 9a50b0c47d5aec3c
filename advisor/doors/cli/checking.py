"""`check`, `coverage`, `forms` and `new`: for those who furnish the house."""

from __future__ import annotations

import re

import typer

from advisor.base import paths
from advisor.base.errors import UsageError
from advisor.base.text import number_in
from advisor.doors.cli import files

_LAWS = 93


def show_findings(law: str) -> int:
    """Print every finding (of one law's files, if told) and give the exit code: 0 clean, 3 broken data. Raises UsageError for a
    law that is none, and outside a clone."""
    number = number_in(law)
    if law and (number is None or not 1 <= number <= _LAWS):
        raise UsageError("LAW", f"There is no Law {law[:20]}: give a number from 1 to {_LAWS}.")
    files.of_a_clone("CHECK")
    from advisor.workshop.check import check

    found = check()
    if law:
        mine = re.compile(rf"(law_0*{number}\.yaml|tables/0*{number}_|corpus/(cases|tellings)/{number}/)")
        found = [f for f in found if mine.search(f.path)]
    for finding in found:
        typer.echo(str(finding), err=True)
    typer.echo(f"{len(found)} findings" if found else "no findings")
    return 3 if found else 0


def show_coverage(edition: str) -> str:
    """The lawbook law by law."""
    from advisor.workshop.coverage import grid

    return grid(edition)


def show_forms(concept: str) -> str:
    """Every sequence a concept or fact value is heard by."""
    from advisor.lexicon.forms import expand
    from advisor.lexicon.load import load
    from advisor.lexicon.vocabulary import all_forms

    forms = all_forms(load(paths.LEXICON)[0])
    if concept not in forms:
        raise UsageError("CONCEPT", f"Nothing is heard as '{concept}': give a concept id or fact=value.")
    return "\n".join(" ".join(plain.split()) for form in forms[concept] for plain in expand(form))


def write_blank(kind: str, name: str) -> str:
    """Write a blank and say which files to fill."""
    if paths.INSTALLED:
        raise UsageError("NEW", "This is an installed package, nothing is written into it: run it in a clone of the repository.")
    from advisor.workshop.scaffold import blank

    return "\n".join(f"written: {path}" for path in blank(kind, name))
