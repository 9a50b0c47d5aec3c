"""Packs fitted weights for the repository (8 bits each, against what a sign says of every irregularity alike), and unpacks them
into the form that the running advisor reads row by row from the disk."""

from __future__ import annotations

import json
import zipfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from advisor.base.packed import PackedNumbers
from advisor.base.store import write
from advisor.diagnose.evidence import UNKNOWN, stepped
from advisor.diagnose.judge import Judge
from advisor.diagnose.rows import SparseRows

if TYPE_CHECKING:
    from advisor.workshop.fit.net import FittedNet
    from advisor.workshop.fit.roles import Roles

JOINING = "joining.json"
_MOST = 127
_STEPS = {"judge_signs": 0.12, "judge_raw": 0.12}
_PACKED = ("judge_raw",)  # its signs are looked up once a word; those of the other at every telling
_EPOCH = (2020, 1, 1, 0, 0, 0)  # every file is dated alike, so that the same weights make the same bytes


def quantised(weights: NDArray[np.float32], step: float) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """The weights (signs, columns) as whole steps against each sign's median, and these medians."""
    base = np.median(weights, axis=1).astype(np.float32)
    steps = np.rint((weights - base[:, None]) / step)
    return np.clip(steps, -_MOST, _MOST).astype(np.int8), base.astype(np.float16).astype(np.float32)


def pack(target: Path, name: str, arrays: Mapping[str, NDArray[Any]], texts: Mapping[str, Sequence[str]], numbers: Any) -> None:
    """Write `name.npz`: arrays, lists of texts, and plain numbers (as JSON), packed and dated alike."""
    with zipfile.ZipFile(target / f"{name}.npz", "w") as archive:
        every = dict(arrays)
        every |= {f"{key}_texts": _bytes("\n".join(each)) for key, each in texts.items()}
        every["numbers"] = _bytes(json.dumps(numbers, ensure_ascii=False, sort_keys=True))
        for key, array in every.items():
            entry = zipfile.ZipInfo(f"{key}.npy", _EPOCH)
            entry.compress_type = zipfile.ZIP_LZMA
            with archive.open(entry, "w", force_zip64=True) as out:
                np.lib.format.write_array(out, np.ascontiguousarray(array), allow_pickle=False)


def _bytes(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("utf-8"), dtype=np.uint8)


def _read(weights: Path, name: str) -> dict[str, Any]:
    with np.load(weights / f"{name}.npz", allow_pickle=False) as archive:
        found: dict[str, Any] = {key: archive[key] for key in archive.files}
    for key in [key for key in found if key.endswith("_texts")]:
        text = bytes(found.pop(key)).decode("utf-8")
        found[key.removesuffix("_texts")] = text.split("\n") if text else []
    return found | {"numbers": json.loads(bytes(found["numbers"]).decode("utf-8"))}


def pack_judge(
    target: Path,
    name: str,
    signs: Sequence[str],
    weights: NDArray[np.float32],
    bias: NDArray[np.float32],
    more: Mapping[str, NDArray[Any]] | None = None,
) -> None:
    """One judge: its signs with a row of weights each, the offset of every irregularity."""
    step = _STEPS[name]
    rows, base = quantised(weights, step)
    arrays: dict[str, NDArray[Any]] = {"rows": rows, "base": base.astype(np.float16), "bias": bias.astype(np.float32)}
    pack(target, name, arrays | dict(more or {}), {"signs": signs}, {"step": step})


def packed_judge(target: Path, name: str) -> Judge:
    """The judge packed in a folder, whose scores are not yet log-probabilities."""
    found = _read(target, name)
    index = {sign: at for at, sign in enumerate(found["signs"])}
    return Judge.of({"index": index, "temperature": 1.0, **found["numbers"], **found}, found["rows"])


def pack_texts(target: Path, name: str, texts: Sequence[str]) -> None:
    """A list of names, one a line."""
    (target / f"{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")


def pack_evidence(target: Path, signs: Sequence[str], index: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """The separators of the facts; the numbers of their signs are kept as differences, which pack well."""
    ids = np.diff(arrays["ids"], prepend=np.int32(0)).astype(np.int32)
    pack(target, "evidence", {"ids": ids, "weights": arrays["weights"]}, {"signs": signs}, {"facts": index})


def pack_roles(target: Path, fitted: Roles) -> None:
    """The judge of whose voice a clause is."""
    arrays: dict[str, NDArray[Any]] = {"weights": fitted.weights.astype(np.float16), "bias": fitted.bias}
    pack(target, "roles", arrays, {"signs": fitted.signs}, {})


def pack_net(target: Path, fitted: FittedNet) -> None:
    """The net that reads a telling in its order."""
    arrays: dict[str, NDArray[Any]] = {f"table.{name}": each for name, each in fitted.tables.items()}
    arrays |= {f"dense.{name}": each for name, each in fitted.dense.items()}
    pack(target, "net", arrays, fitted.texts, {"steps": dict(fitted.steps), "dilations": fitted.dilations})


def _unpack_net(target: Path, found: Mapping[str, Any]) -> None:
    """The embeddings of the net as they are read row by row, the rest as it is."""
    parts: dict[str, dict[str, Any]] = {"table": {}, "dense": {}}
    for key in [key for key in found if "." in key]:
        kind, _, name = key.partition(".")
        parts[kind][name] = found[key]
    for name, each in parts["table"].items():
        np.save(target / f"net_{name}.npy", each)
    texts = {name: each for name, each in found.items() if isinstance(each, list)}
    write(target, "net", {"texts": texts, "dense": parts["dense"], **found["numbers"]})


def _lay_out(target: Path, name: str, rows: NDArray[np.int8]) -> None:
    """The weights as they are read row by row: whole, or where most are zero as columns and values."""
    if np.count_nonzero(rows) * 2 > rows.size:
        np.save(target / f"{name}_rows.npy", rows)
        return
    sparse = SparseRows.of(rows)
    for part in ("starts", "columns", "values", "at", "whole"):
        np.save(target / f"{name}_{part}.npy", getattr(sparse, part))


def unpack(target: Path, weights: Path) -> None:
    """The packed weights in a folder as compiled data in `target`."""
    judges = {name: _read(weights, name) for name in ("judge_signs", "judge_raw")}
    joining = json.loads((weights / JOINING).read_text(encoding="utf-8"))
    for name, found in judges.items():
        _lay_out(target, name, found["rows"])
        index = {sign: at for at, sign in enumerate(found["signs"])}
        data = {"index": PackedNumbers.of(index) if name in _PACKED else index, **found["numbers"]}
        data |= {"temperature": joining[name], "joining": joining}
        data |= {key: found[key] for key in ("base", "bias", "idf", "doors", "door_bias") if key in found}
        write(target, name, data)
    write(target, "classes", (weights / "classes.txt").read_text(encoding="utf-8").split())
    found = _read(weights, "roles")
    data = {"weights": found["weights"], "bias": found["bias"]}
    write(target, "roles", {"index": by_kind(found["signs"]), **data})
    write(target, "calibration", json.loads((weights / "calibration.json").read_text(encoding="utf-8")))
    _unpack_net(target, _read(weights, "net"))
    _unpack_evidence(target, _read(weights, "evidence"), judges["judge_signs"]["signs"])


def by_kind(signs: Sequence[str]) -> dict[str, dict[str, int]]:
    """Kind (with its colon) -> name -> place of each sign of a clause."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for at, sign in enumerate(signs):
        kind, colon, name = sign.rpartition(":")
        found[kind + colon][name] = at
    return dict(found)


def _unpack_evidence(target: Path, found: Mapping[str, Any], judged: Sequence[str]) -> None:
    """The separators of the facts. The judge's signs name most of theirs too (`shared`: the number of each, or -1), `more` the
    others."""
    ids = stepped(np.cumsum(found["ids"], dtype=np.int64).astype(np.int32), found["numbers"]["facts"])
    own = {sign: at for at, sign in enumerate(found["signs"])}
    shared = np.array([own.pop(sign, UNKNOWN) for sign in judged], np.int32)
    write(
        target,
        "evidence",
        {"shared": shared, "more": PackedNumbers.of(own), **found["numbers"], "places": ids.places, "jumps": ids.jumps},
    )
    np.save(target / "evidence_ids.npy", ids.steps)
    np.save(target / "evidence_weights.npy", found["weights"])
