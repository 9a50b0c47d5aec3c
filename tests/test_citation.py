"""Law references: every spelling in, one canonical form out, both printings, and no law where there is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.base.citation import find_citations, lineage, parse_citation, split, to_greek


@pytest.fixture(scope="module", autouse=True)
def _words() -> None:
    """The words around a reference are loaded (and compiled, if need be) before anything is timed."""
    parse_citation("27")
    find_citations("Law 27")


@st.composite
def references(draw: st.DrawFn) -> str:
    """A canonical reference of any depth."""
    ref = str(draw(st.integers(1, 93)))
    depth = draw(st.integers(0, 4))
    if depth > 0:
        ref += draw(st.sampled_from("ABCDEFGHIJK"))
    if depth > 1:
        ref += str(draw(st.integers(1, 9)))
    if depth > 2:
        ref += f"({draw(st.sampled_from('abcdefghijkl'))})"
    if depth > 3:
        ref += f"({draw(st.sampled_from(['i', 'ii', 'iii', 'iv', 'v', 'vi']))})"
    return ref


@given(references())
def test_canonical_is_read_as_itself(ref: str) -> None:
    assert parse_citation(ref) == ref


@given(references())
def test_greek_printing_comes_home(ref: str) -> None:
    assert parse_citation(to_greek(ref)) == ref
    assert parse_citation("Νόμος " + to_greek(ref)) == ref


@given(references(), st.sampled_from(["Law {}", "law {}", "Νόμος {}", "άρθρο {}", "νόμου {}", "nomos {}", "§{}", "L{}.B1"]))
def test_found_inside_a_sentence_with_its_span(ref: str, frame: str) -> None:
    text = f"(see {frame.format(ref)}, please)"
    if frame == "L{}.B1":
        return
    [(start, end, found)] = find_citations(text)
    assert found == ref
    assert text[start:end] == frame.format(ref)


@given(st.text(alphabet="0123456789ABCDHNabcdΑΒΓΔνΝL.()- i\u2660Law", max_size=60))
def test_spans_are_sorted_disjoint_and_canonical(text: str) -> None:
    last = 0
    for start, end, ref in find_citations(text):
        assert last <= start < end <= len(text)
        assert split(ref)
        last = end


@given(references())
def test_lineage_climbs_to_the_number(ref: str) -> None:
    steps = lineage(ref)
    assert steps[0] == ref
    assert steps[-1].isdigit()
    assert len(steps) == len(split(ref))


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("Law 27 B 1 b", "27B1(b)"),
        ("27b1", "27B1"),
        ("Νόμος 27Β1(β)", "27B1(b)"),
        ("Ν45Γ4β", "45C4(b)"),
        ("45.Γ.4.β", "45C4(b)"),
        ("20ΣΤ5(β)(i)", "20F5(b)(i)"),
        ("20στ5βi", "20F5(b)(i)"),
        ("46B", "46B"),
        ("46Β", "46B"),
        ("64c", "64C"),
        ("L27", "27"),
        ("law 27(B)(1)(b)", "27B1(b)"),
        ("68D2bii", "68D2(b)(ii)"),
        ("80B2(i)", "80B2(i)"),
        ("12C1(e)(ii)", "12C1(e)(ii)"),
        ("2C", "2C"),
        ("νομου 16γ", "16C"),
        ("Laws 53", "53"),
        ("94", None),
        ("0", None),
        ("board 12", None),
        ("1NT", None),
        ("", None),
    ],
)
def test_spellings(text: str, ref: str | None) -> None:
    assert parse_citation(text) == ref


@pytest.mark.parametrize(
    ("text", "refs"),
    [
        ("Is that 64C or just 64A2?", ["64C", "64A2"]),
        ("Laws 53, 55 and 56 all look tempting", ["53", "55", "56"]),
        ("οι Νόμοι 53 ή 56, ανάλογα", ["53", "56"]),
        ("Νόμους 47Ε2 και 16, νομίζω", ["47E2", "16"]),
        ("εφαρμόζεται ο Ν25 (όχι ο 25Α).", ["25", "25A"]),
        ("ο 48Α μας λέει", ["48A"]),
        ("πέμπτο φύλλο (45E1)", ["45E1"]),
        ("Under Law 27 a player may do it", ["27"]),
        ("Law 56 E led", ["56"]),
        ("ΝΟΜΟΣ 27 Η ΔΥΣΗ ΔΕΝ ΤΟ ΔΕΧΕΤΑΙ", ["27"]),
        ("Law 81C's wording", ["81C"]),
        ("L27 and 27B1a were quoted", ["27", "27B1(a)"]),
        ("Law 7C says count", ["7C"]),
        ("see 7C2 instead", ["7C2"]),
        ("64c", ["64C"]),
        ("12C", ["12C"]),
    ],
)
def test_found(text: str, refs: list[str]) -> None:
    assert [ref for _, _, ref in find_citations(text)] == refs


@pytest.mark.parametrize(
    "text",
    [
        "2C",
        "I opened 2C and LHO bid 4H over 3D",
        "1c-p-1h-?",
        "the 10C fell on the 9D",
        "board 27B, table 12A",
        "scored +620 and -140 with 27 matchpoints",
        "στην 14η διανομή, 5η λεβέ",
        "trick 10 E led",
        "N2C E P S 2H",
        "Ν14 φύλλα και η Α 12",
        "3ΧΑ από Ν, μέσα 2",
        "12-14 balanced, 5-1-0-7",
        "West has 12 cards",
        "4H by West made 10",
        "♠10A",
        "27Bridge 64Cards",
        "the 30cm from the table",
    ],
)
def test_no_law_here(text: str) -> None:
    assert find_citations(text) == []


def test_not_canonical_is_refused() -> None:
    with pytest.raises(ValueError, match="canonical"):
        to_greek("27b1")


def test_long_texts_are_read_in_linear_time() -> None:
    assert len(find_citations("see 27B1(b) or 12 of 1C-2C; " * 4000)) == 4000


@pytest.mark.parametrize("frame", ["2{}", "27B({})", "27B1{}", "27B1({})", "20F5(b)({})", "Law 27 {}"])
def test_no_letter_of_any_script_breaks_a_reference(frame: str) -> None:
    """Letters that only a pattern which ignores case would take for ours (İ, ϴ, ſ, K) end a reference."""
    for code in (*range(0x3000), *range(0xA640, 0xA7FF), *range(0xFB00, 0xFE00), *range(0x1D400, 0x1D800)):
        for start, end, ref in find_citations(frame.format(chr(code))):
            assert 0 <= start < end
            assert split(ref)
