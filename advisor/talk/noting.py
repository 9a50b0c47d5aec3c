"""Nothing is said twice: what was said before word for word is said again in one line."""

from __future__ import annotations

from hashlib import blake2b

from advisor.diagnose.understanding import read_once
from advisor.say.words import Words
from advisor.talk.hearing import hear
from advisor.talk.incident import WHICH, answered, consulted, plain, still_open, words_of
from advisor.talk.models import Reply, State

Step = tuple[State, Reply]
# What is looked up is shown again as it is.
_REPEATED = ("advice", "asked", "noted", "puzzled", "table", "script", "facts", "hand", "why", "why_not", "thanks", "what_if")
_UNDERSTOOD = ("table", "script", "facts", "hand", "why", "why_not", "thanks")  # asked for by name: said above
_KEPT = 60
_MOST_QUOTED = 90  # characters
_SUPPOSED = 2  # lines of a supposition that are said again: its law and what follows
_LONGEST = 160  # characters of an answer, or of a correction, that is said again


def noted(before: State, done: Step, text: str) -> Step:
    """The step, its reply in one line when it would say again what was said before in this incident."""
    after, reply = done
    said = before.said if after.number == before.number else ()
    words, same = words_of(after), _same_ruling(before, after, reply)
    again = (mark(reply.text) in said or (same and not reply.ahead)) and reply.kind in _REPEATED and not _goes_back(before, text)
    if again and reply.text == words.frame("talk_incident_or_part"):
        reply = reply.model_copy(update={"text": words.frame("talk_incident_waits")})
    elif again and reply.kind == "advice" and reply.status == "choose" and after.question == WHICH:
        reply = reply.model_copy(update={"text": words.frame("talk_still_needed", question=words.frame("talk_which"))})
    elif again and reply.kind == "asked" and after.question == WHICH:
        which = words.frame("talk_which")
        lines = [words.frame(name, question=which) for name in ("talk_hangs_too", "talk_still_asked")]
        line = next((each for each in lines if mark(each) not in said), lines[-1])
        reply = reply.model_copy(update={"text": line, "choices": ()})
    elif again and after.irregularity and not after.pending:
        kept = after.story != before.story and _says_something(text, before)
        reply = _briefly(after, reply, text, said, put_right=_put_right(before, after, text), kept=kept)
    elif same and reply.ahead:
        reply = _ahead_only(after, reply)
    marks = tuple(dict.fromkeys([*said, mark(reply.text)]))[-_KEPT:]
    return after.model_copy(update={"said": marks}), reply


def _same_ruling(before: State, after: State, reply: Reply) -> bool:
    """Whether what was told leaves the ruling, and what is asked, word for word as it was."""
    if reply.kind != "advice" or reply.advice is None or reply.todo or not before.irregularity or before.aside:
        return False
    if (before.number, before.irregularity, before.also) != (after.number, after.irregularity, after.also):
        return False
    was, now = answered(before, first=False)[1], answered(after, first=False)[1]
    return (was.text, was.choices) == (now.text, now.choices)


def _ahead_only(state: State, reply: Reply) -> Reply:
    """What was put right, and that the ruling stays or what is still asked; the ruling itself is not said again."""
    words, laws = words_of(state), reply.laws
    if state.question:
        left = words.frame("talk_ask", question=still_open(state))
    else:
        left = words.frame("talk_stays", law=words.ref(laws[0])) if laws else ""
    choices = reply.choices if state.question else ()
    return reply.model_copy(
        update={"text": "\n".join([*reply.ahead, *filter(None, (left,))]), "choices": choices, "understood": ()}
    )


def _goes_back(before: State, text: str) -> bool:
    """Whether a message goes back from a look-up or a menu: what stood there before is shown, though it was said."""
    return before.aside and hear(text, before).only("back", fillers=1)


def _says_something(text: str, before: State) -> bool:
    """Whether the words of a message tell that somebody did something, or a call or a card."""
    reading = read_once(text, greeklish=before.at_hand and before.speaks == "el")
    return bool(reading.story.events or reading.notation)


def _put_right(before: State, after: State, text: str) -> bool:
    """Whether a message that begins as a correction does has changed what was told, and nothing of what is known."""
    return after.story != before.story and hear(text, before).leads("correction", "no")


def mark(text: str) -> str:
    """What a reply is known again by."""
    return blake2b(text.encode(), digest_size=5).hexdigest()


def _briefly(state: State, reply: Reply, text: str, said: tuple[str, ...], *, put_right: bool, kept: bool) -> Reply:
    """The reply as one line, with nothing beside it: the question stays open, and its choices stand as they were offered."""
    found, words = consulted(state), words_of(state)
    law = words.ref(found.advice.laws[0]) if found.advice.laws else ""
    still = still_open(state) if reply.asks else ""
    stays = [words.frame("talk_noted", law=law)]
    if still:
        stays = [words.frame("talk_still_asked", question=still), words.frame("talk_still_needed", question=still)]
    missed = words.frame("talk_noted_words", law=law, what=_quoted(text))
    lines = [*stays, words.frame("talk_told_too", law=law, what=_quoted(text)) if kept else missed]
    if reply.kind == "puzzled":
        lines = [missed]
    if put_right:
        denied = _cut(" ".join(hear(text, state).past("correction", "no").split()), _LONGEST).rstrip(" .!")
        lines.insert(0, words.frame("talk_corrected_stays", law=law, what=denied))
    if reply.kind == "what_if":
        supposed = reply.text.splitlines()
        lines = [
            words.frame(
                "talk_as_said",
                what=" ".join([line for line in supposed[1 : 1 + _SUPPOSED] if not line.endswith(":")] or supposed),
            ),
            *_above(words),
        ]
    elif reply.kind in _UNDERSTOOD:
        lines = [*stays, *_above(words)] if reply.kind == "thanks" else _above(words)
    elif reply.kind == "asked":
        hangs = words.frame("talk_hangs_too", question=still) if still else ""
        short = words.frame("talk_as_said", what=reply.text) if len(reply.text) < _LONGEST else ""
        lines = [*filter(None, (hangs or short,)), *stays, *_above(words)]
    line = next((each for each in lines if mark(each) not in said), lines[-1])
    more: dict[str, object] = {
        "asks": reply.asks,
        "leans": reply.leans,
        "status": reply.status,
        "laws": reply.laws,
        "advice": reply.advice,
    }
    return plain(state, reply.kind, line, (), ahead=(line,), **more)


def _above(words: Words) -> list[str]:
    return [words.frame("talk_said_above"), words.frame("talk_said_above_again")]


def _quoted(text: str) -> str:
    """The message as it is quoted: whole, unless it is long."""
    return _cut(" ".join(text.split()), _MOST_QUOTED).rstrip(" .!")


def _cut(text: str, most: int) -> str:
    """The words of a text within so many characters; what is left out is marked."""
    return text if len(text) <= most else f"{text[:most].rpartition(' ')[0]} …"
