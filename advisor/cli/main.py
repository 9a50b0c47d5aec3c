"""The commands of the advisor (see `advisor --help`)."""

from __future__ import annotations

import re
import sys
from typing import Annotated

import typer

from advisor.errors import AdvisorError

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False,
                  help="Rules of duplicate bridge: tell what happened, read what governs it and what to do.")


@app.command()
def check(law: Annotated[str, typer.Option(help="Only the findings in files of this law number.")] = "") -> None:
    """Every check of lexicon, lawbook and corpus; all findings at once, with file and line."""
    from advisor.check import check as run_checks

    found = run_checks()
    if law:
        number = law.lstrip("0")
        mine = re.compile(rf"(law_0*{number}\.yaml|tables/0*{number}_|corpus/{number}/)")
        found = [f for f in found if mine.search(f.path)]
    for finding in found:
        typer.echo(str(finding), err=True)
    typer.echo(f"{len(found)} findings" if found else "no findings")
    if found:
        raise typer.Exit(3)


@app.callback()
def _main() -> None:
    """Keeps subcommands as subcommands."""


def run() -> None:
    """The entry point: errors are one plain sentence on standard error, never a traceback."""
    try:
        app()
    except AdvisorError as error:
        sys.stderr.write(f"{error.message}\n")
        raise SystemExit(error.exit_code) from None
