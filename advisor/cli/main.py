"""The commands of the advisor (see `advisor --help`). Each command lives in its own room and is loaded when called."""

from __future__ import annotations

import gc
import sys
import traceback
from typing import Annotated

import typer

from advisor import paths
from advisor.errors import AdvisorError

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Rulings of duplicate bridge: tell what happened, in Greek or English, and read what to do.",
)

Lang = Annotated[str, typer.Option(help="Language of the answer: auto, el or en.")]
Edition = Annotated[str, typer.Option(help="Edition of the Laws: 2017, 2007 or 1997.")]
Authority = Annotated[str, typer.Option(help="Profile of a Regulating Authority.")]
BookUrl = Annotated[str, typer.Option("--book", envvar="ADVISOR_BOOK", help="URL of the book; the user's own by default.")]
Json = Annotated[bool, typer.Option("--json", help="The answer as JSON.")]


@app.command()
def ask(
    text: Annotated[str, typer.Argument(help="What happened; '-' reads standard input.")],
    lang: Lang = "auto",
    edition: Edition = paths.EDITION,
    authority: Authority = "",
    answer: Annotated[list[str] | None, typer.Option(help="FACT=VALUE, an answer to an open question (repeatable).")] = None,
    json: Json = False,
) -> None:
    """One description in, one answer out."""
    from advisor.cli.asking import ask_once

    typer.echo(ask_once(text, lang, edition, authority, answer or [], as_json=json))


@app.command()
def chat(
    lang: Lang = "auto",
    edition: Edition = paths.EDITION,
    authority: Authority = "",
    book: BookUrl = "",
    name: Annotated[str, typer.Option(help="Go on with the conversation of this name.")] = "",
) -> None:
    """The same as a conversation in the terminal."""
    from advisor.cli.chatting import chat as talk

    talk(lang, edition, authority, book, name)


log = typer.Typer(no_args_is_help=True, help="The record of the incidents told in conversations.")
app.add_typer(log, name="log")


@log.command("list")
def log_list(book: BookUrl = "", lang: Lang = "auto") -> None:
    """The incidents on record, newest first."""
    from advisor.cli import logging

    typer.echo(logging.show(book, lang=lang))


@log.command("search")
def log_search(
    words: Annotated[list[str], typer.Argument(help="Words that it holds.")], book: BookUrl = "", lang: Lang = "auto"
) -> None:
    """The incidents whose story, ruling, law or details hold all the words."""
    from advisor.cli import logging

    typer.echo(logging.show(book, " ".join(words), lang))


@log.command("show")
def log_show(
    number: Annotated[int, typer.Argument(help="The incident's number.")], book: BookUrl = "", json: Json = False
) -> None:
    """One incident as a page to print, with room for signatures."""
    from advisor.cli import logging

    typer.echo(logging.show_one(book, number, as_json=json))


@log.command("export")
def log_export(
    form: Annotated[str, typer.Option(help="json or csv.")] = "json",
    output: Annotated[str, typer.Option("-o", "--output", help="Where to write; '-' is standard output.")] = "-",
    book: BookUrl = "",
) -> None:
    """Everything on record, as JSON or CSV."""
    from advisor.cli import logging

    typer.echo(logging.export(book, form, output))


@log.command("delete")
def log_delete(number: Annotated[int, typer.Argument(help="The incident's number.")], book: BookUrl = "") -> None:
    """Take one incident off the record."""
    from advisor.cli import logging

    typer.echo(logging.delete(book, number))


@log.command("purge")
def log_purge(keep: Annotated[int, typer.Option(min=0, help="How many days are kept.")], book: BookUrl = "") -> None:
    """Delete the conversations, with their incidents, that have not been touched for so many days."""
    from advisor.cli import logging

    typer.echo(logging.purge(book, keep))


@app.command()
def batch(
    source: Annotated[str, typer.Argument(metavar="INPUT", help="JSON lines; '-' reads standard input.")],
    output: Annotated[str, typer.Option("-o", "--output", help="Where to write; '-' is standard output.")] = "-",
    jobs: Annotated[int, typer.Option(min=1, help="How many processes work at once.")] = 1,
) -> None:
    """JSON lines in, JSON lines out, in the same order; a bad line gives an error line and the rest goes on."""
    from advisor.cli.batching import run_batch

    run_batch(source, output, jobs)


@app.command()
def law(
    ref: Annotated[list[str], typer.Argument(help="A law or paragraph, in any usual spelling.")],
    edition: Edition = paths.EDITION,
    table: Annotated[bool, typer.Option("--table", help="With its decision tables.")] = False,
    changes: Annotated[bool, typer.Option("--changes", help="What each edition says.")] = False,
    json: Json = False,
) -> None:
    """The law or paragraph: summary in both languages, related paragraphs, decision table."""
    from advisor.cli.looking import show_law

    typer.echo(show_law(" ".join(ref), edition, grid=table, changes=changes, as_json=json))


@app.command()
def find(words: Annotated[list[str], typer.Argument(help="Words to look for.")], edition: Edition = paths.EDITION) -> None:
    """Laws, terms and situations that fit the words, best first."""
    from advisor.cli.looking import show_found

    typer.echo(show_found(" ".join(words), edition))


@app.command()
def explain(
    text: Annotated[str, typer.Argument(help="What happened; '-' reads standard input.")],
    lang: Lang = "auto",
    edition: Edition = paths.EDITION,
) -> None:
    """Every step from words to ruling."""
    from advisor.cli.asking import explain_once

    typer.echo(explain_once(text, lang, edition))


@app.command()
def check(law: Annotated[str, typer.Option(help="Only the findings in files of this law number.")] = "") -> None:
    """Every check of lexicon, lawbook and corpus; all findings at once, with file and line."""
    from advisor.cli.checking import show_findings

    raise typer.Exit(show_findings(law))


@app.command()
def coverage(edition: Edition = paths.EDITION) -> None:
    """Law by law: paragraphs summarised, rows, rights, incidents, last checked."""
    from advisor.cli.checking import show_coverage

    typer.echo(show_coverage(edition))


@app.command()
def score(
    files: Annotated[list[str] | None, typer.Argument(help="Case files; none means the project's own corpus.")] = None,
    noise: Annotated[str, typer.Option(help="Spoil the texts first: accents, capitals, typo or greeklish.")] = "",
    seed: Annotated[int, typer.Option(help="Seed of the noise.")] = 1,
    misses: Annotated[bool, typer.Option("--misses", help="List the cases that were missed.")] = False,
    director: Annotated[int, typer.Option(min=0, help="Instead: a simulated director tells every n-th telling kept aside.")] = 0,
) -> None:
    """The scoreboard: how often the right law is named first."""
    if director:
        from advisor.cli.scoring import show_talks

        typer.echo(show_talks(director))
        return
    from advisor.cli.scoring import show_scores

    typer.echo(show_scores(files or [], noise, seed, misses=misses))


@app.command()
def forms(concept: Annotated[str, typer.Argument(help="A concept, or fact=value.")]) -> None:
    """Everything a concept is heard by, expanded."""
    from advisor.cli.checking import show_forms

    typer.echo(show_forms(concept))


@app.command()
def new(
    kind: Annotated[str, typer.Argument(help="law, incident or concept.")],
    name: Annotated[str, typer.Argument(help="A law number, or an id like lead_by_wrong_defender.")],
) -> None:
    """Writes the blank to fill in."""
    from advisor.cli.checking import write_blank

    typer.echo(write_blank(kind, name))


@app.callback()
def _main(debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False) -> None:
    """Keeps `--debug` before the command."""
    _debug.append(debug)


_debug: list[bool] = []
_OBJECTS = 20_000


def run() -> None:
    """The entry point: an error is one plain sentence on standard error, and a traceback only with `--debug`."""
    gc.set_threshold(_OBJECTS, 10, 10)  # a start makes many objects and hardly any garbage: looking for it often is time lost
    try:
        app()
    except AdvisorError as error:
        if any(_debug):
            traceback.print_exc()
        sys.stderr.write(f"{error.message}\n")
        raise SystemExit(error.exit_code) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
