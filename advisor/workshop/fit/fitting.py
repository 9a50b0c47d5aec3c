"""`advisor fit`: reads the corpus once and fits every judge; the result is packed into the repository, with a card that a person
can read in a diff.

A build only unpacks it. `advisor fit --check` fits again and demands the same decisions; the tests demand that the digests are
fresh.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from advisor.base import paths, store
from advisor.base.datafile import read
from advisor.base.errors import BuildError, DataError
from advisor.base.text import clean, fold
from advisor.diagnose.clauses import placed_signs
from advisor.diagnose.net import Net
from advisor.diagnose.ngrams import ngrams
from advisor.diagnose.roles import ground_of, signs, spans
from advisor.diagnose.signs import signs_of
from advisor.diagnose.traits import traits_of
from advisor.diagnose.understanding import reader
from advisor.lawbook.load import Lawbook
from advisor.lawbook.load import load as load_lawbook
from advisor.lexicon.lemmas import ordinary_words
from advisor.lexicon.load import Lexicon
from advisor.lexicon.load import load as load_lexicon
from advisor.lexicon.sound import Sounds
from advisor.read.reader import Reader
from advisor.read.tokens import tokenize
from advisor.replay.played import replay
from advisor.workshop.compile import compile_all, cue_data, reading_data
from advisor.workshop.corpus.load import Corpus, load
from advisor.workshop.fit import lessons, nets, raw, trust
from advisor.workshop.fit.card import KEPT_ASIDE, figures
from advisor.workshop.fit.checking import compared
from advisor.workshop.fit.evidence import SILENT, packed
from advisor.workshop.fit.evidence import fit as fit_evidence
from advisor.workshop.fit.irregularities import fit, often_seen
from advisor.workshop.fit.joining import Sample, in_first_half
from advisor.workshop.fit.joining import fit as join
from advisor.workshop.fit.packing import JOINING, pack_evidence, pack_judge, pack_net, pack_roles, pack_texts, packed_judge
from advisor.workshop.fit.teaching import ASIDE, Taught, Told, taught
from advisor.workshop.score.board import own_board

_USUAL, _SHORT = 8, 3
_STRONGEST = 6
_SAMPLED = 100  # of so many tellings one is looked at
Said = tuple[dict[str, float], set[str], str]


def fit_all(target: Path) -> dict[str, Any]:
    """Fit every judge on the corpus (what is kept aside left out), pack the weights into `target`, and give what the card says of
    them.

    Raises DataError when lexicon, lawbook or corpus are broken."""
    lexicon, faults = load_lexicon(paths.LEXICON)
    corpus, found = load(paths.CORPUS)
    book, more = load_lawbook(paths.EDITION)
    if faults or found or more:
        raise DataError([*faults, *found, *more])
    reading = reading_data(lexicon) | {"cues": cue_data(), "usual": {}}
    usual = usual_words(corpus, reading["vocabulary"])
    reader = Reader(reading | {"usual": usual})
    (target / "usual.json").write_text(_json(usual), encoding="utf-8")
    closed = frozenset(_hearing()["not_weighed"])
    read_once = taught(list(_told(corpus, book, closed)), reader)
    with nets.fitted(read_once) as begun:
        classes, judged = _judges(target, read_once, list(_book(lexicon, book, reader)), book)
        learnt = [each for each in lessons.of_values(lexicon.facts, reader) if each.fact not in closed]
        signs, separators = fit_evidence([*learnt, *(lesson for each in read_once for lesson in each.lessons)])
        pack_evidence(target, signs, *packed(separators))
        trusted = trust.fit(corpus, book, reader, learnt, read_once, begun.halves())
        pack_roles(target, trusted.roles)
        (target / "calibration.json").write_text(_json({"sensed": trusted.sensed, "plain": trusted.plain}), encoding="utf-8")
        kept = begun.kept()
    pack_net(target, kept)
    joining = _joining(target, corpus, reader, kept.net(), classes)
    (target / JOINING).write_text(_json(joining), encoding="utf-8")
    return {"tellings": len(read_once), "joining": joining} | judged


def _judges(target: Path, read_once: Sequence[Taught], said: Sequence[Said], book: Lawbook) -> tuple[list[str], dict[str, Any]]:
    """Fit the two linear judges and pack them: the irregularities that they know, and what the card says of them. `said` is what
    the lawbook itself says."""
    laws = {name: table.law_number for name, table in book.tables.items()}
    fitted = fit([(each.signs, each.irregularity) for each in read_once], [(signs, name) for signs, _, name in said], laws)
    fitted = often_seen(fitted, (each.signs for each in read_once))
    own = len(fitted.classes)
    doors: dict[str, NDArray[Any]] = {"doors": fitted.weights[:, own:].astype(np.float16), "door_bias": fitted.bias[own:]}
    pack_judge(target, "judge_signs", fitted.signs, fitted.weights[:, :own], fitted.bias[:own], doors)
    pack_texts(target, "classes", fitted.classes)
    grams = [(each.raw, each.irregularity) for each in read_once]
    rawly = raw.fit(grams, [(own_grams, name) for _, own_grams, name in said], fitted.classes)
    rare: dict[str, NDArray[Any]] = {"idf": rawly.idf, "doors": rawly.doors.astype(np.float16), "door_bias": rawly.door_bias}
    pack_judge(target, "judge_raw", rawly.signs, rawly.weights, rawly.bias, rare)
    strongest = _strongest(fitted.signs, fitted.weights[:, :own], fitted.classes)
    return fitted.classes, {"signs": len(fitted.signs), "strongest": strongest}


def _joining(target: Path, corpus: Corpus, reader: Reader, net: Net, classes: list[str]) -> dict[str, float]:
    """How the two judges in `target` and the net are joined, by half of the tellings kept aside."""
    aside = (
        Told(telling.text, incident.name, {}, {})
        for incident in corpus.incidents.values()
        for telling in incident.tellings
        if telling.is_test and in_first_half(telling.text)
    )
    samples = [Sample(each.signs, each.raw, each.sample.traits, each.irregularity) for each in taught(list(aside), reader)]
    return join(samples, packed_judge(target, "judge_signs"), packed_judge(target, "judge_raw"), net, classes).numbers()


def fit_anew() -> dict[str, Any]:
    """Fit into the repository; nothing there changes unless all of it could be fitted."""
    with tempfile.TemporaryDirectory() as made:
        card = _fitted(Path(made))
        paths.WEIGHTS.mkdir(exist_ok=True)
        for path in sorted(Path(made).iterdir()):
            (paths.WEIGHTS / path.name).write_bytes(path.read_bytes())
    return card


def _fitted(made: Path) -> dict[str, Any]:
    """Fit into a folder, with the words and laws of today, and lay the card beside: what was fitted on what, and how the
    tellings kept aside are answered with it."""
    card = _weights(made)
    with tempfile.TemporaryDirectory() as whole:
        compile_all(Path(whole), weights=made)
        with store.using(Path(whole)):
            reader.cache_clear()
            card |= {"digests": digests(), "kept_aside": figures()}
    (made / "card.json").write_text(_json(card), encoding="utf-8")
    return card


def _weights(made: Path) -> dict[str, Any]:
    """Fit into a folder, with the words and laws of today; what the card says of the weights."""
    with tempfile.TemporaryDirectory() as words:
        compile_all(Path(words), weights=None)
        with store.using(Path(words)):
            return fit_all(made)


def check_weights() -> str:
    """Fit beside the weights of the repository: the sentence that says they decide alike. Raises BuildError, with the tellings
    kept aside that they decide otherwise."""
    texts = [case.text for part, cases in own_board() if part in KEPT_ASIDE for case in cases]
    with tempfile.TemporaryDirectory() as made:
        _weights(Path(made))
        found = compared(Path(made), paths.WEIGHTS, texts)
    if found.other:
        raise BuildError("FIT", f"With a new fit {found.told()}: run 'advisor fit' and commit what it writes.")
    return f"A new fit decides the {found.texts} tellings kept aside as the weights at hand do."


def digests() -> dict[str, str]:
    """What the weights were made from: a digest of the corpus, and one of the features, that is of everything that is
    weighed in every so-manieth telling. What changes neither needs no new fit."""
    features = hashlib.blake2b(digest_size=10)
    corpus, _ = load(paths.CORPUS)
    texts = sorted(telling.text for incident in corpus.incidents.values() for telling in incident.tellings)
    for text in texts[::_SAMPLED]:
        reading = reader().read(text)
        ground = ground_of(reading)
        weighed = (
            signs_of(reading, replay(reading).derived),
            placed_signs(reading),
            [signs(ground, *span) for span in spans(reading)],
        )
        traits = traits_of(reading)
        ordered = (traits.forms, traits.stems, traits.breaks, [sorted(more) for more in traits.more])
        features.update(repr((weighed, sorted(ngrams(reading.folded)), ordered)).encode())
    return {"corpus": _digest(sorted(paths.CORPUS.rglob("*.*l"))), "features": features.hexdigest()}


def _digest(files: list[Path]) -> str:
    made = hashlib.blake2b(digest_size=10)
    for path in files:
        made.update(path.name.encode())
        made.update(path.read_bytes())
    return made.hexdigest()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


def _hearing() -> dict[str, Any]:
    value = read(paths.LEXICON / "hearing.yaml").value
    assert isinstance(value, dict)
    return value


def _told(corpus: Corpus, book: Lawbook, closed: frozenset[str]) -> Iterator[Told]:
    """The tellings that the fits may see, each with the truth of the facts that its table asks."""
    for incident in corpus.incidents.values():
        table = book.tables.get(incident.name)
        asks = table.asks if table is not None else {}
        asked = {fact: value for fact, value in incident.truth.items() if fact in asks and fact not in closed}
        untold = {fact: SILENT for fact in asks if fact not in incident.truth and fact not in closed}
        for telling in incident.tellings:
            if not telling.is_test:
                known = asked | untold if telling.writer else asked
                writer = telling.writer or (ASIDE if trust.left_out(telling) else "")
                yield Told(telling.text, incident.name, known, telling.proof, writer)


def _book(lexicon: Lexicon, book: Lawbook, reader: Reader) -> Iterator[Said]:
    """What the lawbook itself says of each irregularity, read like a telling: name, facts, questions, paragraphs."""
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
                    yield signs_of(reading, replay(reading).derived), ngrams(reading.folded), name


def _strongest(signs: list[str], weights: Any, classes: list[str]) -> dict[str, list[str]]:
    """The signs that speak most strongly for each irregularity."""
    order = np.argsort(-weights, axis=0)[:_STRONGEST]
    return {name: [signs[at] for at in order[:, column]] for column, name in enumerate(classes)}


def usual_words(corpus: Corpus, vocabulary: Mapping[str, Any]) -> dict[str, int]:
    """How often each word is typed in the tellings (what is kept aside left out), for those that are typed often enough and are
    no slips themselves: words with a sense, of the lemma lists, or Greek ones of ours in Latin letters."""
    honest = ordinary_words() | vocabulary["senses"].keys()
    sounds = Sounds(vocabulary["spelling"]["greek"], vocabulary["spelling"]["latin"])
    told = (telling.text for incident in corpus.incidents.values() for telling in incident.tellings if not telling.is_test)
    counts = Counter(token.form for text in told for token in tokenize(fold(clean(text))) if token.form.isalpha())
    often = {word: count for word, count in sorted(counts.items()) if count >= _USUAL and len(word) >= _SHORT}
    greek = {word for word in often if word.isascii() and any(each in vocabulary["sounds"] for each in sounds.readings(word))}
    return {word: count for word, count in often.items() if word in honest or word in greek}
