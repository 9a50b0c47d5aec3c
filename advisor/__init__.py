"""A ruling advisor for duplicate bridge: tell what happened, read what governs it and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from advisor.advice import Advice
    from advisor.advising import advise

__all__ = ["Advice", "advise"]


def __getattr__(name: str) -> Any:
    """`advise` and `Advice` are loaded when first asked for, so that `advisor --help` stays light."""
    if name == "advise":
        from advisor.advising import advise as found

        return found
    if name == "Advice":
        from advisor.advice import Advice as Model

        return Model
    raise AttributeError(f"module 'advisor' has no attribute '{name}'")
