"""A reply of the conversation as a chat shows it: to the director alone, or where players read too."""

from __future__ import annotations

import re

from advisor.doors.bots.house import Reply, State, is_private_question, players_view, say
from advisor.doors.bots.models import Answer, Choice

_PUBLIC = ("lookup", "menu", "help", "new", "language", "thanks", "record", "table", "puzzled", "changes")
TOKEN = 8  # signs of a message's id that name its question
_OPEN = ("choose", "none", "unclear")
_WORD = re.compile(r"[^\s.,:()]+")


def choices_of(reply: Reply, token: str) -> tuple[Choice, ...]:
    """The choices of a reply, numbered as they may be typed; what their buttons carry names the question they answer."""
    return tuple(Choice(number=n, label=b.label, payload=payload(token, n)) for n, b in enumerate(reply.choices, 1))


def payload(token: str, number: int) -> str:
    """What a button carries: the question's token and the choice's number."""
    return f"c:{token}:{number}"


def chosen(carried: str) -> tuple[str, int] | None:
    """The token and the number that a button carried; None for what no button of ours carries."""
    head, _, rest = carried.partition(":")
    token, _, number = rest.partition(":")
    return (token, int(number)) if head == "c" and token and number.isdecimal() and len(number) < 4 else None


def to_director(reply: Reply, token: str) -> Answer:
    """The whole reply: what was understood (unless the first line says the same), the text, the choices."""
    lines = reply.text.splitlines()
    head = next((i for i, line in enumerate(lines) if _repeats(line, reply.understood)), -1)
    if head >= 0:
        lines[head + 1 : head + 1] = reply.understood[1:]
    else:
        lines = [*reply.understood, *lines]
        head = len(reply.understood)
    return Answer(
        lang=reply.lang,
        lines=tuple(lines),
        strong=head if reply.advice is not None else -1,
        choices=choices_of(reply, token),
        listed=reply.kind == "menu",
    )


def _repeats(line: str, understood: tuple[str, ...]) -> bool:
    """Whether a line only names again the situation and the law that the first line of what was understood names."""
    words = _WORD.findall(line)
    return bool(understood) and len(words) > 1 and set(words) <= set(_WORD.findall(understood[0]))


def to_all(reply: Reply, state: State, token: str, how: str) -> Answer:
    """What may be read by players: look-ups as they are, of an incident the table view, and for the rest the way to read it in
    private (`how`). The choices of a question that players must not hear are left out with it."""
    if reply.kind in _PUBLIC and reply.advice is None:
        return to_director(reply, token)
    if reply.status in _OPEN and reply.advice is not None:
        return _bare(reply, token)
    offer = say("rest_offer", reply.lang, how=how)
    view = players_view(state) if reply.advice is not None else None
    if view is None:
        return Answer(lang=reply.lang, lines=(offer,))
    hidden = is_private_question(state)
    mine = (f"#{reply.asks}=", f"#?{reply.asks}")
    open_now = [] if hidden or not reply.asks else [b for b in reply.choices if b.send.startswith(mine)]
    shown = tuple(c for c, b in zip(choices_of(reply, token), reply.choices, strict=True) if b in open_now)
    question = reply.text.splitlines()[-1:] if shown and not reply.leans else []
    lines = (*view.text.splitlines(), *question, offer)
    return Answer(lang=reply.lang, lines=lines, strong=1, choices=shown)


def _bare(reply: Reply, token: str) -> Answer:
    """A reply without what was understood of the story."""
    return to_director(reply.model_copy(update={"understood": ()}), token)
