"""The details of the record that a message tells: "board 12 table 3"."""

from __future__ import annotations

from advisor.base import store
from advisor.diagnose.understanding import read_once
from advisor.talk.hearing import Heard
from advisor.talk.models import Details

_NAMED = ("club", "event", "seats")  # their value is words, the others' is a number or a letter
_OFFENDER = "seats"  # "offender East" is one, "the offender changed it to 2♥" tells a deed
_MOST = 6
_LONGEST = 100  # characters of a detail
_ARTICLE = 3  # letters


def noted(heard: Heard, before: Details) -> tuple[Details, bool]:
    """The details with what this message tells, and whether the message tells nothing else."""
    names: dict[str, str] = {word: name for name, words in store.load("talk")["details"].items() for word in words}
    found: dict[str, str] = {}
    used: set[int] = set()
    ahead = False  # whether words that tell something else stand before
    for i, token in enumerate(heard.tokens):
        ahead = ahead or (i > 0 and i - 1 not in used and len(heard.tokens[i - 1].form) > _ARTICLE)
        name = names.get(token.form)
        following = heard.tokens[i + 1] if i + 1 < len(heard.tokens) else None
        if name is None or following is None or i in used:
            continue
        if name in _NAMED:
            if ahead:
                continue
            last = next(
                (j for j in range(i + 1, len(heard.tokens)) if heard.tokens[j].after or j - i == _MOST), len(heard.tokens) - 1
            )
            told = name == _OFFENDER and bool(read_once(heard.text[following.start : heard.tokens[last].end]).story.events)
            if told or last - i > _MOST or heard.tokens[last].end - following.start > _LONGEST:
                continue
            found[name] = heard.text[following.start : heard.tokens[last].end]
            used |= set(range(i, last + 1))
        elif len(following.form) == 1 or (following.form.isdigit() and len(following.form) <= _LONGEST):
            found[name] = heard.text[following.start : following.end]
            used |= {i, i + 1}
    if not found:
        return before, False
    if heard.leads("correction", "no"):  # "sorry, it was board 10, not 9": what corrects and what is denied tell no more
        used |= {i for _, first, last in heard.hits for i in range(first, last + 1)}
        used |= {i for i, token in enumerate(heard.tokens) if len(token.form) <= _ARTICLE}
    return before.model_copy(update=found), len(heard.tokens) - len(used) <= 1
