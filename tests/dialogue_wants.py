"""What a turn of a scripted dialogue wants (`tests/dialogues/KEYS.md`), held against the reply, the hand and the record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from advisor.advising import Consultation
from advisor.base import store
from advisor.base.citation import to_greek
from advisor.base.text import fold
from advisor.book.log import report
from advisor.talk.conversation import Reply, State
from advisor.talk.incident import consulted
from advisor.talk.screen import printed, rows

ONE_LINE = 30  # words
_NUMBERS = {
    0: ("0", "none", "no", "zero", "καμια", "κανενα", "μηδεν"),
    1: ("1", "one", "μια", "ενα", "μιας", "εναν"),
    2: ("2", "two", "δυο"),
    3: ("3", "three", "τρεις", "τρια"),
}
_YES = ("yes", "may", "can", "must", "ναι", "μπορει", "πρεπει", "επιτρεπεται")
_NO = ("no", "not", "nobody", "none", "οχι", "δεν", "μη", "μην", "καμια", "κανενα")


@dataclass(frozen=True)
class Seen:
    """A reply, the states before and after it, the replies before it, and the incidents on record (newest first)."""

    reply: Reply
    before: State
    after: State
    earlier: tuple[str, ...]
    record: Callable[[], list[dict[str, Any]]] = field(repr=False)

    @cached_property
    def hand(self) -> Consultation | None:
        """The incident in hand after the turn."""
        return consulted(self.after) if self.after.at_hand else None

    @cached_property
    def was(self) -> Consultation | None:
        """The incident in hand before the turn."""
        return consulted(self.before) if self.before.at_hand else None

    @property
    def status(self) -> str:
        """The status of the reply, or that of the hand."""
        return self.reply.status or (self.hand.advice.status if self.hand is not None else "none")

    @property
    def hand_law(self) -> str:
        """The first paragraph of the ruling of the hand."""
        return first(self.hand.advice.laws) if self.hand is not None else ""

    @property
    def law(self) -> str:
        """The first paragraph of the reply, or of the hand."""
        return first(self.reply.laws) or self.hand_law

    @cached_property
    def shown(self) -> str:
        """All that a person sees, folded."""
        return fold(" ".join([self.reply.text, *self.reply.understood, *(b.label for b in self.reply.choices)]))

    @property
    def sentence(self) -> str:
        """The first sentence, folded."""
        return fold(re.split(r"(?<=[.!?;])\s|\n", self.reply.text.strip(), maxsplit=1)[0])

    @property
    def opening(self) -> str:
        """The first line, folded."""
        return fold(self.reply.text.strip().partition("\n")[0])

    def rulings(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """(id, row, laws) of every irregularity of the hand."""
        found = self.hand.advice.irregularities if self.hand is not None else ()
        return tuple((each.id, each.row or "", each.laws) for each in found)

    @cached_property
    def page(self) -> str:
        """The report of the incident in hand, folded."""
        entries = self.record()
        return fold(report(entries[0])) if entries else ""


def first(laws: Iterable[str]) -> str:
    """The first of these, or nothing."""
    return next(iter(laws), "")


def faults(seen: Seen, want: Mapping[str, Any]) -> list[str]:
    """Where a reply, or the incident in hand after it, is not what the script wants."""
    return [fault for key, wanted in want.items() for fault in CHECKS[key](seen, wanted)]


def _same(name: str, value: Callable[[Seen], str]) -> Callable[[Seen, Any], list[str]]:
    return lambda seen, wanted: [] if value(seen) == wanted else [f"{name} is {value(seen)!r}, not {wanted!r}"]


def _begins(name: str, value: Callable[[Seen], str]) -> Callable[[Seen, Any], list[str]]:
    return lambda seen, wanted: [] if value(seen).startswith(wanted) else [f"{name} is {value(seen)}, not {wanted}"]


def _none_of(name: str, value: Callable[[Seen], str]) -> Callable[[Seen, Any], list[str]]:
    return lambda seen, wanted: [f"{name} is {value(seen)}"] if value(seen) in wanted else []


def _facts(seen: Seen, wanted: Mapping[str, str]) -> list[str]:
    known = {name: fact.value for name, fact in seen.hand.advice.facts.items()} if seen.hand is not None else {}
    return [f"{n} is {known.get(n)!r}, not {v!r}" for n, v in wanted.items() if known.get(n) != v]


def _not_asks(seen: Seen, wanted: Iterable[str]) -> list[str]:
    return [f"asks {seen.after.question}, which was told"] if seen.after.question in wanted else []


def _has(seen: Seen, wanted: Iterable[str]) -> list[str]:
    return [f"lacks {text!r}" for text in wanted if fold(text) not in seen.shown]


def _lacks(seen: Seen, wanted: Iterable[str]) -> list[str]:
    return [f"holds {text!r}" for text in wanted if fold(text) in fold(seen.reply.text)]


def _choices(seen: Seen, wanted: str) -> list[str]:
    count = len(seen.reply.choices)
    return [f"{count} choices, fewer than {wanted}"] if count < int(wanted) else []


def _laws(seen: Seen, wanted: Iterable[str]) -> list[str]:
    found = [*seen.reply.laws, *(law for _, _, laws in seen.rulings() for law in laws)]
    return [f"no law {law} in {found[:6]}" for law in wanted if not any(each.startswith(law) for each in found)]


def _not_law(seen: Seen, wanted: Iterable[str]) -> list[str]:
    return [f"law is {ref}" for ref in (first(seen.reply.laws), seen.hand_law) if any(ref.startswith(law) for law in wanted)]


def _situation(seen: Seen, wanted: str) -> list[str]:
    names = [name for name, _, _ in seen.rulings()]
    return [] if wanted in names else [f"the hand is {names}, not {wanted}"]


def _row(seen: Seen, wanted: str) -> list[str]:
    rows = [f"{name}/{row.rpartition('/')[2]}" for name, row, _ in seen.rulings()]
    return [] if wanted in rows else [f"row is {rows}, not {wanted}"]


def _refused(seen: Seen, wanted: Iterable[str]) -> list[str]:
    sent = [button.send.partition("=")[2] for button in seen.reply.choices]
    offered = {name for name, _, _ in seen.rulings()} | set(sent)
    return [f"{name} was refused and is back" for name in wanted if name in offered]


def _values_shown(seen: Seen, fact: str, values: Iterable[str]) -> bool:
    entry = store.load("texts")["facts"][fact]["values"]
    said = fold(seen.reply.text)
    return any(_in_words(entry[value][seen.reply.lang], said) for value in values)


def _in_words(value: str, said: str) -> bool:
    """The words of a value, or most of its long ones, are said."""
    words = [word for word in re.findall(r"\w+", fold(value)) if len(word) > 2]
    return fold(value) in said or (bool(words) and 3 * sum(word in said for word in words) >= 2 * len(words))


def _corrects(seen: Seen, fact: str) -> list[str]:
    known = seen.hand.taken() if seen.hand is not None else {}
    told = fact in known and _values_shown(seen, fact, [known[fact]])
    return [] if told else [f"does not say back that {fact} is corrected (now {known.get(fact)!r})"]


def _takes_back(seen: Seen, fact: str) -> list[str]:
    values = store.load("texts")["facts"][fact]["values"]
    asked = fold(store.load("texts")["facts"][fact]["ask"][seen.reply.lang]) in fold(seen.reply.text)
    return [] if asked or _values_shown(seen, fact, values) else [f"does not name {fact} as taken back"]


def _asks_incident(seen: Seen, wanted: str) -> list[str]:
    asks = bool(seen.after.pending) and any(b.send == "#incident=new" for b in seen.reply.choices)
    return [] if asks == (wanted == "true") else ["does not ask whether this is a new incident"]


def _incidents(seen: Seen, wanted: str) -> list[str]:
    count = len(seen.record())
    return [] if count == int(wanted) else [f"{count} incidents on record, not {wanted}"]


def _record_laws(seen: Seen, wanted: Iterable[str]) -> list[str]:
    found = [ref for entry in seen.record() for ref in entry["laws"]]
    return [f"no law {law} on record: {found[:8]}" for law in wanted if not any(ref.startswith(law) for ref in found)]


def _same_hand(seen: Seen, wanted: str) -> list[str]:
    def held(found: Consultation | None, state: State) -> tuple[object, ...]:
        if found is None:
            return (None, state.question)
        facts = {name: fact.value for name, fact in found.advice.facts.items()}
        return (state.irregularity, found.advice.irregularities, facts, found.advice.laws, state.question)

    same = held(seen.was, seen.before) == held(seen.hand, seen.after)
    return [] if same == (wanted == "true") else ["the hand is not as it was"]


def _hangs_on(seen: Seen, fact: str) -> list[str]:
    words = store.load("texts")["facts"][fact]
    lang = seen.reply.lang
    labels = [fold(value[lang]) for value in words["values"].values()]
    there = fold(words["ask"][lang]) in seen.shown or sum(label in seen.shown for label in labels) > 1
    return [] if there else [f"does not say that it hangs on {fact}"]


def _yes_no(seen: Seen, wanted: str) -> list[str]:
    said = re.findall(r"\w+", seen.sentence)
    leads = said[:1]
    no = any(word in _NO for word in said) and leads not in (["yes"], ["ναι"])
    right = no if wanted == "no" else any(word in _YES for word in said) and not no
    return [] if right else [f"does not say {wanted}: {seen.opening[:90]!r}"]


def _number(seen: Seen, wanted: str) -> list[str]:
    said = re.findall(r"\w+", seen.sentence)
    return [] if any(word in said for word in _NUMBERS[int(wanted)]) else [f"no {wanted} in {seen.opening[:90]!r}"]


def _first(seen: Seen, wanted: Iterable[str]) -> list[str]:
    said = re.findall(r"\w+", seen.sentence)
    there = any(word.startswith(fold(text)) for text in wanted for word in said)
    return [] if there else [f"none of {list(wanted)} in {seen.opening[:90]!r}"]


def _has_any(seen: Seen, wanted: Iterable[Iterable[str]]) -> list[str]:
    return [f"lacks any of {list(each)}" for each in wanted if not any(fold(text) in seen.shown for text in each)]


def _fresh(seen: Seen, wanted: str) -> list[str]:
    return [] if (seen.reply.text not in seen.earlier) == (wanted == "true") else ["says what was said before, word for word"]


def _one_line(seen: Seen, wanted: str) -> list[str]:
    text = seen.reply.text
    short = "\n" not in text.strip() and len(text.split()) <= ONE_LINE
    return [] if short == (wanted == "true") else [f"{len(text.split())} words in {len(text.splitlines())} lines, not one line"]


def _printed(seen: Seen) -> list[str]:
    """The lines that a terminal prints of the reply."""
    return printed(seen.reply.text.splitlines(), seen.reply.understood, () if seen.reply.kind == "menu" else seen.reply.choices)


def _words(seen: Seen, most: str) -> list[str]:
    count = sum(len(line.split()) for line in _printed(seen))
    return [] if count <= int(most) else [f"{count} words, more than {most}"]


def _lines(seen: Seen, most: str) -> list[str]:
    count = rows(_printed(seen))
    return [] if count <= int(most) else [f"{count} rows, more than {most}"]


def _report_has(seen: Seen, wanted: Iterable[str]) -> list[str]:
    return [
        f"the report lacks {text!r}" for text in wanted if fold(text) not in seen.page and fold(to_greek(text)) not in seen.page
    ]


def _report_lacks(seen: Seen, wanted: Iterable[str]) -> list[str]:
    return [f"the report holds {text!r}" for text in wanted if fold(text) in seen.page]


CHECKS: dict[str, Callable[[Seen, Any], list[str]]] = {
    "kind": _same("kind", lambda seen: seen.reply.kind),
    "status": _same("status", lambda seen: seen.status),
    "asks": _same("asks", lambda seen: seen.after.question),
    "lang": _same("lang", lambda seen: seen.reply.lang),
    "law": _begins("law", lambda seen: seen.law),
    "hand_law": _begins("hand_law", lambda seen: seen.hand_law),
    "not_kind": _none_of("kind", lambda seen: seen.reply.kind),
    "not_status": _none_of("status", lambda seen: seen.status),
    "fact": _facts,
    "not_asks": _not_asks,
    "has": _has,
    "lacks": _lacks,
    "choices": _choices,
    "laws": _laws,
    "not_law": _not_law,
    "situation": _situation,
    "row": _row,
    "not_situations": _refused,
    "corrects": _corrects,
    "takes_back": _takes_back,
    "asks_incident": _asks_incident,
    "incidents": _incidents,
    "record_laws": _record_laws,
    "same_hand": _same_hand,
    "hangs_on": _hangs_on,
    "yes_no": _yes_no,
    "number": _number,
    "first": _first,
    "has_any": _has_any,
    "fresh": _fresh,
    "one_line": _one_line,
    "words": _words,
    "lines": _lines,
    "report_has": _report_has,
    "report_lacks": _report_lacks,
}
