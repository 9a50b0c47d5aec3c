"""A situation refused: "none of those", "not 45, it is 46", "nobody led". What was refused does not come back."""

from __future__ import annotations

import re
from bisect import bisect_right

from advisor.advising import Consultation, consult
from advisor.base import store
from advisor.base.citation import find_citations
from advisor.base.numbers import typed_number
from advisor.diagnose.understanding import read_once
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import table, tables
from advisor.read.phrases import every_phrase
from advisor.read.tokens import CLAUSE, Token
from advisor.talk.answering import stems, told
from advisor.talk.hearing import Heard
from advisor.talk.incident import answered, consulted, words_of
from advisor.talk.menus import others
from advisor.talk.models import Reply, State
from advisor.talk.parts import keyed
from advisor.talk.seats import exchanged, rerole
from advisor.talk.witness import with_facts

Step = tuple[State, Reply]
_NEAR = 3  # words between a "not" and what it denies
_LAWS = 93
_LONG = 2
_NOT_A_LAW = ("call", "call_by", "card", "cards", "rank")
_REFUSING = 6  # words
_NAMED = 2  # situations that are named as refused
_FIRM, _A_LITTLE = 0.3, 0.02
_STRONG = 0.5
_CLAUSE = re.compile(r"(?<=[.,;!?])\s+")


def refused(state: State, heard: Heard) -> Step | None:
    """The step for a message that refuses the law or the situation in hand (or those offered); None when it refuses none."""
    keys = keyed(state, heard.text)
    marks = every_phrase(store.load("talk")["refusals"], keys)
    against = _laws_after(heard, marks, "not", "nor")
    named = (_laws_after(heard, marks, "is") | (_bare_laws(heard) if against or _only_named(heard, marks) else set())) - against
    names = {name for name, data in tables(state.edition).items() if law_number(str(data["law"])) in against}
    names |= _named_after(state, heard, marks)
    if named and not against and _only_named(heard, marks) and state.irregularity:
        return _without(state, heard, {state.irregularity}, named)
    if not names and not (named and against):
        return None
    if state.irregularity in names or names & _at_hand(state) or against:
        return _without(state, heard, names, named)
    return None


def _laws_after(heard: Heard, marks: list[tuple[str, int, int]], *kinds: str) -> set[str]:
    """The numbers of laws that stand right after one of these words."""
    found = set()
    told = [(note.start, note.end) for note in read_once(heard.text).notation if note.kind in _NOT_A_LAW]
    for name, _, last in marks:
        there = name in kinds and last + 1 < len(heard.tokens) and heard.tokens[last].after < CLAUSE
        following = heard.tokens[last + 1].form if there else ""
        start = heard.tokens[last + 1].start if following else 0
        if any(first <= start < end for first, end in told):
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


def _only_named(heard: Heard, marks: list[tuple[str, int, int]]) -> bool:
    """Whether a message only says which law it is: "it's 55"."""
    says = {at for mark, first, last in marks if mark == "is" for at in range(first, last + 1)}
    numbers = {at for at, token in enumerate(heard.tokens) if token.form.isdigit()}
    alone = len(numbers) == 1 and len(says | numbers) == len(heard.tokens)
    return bool(says) and alone and not heard.has("law_word")


def _at_hand(state: State) -> set[str]:
    """The situation in hand, those told beside it, and those offered."""
    offered = _offered(state)
    found = consulted(state)
    beside = {other.table.irregularity for other in found.others}
    first = {found.diagnosis.first.irregularity} if found.ruled is None or found.advice.status == "choose" else set()
    return {state.irregularity} | offered | beside | first


def _offered(state: State) -> set[str]:
    """The situations offered last, to pick one from."""
    return {b.send.partition("=")[2] for b in state.offered if b.send.startswith("#irregularity=")}


def _named_after(state: State, heard: Heard, marks: list[tuple[str, int, int]]) -> set[str]:
    """The situations whose name holds a word that stands after "nobody", "it was no" and the like, unless that tells a fact of
    the situation in hand ("nobody has played to the next trick"), or after a "not" with which the message begins."""
    names: set[str] = set()
    denials = [(first, last) for mark, first, last in marks if mark == "nobody" or (mark == "not" and first == 0)]
    if not denials or rerole(state, heard.text) or exchanged(state, heard.text)[0]:
        return names
    at_hand = _at_hand(state) - {""}
    texts = store.load("texts")["irregularities"]
    starts = [0, *(m.end() for m in _CLAUSE.finditer(heard.text))]
    clauses = {last: starts[bisect_right(starts, heard.tokens[last].start) - 1] for _, last in denials}
    telling = {start for start in set(clauses.values()) if _tells_a_fact(state, heard, start)}
    for first, last in denials:
        if clauses[last] in telling:
            continue
        tokens = _close(heard, last + 1) if first == 0 else list(heard.tokens[last + 1 : last + 1 + _NEAR])
        said = stems(" ".join(heard.text[t.start : t.end] for t in tokens), greeklish=state.speaks == "el")
        hit = {
            word for name in at_hand for word in said & (stems(texts[name]["el"]) | stems(texts[name]["en"])) if len(word) > _LONG
        }
        if hit:
            named = {n: len(said & (stems(texts[n]["el"]) | stems(texts[n]["en"]))) for n in tables(state.edition)}
            names |= {n for n, many in named.items() if many == max(named.values())}  # "the opening lead" is not every lead
    return names


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
    """The likeliest situation of those left, of the law named if one is; what was told stays told."""
    gone = tuple(dict.fromkeys([*state.refused, *sorted(names)]))
    longer = state.model_copy(
        update={"refused": gone, "story": (*state.story, heard.text), "question": "", "put": (), "unknown": ()}
    )
    alone = consult(_left(state, heard.text), lang=state.speaks, edition=state.edition, again=True)
    whole = consulted(longer.model_copy(update={"irregularity": ""}))
    left = _offered(state) - set(gone)
    next_to = _neighbour(longer, state.irregularity, (alone, whole)) if state.irregularity in names else ""
    if left and not named and not alone.diagnosis.tells_incident(_STRONG):
        picked = next((w.irregularity for w in whole.diagnosis.weighed if w.irregularity in left), "") or sorted(left)[0]
    else:
        deeds = any(event.actor for event in alone.reading.story.events)
        firm = named or (deeds and alone.diagnosis.tells_incident(_STRONG))  # a few words alone may be of anything
        picked = likeliest(longer, (alone, whole), named) if firm else _of_the_same_phase(longer, state.irregularity, whole)
        picked = picked or next_to or likeliest(longer, (alone, whole), named)
    words = words_of(state)
    gone_now = [state.irregularity] if state.irregularity in names else sorted(names & _at_hand(state))[:_NAMED]
    what = words.joined(words.irregularity(name) for name in gone_now)
    head = [words.frame("talk_refused", what=what)] if what else []
    beside = picked in (next_to, _of_the_same_phase(longer, state.irregularity, whole))
    if not named and not beside and picked not in left and max(_share(each, picked) for each in (alone, whole)) < _FIRM:
        open_again = longer.model_copy(update={"irregularity": "", "story": state.story, "also": ()})
        reply = others(open_again, whole)
        text = "\n".join([*head, reply.text])
        return open_again.model_copy(update={"offered": reply.choices}), reply.model_copy(update={"text": text})
    there = longer.model_copy(update={"irregularity": picked, "also": ()})
    return answered(with_facts(there, heard), ahead=head)


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
    """The message without the clauses that only refuse."""
    clauses = [clause for clause in _CLAUSE.split(text) if clause.strip()]
    kept = [c for c in clauses if not every_phrase(store.load("talk")["refusals"], keyed(state, c)) or len(c.split()) > _REFUSING]
    return " ".join(kept) or text


def likeliest(state: State, found: tuple[Consultation, ...], named: set[str]) -> str:
    """The situation that these readings speak for most together, without those refused, of the laws named if any are."""
    shares: dict[str, float] = {}
    for each in found:
        for weighed in each.diagnosis.weighed:
            if weighed.irregularity not in state.refused and (not named or weighed.law in named):
                shares[weighed.irregularity] = shares.get(weighed.irregularity, 0.0) + weighed.share
    here = [n for n, data in tables(state.edition).items() if law_number(str(data["law"])) in named and n not in state.refused]
    shelf = tables(state.edition)
    best = sorted((name for name in shares if name in shelf), key=lambda name: -shares[name])
    return next(iter([*best, *here]), "")
