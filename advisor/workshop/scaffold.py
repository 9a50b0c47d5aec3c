"""The blanks that `advisor new` writes: the whole skeleton, with what is to be filled in."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from advisor.base import paths
from advisor.base.errors import UsageError
from advisor.base.text import number_in

_ID = re.compile(r"[a-z][a-z0-9_]*")

_LAW = """law: {name}
edition: {edition}
from: 2017-09-25
checked: {today}
paragraphs:
  "{name}A": {{el: "...", en: "...", see: []}}
"""
_INCIDENT = """- incident: {name}
  source: written for this project
  truth: {{irregularity: ..., fact: value}}
  tellings:
    - lang: el
      style: el
      text: "..."
      proof: {{irregularity: "..."}}
    - lang: en
      style: en
      text: "..."
      proof: {{irregularity: "..."}}
"""
_CONCEPT = """{name}:
  means: what it is, for people (never matched)
  kind: thing
  never: []
  el: {{say: "...", hear: ["..."]}}
  en: {{say: "...", hear: ["..."]}}
"""


def blank(kind: str, name: str, root: Path | None = None) -> list[Path]:
    """Write the blank of a law, incident or concept and give the files to fill. Raises UsageError."""
    lawbook = paths.LAWS if root is None else root / "advisor" / "laws"
    base = paths.ROOT if root is None else root
    if kind == "law":
        number = number_in(name)
        if number is None or not 1 <= number <= 93:
            raise UsageError("NEW", f"'{name[:20]}' is no law: give a number from 1 to 93.")
        return [_write(lawbook / paths.EDITION / f"law_{number:02d}.yaml", _LAW, str(number))]
    if not _ID.fullmatch(name):
        raise UsageError("NEW", f"'{name}' is no id: use small letters, digits and _, like lead_by_wrong_defender.")
    if kind == "incident":
        return [_write(base / "corpus" / "cases" / "new" / f"{name}.yaml", _INCIDENT, name)]
    if kind == "concept":
        return [_write(base / "lexicon" / "concepts" / f"{name}.yaml", _CONCEPT, name)]
    raise UsageError("NEW", f"There is no blank for '{kind}': use law, incident or concept.")


def _write(path: Path, form: str, name: str) -> Path:
    if path.exists():
        raise UsageError("NEW", f"{path} is there already: edit it, or choose another name.")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(form.format(name=name, edition=paths.EDITION, today=date.today().isoformat()), encoding="utf-8")
    return path
