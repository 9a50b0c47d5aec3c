"""The commands that a message may begin with, in both languages: `/law 27B`, `/νόμος 27Β`, `/law@the_bot 27B`."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from advisor.doors.bots.house import fold, texts


class Command(NamedTuple):
    """A command by its English name, and what stands behind it."""

    name: str
    rest: str


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Every name that is heard (folded), with the command it stands for."""
    return {fold(each): name for name, entry in texts()["commands"].items() for each in (*entry["el"], *entry["en"])}


def command(text: str, me: str = "") -> Command | None:
    """The command that a text is, if it is one (and not for another bot than `me`, where one is named)."""
    if not text.startswith("/"):
        return None
    head, _, rest = text[1:].partition(" ")
    said, at, whom = head.partition("@")
    if at and me and whom.casefold() != me.casefold():
        return None
    name = _names().get(fold(said))
    return Command(name, rest.strip()) if name is not None else None


def menu(lang: str, *, private: bool) -> list[tuple[str, str]]:
    """The commands for a chat's own menu: (Latin name, what it does); in groups without those that are private."""
    hidden = () if private else ("rest", "log")
    return [(name, entry["menu"][lang]) for name, entry in texts()["commands"].items() if name not in hidden]
