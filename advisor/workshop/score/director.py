"""A simulated director: tells each telling of the corpus, answers every question from the incident's truth, and sees whether
the conversation ends at the right row, after how many questions, and whether it asked what the text had told.

In every eighth conversation (where a director has words for a fact of its table) one fact is told wrongly in words, and put right
in others later: none of them the program's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from statistics import median
from typing import Any

from advisor.base import paths, store
from advisor.base.datafile import read
from advisor.base.text import has_greek
from advisor.lawbook.models import Table
from advisor.lawbook.shelf import table, tables
from advisor.say.words import Words
from advisor.talk.conversation import Conversation, Reply
from advisor.talk.incident import consulted
from advisor.workshop.corpus.expected import expected
from advisor.workshop.corpus.load import whole
from advisor.workshop.corpus.models import Incident, Telling

_MOST = 12
_EVERY = 8


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
    corrected: str = ""


def talk(incident: Incident, number: int) -> Talked:
    """Have one conversation about one telling; when it ends in every eighth, put right what was told wrongly at first."""
    telling = incident.tellings[number]
    conversation = Conversation()
    slip = _slip(incident, telling.text)
    found, reply = _heard(incident, number, conversation, conversation.turn(telling.text), dict([slip]) if slip[0] else {})
    if not slip[0] or conversation.state.irregularity != incident.truth["irregularity"]:
        return found
    conversation.turn(_in_words(telling, slip[0], slip[1]))
    right = incident.truth[slip[0]]
    reply = conversation.turn(_in_words(telling, slip[0], right, corrects=True))
    again, _ = _heard(incident, number, conversation, reply, {slip[0]: right})  # never tapped right
    return replace(again, questions=found.questions + again.questions, menu=found.menu, corrected=slip[0])


def asked_again(incident: Incident, number: int) -> bool | None:
    """Whether a director who answers in words, and adds to each answer the next fact that is not known yet, is asked later for
    what was told in an earlier reply; None where nothing was asked at all."""
    telling = incident.tellings[number]
    conversation = Conversation()
    reply = conversation.turn(telling.text)
    if conversation.state.irregularity != incident.truth["irregularity"]:
        reply = conversation.turn(f"#irregularity={incident.truth['irregularity']}")
    words, told = Words(conversation.state.speaks), set[str]()
    for _ in range(_MOST):
        asked = reply.asks
        ruled = consulted(conversation.state).ruled
        if asked in told:
            return True
        if ruled is None or asked not in ruled.table.asks:
            break
        if asked not in incident.truth:
            reply = conversation.turn(f"#?{asked}")
            continue
        known = ruled.told().keys() | told | {asked}
        more = [name for name in ruled.table.asks if name in incident.truth and name not in known][:1]
        told |= {asked, *more}
        reply = conversation.turn(", ".join(words.value(name, incident.truth[name]) for name in (asked, *more)))
    return False if told else None


@lru_cache(maxsize=1)
def _slips() -> Mapping[str, Any]:
    """What a director says of a fact, right or wrong, and how a message that puts right begins (`corpus/slips.yaml`)."""
    value: Any = read(paths.CORPUS / "slips.yaml").value
    return dict(value)


def _number(text: str) -> int:
    """A number that stays the same for a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")


def _in_words(telling: Telling, fact: str, value: str, *, corrects: bool = False) -> str:
    """The fact as a director says it in the language (and the letters) of the telling, behind an opening where it puts right."""
    lang = telling.lang if telling.lang == "en" or has_greek(telling.text) else "gl"
    said, opened = _slips()["facts"][fact][value][lang], _slips()["openers"][lang]
    number = _number(f"{telling.text} {fact}={value}")
    return f"{opened[number % len(opened)] if corrects else ''}{said[number % len(said)]}"


def _slip(incident: Incident, text: str) -> tuple[str, str]:
    """The fact that is told wrongly at first, with the wrong value, in every eighth conversation; empty texts in the others, and
    where the table asks nothing that a director has words for."""
    if _number(text) % _EVERY:
        return "", ""
    found: Table | None = table(paths.EDITION, incident.name)
    told = _slips()["facts"]
    for name in found.asks if found is not None else ():
        right = incident.truth.get(name, "")
        others = [value for value in told.get(name, {}) if value != right and value in (found.asks[name].values if found else ())]
        if others and right in told[name]:
            return name, others[0]
    return "", ""


def _heard(
    incident: Incident, number: int, conversation: Conversation, reply: Reply, wrongly: Mapping[str, str]
) -> tuple[Talked, Reply]:
    """Answer what is asked until the row is reached; `wrongly` are the facts that the director answers in an own way, and does
    not put right by a tap."""
    telling = incident.tellings[number]
    questions = told = confirmed = 0
    menu = False
    for _ in range(_MOST):
        if _reached(conversation, reply, incident):
            return Talked(incident.incident, number, True, questions, told, confirmed, menu), reply
        if conversation.state.irregularity != incident.truth["irregularity"]:
            questions += 1
            reply, through_menu = _pick(conversation, reply, incident)
            menu = menu or through_menu
            continue
        wrong = _wrong(reply, incident, wrongly)
        if wrong:
            reply = conversation.turn(f"#{wrong}={incident.truth[wrong]}")
            continue
        fact = reply.asks
        if not fact:
            break
        questions += 1
        value = wrongly.get(fact, incident.truth.get(fact))
        told += fact in telling.proof
        confirmed += fact in telling.proof and reply.leans == value
        reply = conversation.turn(f"#{fact}={value}" if value is not None else f"#?{fact}")
    right = _reached(conversation, reply, incident)
    return Talked(incident.incident, number, right, questions, told, confirmed, menu), reply


def _reached(conversation: Conversation, reply: Reply, incident: Incident) -> bool:
    """Whether the incident in hand is the right one and its row is the one of the truth, or one of several left that say the
    same (or is rightly still open), or it has led on to the situation that it settles (`laws/leads_on.yaml`)."""
    advice, name = reply.advice, incident.truth["irregularity"]
    row = expected(incident, table(paths.EDITION, incident.name))
    on = store.load("talk")["leads_on"].get(f"{name}/{row.id}") if row is not None else None
    if on is not None and conversation.state.irregularity == on["then"]:
        return True
    if advice is None or conversation.state.irregularity != name or not advice.irregularities:
        return False
    first = advice.irregularities[0]
    if row is not None:
        ruled = consulted(conversation.state).ruled
        rows = {row.id for row in ruled.rows} if ruled is not None and ruled.row is not None else set()
        divided = first.row is None and not reply.asks and _divided(conversation, incident)
        return row.id in rows or divided
    return first.row is None or bool(advice.laws)


def _divided(conversation: Conversation, incident: Incident) -> bool:
    """A question that neither the director nor the truth can answer leaves the ruling divided: the row is among the branches."""
    return any(fact not in incident.truth for fact in conversation.state.unknown)


def _wrong(reply: Reply, incident: Incident, wrongly: Mapping[str, str]) -> str:
    """A fact that was misheard or presumed otherwise than the truth has it: the director would put it right (but what was told
    wrongly on purpose)."""
    facts: Mapping[str, object] = reply.advice.facts if reply.advice is not None else {}
    return next(
        (
            name
            for name in facts
            if name in incident.truth and name not in wrongly and getattr(facts[name], "value", "") != incident.truth[name]
        ),
        "",
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
    corrected = [t for t in done if t.corrected]
    return {
        "cases": len(done),
        "right": 100 * sum(t.right for t in done) / count,
        "median": median(t.questions for t in done) if done else 0.0,
        "most": max((t.questions for t in done), default=0),
        "over_four": 100 * sum(t.questions > 4 for t in done) / count,
        "told": 100 * sum(t.told > 0 for t in done) / count,
        "blind": 100 * sum(t.told > t.confirmed for t in done) / count,
        "menu": 100 * sum(t.menu for t in done) / count,
        "corrected": len(corrected),
        "corrected_right": 100 * sum(t.right for t in corrected) / max(1, len(corrected)),
    }
