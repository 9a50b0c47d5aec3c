"""Reads which irregularities of an edition meet in one story."""

from __future__ import annotations

from pathlib import Path

from advisor.base.datafile import Doc, model, read
from advisor.base.errors import DataError, Finding
from advisor.lawbook.models import Pairs, Together


def load(path: Path) -> tuple[dict[str, Together], Doc | None, list[Finding]]:
    """The pairs of the edition whose file this is, and every fault met while reading; none when there is no such file."""
    if not path.is_file():
        return {}, None, []
    try:
        doc = read(path)
        return model(doc, Pairs).pairs, doc, []
    except DataError as error:
        return {}, None, list(error.findings)
