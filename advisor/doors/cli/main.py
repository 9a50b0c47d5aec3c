"""The commands of the advisor (see `advisor --help`). Each command lives in its own room and is loaded when called."""

from __future__ import annotations

import gc
import sys
from typing import Annotated

import typer

from advisor.base import paths
from advisor.doors.bots.command_line import bot
from advisor.doors.cli.running import run_command
from advisor.doors.cli.streams import detailed, in_view
from advisor.doors.cli.words import worded

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Rulings of duplicate bridge: tell what happened, in Greek or English, and read what to do.",
)

_DAYS = 100_000  # the calendar goes back further, no book does

Lang = Annotated[str, typer.Option(help="Language of the answer: auto, el or en.")]
Edition = Annotated[str, typer.Option(help="Edition of the Laws: 2017, 2007 or 1997.")]
Authority = Annotated[str, typer.Option(help="Profile of a Regulating Authority.")]
BookUrl = Annotated[str, typer.Option("--book", envvar="ADVISOR_BOOK", help="URL of the book; the user's own by default.")]
Number = Annotated[str, typer.Argument(help="The incident's number.")]
Json = Annotated[bool, typer.Option("--json", help="The answer as JSON.")]


@app.command()
def ask(
    text: Annotated[str, typer.Argument(help="What happened; '-' reads standard input.")],
    lang: Lang = "auto",
    edition: Edition = paths.EDITION,
    authority: Authority = "",
    answer: Annotated[list[str] | None, typer.Option(help="FACT=VALUE, an answer to an open question (repeatable).")] = None,
    json: Json = False,
    full: Annotated[bool, typer.Option("--full", help="The details too: why, tests, precedents, later duties.")] = False,
) -> None:
    """One description in, one answer out."""
    from advisor.doors.cli.asking import ask_once

    typer.echo(ask_once(text, lang, edition, authority, answer or [], as_json=json, full=full))


@app.command()
def chat(
    lang: Lang = "auto",
    edition: Edition = paths.EDITION,
    authority: Authority = "",
    book: BookUrl = "",
    name: Annotated[str, typer.Option(help="Go on with the conversation of this name.")] = "",
    history: Annotated[
        bool, typer.Option("--history", help="Keep the lines typed, for the arrow keys of later evenings.")
    ] = False,
) -> None:
    """The same as a conversation in the terminal."""
    from advisor.doors.cli.chatting import chat as talk

    talk(lang, edition, authority, book, name, remember=history)


log = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="The record of the incidents told in conversations.")
app.add_typer(log, name="log")


app.add_typer(bot, name="bot")


@log.command("list")
def log_list(
    book: BookUrl = "",
    lang: Lang = "auto",
    unread: Annotated[bool, typer.Option("--unread", help="Instead: the messages that are on no record.")] = False,
) -> None:
    """The incidents on record, newest first."""
    from advisor.doors.cli import logging

    typer.echo(in_view(logging.show_unread(book, lang) if unread else logging.show(book, lang=lang), sys.stdout))


@log.command("search")
def log_search(
    words: Annotated[list[str], typer.Argument(help="Words that it holds.")], book: BookUrl = "", lang: Lang = "auto"
) -> None:
    """The incidents whose story, ruling, law or details hold all the words."""
    from advisor.doors.cli import logging

    typer.echo(in_view(logging.show(book, " ".join(words), lang), sys.stdout))


@log.command("show")
def log_show(number: Number, book: BookUrl = "", json: Json = False) -> None:
    """One incident as a page to print, with room for signatures."""
    from advisor.doors.cli import logging

    text = logging.show_one(book, number, as_json=json)
    typer.echo(text if json else in_view(text, sys.stdout))


@log.command("export")
def log_export(
    form: Annotated[str, typer.Option(help="json or csv.")] = "json",
    output: Annotated[str, typer.Option("-o", "--output", help="Where to write; '-' is standard output.")] = "-",
    book: BookUrl = "",
) -> None:
    """Everything on record, as JSON or CSV."""
    from advisor.doors.cli import logging

    typer.echo(logging.export(book, form, output))


@log.command("delete")
def log_delete(number: Number, book: BookUrl = "") -> None:
    """Take one incident off the record, or one message that is on none (conversation:number, as 'log list --unread' has it)."""
    from advisor.doors.cli import logging

    typer.echo(logging.delete(book, number))


@log.command("purge")
def log_purge(keep: Annotated[int, typer.Option(min=0, max=_DAYS, help="How many days are kept.")], book: BookUrl = "") -> None:
    """Delete the conversations, with their incidents, that have not been touched for so many days."""
    from advisor.doors.cli import logging

    typer.echo(logging.purge(book, keep))


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; all of this machine's by default.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    workers: Annotated[int, typer.Option(min=1, help="Processes that answer; many share one book.")] = 1,
    readers: Annotated[
        int, typer.Option(min=0, help="Processes that read texts, for each worker (0: in the worker itself).")
    ] = 1,
    book: BookUrl = "",
    rate: Annotated[str, typer.Option(help="Requests that an address or a key may send; 'off' for any number.")] = "300/minute",
    keys: Annotated[str, typer.Option(help="File with the hashed keys of clubs, 'name:sha256' a line.")] = "",
    new_key: Annotated[str, typer.Option(help="Make a key of this name, keep its hash in --keys, print it, and stop.")] = "",
    closed: Annotated[bool, typer.Option("--closed", help="The interface under /v1 answers only those with a key.")] = False,
    origin: Annotated[list[str] | None, typer.Option(help="A site whose scripts may call the interface (repeatable).")] = None,
    root_path: Annotated[str, typer.Option(help="What a proxy has taken off the front of every address.")] = "",
    forwarded: Annotated[
        list[str] | None, typer.Option(help="A proxy whose forwarded headers are believed (repeatable).")
    ] = None,
    metrics_port: Annotated[int, typer.Option(min=0, max=65535, help="Prometheus metrics on this port of the loopback.")] = 0,
    log_texts: Annotated[bool, typer.Option("--log-texts", help="Let the server's log hold what people tell.")] = False,
    waiting: Annotated[int, typer.Option(min=1, help="Texts that may wait to be read.")] = 200,
    bots: Annotated[
        list[str] | None, typer.Option("--bot", help="A chat whose webhook hangs on this server (repeatable).")
    ] = None,
) -> None:
    """The page for phones and the HTTP interface."""
    from advisor.doors.cli.serving import start

    start(
        host=host,
        port=port,
        workers=workers,
        readers=readers,
        book=book,
        rate=rate,
        keys_file=keys,
        new_key=new_key,
        closed=closed,
        origins=origin or [],
        root_path=root_path,
        forwarded=forwarded or [],
        metrics_port=metrics_port,
        texts=log_texts,
        waiting=waiting,
        bots=bots or [],
    )


@app.command()
def batch(
    source: Annotated[str, typer.Argument(metavar="INPUT", help="JSON lines; '-' reads standard input.")],
    output: Annotated[str, typer.Option("-o", "--output", help="Where to write; '-' is standard output.")] = "-",
    jobs: Annotated[int, typer.Option(min=1, help="How many processes work at once, as many as there are cores.")] = 1,
) -> None:
    """JSON lines in, JSON lines out, in the same order; a bad line gives an error line and the rest goes on."""
    from advisor.doors.cli.batching import run_batch

    run_batch(source, output, jobs)


@app.command()
def law(
    ref: Annotated[list[str], typer.Argument(help="A law or paragraph, in any usual spelling.")],
    edition: Edition = paths.EDITION,
    table: Annotated[bool, typer.Option("--table", help="With its decision tables.")] = False,
    changes: Annotated[bool, typer.Option("--changes", help="What each edition says.")] = False,
    json: Json = False,
    chart: Annotated[
        str, typer.Option(metavar="FILE.svg", help="Write the decision chart to print; '-' is standard output.")
    ] = "",
    lang: Lang = "auto",
) -> None:
    """The law or paragraph: summary in both languages, related paragraphs, decision table."""
    from advisor.doors.cli.looking import show_law

    if chart:
        from advisor.doors.cli.serving import write_charts

        typer.echo(write_charts(" ".join(ref), edition, lang, chart))
        return
    typer.echo(show_law(" ".join(ref), edition, lang, grid=table, changes=changes, as_json=json))


@app.command()
def find(words: Annotated[list[str], typer.Argument(help="Words to look for.")], edition: Edition = paths.EDITION) -> None:
    """Laws, terms and situations that fit the words, best first."""
    from advisor.doors.cli.looking import show_found

    typer.echo(show_found(" ".join(words), edition))


@app.command()
def explain(
    text: Annotated[str, typer.Argument(help="What happened; '-' reads standard input.")],
    lang: Lang = "auto",
    edition: Edition = paths.EDITION,
    picture: Annotated[str, typer.Option(metavar="FILE", help="Draw what was understood into this HTML file instead.")] = "",
) -> None:
    """Every step from words to ruling."""
    from advisor.doors.cli.asking import draw_once, explain_once

    typer.echo(draw_once(text, lang, edition, picture) if picture else explain_once(text, lang, edition))


@app.command()
def check(law: Annotated[str, typer.Option(help="Only the findings in files of this law number.")] = "") -> None:
    """Every check of lexicon, lawbook and corpus; all findings at once, with file and line."""
    from advisor.doors.cli.checking import show_findings

    raise typer.Exit(show_findings(law))


@app.command()
def coverage(edition: Edition = paths.EDITION) -> None:
    """Law by law: paragraphs summarised, rows, rights, incidents, last checked."""
    from advisor.doors.cli.checking import show_coverage

    typer.echo(show_coverage(edition))


@app.command()
def score(
    files: Annotated[list[str] | None, typer.Argument(help="Case files; none means the project's own corpus.")] = None,
    noise: Annotated[str, typer.Option(help="Spoil the texts first: accents, capitals, typo or greeklish.")] = "",
    seed: Annotated[int, typer.Option(help="Seed of the noise.")] = 1,
    misses: Annotated[bool, typer.Option("--misses", help="List the cases that were missed.")] = False,
    director: Annotated[int, typer.Option(min=0, help="Instead: a simulated director tells every n-th telling kept aside.")] = 0,
    without: Annotated[
        str, typer.Option(help="Instead: what a part of the diagnosis is worth (anchors, proven, named, often, alike).")
    ] = "",
    spans: Annotated[
        bool, typer.Option("--spans", help="Instead: precision, recall and F of the words that prove a fact.")
    ] = False,
) -> None:
    """The scoreboard: how often the right law is named first."""
    if spans:
        from advisor.doors.cli.scoring import show_spans

        typer.echo(show_spans())
        return
    if director:
        from advisor.doors.cli.scoring import show_talks

        typer.echo(show_talks(director))
        return
    if without:
        from advisor.doors.cli.scoring import show_worth

        typer.echo(show_worth(files or [], without))
        return
    from advisor.doors.cli.scoring import show_scores

    typer.echo(show_scores(files or [], noise, seed, misses=misses))


@app.command()
def forms(concept: Annotated[str, typer.Argument(help="A concept, or fact=value.")]) -> None:
    """Everything a concept is heard by, expanded."""
    from advisor.doors.cli.checking import show_forms

    typer.echo(show_forms(concept))


@app.command()
def new(
    kind: Annotated[str, typer.Argument(help="law, incident or concept.")],
    name: Annotated[str, typer.Argument(help="A law number, or an id like lead_by_wrong_defender.")],
) -> None:
    """Writes the blank to fill in."""
    from advisor.doors.cli.checking import write_blank

    typer.echo(write_blank(kind, name))


@app.command()
def fit(
    check: Annotated[
        bool, typer.Option("--check", help="Fit anew beside the weights at hand and compare the decisions.")
    ] = False,
) -> None:
    """For maintainers: fits the weights on the corpus, into the repository."""
    from advisor.doors.cli.fitting import fit_weights

    typer.echo(fit_weights(check=check))


def _version(wanted: bool) -> None:
    """Show the version, and nothing else."""
    if wanted:
        from importlib.metadata import version

        typer.echo(f"advisor {version('bridge-ruling-advisor')}")
        raise typer.Exit


@app.callback()
def _main(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[  # noqa: ARG001  it is done by its callback, before any command
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Keeps `--debug` before the command."""
    if debug:
        detailed()


_OBJECTS = 20_000


def run() -> None:
    """The entry point: an error is one plain sentence on standard error, and a traceback only with `--debug`."""
    gc.set_threshold(_OBJECTS, 10, 10)  # a start makes many objects and hardly any garbage: looking for it often is time lost
    raise SystemExit(run_command(worded(app)))
