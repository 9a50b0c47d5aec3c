"""At the table: the script for the director, the view for the players, and what the hand still has in store."""

from __future__ import annotations

from advisor.advising import Consultation
from advisor.base import store
from advisor.rule.ruling import Ruled
from advisor.say import compose, verdict
from advisor.talk.incident import leads_to, led_to, plain
from advisor.talk.models import STAGES, Reply, Stage, State
from advisor.talk.screen import ROWS, rows


def script(state: State, found: Consultation) -> Reply:
    """The ordered steps and words, where to stop and wait for an answer, and what must not be said."""
    ruled, words = found.ruled, found.words
    assert ruled is not None
    steps = [words.line(line) for line in ruled.table.said("steps", ruled.told())]
    out = [words.frame("talk_script"), *(f"{i}. {line}" for i, line in enumerate(steps, 1))] if steps else []
    if ruled.row is None and ruled.question:
        out.append(words.frame("talk_script_ask", question=words.ask(ruled.question)))
        out += _upshots(ruled, found)
    row = ruled.row or ruled.until
    if row is not None:
        out += [words.frame("talk_script_then"), *(f"- {line}" for line in verdict.row_lines(row, words))]
    if ruled.table.kind == "judgement":
        out.append(words.frame("talk_script_judge"))
    out += compose.section("never_say", ruled.table.said("never_say", ruled.told()), words)
    return plain(state, "script", "\n".join(out), state.offered)


def _upshots(ruled: Ruled, found: Consultation) -> list[str]:
    """Where each answer to the open question leads, a line each; where it leads to another question, its answers below it."""
    out = []
    words = found.words
    for branch in ruled.branches:
        out.append(f"- {words.value(ruled.question, branch.value)}: {leads_to(ruled, branch.value, found)}")
        there = led_to(ruled, branch.value, found)
        for deeper in there.branches if there.row is None and there.until is None else ():
            further = leads_to(there, deeper.value, found, {ruled.question: branch.value})
            out.append(f"  - {words.value(there.question, deeper.value)}: {further}")
    return out


def _options(ruled: Ruled, found: Consultation, room: int) -> list[str]:
    """The same options with the law of each alone, one short line each; those below them only where there is room (in rows)."""
    out = []
    words = found.words
    for branch in ruled.branches:
        there = led_to(ruled, branch.value, found)
        out.append(f"- {words.value(ruled.question, branch.value)}: {words.ref(there.laws()[0])}")
        for deeper in there.branches if there.row is None and there.until is None else ():
            further = led_to(there, deeper.value, found, {ruled.question: branch.value})
            out.append(f"  - {words.value(there.question, deeper.value)}: {words.ref(further.laws()[0])}")
    return out if rows(out) < room else [line for line in out if line.startswith("- ")]


def players_view(state: State, found: Consultation) -> Reply:
    """What may be laid in front of all four players: the law, the options and their consequences, and nothing else. Where that
    is more than a phone shows, each option stands in a line with its law first, and the consequences follow.

    Where the ruling rests on judgement nothing is said but that play goes on (the tests would inform the players)."""
    ruled, words = found.ruled, found.words
    assert ruled is not None
    out = [words.frame("talk_table"), compose.headline(ruled, words)]
    row = ruled.row or ruled.until
    if ruled.table.kind == "judgement" and ruled.row is None:
        out.append(words.frame("talk_table_judge"))
    elif row is not None:
        out += [f"- {line}" for line in verdict.row_lines(row, words)]
    else:
        told = _upshots(ruled, found)
        long = rows([*out, *told]) > ROWS
        out += [*_options(ruled, found, ROWS - rows(out)), words.frame("talk_table_then"), *told] if long else told
    return plain(state, "table", "\n".join(out))


def reminders(found: Consultation) -> list[tuple[Stage, str]]:
    """What is still to be remembered for the incident in hand: (when it falls due, the sentence), in the order of the hand."""
    due: dict[str, Stage] = store.load("talk")["stages"]
    ruled = [r for r in (found.ruled, *found.others) if r is not None]
    lines = dict.fromkeys(name for r in ruled for name in r.table.said("later", r.told()))
    listed = [(due.get(name, "report"), found.words.line(name)) for name in lines]
    return sorted(listed, key=lambda pair: STAGES.index(pair[0]))


def hand(state: State, found: Consultation, reached: Stage | None = None) -> Reply:
    """What is due at the stage the hand has reached, and what remains for later."""
    words = found.words
    listed = reminders(found)
    before = STAGES.index(state.stage)
    now = STAGES.index(reached) if reached is not None else before
    due = [line for stage, line in listed if reached is not None and before < STAGES.index(stage) <= now]
    left = [(stage, line) for stage, line in listed if STAGES.index(stage) > now]
    out = [words.frame("talk_hand_now"), *(f"- {line}" for line in due)] if due else []
    for stage in STAGES:
        here = [line for when, line in left if when == stage]
        if here:
            out += [f"{words.frame(f'talk_stage_{stage}')}:", *(f"- {line}" for line in here)]
    if reached is not None and left and not due:
        out = [words.frame("talk_hand_nothing_now"), *out]
    if not out:
        out = [words.frame("talk_hand_none")]
    if found.ruled is not None and found.ruled.row is None and found.ruled.question and reached is None:
        out = [words.frame("talk_why_open", question=words.ask(found.ruled.question)), *out]
    return plain(state, "hand", "\n".join(out), state.offered, todo=tuple(line for _, line in left))
