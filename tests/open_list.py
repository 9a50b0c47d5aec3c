"""The lists of what is known not to work yet: a line each, `name: reason`; what works must leave the list."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest


def marks(path: Path, names: set[str]) -> dict[str, list[Any]]:
    """The marks of the names that a list holds: each must fail, for its reason. Every name listed must be one of `names`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = {name: why.strip() for name, _, why in (line.partition(":") for line in lines if line and line[0] != "#")}
    assert set(found) <= names
    return failing(found)


def failing(reasons: Mapping[str, str]) -> dict[str, list[Any]]:
    """The marks of what must fail, each for its reason."""
    return {name: [pytest.mark.xfail(strict=True, reason=why)] for name, why in reasons.items()}
