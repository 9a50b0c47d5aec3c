"""Rows of weights that are kept at full length are those on the disk, however many signs were met before."""

from __future__ import annotations

import numpy as np
import pytest

from advisor.diagnose import weigh
from advisor.diagnose.weigh import Scales

SIGNS, CLASSES = 40, 3
HINTS = {"anchors": {"strong": {}, "proven": {}}, "daily": [], "rare": [], "twins": []}


@pytest.fixture
def scales(monkeypatch: pytest.MonkeyPatch) -> Scales:
    """Scales of forty signs with room for ten rows."""
    monkeypatch.setattr(weigh, "_KEPT", 10)
    weights = np.random.default_rng(1).random((SIGNS, CLASSES)).astype(np.float16)
    data = {"signs": {f"s{i}": i for i in range(SIGNS)}, "classes": [], "bias": [0.0] * CLASSES, "actors": []}
    return Scales(data, weights, HINTS, None)  # type: ignore[arg-type]


@pytest.mark.parametrize("first", [[1, 2, 3], list(range(10)), list(range(30))], ids=["few", "as many as fit", "too many"])
def test_rows_are_those_of_the_disk(scales: Scales, first: list[int]) -> None:
    """Those met before, new ones beside them, and those that push all others out."""
    for ids in (first, [3, 11, 2], [20, 21, 22, 23, 24, 25, 26, 27], [2, 3], first):
        assert np.array_equal(scales._rows(ids), scales.weights[ids].astype(np.float32))
