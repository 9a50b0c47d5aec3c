"""`advisor bot`: the chats on the command line. What a command needs is loaded when it is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from advisor.doors.bots.registry import PLATFORMS

bot = typer.Typer(no_args_is_help=True, help="The advisor in the chats that clubs use.")
BookUrl = Annotated[str, typer.Option("--book", envvar="ADVISOR_BOOK", help="URL of the book; the user's own by default.")]
How = Annotated[bool, typer.Option("--how", help="Show what a club clicks to get a token.")]
Host = Annotated[str, typer.Option(help="Where the webhook listens.")]
Port = Annotated[int, typer.Option(min=1, max=65535, help="The webhook's port.")]
_HERE, _PORT = "127.0.0.1", 8081
_OFTEN, _DAYS = 100_000, 3650


def _run(name: str, book: str, host: str, port: int, *, how: bool) -> None:
    from advisor.doors.bots.house import PAGES

    if how:
        typer.echo((PAGES / f"{name}.md").read_text(encoding="utf-8").rstrip())
        return
    from advisor.doors.bots.station import serve

    serve([name], book, host, port)


def _starts(name: str) -> Callable[..., None]:
    """The command that starts one chat."""

    def start(how: How = False, book: BookUrl = "", host: Host = _HERE, port: Port = _PORT) -> None:
        _run(name, book, host, port, how=how)

    return start


for _name, _platform in PLATFORMS.items():
    bot.command(_name, help=_platform.about)(_starts(_name))


@bot.command()
def invite(
    chat: Annotated[bool, typer.Option("--chat", help="For a whole chat, not for a director.")] = False,
    uses: Annotated[int, typer.Option(min=1, max=_OFTEN, help="How often it may be used.")] = 1,
    days: Annotated[int, typer.Option(min=1, max=_DAYS, help="How many days it may be used.")] = 7,
    book: BookUrl = "",
) -> None:
    """A new invitation code, sent to the bot as /start CODE."""
    from advisor.doors.bots.house import Book, Members

    typer.echo(Members(Book(book)).invite("chat" if chat else "director", uses=uses, days=days))
