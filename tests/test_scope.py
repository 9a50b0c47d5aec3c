"""Not, if, says that: how far such a word reaches, what stops it, and what only looks like one (design, finding 9)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from advisor.base import paths
from advisor.base.datafile import read
from advisor.base.text import fold
from advisor.lexicon.vocabulary import build_trie
from advisor.read.match import Mention
from advisor.read.scope import Scope
from advisor.read.tokens import tokenize
from advisor.read.walker import Keys


@pytest.fixture(scope="module")
def scope() -> Scope:
    """The scope words of the lexicon."""
    data: Any = read(Path(paths.LEXICON / "scope.yaml")).value
    forms = {flag: [*cue["el"], *cue["en"]] for flag, cue in data["cues"].items()}
    forms |= {name: [*data[name]["el"], *data[name]["en"]] for name in ("pseudo", "stop", "new_verb")}
    return Scope({"trie": build_trie(forms), "reach": {flag: cue["words"] for flag, cue in data["cues"].items()}})


def flags(scope: Scope, text: str, word: str) -> tuple[str, ...]:
    """The flags that the scope words of a text put on one of its words."""
    tokens = tokenize(fold(text))
    at = [token.form for token in tokens].index(fold(word))
    [mention] = scope.flags(tokens, [Keys.of(token.form) for token in tokens], [Mention(word, at, at)])
    return mention.flags


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("West did not revoke", "revoke"),
        ("he didn't accept it", "accept"),
        ("he never called", "called"),
        ("without any hesitation", "hesitation"),
        ("Δεν το δέχτηκε", "δέχτηκε"),
        ("ο μορ δεν είχε ανοίξει", "ανοίξει"),
        ("χωρίς δισταγμό", "δισταγμό"),
        ("κανείς δεν μίλησε", "μίλησε"),
    ],
)
def test_denied(scope: Scope, text: str, word: str) -> None:
    """What stands after a `not` is denied."""
    assert flags(scope, text, word) == ("negated",)


@pytest.mark.parametrize(
    ("text", "word", "flag"),
    [
        ("I did not look and opened", "opened", ()),
        ("he did not wait and led", "led", ()),
        ("δεν κοίταξα και άνοιξα", "άνοιξα", ()),
        ("he did not look and lead", "lead", ("negated",)),
        ("if he looked and opened", "opened", ("supposed",)),
    ],
)
def test_a_new_verb_ends_a_not(scope: Scope, text: str, word: str, flag: tuple[str, ...]) -> None:
    """Behind "and" a verb of its own is told as done; an "if" reaches it all the same."""
    assert flags(scope, text, word) == flag


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("in three no trump he revoked", "revoked"),
        ("no doubt he revoked", "revoked"),
        ("not only revoked but claimed", "revoked"),
        ("έπαιζε τρία χωρίς ατού και έκανε ρενόνς", "ρενόνς"),
        ("όχι μόνο ρενόνς", "ρενόνς"),
        ("ποτε ειναι παιγμενο το φυλλο", "παιγμενο"),
        ("μέχρι πότε ζητείται ανασκόπηση", "ανασκόπηση"),
    ],
)
def test_what_only_looks_like_a_denial(scope: Scope, text: str, word: str) -> None:
    """No trumps, no doubt, not only: the game's own words and turns of phrase deny nothing."""
    assert flags(scope, text, word) == ()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("not dummy but declarer revoked", "revoked"),
        ("he did not look. West revoked", "revoked"),
        ("he did not look, West revoked", "revoked"),
        ("he did not look (West revoked)", "revoked"),
        ("he did not at any moment after that revoke", "revoke"),
        ("δεν κοίταξε αλλά δίστασε", "δίστασε"),
        ("δεν κοίταξε, δίστασε", "δίστασε"),
        ("West revoked and did not say", "revoked"),
        ("nobody noticed until both sides played", "played"),
        ("κανείς δεν πρόσεξε ώσπου έπαιξαν", "έπαιξαν"),
    ],
)
def test_where_a_denial_ends(scope: Scope, text: str, word: str) -> None:
    """At a `but`, at a comma, bracket or full stop, after four words; and it never reaches back."""
    assert flags(scope, text, word) == ()


@pytest.mark.parametrize(
    ("text", "word", "flag"),
    [
        ("West says he revoked", "revoked", "hearsay"),
        ("East claims that dummy told him to revoke", "revoke", "hearsay"),
        ("η Δύση λέει ότι δίστασε", "δίστασε", "hearsay"),
        ("ισχυρίζεται ότι ο άλλος δίστασε", "δίστασε", "hearsay"),
        ("if West revoked", "revoked", "supposed"),
        ("he wanted to pass", "pass", "supposed"),
        ("he almost revoked", "revoked", "supposed"),
        ("maybe West revoked", "revoked", "supposed"),
        ("αν έκανε ρενόνς", "ρενόνς", "supposed"),
        ("ήθελε να πασάρει", "πασάρει", "supposed"),
        ("παραλίγο ρενόνς", "ρενόνς", "supposed"),
    ],
)
def test_said_or_supposed_is_not_so(scope: Scope, text: str, word: str, flag: str) -> None:
    """Hearsay and suppositions are marked as such."""
    assert flags(scope, text, word) == (flag,)


def test_flags_add_up(scope: Scope) -> None:
    """What somebody says did not happen is both told and denied."""
    assert flags(scope, "West says he did not revoke", "revoke") == ("hearsay", "negated")


def test_a_word_does_not_deny_itself(scope: Scope) -> None:
    """A mention that holds the `not` in its own words is not turned round by it."""
    tokens = tokenize("he did not alert")
    [mention] = scope.flags(tokens, [Keys.of(token.form) for token in tokens], [Mention("failed_to_alert", 2, 3)])

    assert mention.flags == ()
