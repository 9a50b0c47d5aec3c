"""What is said of every row of every table, when exactly its own facts are answered: its first sentence opens the answer, with
its paragraph, and nothing that the row denies stands beside it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from advisor.advice import Advice
from advisor.advising import consult
from advisor.base import paths, store
from advisor.lawbook.cases import every_case, fits, winners
from advisor.lawbook.models import LISTS, Row, Table
from advisor.lawbook.shelf import table, tables
from advisor.rule.ruling import Ruled, rule
from advisor.rule.settings import IRREGULARITY
from advisor.say.replies import value_of
from advisor.say.verdict import opening, row_lines, unasked
from advisor.say.words import Words

LANGS = ("el", "en")
MOST_WORDS = 140
OPTIONS = 3  # lines from which a row lists options
DONE = ("accepted", "refused", "forced", "nobody")  # nobody has a choice any more
PRESUPPOSED: dict[
    tuple[str, ...], dict[str, tuple[str, ...]]
] = {  # what a line takes for granted: a matter of lexicon/replies.yaml, and the values of it that deny that
    ("pc_adjust_end", "pc_duties_by_kind", "pc_leave_face_up", "pc_no_advice", "pc_two_all_major", "together_pc_kind"): {
        "penalty_card": ("none",)
    },
    ("pc_reoffer", "pc_major_binds", "pc_major_duty", "pc_stop_partner_lead"): {"penalty_card": ("none", "minor")},
    ("pc_leave_face_up", "pc_major_duty"): {"on_table": ("picked_up",)},
    ("coor_16c_26b_72c", "coor_26b_then", "coor_later_26b", "ib_26b_72c", "ib_26b_at_first_lead", "chg_26_may"): {
        "lead_restriction": ("none",)
    },
    ("inadm_72c_26b", "inadm_26b_later", "mustpass_72c_26b", "lr_16c_too"): {"lead_restriction": ("none",)},
    ("coor_partner_passes_once", "ib_partner_passes_throughout", "exp_partner_passes_once"): {
        "barred": ("none", "offender_once")
    },
    ("coor_later_23c", "boot_not_barred_yet", "ib_watch_27d"): {"barred": ("once", "always")},
    ("loot_no_hint", "olead_five_options", "olead_no_consult", "olead_not_accept_first", "flead_explain_declarer"): {
        "acceptance": DONE
    },
    ("coor_lho_may_accept", "ib_lho_may_accept", "ib_talk_aside", "dlead_no_consult", "pc_three_choices"): {"acceptance": DONE},
    ("revoke_two_tricks", "revoke_one_trick"): {"tricks": ("none", "kept")},
}
AGAIN = 6  # words in a row that tell that something is said again
PARAGRAPHS = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)*\)")
LAW_LINE = re.compile(r"^(Law|Νόμος) [^:]*: ")
BRACE = re.compile(r"[{}]")
BARE = re.compile(r"^- [^:\n]*: *\d+\w*(\(\w+\))*\.?$", re.MULTILINE)


def every_row() -> Iterator[tuple[Table, Row]]:
    """Every row of every table of the newest edition."""
    for name in tables(paths.EDITION):
        found = table(paths.EDITION, name)
        assert found is not None
        for row in found.all_rows():
            yield found, row


@cache
def answered(irregularity: str, told: tuple[tuple[str, str], ...], lang: str) -> tuple[Advice, Ruled]:
    """The answer when these facts are answered and nothing else is told."""
    found = consult("", lang=lang, answers={IRREGULARITY: irregularity, **dict(told)})
    assert found.ruled is not None
    return found.advice, found.ruled


def told_of(found: Table, row: Row) -> dict[str, str]:
    """The facts that the row names; where an exception could still beat it, with those of the first case that is its own."""
    if rule(found, row.when).row is not None:
        return row.when
    own = (case for case in every_case(found) if fits(row.when, case) and winners(found, case)[0] is row)
    return next(own)


def spoken(lang: str) -> Iterator[tuple[str, Table, Row, Advice, Ruled]]:
    """Every row with what is said of it; `name/row` tells which it is."""
    for found, row in every_row():
        advice, ruled = answered(found.irregularity, tuple(told_of(found, row).items()), lang)
        yield f"{found.irregularity}/{row.id}", found, row, advice, ruled


@pytest.mark.parametrize("lang", LANGS)
def test_every_row_is_ruled_without_a_question(lang: str) -> None:
    """The facts that a row names decide it: the row rules (or one that says the same), and nothing is asked."""
    every = list(spoken(lang))

    assert [
        at for at, _, row, _, ruled in every if ruled.row is None or (ruled.row.law, ruled.row.then) != (row.law, row.then)
    ] == []
    assert [at for at, _, _, advice, _ in every if advice.question is not None or advice.status == "question"] == []


@pytest.mark.parametrize("lang", LANGS)
def test_the_first_sentence_opens_the_answer(lang: str) -> None:
    """What the row says first stands first, without a yes or no that nobody asked."""
    words = Words(lang)
    first = [(at, advice, unasked(opening(row_lines(row, words)), words)) for at, _, row, advice, _ in spoken(lang)]

    assert [at for at, advice, line in first if not advice.answer.startswith(line)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_the_paragraph_is_named(lang: str) -> None:
    """The governing paragraph of the row stands in the answer."""
    words = Words(lang)

    assert [at for at, _, row, advice, _ in spoken(lang) if words.ref(row.law) not in advice.answer] == []


@pytest.mark.parametrize("lang", LANGS)
def test_no_blank_and_no_bare_number(lang: str) -> None:
    """No brace of a blank that was not filled, no paragraph alone where a sentence belongs."""
    every = [(at, f"{advice.answer}\n{advice.details}") for at, _, _, advice, _ in spoken(lang)]

    assert [at for at, text in every if BRACE.search(text)] == []
    assert [at for at, text in every if BARE.search(text)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_denied_is_said(lang: str) -> None:
    """A line whose condition the row's own facts deny, or make needless, is nowhere in what is said."""
    words, wrong = Words(lang), []
    for at, found, row, advice, ruled in spoken(lang):
        text = f"{advice.answer}\n{advice.details}".splitlines()
        kept = {name for group in LISTS for name in found.said(group, ruled.told())} | set(row.then)
        dropped = {step.line for group in LISTS for step in getattr(found, group)} - kept
        wrong += [f"{at}: {name}" for name in sorted(dropped) if any(words.line(name) in line for line in text)]

    assert wrong == []


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_past_is_not_said(lang: str) -> None:
    """Once the play is told to be over, no step for the auction or the play stands in an answer, whatever the row."""
    words, wrong = Words(lang), []
    for found, row in every_row():
        past = [step.line for step in found.steps if step.stage in ("auction", "play")]
        if not past:
            continue
        advice, _ = answered(found.irregularity, (*told_of(found, row).items(), ("ui_stage", "play_over")), lang)
        text = f"{advice.answer}\n{advice.details}"
        wrong += [f"{found.irregularity}/{row.id}: {name}" for name in past if words.line(name) in text]

    assert wrong == []


def in_a_row(line: str) -> set[tuple[str, ...]]:
    """All words of a line, so many in a row."""
    words = re.findall(r"\w+", line.lower())
    return {tuple(words[i : i + AGAIN]) for i in range(len(words) - AGAIN + 1)}


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_said_twice(lang: str) -> None:
    """No six words in a row stand in two lines of an answer, the paragraphs in brackets left out."""
    wrong = []
    for at, _, _, advice, _ in spoken(lang):
        lines = [PARAGRAPHS.sub("", line) for line in advice.answer.splitlines() if not LAW_LINE.match(line)]
        told = Counter(words for line in lines for words in in_a_row(line))
        wrong += [f"{at}: {' '.join(words)}" for words, count in told.items() if count > 1]

    assert wrong == []


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_presupposed_that_the_row_denies(lang: str) -> None:
    """What the row says when it is asked back (is it a penalty card, is there a lead restriction, who must pass, may it be
    accepted) is not taken for granted otherwise by a line beside it."""
    words, wrong = Words(lang), []
    usual = store.load("usual_replies")[paths.EDITION]
    for at, found, row, advice, _ in spoken(lang):
        text = f"{advice.answer}\n{advice.details}"
        for names, denied in PRESUPPOSED.items():
            for matter, values in denied.items():
                held = value_of(found, row, matter) or usual.get(matter, {}).get(found.law_number, "")
                wrong += [f"{at}: {name}, {matter}={held}" for name in names if held in values and words.line(name) in text]

    assert wrong == []


@pytest.mark.parametrize("lang", LANGS)
def test_the_answer_is_short(lang: str) -> None:
    """Nobody reads more than a few lines at a table, unless there are options to choose from."""
    every = [(at, len(advice.answer.split())) for at, _, row, advice, _ in spoken(lang) if len(row.then) < OPTIONS]

    assert [(at, size) for at, size in every if size > MOST_WORDS] == []
