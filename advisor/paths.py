"""Where the data lies: beside the code in a checkout, inside the package in an installed wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
_INSIDE = PACKAGE / "_data"
ROOT = _INSIDE if _INSIDE.is_dir() else PACKAGE.parent
LEXICON = ROOT / "lexicon"
CORPUS = ROOT / "corpus"
LAWS = PACKAGE / "laws"
EDITION = "2017"
