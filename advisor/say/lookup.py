"""Looking things up: a law or paragraph, its table as a grid, what changed, and the laws that fit some words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from advisor.base import paths, store
from advisor.base.citation import find_citations, parse_citation
from advisor.base.errors import UsageError
from advisor.base.text import clean, fold
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import editions, laws, table, tables
from advisor.say.words import Words

if TYPE_CHECKING:
    from advisor.lawbook.models import Table

_SMALL, _STEM, _OF_LAW = 3, 6, 0.3
LONGEST = 2_000  # characters to find
LINK = "https://laws.hellasbridge.org/law_{number:02d}"


def reference(text: str) -> str:
    """The canonical reference in `text` (`27B1(b)`). Raises UsageError when it holds none."""
    found = parse_citation(text)
    if found is None:
        cited = find_citations(text)
        found = cited[0][2] if cited else None
    if found is None:
        raise UsageError("REF", f"'{text[:60]}' is no law reference: write it like 27B1(b), 45Γ4(β) or 41.")
    return found


def law(ref: str, edition: str = paths.EDITION) -> dict[str, Any]:
    """A law or paragraph as data: its own summary, those below it, its tables, its link. Raises UsageError."""
    _known_edition(edition)
    number = law_number(ref)
    found = _held(edition, number)
    if found is None:
        raise UsageError(
            "LAW",
            f"The {edition} laws here have no Law {number}: editions with it are "
            f"{', '.join(e for e in editions() if number in laws(e)) or 'none'}.{_known(number, edition)}",
        )
    paragraphs = found["paragraphs"]
    here = {r: p for r, p in paragraphs.items() if r == ref or ref == number or (r.startswith(ref) and not _longer(r, ref))}
    if not here:
        raise UsageError("LAW", f"Law {number} has no paragraph {ref}: it has {', '.join(paragraphs)}.")
    related = sorted({target for p in here.values() for target in p["see"]})
    return {
        "ref": ref,
        "edition": edition,
        "from": found["from"],
        "link": LINK.format(number=int(number)),
        "title": {lang: Words(lang).title(number) for lang in ("el", "en")},
        "paragraphs": {r: {"el": p["el"], "en": p["en"]} for r, p in here.items()},
        "see": related,
        "tables": [name for name, data in tables(edition).items() if law_number(str(data["law"])) == number],
    }


def _known_edition(edition: str) -> None:
    if edition not in editions():
        raise UsageError("EDITION", f"There is no edition '{edition}': use one of {', '.join(editions())}.")


def _held(edition: str, number: str) -> dict[str, Any] | None:
    """One law as it lies on the shelf, plain data; None when the edition does not hold it."""
    found: Any = laws(edition).get(number)
    return dict(found) if found is not None else None


def _known(number: str, edition: str) -> str:
    """What is known of a law that an edition does not hold: what it changed there, and what the next edition changed in it."""
    every = editions()
    at = every.index(edition)
    entries = ((e, store.load("changes").get(e, {}).get(number)) for e in (edition, *every[max(at - 1, 0) : at]))
    told = [f"{e}: {text['en']}" for e, text in entries if text]
    return f" What is known of the changes: {' '.join(told)}" if told else ""


def _longer(ref: str, head: str) -> bool:
    return head[-1].isdigit() and ref[len(head) : len(head) + 1].isdigit()


def _dated(data: dict[str, Any]) -> str:
    """The edition, and the date from which what it says here holds: `2017, 2024-01-01`."""
    return ", ".join(filter(None, (data["edition"], data["from"])))


def law_page(ref: str, lang: str, edition: str = paths.EDITION) -> str:
    """The law or paragraph in one language. Raises UsageError."""
    data, words = law(ref, edition), Words(lang)
    number = law_number(ref)
    out = [f"{words.frame('law')} {words.ref(number)}. {data['title'][lang]} ({_dated(data)})"]
    out += [f"{words.ref(name)}  {text[lang]}" for name, text in data["paragraphs"].items()]
    if data["see"]:
        out.append(f"→ {', '.join(words.ref(see) for see in data['see'])}")
    return "\n".join([*out, str(data["link"])])


def law_text(ref: str, edition: str = paths.EDITION, *, grid: bool = False) -> str:
    """The law or paragraph as a person reads it, both languages; with `grid` its decision tables too."""
    data = law(ref, edition)
    number = law_number(ref)
    greek, english = Words("el"), Words("en")
    out = [
        f"{greek.frame('law')} {greek.ref(number)}. {data['title']['el']} / Law {number}. {data['title']['en']} ({_dated(data)})"
    ]
    for name, text in data["paragraphs"].items():
        out += ["", f"{greek.ref(name)}  {text['el']}", f"{name}  {text['en']}"]
    if data["see"]:
        out += ["", f"→ {', '.join(data['see'])}"]
    if grid:
        for name in data["tables"]:
            found = table(edition, name)
            if found is not None:
                out += ["", *table_grid(found, english)]
    return "\n".join([*out, "", data["link"]])


def table_grid(found: Table, words: Words) -> list[str]:
    """The decision table as lines of a grid: one column a fact, one line a row."""
    facts = list(found.asks)
    head = ["row", *facts, "law", "then"]
    lines = [
        [
            ("! " if row in found.exceptions else "") + row.id,
            *(row.when.get(f, "·") for f in facts),
            row.law,
            ", ".join(row.then) or "-",
        ]
        for row in found.all_rows()
    ]
    widths = [max(len(line[i]) for line in [head, *lines]) for i in range(len(head) - 1)]

    def put(line: list[str]) -> str:
        return "  ".join([*(cell.ljust(width) for cell, width in zip(line, widths, strict=False)), line[-1]])

    return [f"{words.irregularity(found.irregularity)} [{found.irregularity}]", put(head), *map(put, lines)]


def changes(ref: str, lang: str = "") -> str:
    """What each edition changed in this law, newest first, and what it says there; in one language (`el`, `en`) or in both."""
    number = law_number(ref)
    out = []
    for edition in editions():
        told = store.load("changes").get(edition, {}).get(number)
        found = _held(edition, number)
        dated = f" ({found['from']})" if found is not None and found["from"] else ""
        out.append(f"{edition}{dated}:")
        for code in ("el", "en"):
            if lang in ("", code):
                words = Words(code)
                out.append(f"  * {told[code] if told else words.frame('no_change_known')}")
                if found is None:
                    out.append(f"  {words.frame('no_law', edition=edition, law=words.ref(number))}")
        for name, paragraph in found["paragraphs"].items() if found is not None else ():
            if ref == number or name == ref or name.startswith(ref):
                out += [f"  {Words(code).ref(name)}  {paragraph[code]}" for code in ("el", "en") if lang in ("", code)]
    return "\n".join(out)


def find(words: str, edition: str = paths.EDITION, most: int = 10) -> list[tuple[str, str, str]]:
    """(reference, situation or title, summary) that fit the words, best first; by the words' stems, both languages. Linear in
    the length of the words. Raises UsageError for an edition that is not there, for no word and for far too many."""
    _known_edition(edition)
    if len(words) > LONGEST:
        raise UsageError("LONG", f"There are {len(words)} characters to find: give at most {LONGEST}.")
    every = list(dict.fromkeys(w[:_STEM] for w in fold(clean(words)).split() if len(w) > 2))
    wanted = [w for w in every if len(w) > _SMALL] or every
    if not wanted:
        raise UsageError("EMPTY", "There is nothing to find: give a word or two.")
    shelf, where, whose = _shelf(edition)
    rare = {w: 1 / (1 + len(where.get(w, ()))) ** 0.5 for w in wanted}
    whole = sum(rare.values())
    hits, about = defaultdict[int, float](float), defaultdict[int, float](float)
    for word in wanted:
        for index, found in ((where, hits), (whose, about)):
            for at in index.get(word, ()):
                found[at] += rare[word]

    def score(at: int) -> float:
        factor, length, _ = shelf[at]
        fit: float = factor * (hits[at] / whole - length / 4000) + _OF_LAW * about[at] / whole
        return fit

    ranked = sorted(((score(at), at) for at in hits), key=lambda pair: (-pair[0], pair[1]))
    return [shelf[at][2] for fit, at in ranked[:most] if fit > 0]


Entry = tuple[str, str, str]
Index = dict[str, list[int]]


@lru_cache(maxsize=4)
def _shelf(edition: str) -> tuple[list[tuple[float, int, Entry]], Index, Index]:
    """Everything that may be found (how much it counts, its words, what is shown), and where each stem stands: in the text of
    an entry, and in the text of what it belongs to."""
    shelf: list[tuple[float, int, Entry]] = []
    where: Index = {}
    whose: Index = {}
    for at, (factor, text, about, entry) in enumerate(_entries(edition)):
        stems = _stems(text)
        shelf.append((factor, len(stems), entry))
        for index, there in ((where, stems), (whose, _stems(about))):
            for stem in {*there, *(stem[: _SMALL + 2] for stem in there)}:
                index.setdefault(stem, []).append(at)
    return shelf, where, whose


def _stems(text: str) -> tuple[str, ...]:
    return tuple(w.strip(".,;:()«»\"'")[:_STEM] for w in fold(text).split())


def _entries(edition: str) -> Iterable[tuple[float, str, str, Entry]]:
    """Everything that may be found: how much it counts, its text, the text of what it belongs to, and what is shown."""
    texts = store.load("texts")
    for name, data in tables(edition).items():
        entry = texts["irregularities"].get(name)
        if entry is not None:
            yield 1.5, f"{entry['el']} {entry['en']} {name.replace('_', ' ')}", "", (str(data["law"]), entry["en"], entry["el"])
    for number in laws(edition):
        title = f"{texts['titles'][number]['el']} {texts['titles'][number]['en']}"
        yield 1.3, title, "", (number, texts["titles"][number]["en"], texts["titles"][number]["el"])
        whole = _held(edition, number)
        for ref, text in whole["paragraphs"].items() if whole is not None else ():
            yield 1.0, f"{text['el']} {text['en']}", title, (ref, text["en"], text["el"])
