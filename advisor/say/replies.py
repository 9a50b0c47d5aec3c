"""One sentence for what is asked back about a ruling: "how many?", "is there a penalty?", "may it be refused?".

What a question is about is heard by the phrases of `lexicon/asked_back.yaml`; what a row says of it stands in
`advisor/laws/<edition>/replies/`, the sentences in `lexicon/replies.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from advisor.base import store
from advisor.base.kept import once
from advisor.lawbook.models import Row, Table
from advisor.read.phrases import Phrase, every_phrase
from advisor.read.walker import Keys
from advisor.rule.ruling import Ruled
from advisor.say.branches import sentence
from advisor.say.verdict import unasked
from advisor.say.words import Words

ROW, VERDICT, COLLECT = "row", "verdict", "collect"  # what the whole row answers, its first sentence, whom to ask and what
_BARRED, _FREE, _OVER, _ITSELF, _NONE = "barred", "free", "over", "offender_once", "none"
_ACCEPTANCE, _CHOOSER, _CHOICE, _LHO, _LHO_CHOICE, _ONLY_LHO = "acceptance", "chooser", "choice", "lho", "lho_choice", "only_lho"
_COUNT, _ALLOWED = "count", "allowed"
_ELSE = {"on_table": ("stands", "penalty_card")}  # matters that say it where the row says nothing of the one asked about
_RIGHT_BEHIND = 3
_ASKED_BACK = "asked_back"
_REFS = 2  # paragraphs that are named where several rows answer alike
_ALL = "all"


@dataclass(frozen=True, slots=True)
class Question:
    """A question heard: its name, the matter it is about, the values of the matter that mean yes and no (none: no yes or no
    is asked for), and its first and last word. `turned` is one that other words turn round ("no penalty, then?", "only once?"):
    what is so is said, without yes or no."""

    name: str
    matter: str
    affirms: tuple[str, ...]
    denies: tuple[str, ...]
    first: int
    last: int
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """What is replied: the sentence, or nothing when it hangs on the open fact of the ruling (`hangs`)."""

    text: str = ""
    hangs: bool = False


@once
def _heard(keys: Sequence[Keys], part: str, of: str = _ASKED_BACK) -> tuple[Phrase, ...]:
    """The phrases of one kind that stand in words of which several ask what they say."""
    return tuple(every_phrase(store.load("texts")[of][part], keys))


def questions(keys: Sequence[Keys], of: str = _ASKED_BACK) -> list[Question]:
    """What the words ask about (of `ruled`: what a ruling comes to; of `right`: whether one is right), what has most words first;
    words inside the longer ones of another ask nothing themselves ("penalty" in "penalty card")."""
    data: Mapping[str, Any] = store.load("texts")[of]
    found: list[Question] = []
    turns = _turns(keys) if of == _ASKED_BACK else []
    whats = _whats(keys) if of == _ASKED_BACK else []
    for name, first, last in _heard(keys, "trie", of):
        matter, affirms, denies = data["matters"][name]
        if matter != _COUNT and not any(_within(first, last, other) for other in found):
            what = _behind(whats, first)
            if what and matter == _ALLOWED:
                continue  # "what am I allowed to give him?" asks for no yes or no
            turned = what or any(not (first <= begins and ends <= last) for begins, ends in turns)
            found.append(Question(name, matter, affirms, denies, first, last, turned))
    return found


def turned_round(keys: Sequence[Keys]) -> bool:
    """Whether words of a question turn it round, or ask about another call or card than the one ruled on."""
    return bool(_turns(keys))


def asks_leave(keys: Sequence[Keys]) -> bool:
    """Whether a question asks, plainly put, if something is allowed or has to be done."""
    whats = _whats(keys)
    plain = any(not _behind(whats, first) for _, first, _ in _heard(keys, "leave"))
    return plain and not turned_round(keys)


def asks_what(keys: Sequence[Keys]) -> bool:
    """Whether the words ask for a thing, a player or a time, which no yes or no answers."""
    return bool(_whats(keys))


def _whats(keys: Sequence[Keys]) -> list[int]:
    """The words that ask what, who or when."""
    return [last for _, _, last in _heard(keys, "what")]


def _behind(whats: Sequence[int], first: int) -> bool:
    """Whether words stand right behind one that asks what, who or when."""
    return any(0 < first - at <= _RIGHT_BEHIND for at in whats)


def _turns(keys: Sequence[Keys]) -> list[tuple[int, int]]:
    """The first and last word of all that turns a question round; where another call or card is asked about, of more than the
    whole question, so that no phrase heard in it holds them."""
    if _heard(keys, "another"):
        return [(-1, len(keys))]
    return [(first, last) for _, first, last in _heard(keys, "turns")]


def _within(first: int, last: int, longer: Question) -> bool:
    return longer.first <= first and last <= longer.last and last - first < longer.last - longer.first


def opens(keys: Sequence[Keys]) -> bool:
    """Whether the words open as a question does."""
    return any(first == 0 for _, first, _ in _heard(keys, "opens"))


def opens_or_ends(keys: Sequence[Keys]) -> bool:
    """Whether the words open or end as a question does."""
    return opens(keys) or any(last == len(keys) - 1 for _, _, last in _heard(keys, "ends"))


def counted(keys: Sequence[Keys]) -> str:
    """How many tricks the words say are lost, as a value of the matter `count`; nothing when they do not say."""
    data: Mapping[str, Any] = store.load("texts")[_ASKED_BACK]
    return next((n for n, _, _ in _heard(keys, "trie") if data["matters"][n][0] == _COUNT), "")


def reply(ruled: Ruled, asked: Sequence[Question], words: Words, count: str = "", named: str = "") -> Answered | None:
    """The answer to the first of these questions that the ruling speaks of; None when it speaks of none of them. `named` is what
    the player asked about is to the offender (`self`, `partner`, `lho`, `rho`), if one is named."""
    for question in asked:
        if question.matter == COLLECT:
            lines = ruled.table.said("collect", ruled.told())
            if lines:
                return Answered(" ".join(words.line(name) for name in lines))
            continue
        if question.matter in (ROW, VERDICT):
            row = ruled.row or ruled.until
            if row is not None:
                said = " ".join(words.line(name) for name in row.then) if question.matter == ROW else bare(ruled, words)
                return Answered(unasked(said, words))
            continue
        rows = (ruled.row,) if ruled.row is not None else ruled.rows
        every = (question, *(replace(question, matter=matter) for matter in _ELSE.get(question.matter, ())))
        answers = ([_told(each, ruled.table, row, words, (count, named)) for row in rows] for each in every)
        told = next((found for found in answers if any(text for text, _ in found)), [])
        if not told:
            continue
        if len(set(told)) > 1:
            return Answered(hangs=True)
        text, ref = told[0][0], ", ".join(dict.fromkeys(words.ref(row.law) for row in rows[:_REFS]))
        return Answered(f"{text}." if ref in text or text.endswith(")") else f"{text} ({ref}).")
    return None


def usual(table: Table, asked: Sequence[Question], words: Words) -> str:
    """The answer to the first of these questions where the ruling says nothing of it and what is true in every such situation
    answers it; else nothing."""
    held: Mapping[str, Mapping[str, str]] = store.load("usual_replies").get(table.edition, {})
    for question in asked:
        values = {matter: held.get(matter, {}).get(table.law_number, "") for matter in question.matter.split()}
        text, _ = _together(question, values, words)
        if text:
            return f"{text}."
    return ""


def bare(ruled: Ruled, words: Words) -> str:
    """What the ruling says in one sentence; nothing while a fact is open."""
    row = ruled.row or ruled.until
    return sentence(row, words) if row is not None else ""


def value_of(table: Table, row: Row, matter: str) -> str:
    """What a row says of a matter, as a value of lexicon/replies.yaml; nothing when it says nothing of it."""
    of_table: Mapping[str, Mapping[str, str]] = store.load("replies").get(table.edition, {}).get(table.irregularity, {})
    return of_table.get(row.id, {}).get(matter) or of_table.get(_ALL, {}).get(matter, "")


def _verdict(question: Question, value: str) -> str:
    return "yes" if value in question.affirms else "no" if value in question.denies else value


def _told(question: Question, table: Table, row: Row, words: Words, told: tuple[str, str]) -> tuple[str, str]:
    """What a row says of the matters of a question, and its verdict; nothing when it says nothing of the first of them. `told` is
    how many tricks are lost, and who is asked about."""
    count, named = told
    values = {matter: value_of(table, row, matter) for matter in question.matter.split()}
    if named and values.get(_BARRED):
        values[_BARRED] = _of_player(values[_BARRED], named)
    if values.get(_ACCEPTANCE) == _CHOICE and value_of(table, row, _CHOOSER) == _LHO:
        values[_ACCEPTANCE] = _LHO_CHOICE if named in ("", _LHO) else _ONLY_LHO
    blanks = {"row": sentence(row, words).rstrip("."), "count": words.frame(count or "count_open")}
    return _together(question, values, words, blanks)


def _of_player(barred: str, named: str) -> str:
    """Who must pass, said of one player: the other side never must; of the offender only what is said of the offender."""
    if barred == _OVER:
        return barred
    if named == "partner":
        return _NONE if barred == _ITSELF else barred
    if named == "self":
        return barred if barred == _ITSELF else ""
    return _FREE


def _together(
    question: Question, values: Mapping[str, str], words: Words, blanks: Mapping[str, str] | None = None
) -> tuple[str, str]:
    """The sentence, with yes or no before it where that is asked for, and the verdict. Of several matters all that are not denied
    are said; of those denied the last."""
    texts: Mapping[str, Any] = store.load("texts")["replies"]
    known = {matter: value for matter, value in values.items() if value}
    held = {matter: value for matter, value in known.items() if value not in question.denies}
    said = held or dict(list(known.items())[-1:])
    if not said:
        return "", ""
    verdicts = {_verdict(question, value) for value in said.values()}
    verdict = "yes" if "yes" in verdicts else next(iter(verdicts))
    body = words.joined(words.filled(str(texts[matter][value][words.lang]), dict(blanks or {})) for matter, value in said.items())
    opening = f"{words.frame(f'reply_{verdict}')}: " if verdict in ("yes", "no") and not question.turned else ""
    return f"{opening}{body if opening else body[:1].upper() + body[1:]}", verdict
