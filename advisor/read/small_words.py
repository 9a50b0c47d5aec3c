"""The small words that join people and deeds in a story ("I", "who", "and", "before"), as they are typed or, in Greeklish, as
they sound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from advisor.lexicon.sound import Sounds

LONG_ENOUGH: Final = 3  # letters of a word that is read by its sound


class SmallWords:
    """The compiled small words. Build once, use from many threads."""

    def __init__(self, compiled: Mapping[str, Any], sounds: Sounds) -> None:
        self.typed: dict[str, str] = compiled["small"]
        self.latin: dict[str, str] = self.typed | compiled["latin"]
        self.by_sound: dict[str, str] = compiled["sounds"]
        self.sounds = sounds

    def kind(self, form: str, greeklish: bool) -> str:
        """The kind of a folded word, nothing where it is no small word."""
        if not greeklish:
            return self.typed.get(form, "")
        if form in self.latin or len(form) < LONG_ENOUGH or not form.isascii():
            return self.latin.get(form, "")
        return next((self.by_sound[heard] for heard in self.sounds.readings(form) if heard in self.by_sound), "")
