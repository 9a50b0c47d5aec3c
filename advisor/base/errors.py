"""What can go wrong, and how it is said.

AdvisorError          one plain sentence with the mend; never a traceback
├── UsageError        wrong use of a command or of `advise`      (exit code 2)
├── BuildError        the compiled data cannot be built          (exit code 3)
└── DataError         broken lexicon, lawbook or corpus          (exit code 3)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault in the data: a searchable code, the place (file and 1-based line), what is wrong, and the mend."""

    code: str
    path: str
    line: int
    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.code}  {self.path}:{self.line}  {self.what}\n       {self.mend}"


class AdvisorError(Exception):
    """An error a person can mend: `code` to search for, `exit_code` for the shell."""

    exit_code = 1

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[AdvisorError], tuple[object, ...]]:
        """The same error in another process (a worker of `--jobs`)."""
        return type(self), (self.code, self.message)


class UsageError(AdvisorError):
    """The command or the call was used wrongly; the message says how to use it."""

    exit_code = 2


class BuildError(AdvisorError):
    """The compiled data cannot be built from their sources; the message holds what the builder said."""

    exit_code = 3


class DataError(AdvisorError):
    """The data files are broken; `findings` lists every fault at once."""

    exit_code = 3

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("DATA", "\n".join(str(f) for f in self.findings))

    def __reduce__(self) -> tuple[type[AdvisorError], tuple[object, ...]]:
        """The same error in another process."""
        return type(self), (self.findings,)
