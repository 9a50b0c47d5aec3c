"""A simulated director: tells each telling of the corpus, answers every question from the incident's truth, and sees whether
the conversation ends at the right row, after how many questions, and whether it asked what the text had told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median

from advisor import paths
from advisor.conversation import Conversation, Reply
from advisor.corpus.load import whole
from advisor.corpus.models import Incident, Telling
from advisor.lawbook.shelf import table, tables
from advisor.talk.incident import consulted

_MOST = 12


@dataclass(frozen=True, slots=True)
class Talked:
    """How one telling went: whether its row was reached, the questions asked, those whose answer the text proves (and how many
    of these only asked whether it is as it was rightly read), and whether the situation had to be picked from the menu."""

    incident: str
    telling: int
    right: bool
    questions: int
    told: int
    confirmed: int
    menu: bool


def talk(incident: Incident, number: int) -> Talked:
    """Have one conversation about one telling."""
    telling = incident.tellings[number]
    conversation = Conversation()
    reply = conversation.turn(telling.text)
    questions = told = confirmed = 0
    menu = False
    for _ in range(_MOST):
        if _reached(conversation, reply, incident):
            return Talked(incident.incident, number, True, questions, told, confirmed, menu)
        if conversation.state.irregularity != incident.truth["irregularity"]:
            questions += 1
            reply, through_menu = _pick(conversation, reply, incident)
            menu = menu or through_menu
            continue
        wrong = _wrong(reply, incident)
        if wrong:
            reply = conversation.turn(f"#{wrong}={incident.truth[wrong]}")
            continue
        fact = reply.asks
        if not fact:
            break
        questions += 1
        value = incident.truth.get(fact)
        told += fact in telling.proof
        confirmed += fact in telling.proof and reply.leans == value
        reply = conversation.turn(f"#{fact}={value}" if value is not None else f"#?{fact}")
    right = _reached(conversation, reply, incident)
    return Talked(incident.incident, number, right, questions, told, confirmed, menu)


def _reached(conversation: Conversation, reply: Reply, incident: Incident) -> bool:
    """Whether the incident in hand is the right one and its row is the one of the truth, or one of several left that say the
    same (or is rightly still open)."""
    advice = reply.advice
    if advice is None or conversation.state.irregularity != incident.truth["irregularity"] or not advice.irregularities:
        return False
    first = advice.irregularities[0]
    if incident.ruling.row:
        ruled = consulted(conversation.state).ruled
        rows = {row.id for row in ruled.rows} if ruled is not None and ruled.row is not None else set()
        divided = first.row is None and not reply.asks and _divided(conversation, incident)
        return incident.ruling.row.split("/")[-1] in rows or divided
    return first.row is None or bool(advice.laws)


def _divided(conversation: Conversation, incident: Incident) -> bool:
    """A question that neither the director nor the truth can answer leaves the ruling divided: the row is among the branches."""
    return any(fact not in incident.truth for fact in conversation.state.unknown)


def _wrong(reply: Reply, incident: Incident) -> str:
    """A fact that was misheard or presumed otherwise than the truth has it: the director would put it right."""
    facts: Mapping[str, object] = reply.advice.facts if reply.advice is not None else {}
    return next(
        (name for name in facts if name in incident.truth and getattr(facts[name], "value", "") != incident.truth[name]), ""
    )


def _pick(conversation: Conversation, reply: Reply, incident: Incident) -> tuple[Reply, bool]:
    """Pick the right situation: from those offered, from the nearest, or from the menu (True)."""
    name = incident.truth["irregularity"]
    send = f"#irregularity={name}"
    if any(button.send == send for button in reply.choices):
        return conversation.turn(send), False
    if conversation.state.irregularity:
        reply = conversation.turn("none of these")
        if any(button.send == send for button in reply.choices):
            return conversation.turn(send), False
    found = table(paths.EDITION, name)
    assert found is not None
    reply = conversation.turn(f"#menu:{found.phase}")
    while not any(button.send == send for button in reply.choices):
        more = next((b.send for b in reply.choices if b.send.startswith("#menu:")), "")
        if not more:
            break
        reply = conversation.turn(more)
    return conversation.turn(send), True


def cases(step: int = 1, *, test_only: bool = True) -> list[tuple[Incident, int]]:
    """Every `step`-th telling of an incident that the current edition has a table for (those kept aside, or all)."""
    shelf = tables(paths.EDITION)
    found = [
        (incident, number)
        for incident in whole(paths.CORPUS).incidents.values()
        if incident.truth["irregularity"] in shelf
        for number, telling in enumerate(incident.tellings)
        if _counts(telling, test_only=test_only)
    ]
    return found[::step]


def _counts(telling: Telling, *, test_only: bool) -> bool:
    return telling.is_test or not test_only


def figures(talks: Iterable[Talked]) -> dict[str, float]:
    """right, told (asked though the text says it), blind (the same, without having read it rightly) and menu in %, the median
    and the most questions."""
    done = list(talks)
    count = max(1, len(done))
    return {
        "cases": len(done),
        "right": 100 * sum(t.right for t in done) / count,
        "median": median(t.questions for t in done) if done else 0.0,
        "most": max((t.questions for t in done), default=0),
        "over_four": 100 * sum(t.questions > 4 for t in done) / count,
        "told": 100 * sum(t.told > 0 for t in done) / count,
        "blind": 100 * sum(t.told > t.confirmed for t in done) / count,
        "menu": 100 * sum(t.menu for t in done) / count,
    }
