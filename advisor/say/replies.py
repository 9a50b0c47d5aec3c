"""One sentence for what is asked back about a ruling: "how many?", "is there a penalty?", "may it be refused?".

What a question is about is heard by the phrases of `lexicon/asked_back.yaml`; what a row says of it stands in
`advisor/laws/<edition>/replies/`, the sentences in `lexicon/replies.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from advisor.base import store
from advisor.lawbook.models import Row, Table
from advisor.read.match import Keys
from advisor.read.phrases import every_phrase
from advisor.rule.ruling import Ruled
from advisor.say.branches import sentence
from advisor.say.words import Words

ROW = "row"
_COUNT = "count"
_ALL = "all"


@dataclass(frozen=True, slots=True)
class Question:
    """A question heard: its name, the matter it is about, the values of the matter that mean yes and no (none: no yes or no
    is asked for), and its first and last word."""

    name: str
    matter: str
    affirms: tuple[str, ...]
    denies: tuple[str, ...]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Answered:
    """What is replied: the sentence, or nothing when it hangs on the open fact of the ruling (`hangs`)."""

    text: str = ""
    hangs: bool = False


def questions(keys: Sequence[Keys]) -> list[Question]:
    """What the words ask about, what is asked with most words first."""
    data: Mapping[str, Any] = store.load("texts")["asked_back"]
    found = []
    for name, first, last in every_phrase(data["trie"], keys):
        matter, affirms, denies = data["matters"][name]
        if matter != _COUNT:
            found.append(Question(name, matter, affirms, denies, first, last))
    return found


def opens_or_ends(keys: Sequence[Keys]) -> bool:
    """Whether the words open or end as a question does."""
    data: Mapping[str, Any] = store.load("texts")["asked_back"]
    opens = any(first == 0 for _, first, _ in every_phrase(data["opens"], keys))
    return opens or any(last == len(keys) - 1 for _, _, last in every_phrase(data["ends"], keys))


def counted(keys: Sequence[Keys]) -> str:
    """How many tricks the words say are lost, as a value of the matter `count`; nothing when they do not say."""
    data: Mapping[str, Any] = store.load("texts")["asked_back"]
    return next((n for n, _, _ in every_phrase(data["trie"], keys) if data["matters"][n][0] == _COUNT), "")


def reply(ruled: Ruled, asked: Sequence[Question], words: Words, count: str = "") -> Answered | None:
    """The answer to the first of these questions that the ruling speaks of; None when it speaks of none of them."""
    for question in asked:
        if question.matter == ROW:
            row = ruled.row or ruled.until
            if row is not None:
                return Answered(" ".join(words.line(name) for name in row.then))
            continue
        rows = (ruled.row,) if ruled.row is not None else ruled.rows
        values = [value_of(ruled.table, row, question.matter) for row in rows]
        if not any(values):
            continue
        if len(set(values)) > 1 and len({_verdict(question, value) for value in values}) > 1:
            return Answered(hangs=True)
        return Answered(_said(question, values[0], rows[0], words, count))
    return None


def value_of(table: Table, row: Row, matter: str) -> str:
    """What a row says of a matter, as a value of lexicon/replies.yaml; nothing when it says nothing of it."""
    of_table: Mapping[str, Mapping[str, str]] = store.load("replies").get(table.edition, {}).get(table.irregularity, {})
    return of_table.get(row.id, {}).get(matter) or of_table.get(_ALL, {}).get(matter, "")


def _verdict(question: Question, value: str) -> str:
    return "yes" if value in question.affirms else "no" if value in question.denies else value


def _said(question: Question, value: str, row: Row, words: Words, count: str) -> str:
    """The sentence, with yes or no before it where that is asked for, and the paragraph after it."""
    texts: Mapping[str, Any] = store.load("texts")["replies"]
    body = words.filled(
        str(texts[question.matter][value][words.lang]),
        {"row": sentence(row, words).rstrip("."), "count": words.frame(count or "count_open")},
    )
    verdict = _verdict(question, value)
    opening = f"{words.frame(f'reply_{verdict}')}: " if verdict in ("yes", "no") else ""
    text = f"{opening}{body if opening else body[:1].upper() + body[1:]}"
    ref = words.ref(row.law)
    return f"{text}." if ref in text else f"{text} ({ref})."
