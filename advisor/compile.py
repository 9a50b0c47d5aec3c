"""Compiles lexicon, lawbook and corpus into the files that the running advisor loads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from advisor import paths
from advisor.citation import to_greek
from advisor.corpus.load import Corpus
from advisor.corpus.load import load as load_corpus
from advisor.datafile import Value, read
from advisor.diagnose.features import gathered, laid
from advisor.diagnose.fit import Fitted, Sample, fit
from advisor.diagnose.fit_heed import heeded
from advisor.diagnose.heed import Heed
from advisor.errors import DataError, Finding
from advisor.garbage import uncollected
from advisor.hear import lessons
from advisor.hear.fit import Lesson, packed
from advisor.hear.fit import fit as fit_hearing
from advisor.lawbook.authorities import load as load_authorities
from advisor.lawbook.editions import editions
from advisor.lawbook.load import Lawbook
from advisor.lawbook.load import load as load_lawbook
from advisor.lexicon.forms import sequences
from advisor.lexicon.lemmas import ordinary_words
from advisor.lexicon.load import Lexicon
from advisor.lexicon.load import load as load_lexicon
from advisor.lexicon.sound import Sounds
from advisor.lexicon.vocabulary import build_trie, compile_vocabulary
from advisor.read.cues import compile_cues
from advisor.read.reading import Reader
from advisor.read.tokens import tokenize
from advisor.replay import derive
from advisor.store import write
from advisor.teaching import Told, taught
from advisor.text import clean, fold

_USUAL, _SHORT = 8, 3
_REFERENCE = re.compile(r"(?<![\w♠♥♦♣])[1-9]\d?[A-K](?:\d\d?)?(?:\([a-z]{1,4}\))*(?!\w)")


def _plain(name: str) -> Any:
    value: Value = read(paths.LEXICON / f"{name}.yaml").value
    return value


@uncollected()
def compile_all(target: Path, *, strict: bool = True) -> None:
    """Build every compiled file in `target`. Raises DataError with every fault when the data are broken (unless not `strict`)."""
    faults: list[Finding] = []
    lexicon, found = load_lexicon(paths.LEXICON)
    faults += found
    corpus, found = load_corpus(paths.CORPUS)
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
    _hints(target)
    if faults and strict:
        raise DataError(faults)
    _texts(target, lexicon)
    reading = reading_data(lexicon) | {"cues": cue_data(), "usual": {}}
    reading["usual"] = usual_words(corpus, reading["vocabulary"])
    write(target, "reading", reading)
    _talk(target, lexicon, Reader(reading))
    _fits(target, corpus, lexicon, books[paths.EDITION], Reader(reading))
    _precedents(target, corpus)


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
    write(
        target,
        "texts",
        {
            "lines": {n: {"el": _greek(both.el), "en": both.en} for n, both in lexicon.lines.items()},
            "facts": {
                n: {"ask": f.ask.model_dump(), "values": {v: {"el": e.el, "en": e.en} for v, e in f.values.items()}}
                for n, f in lexicon.facts.items()
            },
            "irregularities": {n: i.model_dump() for n, i in lexicon.irregularities.items()},
            "concepts": {n: {"el": c.el.say, "en": c.en.say, "kind": c.kind} for n, c in lexicon.concepts.items()},
            "concept_facts": _concept_facts(lexicon),
            "over": {f"{n}={v}": list(e.over) for n, f in lexicon.facts.items() for v, e in f.values.items() if e.over},
            "named": _plain("hearing")["named"],
            "surer": {fact: float(lead) for fact, lead in _plain("hearing")["surer"].items()},
            "titles": _plain("laws"),
            "say": _plain("say") | _plain("talk/say"),
            "specifics": _plain("specifics"),
            "beside": [sense for row in _plain("beside") for sense in row],
        },
    )


def _talk(target: Path, lexicon: Lexicon, reader: Reader) -> None:
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
            "gists": {text: reader.gist(text) for text in texts},
            "intents": trie,
            "details": {
                name: sorted({fold(w) for w in (*e["el"], *e["en"])}, key=len, reverse=True)
                for name, e in _plain("talk/details").items()
            },
            "commands": [each for lang in ("en", "el") for each in _plain("talk/commands")[lang]],
            "stages": {line: stage for stage, lines in stages.items() for line in lines},
            "private": private,
            "relations": read(paths.LAWS / "relations.yaml").value,
            "definitions": _plain("definitions"),
        },
    )


def _talk_words() -> set[str]:
    """Every word of the intents, so that it is known by sound and by its slips too."""
    forms = [form for entry in _plain("talk/intents").values() for form in (*entry["el"], *entry["en"])]
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
    cues = {flag: [*cue["el"], *cue["en"]] for flag, cue in scope["cues"].items()}
    trie = build_trie(cues | {name: [*scope[name]["el"], *scope[name]["en"]] for name in ("pseudo", "stop")})
    notation = _plain("notation")
    seats = _plain("seats")
    declares = build_trie({"declares": seats["plays"]})
    words = _talk_words() | {word for forms in notation.values() for form in forms for word in form.split() if word.isalpha()}
    return {
        "vocabulary": compile_vocabulary(lexicon, _plain("spelling"), _plain("inflections"), words),
        "scope": {"trie": trie, "reach": {flag: cue["words"] for flag, cue in scope["cues"].items()}},
        "seats": {"letters": seats["letters"], "trie": declares},
        "notation": notation,
        "story": _story(lexicon),
        "languages": _plain("languages"),
    }


def usual_words(corpus: Corpus, vocabulary: Mapping[str, Any]) -> dict[str, int]:
    """How often each word is typed in the tellings (the test fifth left out), for those that are typed often enough and are
    no slips themselves: words with a sense, of the lemma lists, or Greek ones of ours in Latin letters."""
    honest = ordinary_words() | vocabulary["senses"].keys()
    sounds = Sounds(vocabulary["spelling"]["greek"], vocabulary["spelling"]["latin"])
    told = (telling.text for incident in corpus.incidents.values() for telling in incident.tellings if not telling.is_test)
    counts = Counter(token.form for text in told for token in tokenize(fold(clean(text))) if token.form.isalpha())
    often = {word: count for word, count in sorted(counts.items()) if count >= _USUAL and len(word) >= _SHORT}
    greek = {word for word in often if word.isascii() and any(each in vocabulary["sounds"] for each in sounds.readings(word))}
    return {word: count for word, count in often.items() if word in honest or word in greek}


def cue_data() -> dict[str, Any]:
    """The words that computations look for, as a trie."""
    spelling = _plain("spelling")
    return compile_cues({**_plain("cues"), **_plain("asked")}, Sounds(spelling["greek"], spelling["latin"]))


def _story(lexicon: Lexicon) -> dict[str, Any]:
    """What the story teller needs: sense -> deed, the actors, and the small words, those in Latin letters for Greek apart."""
    words = _plain("story")
    kinds = ("speaker", "other", "subject", "passive", "by", "to", "and", "before", "after")
    return {
        "deeds": {sense: deed for deed, senses in words["deeds"].items() for sense in senses},
        **{name: words[name] for name in ("becomes", "reporting", "calling", "playing")},
        "actors": [name for name, concept in lexicon.concepts.items() if concept.kind == "actor"],
        "small": {fold(w): kind for kind in kinds for lang in ("el", "en") for w in words[kind].get(lang, ())},
        "latin": {w: kind for kind in kinds for w in words[kind].get("greeklish", ())},
    }


def _book(lexicon: Lexicon, book: Lawbook, reader: Reader, actors: frozenset[str]) -> list[Sample]:
    """What the lawbook itself says of each irregularity, read like a telling: name, facts, questions, paragraphs."""
    said: list[Sample] = []
    paragraphs = {ref: text for law in book.laws.values() for ref, text in law.paragraphs.items()}
    for name, table in book.tables.items():
        facts = [lexicon.facts[fact] for fact in table.asks if fact in lexicon.facts]
        refs = dict.fromkeys([table.law, *(row.law for row in table.rows)])
        for lang in ("el", "en"):
            parts: list[list[Any]] = [
                [lexicon.irregularities[name]] if name in lexicon.irregularities else [],
                [value for fact in facts for value in fact.values.values()],
                [fact.ask for fact in facts],
                [paragraphs[ref] for ref in refs if ref in paragraphs],
            ]
            for both in parts:
                if both:
                    reading = reader.read(". ".join(str(getattr(text, lang)) for text in both))
                    said.append((gathered(laid(reading, actors, derive(reading))), name))
    return said


def _fits(target: Path, corpus: Corpus, lexicon: Lexicon, book: Lawbook, reader: Reader) -> None:
    """The weights by which irregularities are told apart, and those by which facts are heard where no form is: both are
    taught by the tellings, the test fifth left out, and by the lexicon."""
    actors = frozenset(n for n, c in lexicon.concepts.items() if c.kind == "actor")
    closed = frozenset(_plain("hearing")["not_weighed"])
    told = []
    for incident in corpus.incidents.values():
        table = book.tables.get(incident.truth["irregularity"])
        asks = table.asks if table is not None else {}
        asked = {fact: value for fact, value in incident.truth.items() if fact in asks and fact not in closed}
        own = (telling for telling in incident.tellings if not telling.is_test)
        told += [Told(telling.text, incident.truth["irregularity"], asked, telling.proof) for telling in own]
    read = taught(told, reader, actors)
    learnt = [each for each in lessons.of_values(lexicon.facts, reader) if each.fact not in closed]
    learnt += [lesson for each in read for lesson in each.lessons]
    counts, heed = heeded([each.shown for each in read])
    samples = [(gathered(each.shown.laid, count), each.irregularity) for each, count in zip(read, counts, strict=True)]
    fitted = fit(samples, _book(lexicon, book, reader, actors), {n: t.law_number for n, t in book.tables.items()})
    _weights(target, fitted, heed, actors)
    _hearing(target, learnt)


def _weights(target: Path, fitted: Fitted, heed: Heed | None, actors: frozenset[str]) -> None:
    write(
        target,
        "signs",
        {
            "signs": {name: i for i, name in enumerate(fitted.signs)},
            "classes": fitted.classes,
            "bias": [round(float(b), 4) for b in fitted.bias],
            "actors": sorted(actors),
            "heed": {"offset": heed.offset, "place": heed.place} if heed is not None else None,
        },
    )
    np.save(target / "weights.npy", np.ascontiguousarray(fitted.weights, dtype=np.float16))
    if heed is not None:
        np.save(target / "heed.npy", np.array([heed.weight(name) for name in fitted.signs], np.float32))


def _hearing(target: Path, learnt: list[Lesson]) -> None:
    signs, separators = fit_hearing(learnt)
    index, arrays = packed(separators)
    write(target, "hearing", {"signs": {name: i for i, name in enumerate(signs)}, "facts": index})
    for name, array in arrays.items():
        np.save(target / f"{name}.npy", array)


def _precedents(target: Path, corpus: Corpus) -> None:
    found: dict[str, list[dict[str, Any]]] = {}
    for incident in corpus.incidents.values():
        if incident.precedent is not None:
            found.setdefault(incident.truth["irregularity"], []).append(
                {
                    "id": incident.incident,
                    "truth": incident.truth,
                    "rows": {
                        edition: ruling.row for edition, ruling in {paths.EDITION: incident.ruling, **incident.rulings}.items()
                    },
                    **incident.precedent.model_dump(),
                }
            )
    write(target, "precedents", found)
