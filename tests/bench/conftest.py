"""The table of the benchmark: what was measured beside what the design allows, printed at the end of the run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Row = tuple[str, float, float | None, str]
Note = Callable[[str, float, float | None, str], None]
ROWS = pytest.StashKey[list[Row]]()


def pytest_configure(config: pytest.Config) -> None:
    """An empty table."""
    rows: list[Row] = []
    config.stash[ROWS] = rows


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Note:
    """Writes one line of the table: what, measured, at most (None: no budget, for comparison), unit."""
    rows = request.config.stash[ROWS]

    def write(what: str, measured: float, most: float | None, unit: str) -> None:
        rows.append((what, measured, most, unit))

    return write


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the table."""
    rows = config.stash[ROWS]
    if not rows:
        return
    terminalreporter.section("budgets (design, section 6)")
    terminalreporter.write_line(f"{'what':58}{'measured':>12}{'at most':>12}  unit")
    for what, measured, most, unit in sorted(rows):
        allowed = f"{most:12.2f}" if most is not None else f"{'-':>12}"
        over = "  OVER" if most is not None and measured > most else ""
        terminalreporter.write_line(f"{what:58}{measured:12.2f}{allowed}  {unit}{over}")
