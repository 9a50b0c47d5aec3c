"""What a phone can guess of a story by itself: the part of the raw text's judge that is small enough to take along.

Of the fitted weights it takes the runs of four and five letters that say most, in coarser steps. That finds the law among the
first three in seven or eight of ten stories (the whole advisor in nine), so it only points to situations while the answer is on
its way.
"""

from __future__ import annotations

import base64
import gzip
import json
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from advisor.doors.web import work
from advisor.doors.web.house import paths, store, tables

LENGTHS = (4, 5)  # letters of a run, the blanks at the ends of its word counted
_RUNS = 6000
_STEPS = 3  # of the fitted weights' steps in one of ours
_COLUMN, _VALUE = 256, 80  # the characters from which columns and values count
_FINE = 100  # parts of one in which rarities and biases are told


@work.told
def packed() -> str:
    """The judge's part as JSON, packed (gzip) and written in letters (base 85): so it is handed over by the readers."""
    return base64.b85encode(
        gzip.compress(json.dumps(part(), ensure_ascii=False, separators=(",", ":")).encode(), 9, mtime=0)
    ).decode()


@lru_cache(maxsize=1)
def part() -> dict[str, Any]:
    """The situations; the runs with their rarity, and for each a row of pairs of characters: situation, weight; the biases.

    Situations of which nothing is ruled (rights) are asked for, not told: they have no column."""
    judge, names = store.load("judge_raw"), store.load("classes")
    known = tables(paths.EDITION)
    wanted = [at for at, name in enumerate(names) if name in known and known[name]["kind"] != "rights"]
    place = {column: at for at, column in enumerate(wanted)}
    told = []
    for sign, row in judge["index"].items():
        if sign[0] == "c" and len(sign) - 2 in LENGTHS:
            weights = _weights(row)[1].astype(np.float32)
            told.append((float(np.sqrt(weights @ weights)) / float(judge["idf"][row]), sign[2:], row))
    told.sort(key=lambda each: (-each[0], each[1]))
    runs, idf, rows = [], [], []
    for _, run, row in sorted(told[:_RUNS], key=lambda each: each[1]):
        steps = (
            (column, round(weight / _STEPS)) for column, weight in zip(*(each.tolist() for each in _weights(row)), strict=True)
        )
        rows.append("".join(chr(_COLUMN + place[c]) + chr(_VALUE + v) for c, v in steps if v and c in place))
        runs.append(run)
        idf.append(round(float(judge["idf"][row]) * _FINE))
    bias = [round(float(judge["bias"][at]) * _FINE) for at in wanted]
    step = round(float(judge["step"]) * _STEPS, 6)
    return {"names": [names[at] for at in wanted], "runs": "\n".join(runs), "idf": idf, "rows": rows, "bias": bias, "step": step}


def _weights(row: int) -> tuple[NDArray[np.integer[Any]], NDArray[np.int8]]:
    """The columns in which a row of the judge is not zero, and its weights there; a mostly full row stands whole."""
    at = store.array("judge_raw_at")[row]
    if at >= 0:
        whole = store.array("judge_raw_whole")[at]
        return whole.nonzero()[0], whole[whole != 0]
    start, end = store.array("judge_raw_starts")[row : row + 2]
    return store.array("judge_raw_columns")[start:end], store.array("judge_raw_values")[start:end]
