"""What the director asks back about the ruling in hand: one sentence that answers exactly that."""

from __future__ import annotations

from dataclasses import replace

from advisor.advising import Consultation, consult
from advisor.base import store
from advisor.diagnose.understanding import played_once, read_once
from advisor.lawbook.models import Group, Row
from advisor.lawbook.shelf import tables
from advisor.read.parts import NOT
from advisor.read.phrases import every_phrase
from advisor.rule.deciding import Several
from advisor.rule.ruling import Ruled, rule
from advisor.say.replies import ROW, Question, asks_what, bare, counted, opens, opens_or_ends, reply, usual
from advisor.say.specific import computed
from advisor.say.verdict import OPTION, row_lines
from advisor.say.words import Words
from advisor.talk.answering import AUXILIARY, plainly, stems, told, value_of
from advisor.talk.hearing import Heard, hear
from advisor.talk.incident import WHICH, answered, consulted, plain, words_of
from advisor.talk.models import Reply, State
from advisor.talk.parts import asked, asks, keyed, latin, led_in, marked
from advisor.talk.relations import relation_named
from advisor.talk.short import brief_answer

_BESIDE = 4  # words beside those of the question
_ALONE = 14  # words of a question that tells nothing
_FEW = 3  # words that may answer, with a question mark too
_LONG, _CERTAIN = 8, 0.7  # words of a question that may tell another incident, and how firmly it must
_CALLS = ("bid", "call", "pass", "double", "open")
_TURN = "turn"
_ACCEPTANCE = frozenset({"accepted", "lead_answer", "olead_choice", "pc_other_accepted"})
_LITTLE, _SHARED = 2, 2
_OPTIONS, _DUMMY_MAY, _AUCTION = "options_counted", "dummy_may", "auction"


def answers_plainly(state: State, heard: Heard) -> bool:
    """Whether a message without a question mark is one of the answers to the open question, as its own words are listed."""
    found = consulted(state) if state.question and not marked(state, heard.text) else None
    if found is None or found.ruled is None or found.ruled.question != state.question:
        return False
    values = tuple(branch.value for branch in found.ruled.branches)
    accepts = state.question in _ACCEPTANCE and bool(value_of(heard.text, state.question, values, state))
    return accepts or state.question in (brief_answer(state, heard, state.question, values) or {})


def only_the_ruling(state: State, heard: Heard) -> bool:
    """Whether a message asks what the ruling is, and hardly anything else."""
    ruling = [question for question in asked(state, heard.text) if question.matter == ROW]
    return any(len(heard.tokens) - (each.last - each.first + 1) <= 1 for each in ruling)


def asked_back(state: State, text: str, found: Consultation | None = None) -> Reply | None:
    """The reply to a question about the ruling: its answer, or the one fact it hangs on; None when the ruling does not speak
    of what is asked."""
    brief = _in_short(state, text)
    if brief is not None:
        return brief
    wanted = asked(state, text)
    found = found or (consulted(state) if wanted and state.irregularity else None)
    if not wanted or found is None:
        return None
    settled = store.load("talk")["carried"]  # what a ruling carried on to another situation is no longer said of the first
    others = [ruled for ruled in found.others if ruled.row is None or f"{ruled.table.irregularity}/{ruled.row.id}" not in settled]
    every = [ruled for ruled in (found.ruled, *others) if ruled is not None]
    story = ". ".join(state.story)
    count = counted(keyed(state, story))
    named = relation_named(read_once(text, greeklish=latin(state)), played_once(story), _CALLS)
    for ruled in every:
        there = reply(ruled, wanted, found.words, count, named)
        if there is None or (there.hangs and not ruled.question):
            continue
        if there.hangs:
            choice = reply(replace(ruled, rows=_before_the_choice(ruled)), wanted, found.words, count, named)
            if choice is not None and choice.text:
                return _said(state, found, choice.text)
            if ruled.question in state.supposed and (under := _supposed(state, ruled)) is not None:
                told = reply(under, wanted, found.words, count, named)
                if told is not None and told.text:
                    fact = found.words.value(ruled.question, state.supposed[ruled.question])
                    return _said(state, found, found.words.frame("talk_supposed", what=told.text, fact=fact))
            read = reply(replace(ruled, rows=ruled.as_heard()), wanted, found.words, count, named) if ruled.heard else None
            return _as_read(state, found, ruled, read.text) if read and read.text else _hanging(state, found, ruled.question)
        turn = {name: value for name, value in found.values.items() if name == _TURN and wanted[0].matter == _TURN}
        return _said(state, found, " ".join([there.text, *computed(turn, found.words)]))
    return _otherwise(state, found, wanted, text)


def _supposed(state: State, ruled: Ruled) -> Ruled | None:
    """The situation as it was supposed in the message before ("what if he passes?" "and does that bar partner?"), where that
    settles it."""
    there = rule(ruled.table, ruled.told() | state.supposed)
    return there if there.row is not None else None


def _before_the_choice(ruled: Ruled) -> tuple[Row, ...]:
    """The rows that stand while the other side has not said yet whether it accepts, where that is the open fact: whether it may
    is no question of whether it has; no row where another fact is open."""
    asked = ruled.question
    waits = ruled.table.asks[asked].presume if asked in _ACCEPTANCE else ""
    return tuple(row for row in ruled.rows if row.when.get(asked) == waits) if waits else ()


def _in_short(state: State, text: str) -> Reply | None:
    """The answer to how many options there are, and to whether dummy may choose: dummy takes no part in it (Law 43A1(c))."""
    names = {name for name, _, _ in every_phrase(store.load("talk")["short"], keyed(state, text))}
    found = consulted(state) if state.irregularity and names & {_OPTIONS, _DUMMY_MAY} else None
    if found is None or found.ruled is None:
        return None
    words, row = found.words, found.ruled.row or found.ruled.until
    if _DUMMY_MAY in names and tables(state.edition)[state.irregularity]["phase"] != _AUCTION:
        return _said(state, found, words.frame("talk_dummy_no_say"))
    count = sum(bool(OPTION.match(line)) for line in row_lines(row, words)) if row is not None else 0
    if row is None or not count or _OPTIONS not in names:
        return None
    return _said(state, found, words.frame("talk_options_counted", count=str(count), law=words.ref(row.law)))


def _as_read(state: State, found: Consultation, ruled: Ruled, text: str) -> Reply:
    """The answer where the open fact is as the words rather tell it, which is said with it; the fact stays open."""
    words = found.words
    said = f"{words.frame('as_heard', value=words.value(ruled.question, ruled.heard))}: {text}"
    return _said(state, found, said)


def _otherwise(state: State, found: Consultation, wanted: list[Question], text: str) -> Reply | None:
    """What is true in every such situation, or all that the ruling says where the message asks that and little else."""
    ruled = found.ruled
    if ruled is None:
        return None
    there = usual(ruled.table, wanted, found.words)
    if there:
        return _said(state, found, there)
    if known := _of_a_fact(state, found, ruled, text):
        return known
    covered = max(question.last - question.first + 1 for question in wanted)
    if len(hear(text, state).tokens) - covered > _BESIDE:
        return None
    return _all_there_is(state, found, "talk_asked_else")


def _all_there_is(state: State, found: Consultation, frame: str) -> Reply | None:
    """That the ruling says only this, or which fact it hangs on."""
    ruled = found.ruled
    if ruled is None:
        return None
    if ruled.row is None and ruled.question:
        return _hanging(state, found, ruled.question)
    what = bare(ruled, found.words)
    return _said(state, found, found.words.frame(frame, what=what)) if what else None


def unanswered(state: State, heard: Heard) -> Reply | None:
    """The reply to a question that tells nothing and that the ruling does not answer: it is no part of the story."""
    if len(heard.tokens) > _ALONE:
        return None
    found, words = consulted(state), words_of(state)
    ruled = found.ruled
    if ruled is None:
        return None
    if known := _of_a_fact(state, found, ruled, heard.text):
        return known
    if line := _nearest_line(state, ruled, heard.text, words):
        return _said(state, found, words.frame("talk_asked_near", what=line))
    if ruled.question:
        text = words.frame("talk_asked_unknown_open", question=words.ask(ruled.question))
        return plain(state, "asked", text, answered(state)[1].choices, laws=found.advice.laws, status=found.advice.status)
    return _all_there_is(state, found, "talk_asked_unknown")


def _of_a_fact(state: State, found: Consultation, ruled: Ruled, text: str) -> Reply | None:
    """Yes or no to a question whether something happened that is told, derived or presumed (or the one fact it hangs on, where
    that is the open one); None where it asks what or who, or of nothing that is asked in the situation."""
    if asks_what(keyed(state, text)):
        return None
    here = state.model_copy(update={"question": ruled.question})
    said = told(text.rstrip(" ?;"), ruled.table, here)
    known, words = found.taken(), found.words
    name = next((fact for fact in said if fact in known), "")
    if not name:
        return _hanging(state, found, ruled.question) if ruled.question and ruled.question in said else None
    verdict = words.frame("reply_yes" if known[name] == said[name] else "reply_no")
    frame = "talk_as_presumed" if name in dict(ruled.presumed) else "talk_as_told"
    return _said(state, found, words.frame(frame, verdict=verdict, fact=words.value(name, known[name])))


def _nearest_line(state: State, ruled: Ruled, text: str, words: Words) -> str:
    """The one sentence of the ruling, its steps and what is left for later that has the words of a question: two of them at least
    that few of the sentences hold, and the most; nothing where two sentences have them alike."""
    lines = [*(ruled.row.then if ruled.row is not None else ()), *_told_lines(ruled)]
    held = {line: stems(words.line(line)) for line in dict.fromkeys(lines)}
    asked = {stem for stem in stems(text, greeklish=latin(state)) - AUXILIARY - {NOT} if len(stem) > _LITTLE}
    shared = {line: own & asked for line, own in held.items() if len(own & asked) >= _SHARED}
    rare = {line: sum(1 / sum(stem in each for each in held.values()) for stem in both) for line, both in shared.items()}
    scored = sorted(((weight, line) for line, weight in rare.items()), reverse=True)
    if not scored or scored[0][0] < 1 or (len(scored) > 1 and scored[0][0] == scored[1][0]):
        return ""
    return words.line(scored[0][1])


def _told_lines(ruled: Ruled) -> list[str]:
    groups: tuple[Group, ...] = ("steps", "later", "tests", "collect")
    return [line for group in groups for line in ruled.table.said(group, ruled.told())]


def tells_nothing(state: State, heard: Heard) -> bool:
    """Whether a message is a question, and no answer and no story: it bears a question mark and says more than a few words, or
    it opens or ends as questions do and names nobody who did anything."""
    if len(heard.tokens) > _ALONE or heard.leads("yes", "no", "correction", "unknown") or not asks(state, heard.text):
        return False
    keys = keyed(state, heard.text)
    if marked(state, heard.text) and (len(heard.tokens) > _FEW or opens(keys)):
        return not led_in(state, heard.text)[0] and not _another_story(state, heard)
    if not opens_or_ends(keys):
        return False
    reading = read_once(heard.text, greeklish=state.at_hand and state.speaks == "el")
    told = consulted(state).ruled
    named = any(event.actor for event in reading.story.events) or bool(reading.notation)
    return not named and (told is None or not plainly(heard.text, told.table, state))


def _another_story(state: State, heard: Heard) -> bool:
    """Whether a question of some length firmly tells an incident of another law than the one in hand."""
    ruled = consulted(state).ruled
    if len(heard.tokens) < _LONG or ruled is None:
        return False
    alone = consult(heard.text, lang=state.speaks, edition=state.edition, again=True)
    done = any(event.actor for event in alone.reading.story.events)
    return done and alone.diagnosis.tells_incident(_CERTAIN) and alone.diagnosis.first.law != ruled.table.law_number


def which_first(state: State, text: str) -> Reply | None:
    """The reply to a question while several situations fit: it hangs on which it was, with what each of them answers; where all
    answer alike, that."""
    if state.question != WHICH or not state.offered:
        return None
    words, each = words_of(state), _of_each(state, text)
    lines = [words.frame("talk_hangs", question=words.frame("talk_which"))]
    alike, offered = {said.partition(" (")[0] for said in each.values()}, sum("irregularity=" in b.send for b in state.offered)
    if len(alike) == 1 and len(each) == offered > 1:
        laws = ", ".join(dict.fromkeys(said.rpartition(" (")[2].removesuffix(").") for said in each.values()))
        lines = [f"{alike.pop()} ({laws})."]
    elif len(each) > 1:
        lines += [f"- {label}: {said}" for label, said in each.items()]
    return plain(state, "asked", "\n".join(lines), state.offered, status="choose")


def _of_each(state: State, text: str) -> dict[str, str]:
    """What each of the situations offered answers to a question, by the label of its button; of those that answer anything."""
    wanted, decision = asked(state, text), consulted(state).decision
    labels = {button.send: button.label for button in state.offered}
    found = {}
    for ruled in decision.found if wanted and isinstance(decision, Several) else ():
        there = reply(ruled, wanted, words_of(state))
        label = labels.get(f"#irregularity={ruled.table.irregularity}", "")
        if label and there is not None and there.text:
            found[label] = there.text
    return found


def nothing_wrong(state: State) -> Reply | None:
    """The reply to a question where what was told turned out to be no irregularity: that there is none in it."""
    if state.irregularity or state.question or not state.story:
        return None
    return plain(state, "asked", words_of(state).frame("none"), state.offered, status="none")


def _said(state: State, found: Consultation, text: str) -> Reply:
    return plain(state, "asked", text, state.offered, laws=found.advice.laws, status=found.advice.status)


def _hanging(state: State, found: Consultation, fact: str) -> Reply:
    """That the answer hangs on an open fact (of the incident in hand, or of one told with it), with the choices in hand."""
    text = found.words.frame("talk_hangs", question=found.words.ask(fact))
    choices = answered(state)[1].choices
    return plain(state, "asked", text, choices, laws=found.advice.laws, status=found.advice.status, asks=state.question)
