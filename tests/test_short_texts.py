"""Short texts that tell one thing and no more: it is not missed, and nothing is added to it."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import understand


@pytest.mark.parametrize(
    "text",
    [
        "declarer claimed and a trump was outstanding",
        "declarer claimed the rest and a trump was outstanding",
        "South claimed with one trump outstanding",
    ],
)
def test_what_is_as_good_as_certain_comes_in_by_the_door(text: str) -> None:
    """A story that is surely of one law is not sent away with "no irregularity" (Law 70C)."""
    assert understand(text).diagnosis.door == "incident"
    assert advise(text).laws[0].startswith("70C")


@pytest.mark.parametrize(
    "text", ["how do I set the clock on the bridgemate", "πώς βάζω ώρα στο bridgemate", "poso kanei i eggrafi melous"]
)
def test_what_is_no_incident_stays_outside(text: str) -> None:
    """A question about the club's devices or fees tells no incident."""
    assert understand(text).diagnosis.door != "incident"


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("West opened 1NT and North overcalled 1S", False),
        ("η Δύση άνοιξε 1ΧΑ και ο Βορράς είπε 1♠", False),
        ("West opened 1NT and North overcalled 1S. East passed", True),
        ("North said 1S over 1NT, LHO accepts", True),
    ],
)
def test_nobody_accepts_where_the_telling_ends(text: str, accepted: bool) -> None:
    """An insufficient bid with nothing told after it has not been accepted (Law 27A1): LHO's choice is what is ruled."""
    assert ("LHO accepted it" in advise(text, lang="en").answer) is accepted
