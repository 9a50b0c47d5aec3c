"""A conversation as far as these messages take it."""

from __future__ import annotations

from advisor.talk.conversation import Conversation


def said(*texts: str) -> Conversation:
    """A conversation in which these messages were typed."""
    conversation = Conversation()
    for text in texts:
        conversation.turn(text)
    return conversation
