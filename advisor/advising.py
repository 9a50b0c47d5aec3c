"""The one sentence the doors know: a text in, an `Advice` out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor.advice import Advice
from advisor.base import paths
from advisor.base.errors import UsageError
from advisor.base.kept import of_texts
from advisor.base.spelling import blanked
from advisor.diagnose.understanding import Understood, understand, understood_again
from advisor.rule.deciding import picked_table
from advisor.rule.holding import Given
from advisor.rule.settings import answered, settings
from advisor.say.consultation import Consultation
from advisor.say.quoting import as_sent
from advisor.say.words import Words

__all__ = ["LONGEST", "Consultation", "advise", "checked", "consult", "settings"]

LONGEST = 20_000


def checked(text: str) -> str:
    """The text as it may be read. Raises UsageError when there is nothing in it, or far too much."""
    plain = blanked(text)
    if not plain.strip():
        raise UsageError("EMPTY", "There is no text: tell in a line or two what happened at the table.")
    if len(plain) > LONGEST:
        raise UsageError("LONG", f"The text has {len(plain)} characters: tell it in at most {LONGEST}.")
    return plain


def advise(
    text: str,
    *,
    lang: str = "auto",
    edition: str = paths.EDITION,
    authority: str | None = None,
    answers: Mapping[str, str] | None = None,
) -> Advice:
    """The ruling (or the missing fact) for one description.

    `lang` is the language of the answer (`auto`, `el`, `en`), `edition` the code of laws, `authority` the profile of a
    Regulating Authority, `answers` the facts already answered. Raises UsageError for text or options that cannot be used.
    """
    found = consult(checked(text), lang=lang, edition=edition, authority=authority, answers=answers).advice
    return as_sent(found, (text,))


def consult(
    text: str,
    *,
    lang: str = "auto",
    edition: str = paths.EDITION,
    authority: str | None = None,
    answers: Mapping[str, str] | None = None,
    also: Sequence[str] = (),
    again: bool = False,
    talking: bool = False,
    told: str = "",
) -> Consultation:
    """The same as `advise`, with the steps kept. The text may be empty when `answers` name the irregularity; `also` names
    further irregularities of the story; `again` keeps all for the next call with the same arguments, and what was understood for
    one with the same text: a message of a conversation, in which the net looks at nothing but its beginning `told`, the first
    telling; `talking` says that somebody is there to be asked what is otherwise presumed (`talk` in the tables).

    Raises UsageError as `advise` does."""
    given = (lang, edition, authority, tuple((answers or {}).items()), tuple(also), talking)
    return _again(text, told, *given) if again else _decided(understand(text), *given)


@of_texts()
def _again(text: str, told: str, *given: Any) -> Consultation:
    """What one turn of a conversation comes back to."""
    return _decided(understood_again(text, told), *given)


def _decided(
    understood: Understood,
    lang: str,
    edition: str,
    authority: str | None,
    answers: tuple[tuple[str, str], ...],
    also: tuple[str, ...],
    talking: bool,
) -> Consultation:
    given = Given(answered(dict(answers)), also, edition, settings(lang, edition, authority), talking)
    words = Words(understood.reading.language.code if lang == "auto" else lang, switches=given.switches)
    picked_table(given)
    return Consultation(understood, given, words)
