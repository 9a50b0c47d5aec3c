"""Nothing is said twice: what was said before word for word is said again in one line."""

from __future__ import annotations

from hashlib import blake2b

from advisor.talk.hearing import hear
from advisor.talk.incident import consulted, plain, words_of
from advisor.talk.models import Reply, State

Step = tuple[State, Reply]
# What is looked up is shown again as it is.
_REPEATED = ("advice", "asked", "noted", "puzzled", "table", "script", "facts", "hand", "why", "thanks", "what_if")
_WHICH = "irregularity"
_KEPT = 60
_QUOTED = 8  # words
_SUPPOSED = 2  # lines of a supposition that are said again: its law and what follows
_LONGEST = 160  # characters of an answer, or of a correction, that is said again


def noted(before: State, done: Step, text: str) -> Step:
    """The step, its reply in one line when it would say again what was said before in this incident."""
    after, reply = done
    said = before.said if after.number == before.number else ()
    words, again = words_of(after), mark(reply.text) in said and reply.kind in _REPEATED
    if again and reply.text == words.frame("talk_incident_or_part"):
        reply = reply.model_copy(update={"text": words.frame("talk_incident_waits")})
    elif again and reply.kind == "advice" and reply.status == "choose" and after.question == _WHICH:
        reply = reply.model_copy(update={"text": words.frame("talk_still_needed", question=words.frame("talk_which"))})
    elif again and after.irregularity and not after.pending:
        reply = _briefly(after, reply, text, said, put_right=_put_right(before, after, text))
    marks = tuple(dict.fromkeys([*said, mark(reply.text)]))[-_KEPT:]
    return after.model_copy(update={"said": marks}), reply


def _put_right(before: State, after: State, text: str) -> bool:
    """Whether a message that begins as a correction does has changed what was told, and nothing of what is known."""
    return after.story != before.story and hear(text, before).leads("correction", "no")


def mark(text: str) -> str:
    """What a reply is known again by."""
    return blake2b(text.encode(), digest_size=5).hexdigest()


def _briefly(state: State, reply: Reply, text: str, said: tuple[str, ...], *, put_right: bool) -> Reply:
    found, words = consulted(state), words_of(state)
    law = words.ref(found.advice.laws[0]) if found.advice.laws else ""
    what = " ".join(text.split()[:_QUOTED])
    lines = [words.frame("talk_noted", law=law), words.frame("talk_noted_words", law=law, what=what)]
    if state.question and reply.asks:
        lines[0] = words.frame("talk_still_needed", question=words.ask(state.question))
        lines.insert(0, words.frame("talk_still_asked", question=words.ask(state.question)))
    if reply.kind == "puzzled":
        lines = lines[-1:]
    if put_right:
        denied = " ".join(hear(text, state).past("correction", "no").split())[:_LONGEST].rstrip(" .!")
        lines.insert(0, words.frame("talk_corrected_stays", law=law, what=denied))
    if reply.kind == "what_if":
        supposed = reply.text.splitlines()
        lines = [words.frame("talk_as_said", what=" ".join(supposed[1 : 1 + _SUPPOSED] or supposed))]
    if reply.kind == "asked":
        again = words.frame("talk_hangs_too", question=words.ask(state.question)) if state.question and reply.asks else ""
        lines = [again or words.frame("talk_as_said", what=reply.text), *lines] if again or len(reply.text) < _LONGEST else lines
    line = next((each for each in lines if mark(each) not in said), lines[-1])
    more: dict[str, object] = {
        "asks": reply.asks,
        "leans": reply.leans,
        "status": reply.status,
        "laws": reply.laws,
        "advice": reply.advice,
    }
    more["ahead"] = (line,)
    return plain(state, reply.kind, line, reply.choices, understood=reply.understood, **more)
