"""The answer to the question that the teller puts, said before everything else: whether a ruling or a claim told in the story
is right, what this ruling says of the thing that is asked, or the fact that it hangs on. Where no row decides, nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from advisor.diagnose.facts import Facts
from advisor.diagnose.understanding import keyed_once
from advisor.rule.ruling import Ruled
from advisor.say.branches import bare, leads, outcomes
from advisor.say.leadin import tells_again
from advisor.say.replies import Question, asks_leave, counted, questions, reply, turned_round
from advisor.say.rulings import Compared, Held, claimed, heard, told_ruling
from advisor.say.verdict import unasked
from advisor.say.words import Words

_RULED, _OPEN = "ruled", "open"
_FEW = 3  # words of a question that leaves out what it asks about
_SO = Question("so", _RULED, (Held.SAME,), (Held.DIFFERS,), 0, 0)


@dataclass(frozen=True, slots=True)
class Replied:
    """What answers the teller, by its place: the `first` lines, those right `after` the ruling, and the `last`. `hangs`: the
    first line is the open question itself; `settled`: yes or no has been said, so that the table's own answers nothing."""

    first: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    hangs: bool = False
    settled: bool = False


def replied(ruled: Ruled, facts: Facts, words: Words, said: Sequence[str]) -> Replied:
    """What answers the teller's question, beside what is `said` in any case, and what is to be said of the ruling that the
    story tells: before all else where something is asked, behind this ruling where not, last where no row decides."""
    right = _about_ruling(facts, words)
    told = told_ruling(ruled, facts, words, right is not None)
    if right is None and told.decided and _behind_ruling(facts, words):
        right = _SO
    if facts.asked and told.held == Held.HANGS and _first_said(ruled, words):
        return Replied((f"{_hangs_on(ruled, words)} {told.text}",), hangs=True, settled=True)
    compared = told if told.decided else claimed(ruled, facts, words)
    if right is not None and compared.decided:
        last = (told.text,) if told.text and not told.decided else ()
        text = compared.text if _asks_else(facts, words) else _yes_or_no(compared, right, words)
        return Replied((text,), last=last, settled=True)
    answer, hangs = _of_ruling(ruled, facts, words, said)
    if right is not None and not hangs:  # a yes or no would answer what was not asked
        answer = tuple(line for line in answer if unasked(line, words) == line)
    settled = right is not None or any(unasked(line, words) != line for line in answer)
    if not told.text or (told.decided and facts.asked):
        return Replied((*answer, *filter(None, [told.text])), hangs=hangs, settled=settled)
    after, last = ((), (told.text,)) if told.held == Held.OPEN else ((told.text,), ())
    return Replied(answer, after, last, hangs, settled)


def _asks_else(facts: Facts, words: Words) -> bool:
    """Whether something else too is asked yes or no: one of the two would be answered by the word for the other."""
    about = [quote for quote in facts.asked if any(each.matter == _RULED for each in heard(quote, words, "right"))]
    return any(_plainly_put(quote, words) for quote in facts.asked if quote not in about)


def _about_ruling(facts: Facts, words: Words) -> Question | None:
    """The question whether a told ruling or a claim is right, as it is put."""
    found = (question for quote in facts.asked for question in heard(quote, words, "right"))
    return next((question for question in found if question.matter == _RULED), None)


def _behind_ruling(facts: Facts, words: Words) -> bool:
    """Whether a few words right behind a told ruling ("Really?", "Deserved?") ask for no more than whether it is right."""
    for quote in facts.asked:
        if any(question.matter == _OPEN and question.first == 0 for question in heard(quote, words, "right")):
            continue
        asked = quote.split()
        ends = [" ".join(asked[few:]) for few in range(1, _FEW + 1)]
        told = (ruling.quote for ruling in facts.rulings if quote not in ruling.quote)
        if any(end and (each.endswith(end) or end.endswith(each)) for each in told for end in ends):
            return True
    return False


def _first_said(ruled: Ruled, words: Words) -> bool:
    """Whether the open question may be said first: its answers lead apart, and nothing that governs until it is answered, or
    that was heard, goes before."""
    return bool(ruled.question) and ruled.until is None and not leads(ruled, words) and len(outcomes(ruled, words)) > 1


def _hangs_on(ruled: Ruled, words: Words) -> str:
    return f"{words.frame('hangs_on')}: {words.ask(ruled.question)}"


def _yes_or_no(compared: Compared, asked: Question, words: Words) -> str:
    """The sentence with yes or no before it, as it was asked: "was it right?" or "was it wrong?"."""
    verdict = "yes" if compared.held in asked.affirms else "no" if compared.held in asked.denies else ""
    return f"{words.frame(f'reply_{verdict}')}: {compared.text[:1].lower()}{compared.text[1:]}" if verdict else compared.text


def _of_ruling(ruled: Ruled, facts: Facts, words: Words, said: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """What the ruling says of the thing that is asked, in one sentence, where it is not `said`; where it hangs on the open
    question, or nothing at all is said before that, the question."""
    for quote in facts.asked:
        keys = keyed_once(quote, greeklish=words.lang == "el")[-1]
        found = reply(ruled, questions(keys), words, counted(keys))
        if found is None:
            continue
        if found.hangs and _first_said(ruled, words):
            return (_hangs_on(ruled, words),), True
        if found.text and not _again(found.text, said, words):
            return (found.text,), False
    unsaid = bool(facts.asked) and not said and _first_said(ruled, words)
    return ((_hangs_on(ruled, words),), True) if unsaid else ((), False)


def _again(text: str, said: Sequence[str], words: Words) -> bool:
    """Whether the ruling as it is `said` answers as well: it says the same, or the reply says no yes or no and hardly more."""
    if not said:
        return False
    same = bare(text) in " ".join(said) or text.startswith(bare(said[0]))
    return same or (unasked(text, words) == text and tells_again(text, said[0]))


def _plainly_put(quote: str, words: Words) -> bool:
    """Whether the yes or no of a row answers a question: it asks if something is allowed, and nothing in it turns it round."""
    return asks_leave(keyed_once(quote, greeklish=words.lang == "el")[-1])


def ruled_now(said: Sequence[str], answer: Replied, ruled: Ruled, facts: Facts, words: Words) -> list[str]:
    """The ruling as it is said after what was replied: with yes or no only where that was asked and not yet answered so, and
    not again where the reply is the ruling itself."""
    if any(bare(said[0]) in line for line in answer.first):
        return list(said[1:])
    turned = any(turned_round(keyed_once(quote, greeklish=words.lang == "el")[-1]) for quote in facts.asked)
    leave = ruled.asked or any(_plainly_put(quote, words) for quote in facts.asked)
    answers = leave and not answer.settled and not turned
    if answers:
        return list(said)
    bare_word = said[0] in (words.frame("answer_yes"), words.frame("answer_no")) and len(said) > 1
    return list(said[1:]) if bare_word else [unasked(said[0], words), *said[1:]]
