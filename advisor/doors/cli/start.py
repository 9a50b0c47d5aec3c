"""The way in: `law` and `find` are looked up before the command line is loaded, which would take longer than the look-up; all
else, and whatever of these two is not plain, goes in by `main`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from advisor.base import paths
from advisor.doors.cli.looking import show_found, show_law
from advisor.doors.cli.streams import guarded

_SWITCHES = {"law": frozenset({"--table", "--changes", "--json"}), "find": frozenset[str]()}
_SETTINGS = {"law": frozenset({"--edition", "--lang"}), "find": frozenset({"--edition"})}


def plain(args: Sequence[str]) -> Callable[[], str] | None:
    """What looks up the law or the words that these arguments name; None where they ask for anything else."""
    if not args or args[0] not in _SWITCHES:
        return None
    kind, rest = args[0], list(args[1:])
    words: list[str] = []
    told: dict[str, str] = {}
    while rest:
        word = rest.pop(0)
        if word in _SETTINGS[kind] and rest and not rest[0].startswith("-"):
            told[word] = rest.pop(0)
        elif word in _SWITCHES[kind]:
            told[word] = word
        elif word.startswith("-") or not _as_typed(word):
            return None
        else:
            words.append(word)
    if not words:
        return None
    asked, edition = " ".join(words), told.get("--edition", paths.EDITION)
    if kind == "find":
        return lambda: show_found(asked, edition)
    return lambda: show_law(
        asked,
        edition,
        told.get("--lang", "auto"),
        grid="--table" in told,
        changes="--changes" in told,
        as_json="--json" in told,
    )


def _as_typed(word: str) -> bool:
    """Whether a word is the UTF-8 that was typed, in a system that takes it for that."""
    try:
        return word.isascii() or os.fsencode(word).decode() == word
    except UnicodeError:
        return False


def run() -> None:
    """The entry point. An error is one plain sentence on standard error."""
    looked_up = plain(sys.argv[1:])
    if looked_up is None:
        from advisor.doors.cli.main import run as run_all

        run_all()
    else:
        raise SystemExit(guarded(lambda: sys.stdout.write(f"{looked_up()}\n") and 0))
