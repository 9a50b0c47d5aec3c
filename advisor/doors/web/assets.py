"""The static files of the page, under an address that changes with them."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.metadata import version as version_of
from pathlib import Path

STATIC = Path(__file__).parent / "static"
_TEMPLATES = Path(__file__).parent / "templates"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}


@lru_cache(maxsize=64)
def content(name: str) -> bytes | None:
    """A static file, or None when there is none of that name (a name is never a path)."""
    found = {path.name: path for path in STATIC.iterdir() if path.suffix in TYPES}.get(name)
    return found.read_bytes() if found is not None else None


@lru_cache(maxsize=1)
def stamp() -> str:
    """A short key of all static files together, so that those that name one another are of one make."""
    found = hashlib.blake2b(digest_size=4)
    for path in sorted(STATIC.iterdir()):
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()


@lru_cache(maxsize=1)
def version() -> str:
    """The version of the program."""
    return version_of("bridge-ruling-advisor")


@lru_cache(maxsize=1)
def build() -> str:
    """A key of all that the page is made of, so that a phone knows a new page from an old one."""
    found = hashlib.blake2b(version().encode(), digest_size=6)
    for path in sorted([*STATIC.iterdir(), *_TEMPLATES.iterdir()]):
        if path.is_file():
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()
