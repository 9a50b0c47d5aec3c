"""The soak says what it did not reach, and finds what it looks for."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from soak import __main__ as soak
from soak import fuzz


class Here:
    """A pool of processes whose work is done right here."""

    def __init__(self, *_: object, **__: object) -> None: ...

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None: ...

    def map(self, work: Callable[..., Any], *told: Iterable[Any]) -> Iterator[Any]:
        """As the pool has it."""
        return map(work, *told)


def run(monkeypatch: pytest.MonkeyPatch, *told: str) -> int:
    """The exit status of the soak."""
    monkeypatch.setattr(soak, "ProcessPoolExecutor", Here)
    monkeypatch.setattr("sys.argv", ["soak", *told])
    return soak.main()


@pytest.mark.parametrize("kind", ["texts", "turns"])
def test_what_is_not_reached_is_said(kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """When the time is over before all was done the status is 1; a smaller amount that is reached is all well."""
    rest = [told for name in ("texts", "turns") if name != kind for told in (f"--{name}", "0")]

    assert run(monkeypatch, f"--{kind}", "1000000", *rest, "--kills", "0", "--minutes", "0") == 1
    short = capsys.readouterr().out
    assert run(monkeypatch, f"--{kind}", "6", *rest, "--kills", "0") == 0

    assert f"of 1000000 {kind}" in short
    assert "not reached" in short
    assert "all well" not in short
    assert "all well" in capsys.readouterr().out


def test_units_that_are_not_reached_are_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The sweep of all words too."""
    assert run(monkeypatch, "--growth", "--minutes", "0") == 1
    assert "not reached" in capsys.readouterr().out


def test_a_fault_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One exception among several texts."""

    plain, asked = fuzz.advise, list[str]()

    def broken(text: str, **told: Any) -> Any:
        asked.append(text)
        if len(asked) == 4:
            raise KeyError("planted")
        return plain(text, **told)

    monkeypatch.setattr(fuzz, "advise", broken)
    assert run(monkeypatch, "--texts", "9", "--turns", "0", "--kills", "0") == 1
    assert "KeyError" in capsys.readouterr().out


def test_settings_answers_and_buttons_of_every_kind_are_drawn() -> None:
    """Texts are asked in each language, edition and authority, with answers; turns tap old buttons and suppose what they say."""
    draw = random.Random(1)
    drawn = [fuzz.settings(draw) for _ in range(400)]
    given = [fuzz.answers(draw, None) for _ in range(40)]
    sent = [fuzz._message(draw, (), ("#which_lead=later",)) for _ in range(400)]

    assert {each["lang"] for each in drawn} == {"auto", "el", "en"}
    assert len({each["edition"] for each in drawn}) > 1
    assert len({each.get("authority") for each in drawn}) > 2
    assert any(given)
    assert {"#which_lead=later", "#if:which_lead=later"} <= set(sent)


def test_turns_go_on_after_old_buttons() -> None:
    """A few hundred turns by a seed, without a fault."""
    result = fuzz.turns(20261130, 160, time.monotonic() + 600)

    assert (result.done, result.faults) == (160, [])
