"""Compiles lexicon, lawbook, precedents and packed weights into the files that the running advisor loads."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from advisor.base import paths, store
from advisor.base.citation import compile_citation, to_greek
from advisor.base.datafile import Value, read
from advisor.base.errors import DataError, Finding
from advisor.base.garbage import uncollected
from advisor.base.store import write
from advisor.base.text import fold
from advisor.lawbook.authorities import load as load_authorities
from advisor.lawbook.editions import editions
from advisor.lawbook.load import Lawbook
from advisor.lawbook.load import load as load_lawbook
from advisor.lexicon.classes import Members, members
from advisor.lexicon.forms import sequences
from advisor.lexicon.load import Lexicon
from advisor.lexicon.load import load as load_lexicon
from advisor.lexicon.models import CUES
from advisor.lexicon.sound import Sounds
from advisor.lexicon.vocabulary import build_trie, compile_vocabulary
from advisor.read.cues import compile_cues
from advisor.read.parts import Parts
from advisor.read.small_words import LONG_ENOUGH
from advisor.workshop.corpus.expected import expected
from advisor.workshop.corpus.load import Corpus
from advisor.workshop.corpus.load import cases as load_cases
from advisor.workshop.coverage import incidents, rows
from advisor.workshop.fit.packing import unpack

_REFERENCE = re.compile(r"(?<![\w♠♥♦♣])[1-9]\d?[A-K](?:\d\d?)?(?:\([a-z]{1,4}\))*(?!\w)")


def _plain(name: str) -> Any:
    value: Value = read(paths.LEXICON / f"{name}.yaml").value
    return value


@uncollected()
def compile_all(target: Path, *, strict: bool = True, weights: Path | None = paths.WEIGHTS) -> None:
    """Build every compiled file in `target`. Raises DataError with every fault when the data are broken (unless not `strict`).
    Without `weights` (a folder of packed ones) the words and the laws alone: what a fit needs."""
    faults: list[Finding] = []
    lexicon, found = load_lexicon(paths.LEXICON)
    faults += found
    corpus, found = load_cases(paths.CORPUS)
    faults += found
    books: dict[str, Lawbook] = {}
    for edition in editions():
        book, found = load_lawbook(edition)
        faults += found
        books[edition] = book
        write(target, f"laws_{edition}", {n: law.model_dump(by_alias=True) for n, law in book.laws.items()})
        write(target, f"tables_{edition}", {n: t.model_dump(by_alias=True) for n, t in book.tables.items()})
    write(
        target,
        "together",
        {e: {n: pair.model_dump(by_alias=True) for n, pair in book.together.items()} for e, book in books.items()},
    )
    write(
        target,
        "changes",
        {e: {n: {"el": _greek(t.el), "en": t.en} for n, t in book.changes.items()} for e, book in books.items()},
    )
    authorities, found = load_authorities(paths.LAWS / "authorities.yaml")
    faults += found
    if authorities is not None:
        write(target, "authorities", authorities.model_dump())
    told = incidents(corpus.incidents.values())
    write(target, "coverage", {edition: rows(book, told) for edition, book in books.items()})
    _hints(target)
    write(target, "citation", compile_citation(_plain("citation")))
    write(target, "replies", {edition: _replies(edition) for edition in editions()})
    write(target, "usual_replies", {edition: _usual_replies(edition) for edition in editions()})
    if faults and strict:
        raise DataError(faults)
    _texts(target, lexicon)
    write(target, "web", web_texts())
    reading, usual = reading_data(lexicon) | {"cues": cue_data()}, _usual(weights)
    write(target, "reading", reading)
    write(target, "usual", usual)
    _talk(target, lexicon, Parts(reading | {"usual": usual}))
    _precedents(target, corpus, books)
    if weights is not None:
        unpack(target, weights)


def reweigh(target: Path, weights: Path) -> None:
    """The compiled data of today in `target`, with the packed weights of another folder."""
    shutil.copytree(store.folder(), target, dirs_exist_ok=True)
    write(target, "usual", _usual(weights))
    unpack(target, weights)


def web_texts() -> dict[str, dict[str, str]]:
    """The texts of the page and of the HTTP interface, by name."""
    return {name: both for part in ("page", "problems", "pictures", "deeds") for name, both in _plain(f"web/{part}").items()}


def _greek(text: str) -> str:
    """A Greek sentence with its law references in Greek letters, however the author typed them."""
    return _REFERENCE.sub(lambda match: to_greek(match.group()), text)


def _hints(target: Path) -> None:
    frequency = read(paths.LAWS / "frequency.yaml").value
    anchors = read(paths.LAWS / "anchors.yaml").value
    twins = read(paths.LAWS / "twins.yaml").value
    assert isinstance(frequency, dict)
    write(target, "hints", {**frequency, "anchors": anchors, "twins": twins})


def _texts(target: Path, lexicon: Lexicon) -> None:
    classes = members(lexicon.classes)
    write(
        target,
        "texts",
        {
            "lines": {n: {"el": _greek(both.el), "en": both.en} for n, both in lexicon.lines.items()},
            "choices": _plain("talk/choices") | _plain("talk/choices_more"),
            "facts": {
                n: {"ask": f.ask.model_dump(), "values": {v: {"el": e.el, "en": e.en} for v, e in f.values.items()}}
                for n, f in lexicon.facts.items()
            },
            "irregularities": {n: i.model_dump() for n, i in lexicon.irregularities.items()},
            "concepts": {n: {"el": c.el.say, "en": c.en.say, "kind": c.kind} for n, c in lexicon.concepts.items()},
            "concept_facts": _concept_facts(lexicon),
            "over": {f"{n}={v}": list(e.over) for n, f in lexicon.facts.items() for v, e in f.values.items() if e.over},
            "sides": _plain("hearing")["sides"],
            "judged": _plain("hearing")["judged"],
            "gathering": _plain("hearing")["gathering"],
            "contested": _plain("hearing")["contested"],
            "contested_leaves": _plain("hearing")["contested_leaves"],
            "moments": _moments(),
            "past": _past(),
            "rulings": _rulings(),
            "surer": {fact: float(lead) for fact, lead in _plain("hearing")["surer"].items()},
            "titles": _plain("laws"),
            "apart": _plain("apart"),
            "say": _plain("say") | _plain("talk/say") | _plain("talk/say_alone") | _plain("talk/say_back"),
            "replies": _plain("replies"),
            "asked_back": _asked_back(),
            "ruled": _matters(_plain("ruled/tricks") | _plain("ruled/calls") | _plain("ruled/scores"), classes),
            "right": _matters(_plain("ruled/asked"), classes),
            "specifics": _plain("specifics"),
            "picture": _plain("picture"),
            "beside": [sense for row in _plain("beside") for sense in row],
        },
    )


def _moments() -> dict[str, dict[str, str]]:
    """Moment of a hand -> fact -> value: what each table calls the stage that the hand has reached."""
    value: Any = read(paths.LAWS / "moments.yaml").value
    return {moment: dict(facts) for moment, facts in value.items() if moment != "past"}


def _past() -> dict[str, list[str]]:
    """Moment of a hand -> the facts whose presumed value it contradicts, as it stands."""
    value: Any = read(paths.LAWS / "moments.yaml").value
    return {moment: list(facts) for moment, facts in value["past"].items()}


def _rulings() -> dict[str, dict[str, Any]]:
    """The kinds of ruling that each line amounts to, those that a table never comes to, what goes with a kind, and what a row
    does not allow to have been done."""
    value: Any = read(paths.LAWS / "rulings.yaml").value
    never, beside, odds = value.pop("never"), value.pop("beside"), value.pop("at_odds")
    lines: dict[str, list[str]] = {}
    for kind, names in value.items():
        for name in names:
            lines.setdefault(name, []).append(kind)
    return {"lines": lines, "never": never, "beside": beside, "at_odds": odds}


def _replies(edition: str) -> dict[str, dict[str, dict[str, str]]]:
    """What each row says of the things that are asked back; nothing for an edition without such a file."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for path in sorted((paths.LAWS / edition / "replies").glob("*.yaml")):
        value: Any = read(path).value
        found |= value
    return found


def _usual_replies(edition: str) -> dict[str, dict[str, str]]:
    """What holds of a matter that a ruling says nothing of, by the number of its law; empty for an edition without the file."""
    path = paths.LAWS / edition / "usual_replies.yaml"
    value: Any = read(path).value if path.exists() else {}
    return {
        matter: {str(law): name for name, laws in values.items() for part in laws.split() for law in _numbers(part)}
        for matter, values in value.items()
    }


def _numbers(part: str) -> range:
    """The laws of a number or a range: "16", "20-21"."""
    first, _, last = part.partition("-")
    return range(int(first), int(last or first) + 1)


def _asked_back() -> dict[str, Any]:
    """What may be asked back: a trie of its phrases, and the matter of each with the values that mean yes and no."""
    entries = _plain("asked_back")
    edges = {name: entries.pop(name) for name in ("opens", "ends", "turns", "leave", "what", "another")}
    return _matters(entries) | {name: build_trie({name: _both(entry)}) for name, entry in edges.items()}


def _matters(entries: Mapping[str, Any], classes: Members | None = None) -> dict[str, Any]:
    """A trie of the phrases that speak of a matter of a ruling, and the matter of each with the values that mean yes and no."""
    matters = {name: (e["about"], tuple(e.get("yes", ())), tuple(e.get("no", ()))) for name, e in entries.items()}
    return {"trie": build_trie({name: _both(e) for name, e in entries.items()}, classes), "matters": matters}


def _both(entry: Mapping[str, Any]) -> list[str]:
    """The forms of an entry in both languages."""
    return [*entry["el"], *entry["en"]]


def _talk(target: Path, lexicon: Lexicon, parts: Parts) -> None:
    """What a conversation needs beside the reading: its intents, the words of the record's details, and two lists of the
    lawbook: when reminders fall due, and which facts ask for a holding."""
    stages = read(paths.LAWS / "stages.yaml").value
    private = read(paths.LAWS / "private.yaml").value
    assert isinstance(stages, dict)
    assert isinstance(private, list)
    trie = build_trie({name: [*entry["el"], *entry["en"]] for name, entry in _plain("talk/intents").items()})
    texts = [text for n in lexicon.irregularities.values() for text in (n.el, n.en)]
    texts += [text for f in lexicon.facts.values() for v in f.values.values() for text in (v.el, v.en)]
    texts += [title[lang] for title in _plain("laws").values() for lang in ("el", "en")]
    texts += [entry[lang]["term"] for entry in _plain("definitions").values() for lang in ("el", "en")]
    write(
        target,
        "talk",
        {
            "gists": {text: parts.gist(text) for text in texts},
            "intents": trie,
            "answers": {
                fact: build_trie({value: [*forms["el"], *forms["en"]] for value, forms in values.items()})
                for fact, values in _plain("talk/answers").items()
            },
            **{
                each: build_trie({name: [*e["el"], *e["en"]] for name, e in _plain(f"talk/{each}").items()})
                for each in ("refusals", "short", "alone", "others")
            },
            "details": {
                name: sorted({fold(w) for w in (*e["el"], *e["en"])}, key=len, reverse=True)
                for name, e in _plain("talk/details").items()
            },
            "commands": [each for lang in ("en", "el") for each in _plain("talk/commands")[lang]],
            "stages": {line: stage for stage, lines in stages.items() for line in lines},
            "private": private,
            "said_done": read(paths.LAWS / "said_done.yaml").value,
            "relations": read(paths.LAWS / "relations.yaml").value,
            "ranks": read(paths.LAWS / "ranks.yaml").value,
            "letters": _plain("talk/letters"),
            "carried": read(paths.LAWS / "carried.yaml").value,
            "leads_on": read(paths.LAWS / "leads_on.yaml").value,
            "menu": read(paths.LAWS / "menu.yaml").value,
            "definitions": _plain("definitions"),
        },
    )


def _talk_words() -> set[str]:
    """Every word of the intents, so that it is known by sound and by its slips too."""
    replies = [forms for values in _plain("talk/answers").values() for forms in values.values()]
    entries = [*_plain("talk/intents").values(), *_plain("asked_back").values(), *replies]
    forms = [form for entry in entries for form in _both(entry)]
    return {token for form in forms for tokens in sequences(form) for token in tokens if token.isalpha()}


def _concept_facts(lexicon: Lexicon) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, fact in lexicon.facts.items():
        for value, entry in fact.values.items():
            for concept in entry.concepts:
                found.setdefault(concept, []).append(f"{name}={value}")
    return found


def reading_data(lexicon: Lexicon) -> dict[str, Any]:
    """What the reader needs: vocabulary, scope, notation words, languages."""
    scope = _plain("scope")
    # what only looks like a cue hides it: it comes first
    said = {"pseudo": scope["pseudo"], **scope["cues"]} | {what: scope[what] for what in ("stop", "new_verb", "postposed")}
    trie = build_trie({name: [*forms["el"], *forms["en"]] for name, forms in said.items()})
    notation = _plain("notation")
    seats = _plain("seats")
    declares = build_trie({kind: seats[kind] for kind in ("plays", "close", "named", "within")})
    words = _talk_words() | {word for forms in notation.values() for form in forms for word in form.split() if word.isalpha()}
    return {
        "vocabulary": compile_vocabulary(lexicon, _plain("spelling"), _plain("inflections"), words),
        "voices": build_trie({role: [*cue["el"], *cue["en"]] for role, cue in _plain("voices").items()}),
        "scope": {"trie": trie, "reach": {flag: cue["words"] for flag, cue in scope["cues"].items()}},
        "seats": {
            "letters": seats["letters"],
            "trie": declares,
            **{kind: [fold(word) for word in seats[kind]] for kind in ("fillers", "binding", "belonging", "genitive")},
        },
        "notation": notation,
        "story": _story(lexicon),
        "languages": _plain("languages"),
    }


def _usual(weights: Path | None) -> dict[str, int]:
    """How often each usual word is typed, as the fit counted it; nothing before the first one."""
    there = weights / "usual.json" if weights is not None else None
    found: dict[str, int] = json.loads(there.read_text(encoding="utf-8")) if there is not None and there.is_file() else {}
    return found


def cue_data() -> dict[str, Any]:
    """The words that computations look for, as a trie."""
    spelling = _plain("spelling")
    words = {key: hear for name in (*CUES, "asked") for key, hear in _plain(name).items()}
    return compile_cues(words, Sounds(spelling["greek"], spelling["latin"]))


def _story(lexicon: Lexicon) -> dict[str, Any]:
    """What the story teller needs: sense -> deed, the actors, and the small words, those in Latin letters for Greek apart."""
    words = _plain("story")
    lists = ("becomes", "beside", "reporting", "calling", "playing")
    kinds = [kind for kind in words if kind not in ("deeds", *lists)]
    spelling = _plain("spelling")
    sound = Sounds(spelling["greek"], spelling["latin"]).sound
    return {
        "deeds": {sense: deed for deed, senses in words["deeds"].items() for sense in senses},
        **{name: words[name] for name in lists},
        "actors": [name for name, concept in lexicon.concepts.items() if concept.kind == "actor"],
        "small": {fold(w): kind for kind in kinds for lang in ("el", "en") for w in words[kind].get(lang, ())},
        "latin": {w: kind for kind in kinds for w in words[kind].get("greeklish", ())},
        "sounds": {sound(fold(w)): kind for kind in kinds for w in words[kind].get("el", ()) if len(w) >= LONG_ENOUGH},
    }


def _precedents(target: Path, corpus: Corpus, books: Mapping[str, Lawbook]) -> None:
    found: dict[str, list[dict[str, Any]]] = {}
    for incident in corpus.incidents.values():
        if incident.precedent is not None:
            found.setdefault(incident.truth["irregularity"], []).append(
                {
                    "id": incident.incident,
                    "truth": incident.truth,
                    "rows": {
                        edition: row.id
                        for edition, book in books.items()
                        if (row := expected(incident, book.tables.get(incident.name))) is not None
                    },
                    **incident.precedent.model_dump(),
                }
            )
    write(target, "precedents", found)


def main() -> None:
    """Build into the folder named on the command line; the faults of the data go to standard error, with exit code 3."""
    try:
        compile_all(Path(sys.argv[1]))
    except DataError as error:
        sys.exit(error.message)


if __name__ == "__main__":
    main()
