"""What stands of a conversation: each message with the state after it, and where to go back to when it is taken back.

A message stands on the one below it. Each remembers the newest one, itself included, that changed the incident, and the
newest that chose the language: an undo looks there and nowhere else, however long the conversation has been.
"""

from __future__ import annotations

from collections.abc import Callable

from advisor.talk.engine import step
from advisor.talk.hearing import hear
from advisor.talk.incident import answered, consulted, plain, words_of
from advisor.talk.models import Button, Reply, Standing, State
from advisor.talk.moving import UNDO, asked_which

At = Callable[[int], Standing]
_LONGEST_UNDO = 200
KEEP = "#keep"


def is_undo(text: str, *, aside: bool = False) -> bool:
    """Whether a message takes the one before it back; after a look-up or a menu "back" only leaves that."""
    if len(text) > _LONGEST_UNDO:  # nobody says that in so many words, and a text of any length comes here unread
        return False
    heard = hear(text, State())
    if heard.has("asks_right") or text.rstrip().endswith(("?", ";")):  # "can he take it back?" takes nothing back
        return False
    return heard.only("undo", fillers=1) or (not aside and heard.only("back", fillers=1))


def take(top: Standing, at: At, number: int, text: str) -> tuple[Standing, Reply]:
    """One message: what stands on top after it, and the reply. `number` is the message's own (the first is 1); `at` gives
    what stands under a number (0 is the beginning) and is asked only for an undo, at most three times."""
    sure = top.state.pending == UNDO and (text.strip() in (UNDO, "1") or hear(text, top.state).leads("yes"))
    if not sure and not is_undo(text, aside=top.state.aside):
        asked = top.state.pending == UNDO
        state = top.state.model_copy(update={"pending": ""}) if asked else top.state
        kept = asked and (text.strip() in (KEEP, "2") or hear(text, top.state).only("no", fillers=2))
        state, reply = answered(state, kind="noted") if kept else step(state, text)
        return _on(top, number, text, state), reply
    gone = _last_change(top, at)
    if gone is None:
        return top, plain(top.state, "undone", words_of(top.state).frame("talk_undone_none"))
    below = at(gone.below)
    sure = sure or top.state.pending == UNDO or gone.switched == gone.number
    if not sure and gone.state.at_hand and (not below.state.at_hand or below.state.number != gone.state.number):
        asks, reply = _sure(top.state, gone)
        return _on(top, number, text, asks), reply
    back = _in_its_language(below, top, gone, at, number)
    return back, _again(back.state, gone)


def first_told(top: Standing, at: At) -> int:
    """The number of the message that began the incident in hand: whoever said afterwards that it is a new one did not."""
    began, below = top, at(top.below)
    while below.number and below.state.at_hand and below.state.number == top.state.number:
        began, below = below, at(below.below)
    waited = below.state.pending
    if not waited or waited.strip() != "".join(began.state.story[:1]).strip():
        return began.number
    while below.state.pending == waited:
        began, below = below, at(below.below)
    return began.number


def _sure(state: State, gone: Standing) -> tuple[State, Reply]:
    """The question whether the whole incident is to be taken back."""
    words = words_of(state)
    choices = (Button(label=words.frame("reply_yes"), send=UNDO), Button(label=words.frame("reply_no"), send=KEEP))
    asks = state.model_copy(update={"pending": UNDO, "offered": choices})
    return asks, plain(asks, "asked", words.frame("talk_undo_all", what=gone.text), choices)


def _on(below: Standing, number: int, text: str, state: State) -> Standing:
    """The message with this number, standing on the one below."""
    waits = state.pending not in ("", UNDO, below.state.pending)  # told too, though nobody knows yet to which incident
    changed = number if waits or state.incident() != below.state.incident() else below.changed
    switched = number if state.lang != below.state.lang else below.switched
    return Standing(number=number, text=text, state=state, below=below.number, changed=changed, switched=switched)


def _last_change(top: Standing, at: At) -> Standing | None:
    """What an undo takes away: the newest message when it chose the language, else the newest one that changed the incident
    (look-ups and explanations change nothing); None when there is none."""
    if top.number and top.switched == top.number:
        return top
    if not top.changed:
        return None
    return top if top.changed == top.number else at(top.changed)


def _in_its_language(back: Standing, top: Standing, gone: Standing, at: At, number: int) -> Standing:
    """What is left, in the language that was chosen after what was taken away."""
    if top.switched <= gone.number or top.state.lang == back.state.lang:
        return back
    chosen = top if top.switched == top.number else at(top.switched)
    return _on(back, number, chosen.text, step(back.state, chosen.text)[0])


def _again(back: State, gone: Standing) -> Reply:
    """The reply to an undo: what was taken back, with the facts that went with it, and the incident as it stands again."""
    words = words_of(back)
    head = words.frame("talk_undone", what=gone.text)
    if not back.at_hand:
        return plain(back, "undone", head, back.offered)
    if back.pending not in ("", UNDO):  # an earlier message still waits to be a new incident or a part
        waits = asked_which(back, back.pending)[1]
        return waits.model_copy(update={"kind": "undone", "text": f"{head}\n{waits.text}"})
    lost = _lost(back, gone.state)
    if lost:
        facts = words.joined(words.value(name, value) for name, value in lost.items())
        head = words.frame("talk_taken_back", what=gone.text, fact=facts)
    _, again = answered(back, kind="undone")
    return again.model_copy(update={"text": f"{head}\n{again.text}", "ahead": (head, *again.ahead)})


def _lost(back: State, gone: State) -> dict[str, str]:
    """The facts that only the message taken back told, or told otherwise."""
    if not gone.irregularity or not back.irregularity or gone.number != back.number:
        return {}
    was, now = consulted(gone), consulted(back)
    asks = was.ruled.table.asks if was.ruled is not None else ()
    known = now.facts.values()
    return {name: value for name, value in was.facts.values().items() if name in asks and known.get(name) != value}
