"""Rewrites the lexicon as a director reads it: concepts and facts with one form a line, short, seats and roles as classes; in
the other files of forms what is too much split in its place.

`python -m advisor.workshop.tidy` is for after a merge or a large change; what is in order already stays as it is written. A
subject that would be too long for one file becomes a folder with a file for each entry. What is heard stays the same, except
where a pasted list of seats or roles was not complete.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from advisor.base import paths
from advisor.base.datafile import models, read
from advisor.lexicon.forms import MOST_CHARACTERS, MOST_EXPANSIONS
from advisor.lexicon.models import Group
from advisor.workshop.inline import FORMS, inline
from advisor.workshop.splitting import LONGEST, Pasted, parse, pasted_lists, readable, with_classes

_LONGEST_FILE: Final = 160
_PLAIN = re.compile(r"[\w(<](?!.*(: |:$| #))[^\"\n]*")
_FLOW = re.compile(r"[^\W\d]\w*(?: [\w.;'’-]+)*[;.]?")
_HEAR: Final = "hear"


def tidy(root: Path, classes: Mapping[str, Group]) -> list[Path]:
    """Rewrite what is not in order below a lexicon folder, and give the files written."""
    pasted = pasted_lists(classes)
    written = [path for name in ("concepts", "facts") for path in sorted((root / name).rglob("*.yaml")) if _entries(path, pasted)]
    written += [path for name in FORMS for path in sorted(root.glob(name)) if _inline(path)]
    return written + [path for path in [*sorted((root / "words").rglob("*.yaml")), root / "classes.yaml"] if _words(path)]


def _inline(path: Path) -> bool:
    """One file of forms in lists on a line; whether it was written anew."""
    text = path.read_text(encoding="utf-8")
    whole = inline(text)
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return whole != text


def _entries(path: Path, pasted: Sequence[Pasted]) -> bool:
    """One file of concepts or facts; whether it was written anew."""
    value = read(path).value
    assert isinstance(value, dict)
    if not any(map(_heard, value.values())):
        return False
    found = {name: "\n".join([f"{name}:", *_block(_mended(entry, pasted), 1)]) for name, entry in value.items()}
    text = path.read_text(encoding="utf-8")
    head = [line for line in text.splitlines()[:3] if line.startswith("#")]
    whole = "\n".join([*head, *found.values()]) + "\n"
    if whole == text:
        return False
    if len(found) == 1 or whole.count("\n") <= _LONGEST_FILE:
        path.write_text(whole, encoding="utf-8")
        return True
    folder = path.parent / path.stem
    folder.mkdir(exist_ok=True)
    for name, text in found.items():
        (folder / f"{name}.yaml").write_text(text + "\n", encoding="utf-8")
    path.unlink()
    return True


def _heard(value: Any) -> list[list[str]]:
    """Every list of forms within an entry."""
    if not isinstance(value, dict):
        return []
    found: list[list[str]] = []
    for name, inner in value.items():
        if name == _HEAR:
            found += [inner] if isinstance(inner, list) else list(inner.values())
        else:
            found += _heard(inner)
    return found


def _faulty(forms: list[str], pasted: Sequence[Pasted]) -> bool:
    """Whether a form is too long, stands for too much or holds a pasted list."""
    for form in forms:
        phrase = parse(form)
        if len(form) > LONGEST or phrase.size() > MOST_EXPANSIONS or with_classes(phrase, pasted) != phrase:
            return True
    return False


def _mended(value: Any, pasted: Sequence[Pasted]) -> Any:
    if not isinstance(value, dict):
        return value
    found = {}
    for name, inner in value.items():
        if name != _HEAR:
            found[name] = _mended(inner, pasted)
        elif isinstance(inner, list):
            found[name] = _forms(inner, pasted)
        else:
            found[name] = {lang: _forms(forms, pasted) for lang, forms in inner.items()}
    return found


def _forms(forms: list[str], pasted: Sequence[Pasted]) -> list[str]:
    return readable(forms, pasted) if _faulty(forms, pasted) else forms


def _block(value: dict[str, Any], depth: int) -> list[str]:
    """The entry, a key a line, a form a line."""
    pad = "  " * depth
    lines: list[str] = []
    for name, inner in value.items():
        if isinstance(inner, dict) and (_HEAR in inner or name == _HEAR or any(isinstance(v, dict) for v in inner.values())):
            lines += [f"{pad}{name}:", *_block(inner, depth + 1)]
        elif isinstance(inner, list) and inner and (name == _HEAR or _is_heard(value)):
            lines += [f"{pad}{name}:", *(f"{pad}  - {_scalar(form)}" for form in inner)]
        else:
            lines.append(f"{pad}{name}: {_flow(inner)}")
    return lines


def _is_heard(value: dict[str, Any]) -> bool:
    """Whether this is the `hear` of a fact's value: lists by language and nothing else."""
    return set(value) <= {"el", "en"} and all(isinstance(each, list) for each in value.values())


def _scalar(text: str) -> str:
    """A text as YAML writes it in a block, quoted where it must be."""
    if _PLAIN.fullmatch(text) and text == text.strip():
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_flow(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    text = str(value)
    return text if _FLOW.fullmatch(text) else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _words(path: Path) -> bool:
    """One file of words: a language a line, its words wrapped; whether it was written anew."""
    text = path.read_text(encoding="utf-8")
    if all(len(line) <= MOST_CHARACTERS for line in text.splitlines()):
        return False
    value = read(path).value
    assert isinstance(value, dict)
    lines = [line for line in text.splitlines()[:3] if line.startswith("#")]
    for name, entry in value.items():
        assert isinstance(entry, dict)
        whole = f"{name}: {_flow(entry)}"
        lines += [whole] if len(whole) <= MOST_CHARACTERS else [f"{name}:"]
        if len(whole) > MOST_CHARACTERS:
            for key, inner in entry.items():
                lines += _wrapped(f"  {key}: ", inner) if isinstance(inner, list) else [f"  {key}: {_flow(inner)}"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return True


def _wrapped(head: str, words: list[Any]) -> list[str]:
    """A list in as many lines as it takes."""
    lines, pad = [head + "["], " " * (len(head) + 1)
    for index, word in enumerate(words):
        piece = _flow(word) + ("]" if index == len(words) - 1 else ", ")
        if len(lines[-1]) + len(piece) > MOST_CHARACTERS + 1:
            lines[-1] = lines[-1].rstrip()
            lines.append(pad)
        lines[-1] += piece
    return lines


def main() -> None:
    """Tidy the lexicon of this checkout."""
    root = paths.LEXICON
    tidy(root, models(read(root / "classes.yaml"), Group))


if __name__ == "__main__":
    main()
