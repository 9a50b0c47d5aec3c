"""Rows of weights that are kept packed are those that were packed, and a judge scores with them as with whole rows."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from advisor.diagnose.judge import Judge
from advisor.diagnose.rows import MOST_COLUMNS, SparseRows

SIGNS, CLASSES = 40, 7
Bytes = NDArray[np.int8]


@pytest.fixture
def rows() -> Bytes:
    """Forty rows most of whose weights are zero: some are empty, one is full, and the first and last columns are used."""
    dice = np.random.default_rng(1)
    found = dice.integers(-127, 128, (SIGNS, CLASSES)).astype(np.int8)
    found[dice.random((SIGNS, CLASSES)) < 0.6] = 0
    found[[0, 11, SIGNS - 1]] = 0
    found[12] = np.arange(1, CLASSES + 1, dtype=np.int8)
    found[13, 0] = found[14, CLASSES - 1] = -127
    return found


def judge(rows: Bytes | SparseRows) -> Judge:
    """A judge of forty signs with these rows."""
    dice = np.random.default_rng(2)
    data = {
        "index": {f"s{i}": i for i in range(SIGNS)},
        "step": 0.03,
        "base": dice.random(SIGNS).astype(np.float32),
        "bias": dice.random(CLASSES).astype(np.float32),
        "temperature": 0.7,
        "doors": dice.random((SIGNS, 3)).astype(np.float32),
        "door_bias": np.zeros(3, dtype=np.float32),
        "idf": dice.random(SIGNS).astype(np.float32) + 1.0,
    }
    return Judge.of(data, rows)


PICKED = [[1, 2, 3], [3, 11, 2], list(range(SIGNS)), [12], [0, 11, SIGNS - 1], [5, 5, 12]]
NAMES = ["few", "an empty one among them, unsorted", "all", "a full one", "empty ones", "one twice"]


@pytest.mark.parametrize("picked", PICKED, ids=NAMES)
def test_rows_are_those_that_were_packed(rows: Bytes, picked: list[int]) -> None:
    """Whichever rows are asked for, in whatever order: each whole, with its zeros."""
    assert np.array_equal(SparseRows.of(rows)[np.array(picked, dtype=np.intp)], rows[picked])


def test_one_weight_is_that_of_its_row_and_column(rows: Bytes) -> None:
    """Every single weight, zero or not."""
    packed = SparseRows.of(rows)

    assert [[packed[sign, column] for column in range(CLASSES)] for sign in range(SIGNS)] == rows.tolist()


def test_no_more_columns_than_a_byte_numbers() -> None:
    """256 columns fit, one more is refused."""
    widest = np.full((2, MOST_COLUMNS), -3, dtype=np.int8)

    assert np.array_equal(SparseRows.of(widest)[np.array([1, 0], dtype=np.intp)], widest)
    with pytest.raises(ValueError, match="257 columns"):
        SparseRows.of(np.zeros((2, MOST_COLUMNS + 1), dtype=np.int8))


@pytest.mark.parametrize("picked", PICKED, ids=NAMES)
def test_a_judge_scores_alike_with_packed_rows(rows: Bytes, picked: list[int]) -> None:
    """Scores, and how much more a sign speaks for one than for another, do not depend on how the rows are kept."""
    signs = {f"s{i}": 0.5 + i / SIGNS for i in picked}
    whole, packed = judge(rows), judge(SparseRows.of(rows))

    assert np.allclose(whole.scores(signs), packed.scores(signs), rtol=0.0, atol=1e-5)
    assert not np.array_equal(packed.scores(signs), packed.bias)
    assert [whole.speaks(name, 0, CLASSES - 1) for name in signs] == [packed.speaks(name, 0, CLASSES - 1) for name in signs]


def test_scores_are_the_sum_of_the_signs_that_are_known(rows: Bytes) -> None:
    """Each sign adds its base and its weights, in steps, as far as it is present; an unknown one adds nothing."""
    told = judge(SparseRows.of(rows))
    by_hand = told.bias + 0.5 * (told.base[3] + 0.03 * rows[3]) + 2.0 * (told.base[12] + 0.03 * rows[12])

    assert np.allclose(told.scores({"s3": 0.5, "s12": 2.0, "never met": 9.0}), by_hand, atol=1e-4)
    assert np.array_equal(told.scores({"never met": 1.0}), told.bias)
