"""What a command does: the conversation's own words where it has them, else our own."""

from __future__ import annotations

from collections.abc import Callable

from advisor.doors.bots.case import Answered, Case, asked, may_have_rest, shown, told, turned
from advisor.doors.bots.commands import Command
from advisor.doors.bots.house import (
    Log,
    UsageError,
    editions,
    filled,
    found,
    listed,
    nothing,
    number_in,
    report,
    shown_again,
    texts,
)
from advisor.doors.bots.models import Answer

_YES, _NO = "!", "-"
_LISTED = 20
_REST = "rest"


def carried_out(case: Case, order: Command) -> Answered:
    """The answer to a command."""
    return _ORDERS[order.name](case, order.rest)


def _start(case: Case, rest: str) -> Answered:
    """A greeting; behind it may stand an invitation code, or that the rest from a group is wanted."""
    if rest == _REST:
        return _rest(case, "")
    if not rest:
        return _help(case, "")
    role = case.room.members.redeem(rest, case.person, case.chat.home)
    if role is None:
        return told(case, case.say("bad_code"))
    welcome = case.say(f"let_in_{role}")
    return shown(case, turned(case, texts()["help"][case.lang]), ahead=(welcome,))


def _help(case: Case, _: str) -> Answered:
    return shown(case, turned(case, texts()["help"][case.lang]))


def _new(case: Case, _: str) -> Answered:
    return shown(case, turned(case, texts()["new"][case.lang]))


def _law(case: Case, rest: str) -> Answered:
    if not rest:
        return told(case, case.say("law_ask"))
    return shown(case, turned(case, filled(texts()["law"], case.lang, {"ref": rest})))


def _find(case: Case, rest: str) -> Answered:
    if not rest:
        return told(case, case.say("find_ask"))
    try:
        lines = found(rest, case.lang, case.chat.edition)
    except UsageError:
        lines = []
    return told(case, *(lines or [case.say("find_ask")]))


def _language(case: Case, rest: str) -> Answered:
    if rest[:2].lower() not in ("el", "en"):
        choices = [{"label": texts()[name], "send": f"/language {code}"} for name, code in (("greek", "el"), ("english", "en"))]
        return asked(case, case.say("language_ask"), choices)
    lang = rest[:2].lower()
    done = shown(case, turned(case, texts()["turn_greek" if lang == "el" else "turn_english"]))
    return Answered(done.answers, done.changes | {"lang": lang})


def _edition(case: Case, rest: str) -> Answered:
    """Another edition begins another conversation: what was told under the one is not ruled by the other."""
    if rest not in editions():
        choices = [{"label": name, "send": f"/edition {name}"} for name in sorted(editions(), reverse=True)]
        return asked(case, case.say("edition_ask", edition=case.chat.edition), choices)
    done = told(case, case.say("edition_now", edition=rest))
    if rest == case.chat.edition:
        return done
    return Answered(done.answers, {"edition": rest, "series": case.chat.series + 1, "question": "", "offered": []})


def _rest(case: Case, _: str) -> Answered:
    """What a group did not show of the incident in hand there: in private, to who told it, or to a director who wrote there."""
    if not case.incoming.private:
        return told(case, case.say("only_private"))
    group = case.room.members.last_group(case.person)
    conversation = case.room.mail.chat(group).conversation if group else ""
    state = case.room.book.state(conversation) if conversation and may_have_rest(case, conversation) else None
    reply = shown_again(state) if state is not None else None
    return shown(case, reply, conversation) if reply is not None else told(case, case.say("rest_none"))


def _log(case: Case, rest: str) -> Answered:
    """The club's record, for its directors, in private: the newest, those with some words, or one by its number."""
    if not case.incoming.private:
        return told(case, case.say("only_private"))
    if not case.room.members.is_director(case.person):
        return told(case, case.say("only_directors"))
    record = Log(case.room.book)
    try:
        if rest.isdecimal():
            page = report(record.incident(number_in(rest) or 0))
            return Answered((Answer(lang=case.lang, lines=tuple(page.splitlines())),))
    except UsageError:
        return told(case, nothing(record, "", case.lang))
    lines = listed(record.incidents(rest, most=_LISTED)).splitlines()
    return told(case, *(lines or [nothing(record, rest, case.lang)]))


def _delete(case: Case, rest: str) -> Answered:
    """What was told in this chat, after asking: the conversation with its incidents, and every open question."""
    if rest == _YES:
        case.room.mail.forget(case.chat.id)
        done = told(case, case.say("delete_done"))
        return Answered(done.answers, {"series": case.chat.series + 1, "question": "", "offered": []})
    if rest == _NO:
        return Answered(told(case, case.say("delete_kept")).answers, {"question": "", "offered": []})
    choices = [
        {"label": case.say("delete_yes"), "send": f"/delete {_YES}"},
        {"label": case.say("delete_no"), "send": f"/delete {_NO}"},
    ]
    return asked(case, case.say("delete_ask"), choices)


_ORDERS: dict[str, Callable[[Case, str], Answered]] = {
    "start": _start,
    "help": _help,
    "new": _new,
    "law": _law,
    "find": _find,
    "language": _language,
    "edition": _edition,
    "rest": _rest,
    "log": _log,
    "delete": _delete,
}
