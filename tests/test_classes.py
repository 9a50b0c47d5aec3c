"""Classes of seats and roles inside a form, and forms made readable: what is heard stays the same."""

from __future__ import annotations

from itertools import product

import pytest

from advisor.base import paths
from advisor.diagnose.understanding import reader
from advisor.lexicon.classes import members
from advisor.lexicon.forms import MOST_EXPANSIONS, FormError, expand, sequences
from advisor.lexicon.load import load
from advisor.lexicon.models import Group
from advisor.workshop.splitting import LONGEST, pasted_lists, readable

CLASSES = {
    "north": Group(en=("north",), el=("βορράς",)),
    "east": Group(en=("east",)),
    "west": Group(en=("west",)),
    "seat": Group(pasted=3, el=("<north>", "<east>", "<west>")),
    "lho": Group(pasted=2, en=("lho", "lefty", "left hand opponent")),
}
PASTED = pasted_lists(CLASSES)


def heard(forms: list[str]) -> set[tuple[str, ...]]:
    """Every sequence that the forms stand for, the classes written out."""
    known = members(CLASSES)
    found = set()
    for tokens in (tokens for form in forms for tokens in sequences(form, known)):
        for parts in product(*(known.get(token, {(token,)}) for token in tokens)):
            found.add(tuple(word for part in parts for word in part))
    return found


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ("(north|east|west) led", ["<seat> led"]),
        ("(north|east) led", ["(north|east) led"]),
        ("(lho|lefty|dummy) [has] led", ["(<lho>|dummy) [has] led"]),
        ("(lho|lefty)s turn", ["(lho|lefty)s turn"]),
        ("[north|east|west] led", ["[<seat>] led"]),
    ],
)
def test_a_pasted_list_is_written_as_its_class(form: str, written: list[str]) -> None:
    """Enough of a class in one bracket, between blanks, is the class; a few of them, or part of a word, are not."""
    assert readable([form], PASTED) == written


def test_a_form_pasted_for_each_player_is_one() -> None:
    """Forms that differ in one bracket only are one form."""
    assert readable([f"({seat}) [has] led" for seat in ("north", "east", "west")], PASTED) == ["<seat> [has] led"]


def test_a_long_form_is_split_and_means_the_same() -> None:
    """Every part is short and stands for few, and together they stand for what the whole did."""
    words = "|".join(f"word{number}" for number in range(30))
    form = f"(one|two|three) [{words}] (red|green) [so|too]"
    parts = readable([form], PASTED)

    assert all(len(part) <= LONGEST and len(expand(part)) <= MOST_EXPANSIONS for part in parts)
    assert heard(parts) == heard([form])


def test_a_class_that_holds_itself_is_refused() -> None:
    """It would stand for nothing."""
    with pytest.raises(FormError, match="itself"):
        members({"a": Group(el=("<b>",)), "b": Group(el=("<a>",))})


def test_the_lexicon_is_readable() -> None:
    """Every form of this lexicon is short, stands for few, and holds no pasted list."""
    lexicon, _ = load(paths.LEXICON)
    lists = [hear for c in lexicon.concepts.values() for hear in (c.el.hear, c.en.hear)]
    lists += [hear for f in lexicon.facts.values() for v in f.values.values() for hear in (v.hear.el, v.hear.en)]
    long = [form for forms in lists for form in forms if len(form) > 120 or len(expand(form)) > MOST_EXPANSIONS]

    assert long == []


@pytest.mark.parametrize("text", ["pard's turn", "partner's turn", "η σειρά του συμπαίκτη"])
def test_a_class_is_heard_by_each_of_its_words(text: str) -> None:
    """`<partner> [s] turn`, whatever the partner is called."""
    assert reader().read(text).heard("turn_of_partner")
