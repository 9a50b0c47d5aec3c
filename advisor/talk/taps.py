"""What a tapped button sends: `fact=value`, `?fact`, `if:fact=value`, `irregularity=id`, `menu:group:page`, `seat:old=new`."""

from __future__ import annotations

from advisor.base.errors import UsageError
from advisor.base.text import number_in
from advisor.lawbook.shelf import table
from advisor.rule.settings import IRREGULARITY
from advisor.rule.settings import answered as facts_told
from advisor.talk import menus
from advisor.talk.incident import answered, consulted, offering, plain, words_of
from advisor.talk.models import Reply, State
from advisor.talk.seats import swapped
from advisor.talk.supposing import supposition

Step = tuple[State, Reply]


def tapped(state: State, sent: str) -> Step | None:
    """The step a button stands for; None for what no button sends."""
    head, _, value = sent.partition("=")
    try:
        if head.startswith("menu"):
            return _menu(state, head)
        if head.startswith("seat:"):
            return swapped(state, head.removeprefix("seat:"), value)
        if head.startswith("?"):
            return answered(state.model_copy(update={"unknown": (*state.unknown, head[1:])}))
        if head.startswith("if:"):
            return _supposed(state, head.removeprefix("if:"), value)
        if head == "example":
            return state, _sample(state, value)
        if head == "irregularity":
            return _picked(state, value)
        if value:
            return answered(settled(state, {head: value}))
    except UsageError:
        return None
    return None


def _supposed(state: State, name: str, value: str) -> Step | None:
    """What changes with a fact; nothing where no incident is in hand any more (an old button), or what is told is no fact. Raises
    UsageError."""
    found = consulted(state) if state.irregularity and name != IRREGULARITY else None
    changed = facts_told({name: value}) if found is not None and found.ruled is not None else {}
    return supposition(state, found, changed) if found is not None and changed else None


def settled(state: State, facts: dict[str, str]) -> State:
    """The state with these facts answered (no longer unknown)."""
    unknown = tuple(name for name in state.unknown if name not in facts)
    return state.model_copy(update={"answers": state.answers | facts, "unknown": unknown, "question": ""})


def _sample(state: State, number: str) -> Reply:
    """What would be ruled on one of the sample sentences of the greeting; nothing of it is kept."""
    words = words_of(state)
    what = words.frame(f"talk_example_{number if number in ('1', '2', '3') else '1'}")
    sample = State(lang=state.lang, spoken=state.spoken, edition=state.edition, authority=state.authority, story=(what,))
    text = "\n".join([words.frame("talk_sample", what=what), answered(sample)[1].text])
    return plain(state, "lookup", text, state.offered)


def _menu(state: State, head: str) -> Step:
    parts = head.split(":")
    page = (number_in(parts[2]) or 0) if len(parts) > 2 else 0
    group = parts[1] if len(parts) > 1 else ""
    return offering(state, menus.situations(state, group, page) if menus.is_group(group) else menus.kinds(state, page))


def _picked(state: State, name: str) -> Step | None:
    """A situation chosen from those offered; the facts told stay, those of another situation do no harm."""
    if table(state.edition, name) is None:
        return None
    also = tuple(other for other in state.also if other != name)
    return answered(state.model_copy(update={"irregularity": name, "also": also, "unknown": (), "question": ""}))
