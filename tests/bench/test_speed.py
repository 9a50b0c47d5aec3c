"""Speed, memory and worth, measured: `pytest tests/bench`. Not part of the normal run.

Each measurement is written beside its budget (design, section 6) into one table at the end; what has no budget stands
there for comparison: a bare spaCy tokenizer, and a ranked word search (BM25) over the same lawbook.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rank_bm25 import BM25Okapi  # type: ignore[import-untyped]

from advisor import advise
from advisor.base import paths
from advisor.base.errors import UsageError
from advisor.base.text import fold
from advisor.lawbook.shelf import laws
from advisor.workshop.score.board import own_board
from advisor.workshop.score.figures import Case, judge, summary

Note = Callable[[str, float, float | None, str], None]
ROOT = Path(__file__).resolve().parents[2]
STORIES = {
    "en": (
        "Board eleven, four spades by South after a quiet auction. I was East and my partner West should have led, but I was "
        "thinking about scores and put the ten of diamonds on the table face up. Declarer looked at me, then at dummy, who had "
        "not put anything down yet, and everybody talked at once until you came."
    ),
    "el": (
        "Στη διανομή έντεκα έπαιζε ο Νότος τέσσερις πίκες μετά από ήσυχη αγορά. Εγώ καθόμουν Ανατολή και έπρεπε να βγει ο "
        "συμπαίκτης μου στη Δύση, αλλά είχα το μυαλό μου στα σκορ και έβγαλα ανοιχτό το δέκα καρό. Ο εκτελεστής με κοίταξε, ο "
        "μορ δεν είχε κατεβάσει τίποτα ακόμα, και άρχισαν όλοι να μιλάνε μαζί ώσπου φωνάξαμε εσάς να μας πείτε."
    ),
    "greeklish": (
        "sti dianomi enteka epaize o notos tesseris pikes meta apo isyxi agora. ego kathomoun anatoli kai eprepe na vgei o "
        "sympaiktis mou sti dysi, alla eixa to myalo mou sta skor kai evgala anoixto to deka karo. o ektelestis me koitakse, o "
        "mor den eixe katevasei tipota akoma, kai arxisan oloi na milane mazi ospou fonaksame esas na mas peite."
    ),
}
MEDIAN_MS, P95_MS = 1.5, 4.0
COLD, COLD_LAW_S, MEMORY_MB, REFUSAL_S = 1.35, 0.3, 200.0, 1.0
RUNS, ROUNDS, WARM = 9, 500, 20
SPACY = "import spacy; spacy.blank('xx')"
# The peak of the process itself: what `resource` tells counts the memory of the process that started it too.
TELL = "from advisor import advise; advise({text!r}); print(*(s.split()[1] for s in open('/proc/self/status') if 'VmHWM' in s))"


def p95(times: list[float]) -> float:
    """The time that one in twenty exceeds."""
    return statistics.quantiles(times, n=20)[-1]


def timed(benchmark: Any, call: Callable[[str], Any], text: str, rounds: int) -> tuple[Any, list[float]]:
    """What a call gives for a text, and the milliseconds of each round, warm."""
    result = benchmark.pedantic(call, args=(text,), rounds=rounds, warmup_rounds=WARM)
    return result, [1000 * seconds for seconds in benchmark.stats.stats.data]


def cold(*args: str) -> float:
    """The median seconds that a fresh Python process takes."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *args], cwd=ROOT, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


@pytest.mark.parametrize("story", STORIES)
def test_sixty_words(story: str, benchmark: Any, note: Note) -> None:
    """Text to answer, warm, about sixty words."""
    text = STORIES[story]
    answer, times = timed(benchmark, advise, text, ROUNDS)
    note(f"1 {story}, {len(text.split())} words, median", statistics.median(times), MEDIAN_MS, "ms")
    note(f"1 {story}, {len(text.split())} words, p95", p95(times), P95_MS, "ms")

    assert "54" in answer.laws[0]
    assert statistics.median(times) <= MEDIAN_MS
    assert p95(times) <= P95_MS


def test_a_thousand_words_cost_what_they_weigh(benchmark: Any, note: Note) -> None:
    """The time grows with the length and no faster: a budget of so many times sixty words."""
    short = STORIES["en"]
    text = " ".join((short.split() * 20)[:1000])
    measured = statistics.median(timed(benchmark, advise, text, ROUNDS // 10)[1])
    most = MEDIAN_MS * 1000 / len(short.split())
    note("2 en, 1,000 words, median", measured, most, "ms")

    assert measured <= most


def test_cold_starts(note: Note) -> None:
    """`advisor ask` against spaCy's own start in the same run."""
    advise(STORIES["en"])
    spacy, ask = cold("-c", SPACY), cold("-m", "advisor", "ask", STORIES["en"])
    note("3 import spacy; spacy.blank('xx'), cold", spacy, None, "s")
    note("3 advisor ask, cold", ask, COLD * spacy, "s")

    assert ask <= COLD * spacy


@pytest.mark.parametrize("args", [("law", "27"), ("find", "penalty", "card"), ("--help",)], ids=" ".join)
def test_cold_look_ups(args: tuple[str, ...], note: Note) -> None:
    """What reads no text opens at once."""
    measured = cold("-m", "advisor", *args)
    note(f"3 advisor {' '.join(args)}, cold", measured, COLD_LAW_S, "s")

    assert measured <= COLD_LAW_S


def test_memory(note: Note) -> None:
    """The most memory that a process takes which answers one text."""
    advise(STORIES["el"])
    command = [sys.executable, "-c", TELL.format(text=STORIES["el"])]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    measured = int(done.stdout) / 1024
    note("4 memory of one answer", measured, MEMORY_MB, "MB")

    assert measured <= MEMORY_MB


def test_far_too_much_is_refused_quickly(note: Note) -> None:
    """100,000 characters: a clear refusal within a second; and the longest text that is read, in linear time."""
    start = time.perf_counter()
    with pytest.raises(UsageError, match="characters"):
        advise("led out of turn " * 6250)
    refused = time.perf_counter() - start
    longest = (STORIES["en"] + " ") * (19_900 // (len(STORIES["en"]) + 1))
    start = time.perf_counter()
    advise(longest)
    note("5 100,000 characters refused", refused, REFUSAL_S, "s")
    note(f"5 {len(longest):,} characters answered", time.perf_counter() - start, REFUSAL_S, "s")

    assert refused <= REFUSAL_S


@pytest.mark.filterwarnings("ignore")
def test_beside_a_bare_tokenizer(benchmark: Any, note: Note) -> None:
    """What spaCy's tokenizer alone takes for the same sixty words."""
    import spacy

    document, times = timed(benchmark, spacy.blank("xx"), STORIES["el"], ROUNDS)
    note("6 bare spaCy tokenizer, el, 60 words, median", statistics.median(times), None, "ms")

    assert len(document) >= len(STORIES["el"].split())


def words(text: str) -> list[str]:
    """Folded words, as a search engine would take them."""
    return re.findall(r"[^\W_]+", fold(text))


def test_beside_a_ranked_word_search(note: Note) -> None:
    """The right law first: the advisor against BM25 over the paragraphs' summaries, on the tellings kept aside."""
    shelf = [
        (number, words(f"{paragraph['el']} {paragraph['en']}"))
        for number, law in laws(paths.EDITION).items()
        for paragraph in law["paragraphs"].values()  # type: ignore[attr-defined]
    ]
    search = BM25Okapi([text for _, text in shelf])
    cases: list[Case] = dict(own_board())["test split"]
    start = time.perf_counter()
    hits = sum(shelf[int(search.get_scores(words(case.text)).argmax())][0] in _numbers(case) for case in cases)
    searched = 1000 * (time.perf_counter() - start) / len(cases)
    ours = summary([judge(case) for case in cases])
    note("7 law1 on the test split, BM25", 100 * hits / len(cases), None, "%")
    note("7 law1 on the test split, advisor", ours["law1"], None, "%")
    note("7 a telling of the test split, BM25, mean", searched, None, "ms")
    note("7 a telling of the test split, advisor, median", ours["median"], MEDIAN_MS, "ms")

    assert ours["law1"] > 100 * hits / len(cases)


def _numbers(case: Case) -> set[str]:
    return {re.match(r"\d+", ref).group() for ref in case.right()}  # type: ignore[union-attr]
