"""Forms that are too much are split where they stand, and hear the same as before."""

from __future__ import annotations

import pytest

from advisor.base import paths
from advisor.lexicon.forms import MOST_EXPANSIONS, expand
from advisor.workshop.inline import FORMS, MOST_LINE, inline, pieces

MANY = "(" + "|".join(f"a{n}" for n in range(12)) + ") was (" + "|".join(f"b{n}" for n in range(12)) + ")"


def test_a_form_is_split_into_what_it_stood_for() -> None:
    """Nothing is lost, nothing comes twice, and each piece stands for few."""
    found = [text for part in pieces(MANY) for text in expand(part)]

    assert sorted(found) == sorted(expand(MANY))
    assert len(pieces(MANY)) > 1
    assert all(len(expand(part)) <= MOST_EXPANSIONS for part in pieces(MANY))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('fell: {el: ["FORM", "έπεσε"], en: [fell]}  # "FORM"', 'fell: {el: [PARTS, "έπεσε"], en: [fell]}  # "FORM"'),
        ("  - PLAIN\n", "  - PLAIN\n"),
        ('say: {en: "one (or two), [three]"}', 'say: {en: "one (or two), [three]"}'),
    ],
)
def test_only_the_form_changes(before: str, after: str) -> None:
    """Comments, plain words and what is short enough stay letter by letter."""
    parts = ", ".join(f'"{part}"' for part in pieces(MANY))

    assert inline(before.replace("FORM", MANY)) == after.replace("PARTS", parts).replace("FORM", MANY)


def test_a_list_of_lines_gets_lines() -> None:
    """A form on a line of its own becomes several such lines."""
    for form in (f'"{MANY}"', MANY):
        assert inline(f'x:\n  - {form}\n  - "b"\n').splitlines()[1:-1] == [f'  - "{part}"' for part in pieces(MANY)]


def test_a_long_line_is_broken_between_two_things() -> None:
    """No line is longer than may be, and it is read the same."""
    words = [f'"word number {n}, and more"' for n in range(100)]
    broken = inline(f"fell: {{el: [{', '.join(words)}], en: [fell]}}")

    assert max(map(len, broken.split("\n"))) <= MOST_LINE
    assert len(broken.split("\n")) > 2
    assert "".join(line.strip() for line in broken.split("\n")).replace(" ", "") == (
        f"fell: {{el: [{', '.join(words)}], en: [fell]}}".replace(" ", "")
    )


def test_the_lexicon_is_in_order() -> None:
    """There is nothing left to split."""
    found = [path for name in FORMS for path in paths.LEXICON.glob(name)]

    assert len(found) > 20
    assert [path.name for path in found if inline(path.read_text(encoding="utf-8")) != path.read_text(encoding="utf-8")] == []
