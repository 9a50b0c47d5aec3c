"""Which editions of the Laws stand on the shelf: one folder each, so that a future code is a new folder and no code."""

from __future__ import annotations

from pathlib import Path

LAWS = Path(__file__).resolve().parent.parent / "laws"


def editions(root: Path = LAWS) -> tuple[str, ...]:
    """The editions, newest first."""
    return tuple(sorted((p.name for p in root.iterdir() if p.is_dir() and p.name.isdigit()), reverse=True))
