"""Tricks and hands told in a text: who could not have led, who held the suit after all."""

from __future__ import annotations

import pytest

from advisor.diagnose.understanding import reader
from advisor.read.reading import Reading
from advisor.replay.played import replay
from advisor.replay.plays import play_facts


def facts(reading: Reading) -> dict[str, str]:
    """What the tricks told in a reading prove."""
    return play_facts(reading, replay(reading).tricks)


@pytest.mark.parametrize(
    "text",
    [
        "West plays the ♣6-3-J-Q and West continues with the ♥A.",
        "Η Δύση παίζει το ♣6-3-J-Q. Η Δύση συνεχίζει με τον ♥A.",
        "North won the trick with the ace. East led a diamond.",
        "3NT by South. West led ♠5-♠8-♥2-♠K, then East led the ♠2.",
    ],
)
def test_a_lead_by_who_did_not_win_is_found(text: str) -> None:
    """The winner of a told trick leads next (Law 44G); another player's lead is out of turn."""
    assert facts(reader().read(text)) == {"led_out_of_turn": "yes"}


@pytest.mark.parametrize(
    "text",
    [
        "West plays the ♣6-3-J-Q and South continues with the ♥A.",
        "West led ♠5-♠8-♥2-♠K, then East led the ♠2.",
        "4♠ by South. South won the trick and dummy led a heart.",
        "If East won the trick, West led a diamond.",
        "West won the trick. Then dummy led a diamond.",
        "West led the ♠A and the ♠A again, ♠A-♠A-♠2-♠3.",
    ],
)
def test_nothing_is_asserted_that_is_not_certain(text: str) -> None:
    """A rightful lead, an unknown winner, declarer's two hands, a supposition, a trick that cannot be: nothing is proved."""
    assert facts(reader().read(text)) == {}


def test_a_card_of_another_suit_beside_a_told_hand_is_a_revoke() -> None:
    """A player who discarded and whose hand, as told, holds the suit led has revoked (Law 61A)."""
    assert facts(reader().read("West led ♠5-♠8-♥2-♠K. South ♠Q3 all the time.")) == {}
    assert facts(reader().read("West led ♠5-♠8-♥2-♠K. East ♠Q3 all the time.")) == {"trick_revoke": "yes"}
    assert facts(reader().read("West led ♠5-♥8-♠2-♠K. North ♠Q3 all the time.")) == {"trick_revoke": "yes"}
