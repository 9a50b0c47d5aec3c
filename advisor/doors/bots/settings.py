"""What a club sets: tokens (from the environment or a file that only its owner reads), who may write, how often."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal, Self

from platformdirs import user_data_path
from pydantic import BaseModel, ConfigDict, SecretStr

from advisor.doors.bots.house import EDITION, UsageError, editions

_NUMBERS = {"rate": "RATE", "settle": "SETTLE", "lease": "LEASE", "receipt": "RECEIPT", "poll": "POLL"}
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
    rate: int = 30
    settle: float = 0.5
    lease: float = 30.0
    receipt: float = 60.0
    poll: float = 1.0
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
        if made.edition not in editions():
            raise UsageError("EDITION", f"There is no edition '{made.edition}': use one of {', '.join(editions())}.")
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
    except OSError as error:
        raise UsageError("TOKEN", f"The file that {name}_FILE names cannot be read ({error.strerror}).") from None


def club_key(env: Mapping[str, str] = os.environ) -> str:
    """The key that chats and persons are hashed with: `ADVISOR_CLUB_KEY`, else one made once in the user's data folder."""
    told = secret("ADVISOR_CLUB_KEY", env, needed=False)
    if told:
        return told
    path = user_data_path("bridge-ruling-advisor", ensure_exists=True) / "club.key"
    with suppress(FileExistsError):
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w", encoding="utf-8") as file:
            file.write(secrets.token_hex(32))
    return _from_file(path, "ADVISOR_CLUB_KEY")
