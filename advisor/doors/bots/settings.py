"""What a club sets: tokens (from the environment or a file that only its owner reads), who may write, how often."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr

from advisor.doors.bots.house import EDITION, UsageError, begin, data_folder

_NUMBERS = {"rate": "RATE", "settle": "SETTLE", "lease": "LEASE", "receipt": "RECEIPT", "poll": "POLL"}
_MANY = 1_000_000
_SHORTEST_LEASE = 12.0  # seconds: one call of a chat may take ten
_NO_TEXT = "it is no UTF-8 text"
Seconds = Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]
_OTHERS_MAY = stat.S_IRWXG | stat.S_IRWXO


class Settings(BaseModel):
    """The settings of the bots of a club. Times are in seconds.

    `access`: `open` to all, or `invited`: chats and directors that sent an invitation code. `triggers`: words that address us
    in a group. `rate`: messages a chat may send in a minute. `settle`: how long a message waits for an earlier one. `lease`: how
    long a process holds a chat. `receipt`: how long a receipt is waited for when it is not known whether a message arrived.
    `at_once`: chats served at once."""

    model_config = ConfigDict(frozen=True)

    key: SecretStr
    access: Literal["open", "invited"] = "invited"
    triggers: tuple[str, ...] = ()
    edition: str = EDITION
    authority: str | None = None
    lang: Literal["el", "en"] = "el"
    rate: int = Field(30, ge=1, le=_MANY)
    settle: Seconds = 0.5
    lease: Seconds = 30.0
    receipt: Seconds = 60.0
    poll: float = Field(1.0, ge=0.01, le=60, allow_inf_nan=False)
    at_once: int = 8

    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> Self:
        """The settings in `ADVISOR_BOT_*`, and the club's key. Raises UsageError."""
        told: dict[str, object] = {"key": SecretStr(club_key(env))}
        for name in ("access", "lang", "edition", "authority"):
            if env.get(f"ADVISOR_BOT_{name.upper()}"):
                told[name] = env[f"ADVISOR_BOT_{name.upper()}"]
        for name, known in _NUMBERS.items():
            if env.get(f"ADVISOR_BOT_{known}"):
                told[name] = env[f"ADVISOR_BOT_{known}"]
        triggers = env.get("ADVISOR_BOT_TRIGGERS", "")
        told["triggers"] = tuple(word.strip() for word in triggers.split(",") if word.strip())
        try:
            made = cls.model_validate(told)
        except ValueError as error:
            wrong = ", ".join(f"ADVISOR_BOT_{e['loc'][0]}".upper() for e in getattr(error, "errors", list)())
            raise UsageError("BOT", f"A setting of the bots cannot be used: mend {wrong}.") from None
        if made.lease < _SHORTEST_LEASE:
            raise UsageError("BOT", f"A chat is held too short a time: set ADVISOR_BOT_LEASE to {_SHORTEST_LEASE:.0f} or more.")
        begin(edition=made.edition, authority=made.authority)
        return made

    def hashed(self, *parts: str) -> str:
        """Anything of a chat (its id, a person's, a message's) as the book keeps it: 32 hex digits, keyed by the club."""
        told = "\0".join(parts).encode("utf-8", "replace")
        return hmac.new(self.key.get_secret_value().encode(), told, hashlib.sha256).hexdigest()[:32]


def secret(name: str, env: Mapping[str, str] = os.environ, *, needed: bool = True) -> str:
    """A secret from the variable `name`, or from the file that `name_FILE` names, which only its owner may read.

    Raises UsageError when it is needed and not there, or when others may read the file."""
    told = env.get(name, "").strip()
    path = env.get(f"{name}_FILE", "")
    if not told and path:
        told = _from_file(Path(path), name)
    if needed and not told:
        raise UsageError("TOKEN", f"There is no {name}: set it in the environment, or name a file with it in {name}_FILE.")
    return told


def _from_file(path: Path, name: str) -> str:
    try:
        if path.stat().st_mode & _OTHERS_MAY:
            raise UsageError("TOKEN", f"Others may read the file that {name}_FILE names: run chmod 600 on it.")
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or _NO_TEXT
        raise UsageError("TOKEN", f"The file that {name}_FILE names cannot be read ({reason}): name another one.") from None


def club_key(env: Mapping[str, str] = os.environ) -> str:
    """The key that chats and persons are hashed with: `ADVISOR_CLUB_KEY`, else one made once in the user's data folder."""
    told = secret("ADVISOR_CLUB_KEY", env, needed=False)
    if told:
        return told
    try:
        return _kept_key()
    except OSError as error:
        told = f"The club's key cannot be kept ({error.strerror}): set ADVISOR_CLUB_KEY to any words of your own."
        raise UsageError("TOKEN", told) from None


def _kept_key() -> str:
    """The key in the user's data folder, made if need be: it appears there whole, also where two processes start at once."""
    path = data_folder() / "club.key"
    if not path.exists():
        handle, beside = tempfile.mkstemp(prefix=".club.key.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(secrets.token_hex(32))
            with suppress(FileExistsError):  # another process was first
                os.link(beside, path)
        finally:
            Path(beside).unlink()
    key = _from_file(path, "ADVISOR_CLUB_KEY")
    if not key:
        raise UsageError("TOKEN", f"The club's key '{path}' is empty: put back what was in it, or delete it to begin anew.")
    return key
