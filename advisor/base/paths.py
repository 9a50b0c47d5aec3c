"""Where the data lies: beside the code in a checkout, inside the package in an installed wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
_INSIDE = PACKAGE / "_data"
INSTALLED = _INSIDE.is_dir()
ROOT = _INSIDE if INSTALLED else PACKAGE.parent
LEXICON = ROOT / "lexicon"
CORPUS = ROOT / "corpus"
PRECEDENTS = CORPUS / "cases"
LAWS = PACKAGE / "laws"
WEIGHTS = PACKAGE / "weights"
EDITION = "2017"
