"""Secrets that this process holds (tokens, passwords): blotted out of whatever it says."""

from __future__ import annotations

_BLOT = "***"
_secrets: set[str] = set()


def keep_secret(*told: str) -> None:
    """From now on these are blotted out wherever they would be logged or shown in a traceback."""
    _secrets.update(each for each in told if each)


def blotted(text: str) -> str:
    """The text without any secret."""
    for each in sorted(_secrets, key=len, reverse=True):
        text = text.replace(each, _BLOT)
    return text
