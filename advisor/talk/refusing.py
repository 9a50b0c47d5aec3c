"""A situation refused: "none of those", "not 45, it is 46", "nobody led". What was refused does not come back."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from typing import Any

from advisor.advising import Consultation, consult
from advisor.base import store
from advisor.base.citation import find_citations
from advisor.base.numbers import typed_number
from advisor.diagnose.understanding import read_once
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import table, tables
from advisor.read.events import CALLS, PLAYERS
from advisor.read.parts import NOT
from advisor.read.phrases import every_phrase
from advisor.read.scope import NEGATED
from advisor.read.tokens import CLAUSE, Token
from advisor.talk.answering import AUXILIARY, stems, told
from advisor.talk.hearing import Heard, hear
from advisor.talk.incident import answered, consulted, words_of
from advisor.talk.menus import others
from advisor.talk.models import Reply, State
from advisor.talk.numbers import renumbered
from advisor.talk.parts import keyed
from advisor.talk.seats import exchanged, rerole
from advisor.talk.witness import with_facts

Step = tuple[State, Reply]
Both = tuple[Consultation, Consultation]
_NEAR = 3  # words between a "not" and what it denies
_LAWS = 93
_LONG = 2
_HEAD = 3  # words with which a clause that only refuses begins
_NOT_A_LAW = ("call", "call_by", "card", "cards", "rank")
_REFUSING = 6  # words
_NAMED = 2  # situations that are named as refused
_FIRM, _A_LITTLE = 0.3, 0.02
_STRONG = 0.5
_MANY = 10  # laws
_DENYING = ("no", "correction", "not_this", "further")
_JUDGEMENT, _RIGHTS = "judgement", "rights"
_PLAY, _CLARIFICATION = "play", "clarification"
_CLAUSE = re.compile(r"(?<=[.,;!?])\s+")


def refused(state: State, heard: Heard) -> Step | None:
    """The step for a message that refuses the law or the situation in hand (or those offered); None when it refuses none."""
    keys = keyed(state, heard.text)
    marks = every_phrase(store.load("talk")["refusals"], keys)
    against = _laws_after(heard, marks, "not", "nor")
    only = _only_named(state, heard, marks)
    named = (_laws_after(heard, marks, "is") | only | (_bare_laws(heard) if against else set())) - against
    names = {name for name, data in tables(state.edition).items() if law_number(str(data["law"])) in against}
    names |= _named_after(state, heard, marks)
    if only and not against and not renumbered(state, heard.text)[0]:
        if _law_of(state, state.irregularity) in only:
            return answered(state)  # it is ruled under that law already
        return _without(state, heard, {state.irregularity} - {""}, only)
    if not names and not (named and against):
        return None
    if state.irregularity in names or names & _at_hand(state) or against:
        return _without(state, heard, names, named)
    return None


def _laws_after(heard: Heard, marks: list[tuple[str, int, int]], *kinds: str) -> set[str]:
    """The numbers of laws that stand right after one of these words."""
    found = set()
    told = [(note.start, note.end) for note in read_once(heard.text).notation if note.kind in _NOT_A_LAW]
    for name, first, last in marks:
        parted = any(token.after >= CLAUSE for token in heard.tokens[first : last + 1])
        there = name in kinds and last + 1 < len(heard.tokens) and not parted
        following = heard.tokens[last + 1].form if there else ""
        start = heard.tokens[last + 1].start if following else 0
        if any(begins <= start < end for begins, end in told):
            continue
        if 1 <= (typed_number(following) or 0) <= _LAWS:
            found.add(following)
    return found


def laws_named(heard: Heard) -> int:
    """How many laws a message names, by a paragraph or a bare number."""
    cited = [(start, end) for start, end, _ in find_citations(heard.text)]
    bare = [t for t in heard.tokens if t.form.isdigit() and not any(start <= t.start < end for start, end in cited)]
    return len(cited) + len(bare)


def _bare_laws(heard: Heard) -> set[str]:
    """The numbers of laws that stand in a message by themselves, and are no call or card."""
    told = [(note.start, note.end) for note in read_once(heard.text).notation if note.kind in _NOT_A_LAW]
    bare = (t for t in heard.tokens if not any(first <= t.start < end for first, end in told))
    return {t.form for t in bare if t.form.isdigit() and 1 <= (typed_number(t.form) or 0) <= _LAWS}


def _only_named(state: State, heard: Heard, marks: list[tuple[str, int, int]]) -> set[str]:
    """The law that a message names and nothing else: "it's 55", "no, 50", «ο 24»; "law 57" where there is one to pick, which else
    is looked up."""
    if len(heard.tokens) > _REFUSING or heard.text.rstrip().endswith("?"):
        return set()
    laws = _bare_laws(heard)
    numbers = [at for at, token in enumerate(heard.tokens) if token.form in laws]
    if len(numbers) != 1:
        return set()
    says = {at for mark, first, last in marks if mark in ("is", "beside") for at in range(first, last + 1)}
    says |= {at for name, first, last in heard.hits if name in _DENYING for at in range(first, last + 1)}
    law = {at for name, first, last in heard.hits if name == "law_word" for at in range(first, last + 1)}
    says -= law
    picking = bool(_offered(state)) or not state.irregularity or _just_refused(state)
    alone = len({*numbers} | says | law) == len(heard.tokens)
    named = {heard.tokens[numbers[0]].form}
    known = any(_law_of(state, name) in named for name in tables(state.edition))
    return named if alone and known and (says - {*numbers} or picking) else set()


def picks_by_law(state: State, heard: Heard) -> bool:
    """Whether a message names, of the situations offered to pick from, only the law."""
    if not _offered(state):
        return False
    return bool(_only_named(state, heard, every_phrase(store.load("talk")["refusals"], keyed(state, heard.text))))


def _just_refused(state: State) -> bool:
    """Whether the last thing told refused a law or a deed."""
    if not state.refused or not state.story:
        return False
    last = hear(state.story[-1], state)
    marks = every_phrase(store.load("talk")["refusals"], keyed(state, last.text))
    return bool(_laws_after(last, marks, "not", "nor")) or any(name == "nobody" for name, _, _ in marks)


def _at_hand(state: State) -> set[str]:
    """The situation in hand, those told beside it, and those offered."""
    offered = _offered(state)
    found = consulted(state)
    beside = {other.table.irregularity for other in found.others}
    first = {found.diagnosis.first.irregularity} if found.ruled is None or found.open_which else set()
    return {state.irregularity} | offered | beside | first


def _offered(state: State) -> set[str]:
    """The situations offered last, to pick one from."""
    return {b.send.partition("=")[2] for b in state.offered if b.send.startswith("#irregularity=")}


def _named_after(state: State, heard: Heard, marks: list[tuple[str, int, int]]) -> set[str]:
    """The situations at hand whose name holds a deed that stands after "nobody", "it was no" and the like, or after a "not" with
    which the message begins, and those of the same phase that are named by it; none where the clause rather tells a fact of the
    situation in hand ("nobody has played to the next trick")."""
    names: set[str] = set()
    denials = [(first, last) for mark, first, last in marks if mark == "nobody" or (mark == "not" and first == 0)]
    denials = [(a, b) for a, b in denials if a or all(t.after < CLAUSE for t in heard.tokens[: b + 1])]  # "no, dummy is down"
    denials += _deeds_denied(state, heard)
    if not denials or rerole(state, heard.text) or exchanged(state, heard.text)[0]:
        return names
    at_hand = _at_hand(state) - {""}
    starts = [0, *(m.end() for m in _CLAUSE.finditer(heard.text))]
    clauses = {last: starts[bisect_right(starts, heard.tokens[last].start) - 1] for _, last in denials}
    telling = {start for start in set(clauses.values()) if _tells_a_fact(state, heard, start)}
    for first, last in denials:
        close = _close(heard, last + 1)
        tokens = close if first == 0 or first == last + 1 else list(heard.tokens[last + 1 : last + 1 + _NEAR])
        said = _deeds(state, " ".join(heard.text[t.start : t.end] for t in tokens))
        hit = {name for name in at_hand if said & _words_of_name(name)}
        alone = close and not heard.text[close[-1].end :].strip(" .!,") and not heard.text[: heard.tokens[first].start].strip()
        deed = first == last + 1
        if not hit or (
            clauses[last] in telling and not deed and not (alone and state.irregularity in hit and len(close) <= _LONG)
        ):
            continue
        names |= _named_alike(state, hit, said, heard.text)
    return names


def _deeds_denied(state: State, heard: Heard) -> list[tuple[int, int]]:
    """Where a message begins by denying the deed that the story tells and tells another one ("he did not claim, he conceded"):
    the tokens before the deed."""
    reading = read_once(heard.text, greeklish=state.speaks == "el")
    told = {e.deed for part in state.story for e in read_once(part, greeklish=state.speaks == "el").story.events if not e.flags}
    events = reading.story.events
    if len(events) < _LONG or len(_CLAUSE.split(heard.text)) < _LONG or NEGATED in events[-1].flags:
        return []
    first = events[0]
    denied = NEGATED in first.flags and first.deed in told - CALLS and first.first < _HEAD + 1 and events[-1].deed != first.deed
    return [(first.first, first.first - 1)] if denied and first.first else []


def _deeds(state: State, text: str) -> frozenset[str]:
    """The words of a text that may name a deed: no player, no word that the names of many laws' situations share."""
    reading = read_once(text, greeklish=state.speaks == "el")
    who = [stems(reading.quote(m), greeklish=state.speaks == "el") for m in reading.mentions if m.name in PLAYERS]
    said = {word for word in stems(text, greeklish=state.speaks == "el") if len(word) > _LONG}
    return frozenset(said - {NOT} - AUXILIARY - frozenset().union(*who) - _shared_by_many(state.edition))


@cache
def _shared_by_many(edition: str) -> frozenset[str]:
    """The words that stand in the names of situations of many laws ("wrong", "card", "call"): they name no deed."""
    laws: dict[str, set[str]] = {}
    for name, data in tables(edition).items():
        for word in _words_of_name(name):
            laws.setdefault(word, set()).add(law_number(str(data["law"])))
    return frozenset(word for word, of in laws.items() if len(of) > _MANY)


@cache
def _words_of_name(name: str) -> frozenset[str]:
    texts = store.load("texts")["irregularities"][name]
    return stems(texts["el"]) | stems(texts["en"])


def _named_alike(state: State, hit: set[str], said: frozenset[str], text: str) -> set[str]:
    """The situations at hand that were hit by these words, with those of their phases whose names hold as many of them, but for
    the one that asks whether it was one at all; where a thing is denied that only some are called by ("no opening lead"), these
    alone."""
    shelf = tables(state.edition)
    phases = {_stage(state, name) for name in hit}
    like = [name for name in shelf if name in hit or (_stage(state, name) in phases and not _asks_whether(state, name))]
    shared = {name: len(said & _words_of_name(name)) for name in like}
    named = {name for name, many in shared.items() if many and many == max(shared.values())}
    things = {m.name for m in read_once(text, greeklish=state.speaks == "el").mentions if NEGATED in m.flags} - said
    narrow = {name for name in named if any(name.startswith(f"{thing}_") for thing in things)}
    return narrow or named


def _close(heard: Heard, start: int) -> list[Token]:
    """The few words from this one on, as far as the clause goes."""
    found: list[Token] = []
    for at in range(start, min(start + _NEAR, len(heard.tokens))):
        if heard.tokens[at - 1].after >= CLAUSE:
            break
        found.append(heard.tokens[at])
    return found


def _tells_a_fact(state: State, heard: Heard, start: int) -> bool:
    """Whether the clause that begins at this character tells a fact that the table in hand asks."""
    ruled = consulted(state).ruled if state.irregularity else None
    if ruled is None:
        return False
    clause = _CLAUSE.split(heard.text[start:])[0]
    return any(ruled.told().get(name, "") != value for name, value in told(clause, ruled.table, state).items())


def _without(state: State, heard: Heard, names: set[str], named: set[str]) -> Step:
    """The likeliest situation of those left, of the law named if one is; what was told stays told. Where nothing else is told,
    those left are offered."""
    gone = tuple(dict.fromkeys([*state.refused, *sorted(names)]))
    gone = tuple(name for name in gone if not named or _law_of(state, name) not in named or name in names - {state.irregularity})
    update = {"refused": gone, "story": (*state.story, heard.text), "question": "", "put": (), "unknown": ()}
    longer = state.model_copy(update=update)
    rest = _left(state, heard.text)
    alone = consult(rest or heard.text, lang=state.speaks, edition=state.edition, again=True)
    whole = consulted(longer.model_copy(update={"irregularity": ""}))
    next_to = _neighbour(longer, state.irregularity, (alone, whole)) if state.irregularity in names else ""
    picked = _picked(state, longer, (alone, whole), named, rest, next_to)
    words = words_of(state)
    gone_now = [state.irregularity] if state.irregularity in names else sorted(names & _at_hand(state))[:_NAMED]
    what = words.joined(words.irregularity(name) for name in gone_now)
    head = [words.frame("talk_refused", what=what)] if what else []
    if not picked or picked in gone:
        open_again = longer.model_copy(update={"irregularity": "", "story": state.story, "also": ()})
        reply = others(open_again, whole, phases={_stage(state, name) for name in gone_now})
        text = "\n".join([*head, reply.text])
        return open_again.model_copy(update={"offered": reply.choices}), reply.model_copy(update={"text": text})
    there = longer.model_copy(update={"irregularity": picked, "also": ()})
    return answered(with_facts(there, heard), ahead=head)


def _picked(state: State, longer: State, found: Both, named: set[str], rest: str, next_to: str) -> str:
    """The situation in hand after a refusal: of the law named; where nothing else is told the one that asks whether it was what
    was refused at all, if there is one; of those offered that are left; the one that the rest of the message tells."""
    alone, whole = found
    left = _offered(state) - set(longer.refused)
    firm = bool(rest) and alone.diagnosis.tells_incident(_STRONG)
    if named:
        return likeliest(longer, found, named)
    if not rest:
        weighed = next((w for w in whole.diagnosis.weighed if w.irregularity in left), None)
        sure = weighed is not None and weighed.share >= _FIRM
        return _whether(state, longer) or (weighed.irregularity if weighed is not None and sure else "")
    if left and not firm:
        return next((w.irregularity for w in whole.diagnosis.weighed if w.irregularity in left), "") or sorted(left)[0]
    if firm and any(event.actor for event in alone.reading.story.events):  # a few words alone may be of anything
        return likeliest(longer, found, named)
    near = _of_the_same_phase(longer, state.irregularity, whole) or next_to
    best = likeliest(longer, found, named)
    return near or (best if max(_share(each, best) for each in found) >= _FIRM else "")


def _whether(state: State, longer: State) -> str:
    """The judgement whether there was at all what the situations just refused are all named by."""
    gone = [_words_of_name(name) for name in longer.refused if name not in state.refused]
    deeds = frozenset.intersection(*gone) - _shared_by_many(state.edition) if gone else frozenset()
    here = [name for name in tables(state.edition) if _asks_whether(state, name) and deeds <= _words_of_name(name)]
    return next((name for name in here if deeds and name not in longer.refused), "")


def _asks_whether(state: State, name: str) -> bool:
    """Whether a situation is the judgement whether something was one at all ("Is it a revoke?")."""
    judged = tables(state.edition).get(name, {}).get("kind") == _JUDGEMENT
    return judged and str(store.load("texts")["irregularities"][name]["en"]).endswith("?")


def _law_of(state: State, name: str) -> str:
    data = tables(state.edition).get(name)
    return law_number(str(data["law"])) if data is not None else ""


def _stage(state: State, name: str) -> str:
    """The phase of the deal that a situation is of; the Clarification Period goes with the play."""
    phase = str(tables(state.edition).get(name, {}).get("phase", ""))
    return _PLAY if phase == _CLARIFICATION else phase


def _of_the_same_phase(longer: State, refused: str, whole: Consultation) -> str:
    """The situation of the same phase as the one refused that the whole story speaks for most, if it does at all."""
    shelf = tables(longer.edition)
    phase = shelf[refused]["phase"] if refused in shelf else ""
    near = [w for w in whole.diagnosis.weighed if w.irregularity not in longer.refused and w.irregularity in shelf]
    here = [w for w in near if shelf[w.irregularity]["phase"] == phase and w.share >= _A_LITTLE]
    return max(here, key=lambda w: w.share).irregularity if here else ""


def _neighbour(longer: State, refused: str, found: tuple[Consultation, ...]) -> str:
    """The neighbour of the situation refused that these readings speak for most; where they speak for none, the one of the same
    law, if there is one alone."""
    here = table(longer.edition, refused)
    near = [n.not_ for n in here.neighbours if n.not_ not in longer.refused] if here is not None else []
    shares = {name: sum(_share(each, name) for each in found) for name in near}
    if max(shares.values(), default=0.0) >= _A_LITTLE:
        return max(shares, key=shares.__getitem__)
    own = [name for name in near if (other := table(longer.edition, name)) and here and other.law_number == here.law_number]
    return own[0] if len(own) == 1 else ""


def _share(found: Consultation, name: str) -> float:
    """How far a reading speaks for a situation."""
    return next((weighed.share for weighed in found.diagnosis.weighed if weighed.irregularity == name), 0.0)


def _left(state: State, text: str) -> str:
    """The message without the clauses that only refuse; nothing where it says nothing else."""
    clauses = [clause for clause in _CLAUSE.split(text) if clause.strip()]
    forms = store.load("talk")["refusals"]
    heads = ([(n, at) for n, at, _ in every_phrase(forms, keyed(state, clause)) if n != "beside"] for clause in clauses)
    marks = [any(at < _HEAD for _, at in said) for said in heads]
    kept = [clause for clause, said in zip(clauses, marks, strict=True) if not said or len(clause.split()) > _REFUSING]
    return " ".join(kept)


def likeliest(state: State, found: tuple[Consultation, ...], named: set[str]) -> str:
    """The situation that these readings speak for most together, without those refused, of the laws named if any are."""
    shares: dict[str, float] = {}
    for each in found:
        for weighed in each.diagnosis.weighed:
            if weighed.irregularity not in state.refused and (not named or weighed.law in named):
                shares[weighed.irregularity] = shares.get(weighed.irregularity, 0.0) + weighed.share
    here = [n for n, data in tables(state.edition).items() if law_number(str(data["law"])) in named and n not in state.refused]
    shelf = tables(state.edition)
    best = sorted((name for name in shares if name in shelf), key=lambda name: (_is_right(shelf, name, named), -shares[name]))
    here = sorted(here, key=lambda name: _is_right(shelf, name, named))
    return next(iter([*best, *here]), "")


def _is_right(shelf: Mapping[str, Any], name: str, named: set[str]) -> bool:
    """Whether a situation of a law that was named is only a question who may do what: nobody asked that."""
    return bool(named) and shelf[name]["kind"] == _RIGHTS
