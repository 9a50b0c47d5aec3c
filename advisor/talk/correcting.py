"""What puts the story right: a fact, a seat, a role, the situation itself, or the law that was refused."""

from __future__ import annotations

import re
from collections.abc import Mapping

from advisor.advising import consult
from advisor.base import store
from advisor.diagnose.understanding import read_once
from advisor.lawbook.models import Table
from advisor.lawbook.shelf import table
from advisor.read.scope import NEGATED
from advisor.talk.absorbing import absorbed, said_back
from advisor.talk.alone import SIDES, only_players, side_of
from advisor.talk.answering import plainly, told
from advisor.talk.calls import INSUFFICIENT, Recalled, enough, recalled
from advisor.talk.cards import recarded
from advisor.talk.hearing import Heard, hear
from advisor.talk.in_turn import ruled_again
from advisor.talk.incident import WHICH, answered, consulted, offering, plain, words_of
from advisor.talk.letters import CALLS
from advisor.talk.menus import kinds, others
from advisor.talk.models import LONGEST_REPLY, Button, Reply, State
from advisor.talk.numbers import renumbered
from advisor.talk.refusing import laws_named, likeliest, refused
from advisor.talk.relations import done_by_another
from advisor.talk.seats import exchanged, redone, rerole, reseat, reseated, spoken_seats
from advisor.talk.short import NONE, short
from advisor.talk.witness import with_facts

Step = tuple[State, Reply]
_STRONG = 0.5
_CERTAIN = 0.7
_STILL = 0.2
_NEARLY = 0.4
_LONG = 4
_TWO = 2  # seats: the one denied and the one who did it
_OUTWEIGHS = 50  # times as long
_CLAUSE = re.compile(r"[,;.·]\s+")


def correct(state: State, heard: Heard) -> Step | None:
    """A correction: a fact, a seat, or the situation itself put right, and the ruling made anew."""
    marked = heard.leads("correction", "no", "not_this")
    if not marked and not contradicts(state, heard):
        return None
    rest = bare(state, heard) if marked else heard
    if _puts_in_place(state, heard) and not _puts_in_place(state, rest):
        rest = heard  # in «όχι ο μορ, ο εκτελεστής» the first word denies dummy
    if not rest.tokens:
        return None if state.irregularity else _seat_alone(state, rest)
    other = another_did_it(state, rest) if marked else None
    right = other or (put_right(state, rest, marked=marked) if state.irregularity else _seat_alone(state, rest))
    return right or (_told_of_another(state, rest) if marked and state.irregularity and state.question else None)


def _told_of_another(state: State, rest: Heard) -> Step | None:
    """The story with a deed that a message tells of another player than before ("no, West claimed"), said back: it answers
    nothing that was asked."""
    if not done_by_another(read_once(" ".join(state.story)), read_once(rest.text)):
        return None
    longer = state.model_copy(update={"story": (*state.story, rest.text)})
    return answered(longer, ahead=[words_of(state).frame("talk_corrected", fact=rest.text.rstrip(" .!"))])


def another_did_it(state: State, rest: Heard) -> Step | None:
    """The story with those seats put right of which a message tells what it told of others, and ruled afresh: who did it may
    change the law."""
    story, old, new = redone(state, rest.text)
    if not story:
        return None
    head = words_of(state).frame("talk_seat_changed", old=old, new=new)
    return ruled_again(state.model_copy(update={"story": story}), [head])


def _puts_in_place(state: State, heard: Heard) -> bool:
    """Whether a message puts a role, a seat or a card in place of one that it denies."""
    return bool(rerole(state, heard.text) or exchanged(state, heard.text)[0] or recarded(state, heard.text)[0])


def contradicts(state: State, heard: Heard) -> bool:
    """Whether a message begins by denying something and tells another thing in its place ("he did not pass, he bid 1♣")."""
    reading = read_once(heard.text, greeklish=state.at_hand and state.speaks == "el")
    first = min((first for flag, first, _ in reading.reach if flag == NEGATED), default=_LONG)
    if "?" in heard.text or not (state.irregularity or state.fine):
        return False
    if recalled(state, heard.text) is not None or recarded(state, heard.text)[0]:
        return True
    if first >= _LONG - 1 or not state.irregularity:
        return False
    return len(_CLAUSE.split(heard.text)) > 1 or bool(exchanged(state, heard.text)[0])


def _seat_alone(state: State, rest: Heard) -> Step | None:
    """Another seat in the story while several situations fit."""
    if not state.at_hand or not rest.tokens:
        return None
    call = recalled(state, rest.text)
    if call is not None:
        return other_call(state, call)
    story, old, new = exchanged(state, rest.text)
    if story:
        head = words_of(state).frame("talk_seat_changed", old=old, new=new)
        return ruled_again(state.model_copy(update={"story": story}), [head])
    parts = rerole(state, rest.text)
    return other_role(state, parts, rest) if parts else reseat(state, rest.text)


def refuse(state: State, heard: Heard) -> Step | None:
    """The law or the situation refused, by a message that begins with a "not", a "nobody" or the like."""
    if not state.at_hand:
        return None
    rest = bare(state, heard) if heard.leads("correction", "no", "not_this") else heard
    if rest.text != heard.text and redone(state, rest.text)[0]:
        return None  # «όχι, ο Ανατολικός έκανε ρενόνς» refuses no revoke
    return refused(state, heard) or (refused(state, rest) if rest.tokens and rest.text != heard.text else None)


def none_of_those(state: State, heard: Heard) -> Step | None:
    """None of those offered, or not that law: the next nearest to pick from."""
    if not state.at_hand or not heard.only("not_this", fillers=1) or laws_named(heard):
        return None
    brief = short(state, heard)
    if brief is not None and brief.says == NONE and state.question not in ("", WHICH):
        return None  # "none" answers what is asked
    reply = kinds(state) if not state.irregularity else others(state, consulted(state))
    return offering(state, reply)


def bare(state: State, heard: Heard) -> Heard:
    """The message without the words that only say that it corrects."""
    rest = hear(heard.rest(), state)
    return hear(rest.past("correction", "no"), state) if rest.tokens and rest.leads("correction", "no") else rest


def put_right(state: State, rest: Heard, *, marked: bool = True) -> Step | None:
    """The incident with what the message puts right: who did it, a fact, or what happened at all."""
    found = consulted(state)
    if found.ruled is None:
        return None
    known = found.taken()
    parts = rerole(state, rest.text)
    if parts:
        return other_role(state, parts, rest)
    call = recalled(state, rest.text, corrects=marked)
    if call is not None:
        return other_call(state, call)
    number = renumbered(state, rest.text) if marked else ((), "", "")
    story, old, new = number if number[0] else recarded(state, rest.text)
    if story:
        return other_story(state, story, words_of(state).frame("talk_seat_changed", old=old, new=new))
    story, old, new = exchanged(state, rest.text)
    if story and not _another_did_it(state, rest.text, found.ruled.table, known):
        return _other_seat(state.model_copy(update={"story": story}), rest, (old, new))
    right = (_nothing_wrong(state, rest) or led_elsewhere(state, rest)) if marked else None
    if right is not None:
        return right
    after, news = absorbed(state, found, rest.text, corrects=True)
    beside = _neighbour_named(state, rest) if marked and not news.keys() & known.keys() else None
    if beside is not None:
        return beside
    if news:
        plain = plainly(rest.text, found.ruled.table, state).keys() & news.keys()
        other = _moved(after, rest) if not plain else None
        return other or said_back(state, after, news, known)
    if after.answers.keys() < state.answers.keys():  # what the correction replaced had told them: they are open again
        return answered(after, ahead=[words_of(state).frame("talk_corrected", fact=rest.text.rstrip(" .!"))])
    moved = reseat(state, rest.text)
    if moved is not None:
        return moved
    return _moved(after, rest) or _other_situation(state, rest)


def led_elsewhere(state: State, rest: Heard) -> Step | None:
    """The incident under the situation to which a fact leads that the correction tells of a neighbour (`laws/leads_on.yaml`):
    "wrong, nobody has played to the next trick" of an established revoke."""
    leads = store.load("talk")["leads_on"]
    for name in dict.fromkeys(each.partition("/")[0] for each in leads):
        there = table(state.edition, name)
        if there is None or state.irregularity not in {entry["then"] for entry in leads.values()}:
            continue
        facts = told(rest.text, there, state.model_copy(update={"question": next(iter(there.asks)), "answers": {}}))
        row = next((row for row in there.rows if facts and row.when and row.when.items() <= facts.items()), None)
        then = leads.get(f"{name}/{row.id}", {}).get("then", "") if row is not None else ""
        if then and then != state.irregularity and then not in state.refused:
            words = words_of(state)
            fact = words.joined(words.value(fact, value) for fact, value in facts.items())
            fresh: dict[str, object] = {"irregularity": then, "story": (*state.story, rest.text), "question": "", "put": ()}
            after = state.model_copy(update=fresh | {"answers": {}})
            return answered(with_facts(after, rest), ahead=[words.frame("talk_corrected", fact=fact)])
    return None


def _nothing_wrong(state: State, rest: Heard) -> Step | None:
    """That nobody acted out of turn, where a correction tells anew who dealt or declared, and who called or led."""
    story = reseated(state, rest.text) or ((rest.text,) if len(spoken_seats(rest.text)) == _TWO else ())
    head = words_of(state).frame("talk_corrected", fact=rest.text.rstrip(" .!"))
    done = ruled_again(state.model_copy(update={"story": story}), [head]) if story else None
    return done if done is not None and done[1].status == "none" else None


def _another_did_it(state: State, text: str, table: Table, known: Mapping[str, str]) -> bool:
    """Whether a correction tells of another player what the table asks ("West won that trick, not East"): the offender stays."""
    related = store.load("talk")["relations"]
    if len(spoken_seats(text)) != _TWO:
        return False
    return any(name in related and known.get(name, value) != value for name, value in told(text, table, state).items())


def _other_seat(state: State, rest: Heard, seats: tuple[str, str]) -> Step:
    """The incident done by a player of another seat, with what else the message tells of it."""
    head = words_of(state).frame("talk_seat_changed", old=seats[0], new=seats[1])
    found = consulted(state)
    if found.ruled is None or only_players(state, rest):
        return ruled_again(state, [head])
    after, news = absorbed(state, found, rest.text, corrects=True)
    right = ruled_again(state, [head])
    if right[1].status == "none":
        return right
    moved, reply = said_back(state, after, news, found.taken())
    return moved, reply.model_copy(update={"text": f"{head}\n{reply.text}", "ahead": (head, *reply.ahead)})


def other_call(state: State, call: Recalled) -> Step:
    """The incident with another call: another law may govern it, or none when the bid is sufficient after all."""
    kept = {name: value for name, value in state.answers.items() if call.later and name not in CALLS}
    there = state.model_copy(update={"story": call.story, "question": "", "put": (), "unknown": (), "answers": kept})
    head = words_of(state).frame("talk_seat_changed", old=call.old, new=call.new)
    suffices = enough(call.story, call.new, greek=state.speaks == "el") if state.irregularity in ("", INSUFFICIENT) else None
    if suffices is not None:
        words = words_of(state)
        said = words.frame("talk_sufficient", call=words.symbol(str(suffices.bid)), over=words.symbol(str(suffices.over)))
        menu = Button(label=words.frame("talk_menu_button"), send="#menu")
        reply = plain(there, "advice", f"{head}\n{said}", (menu,), status="none", ahead=(head,))
        return offering(there.model_copy(update={"irregularity": "", "fine": call.story}), reply)
    return other_story(there, call.story, head)


def other_story(state: State, story: tuple[str, ...], head: str) -> Step:
    """The incident with a story put right: under the situation that it tells now, or none where it tells none any more."""
    there = state.model_copy(update={"story": story, "question": "", "put": (), "unknown": ()})
    whole = consulted(there.model_copy(update={"irregularity": "", "answers": {}}))
    told = whole.ruled.table.irregularity if whole.ruled is not None and not whole.open_which else ""
    if told in there.refused or (not told and whole.diagnosis.tells_incident(_STRONG)):
        told = likeliest(there, (whole,), set())
    name = told or ("" if whole.advice.status == "none" else state.irregularity)
    answers = there.answers if name == state.irregularity else {}
    return answered(there.model_copy(update={"irregularity": name, "answers": answers}), ahead=[head])


def other_role(state: State, parts: tuple[str, ...], rest: Heard) -> Step:
    """The incident done by a player of the other role: another law may govern it."""
    there = state.model_copy(update={"story": (*parts, rest.text), "question": "", "put": (), "unknown": (), "answers": {}})
    whole = consulted(there.model_copy(update={"irregularity": ""}))
    name = likeliest(there, (whole,), set()) or state.irregularity
    name = _of_the_side(there, state.irregularity, rest) or _of_the_side(there, name, rest) or name
    head = [words_of(state).frame("talk_corrected", fact=rest.text.rstrip(" .!"))]
    return answered(with_facts(there.model_copy(update={"irregularity": name}), rest), ahead=head)


def _of_the_side(state: State, name: str, rest: Heard) -> str:
    """The one neighbour of a situation that is of the side of the role named, where that situation is of the other side."""
    sides = {
        SIDES[m.name] for m in read_once(rest.text, greeklish=state.speaks == "el").mentions if m.name in SIDES and not m.flags
    }
    here, there = side_of(name), table(state.edition, name)
    if len(sides) != 1 or not here or here in sides or there is None:
        return ""
    near = [n.not_ for n in there.neighbours if side_of(n.not_) in sides and n.not_ not in state.refused]
    return near[0] if len(near) == 1 else ""


def _moved(after: State, rest: Heard) -> Step | None:
    """The incident under the situation that the story put right firmly tells, when that is another one."""
    whole = consulted(after.model_copy(update={"irregularity": "", "answers": {}}))
    name = likeliest(after, (whole,), set())
    alone = consult(rest.text, lang=after.speaks, edition=after.edition, again=True)
    firm = whole.diagnosis.tells_incident(_CERTAIN) and alone.diagnosis.tells_incident(_STRONG)
    if not name or name == after.irregularity or not firm or name != likeliest(after, (alone, whole), set()):
        return None
    if _still_told(after, rest):
        return None
    words = words_of(after)
    head = [words.frame("talk_corrected", fact=words.irregularity(name))]
    there = after.model_copy(update={"irregularity": name, "question": "", "put": ()})
    return answered(with_facts(there, rest), ahead=head)


def _still_told(state: State, rest: Heard) -> bool:
    """Whether the whole story, with the few words that put it right, still tells the situation in hand."""
    if len(rest.tokens) >= 3 * _LONG:
        return False
    whole = consulted(_with(state, rest))
    return any(w.irregularity == state.irregularity and w.share >= _STILL for w in whole.diagnosis.weighed)


def _with(state: State, rest: Heard) -> State:
    """The incident as its whole story tells it with these words; beside one that is longer than any reply they weigh nothing."""
    outweighed = sum(map(len, state.story)) > max(LONGEST_REPLY, _OUTWEIGHS * len(rest.text))
    story = state.story if outweighed else (*state.story, rest.text)
    return state.model_copy(update={"irregularity": "", "answers": {}, "story": story})


def _neighbour_named(state: State, rest: Heard) -> Step | None:
    """The incident under the one neighbour of the situation in hand that the correction tells by its own words ("no, the next
    trick has been led to": the revoke is established), or that it alone is of and the whole story as well as anything else."""
    ruled = consulted(state).ruled
    near = {neighbour.not_ for neighbour in ruled.table.neighbours} - set(state.refused) if ruled is not None else set()
    reading = read_once(rest.text, greeklish=state.speaks == "el")
    said = {m.name for m in reading.mentions if not m.flags}
    named = said & near or ({_of_neither(state, rest)} & near if len(rest.tokens) >= _LONG else set())
    if len(named) != 1 or state.irregularity in said:
        return None
    name = named.pop()
    head = [words_of(state).frame("talk_corrected", fact=words_of(state).irregularity(name))]
    there = state.model_copy(update={"irregularity": name, "story": (*state.story, rest.text), "question": "", "put": ()})
    return answered(with_facts(there, rest), ahead=head)


def _of_neither(state: State, rest: Heard) -> str:
    """The situation that a correction alone certainly tells, where the whole story is nearly as much of it as of any other."""
    alone = consult(rest.text, lang=state.speaks, edition=state.edition, again=True)
    if not alone.diagnosis.tells_incident(_CERTAIN):
        return ""
    whole = consulted(_with(state, rest))
    name = alone.diagnosis.first.irregularity
    return name if any(w.irregularity == name and w.share >= _NEARLY for w in whole.diagnosis.weighed) else ""


def _other_situation(state: State, rest: Heard) -> Step | None:
    alone = consult(rest.text, lang=state.speaks, edition=state.edition, again=True)
    name = likeliest(state, (alone,), set())
    if not alone.diagnosis.tells_incident(_STRONG) or name in ("", state.irregularity) or _still_told(state, rest):
        return None
    head = [words_of(state).frame("talk_corrected", fact=words_of(state).irregularity(name))]
    after = state.model_copy(update={"irregularity": name, "story": (*state.story, rest.text), "question": "", "put": ()})
    return answered(with_facts(after, rest), ahead=head)
