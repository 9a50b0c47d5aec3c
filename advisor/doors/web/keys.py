"""The keys of clubs: long random texts, of which the server keeps only a hash."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path

from advisor.doors.web.house import UsageError

_LINE = re.compile(r"([\w.-]{1,80}):([0-9a-f]{64})")


def new(name: str) -> tuple[str, str]:
    """A new key, and the line `name:sha256` to keep. Raises UsageError for a name that cannot stand in a line."""
    key = secrets.token_urlsafe(24)
    line = f"{name}:{hashed(key)}"
    if not _LINE.fullmatch(line):
        raise UsageError("KEYS", f"'{name}' cannot name a key: use letters, digits, '.', '_' and '-'.")
    return key, line


def hashed(key: str) -> str:
    """What is kept of a key. Keys are random, 192 bits long: a plain hash is enough."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def read(path: str) -> tuple[str, ...]:
    """The lines of a file of keys; empty ones and those that begin with # are left out. Raises UsageError."""
    try:
        lines = [line.strip() for line in Path(path).read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError("KEYS", f"'{path}' cannot be read: name a file with a line 'name:sha256' for each key.") from error
    found = [line for line in lines if line and not line.startswith("#")]
    for line in found:
        if not _LINE.fullmatch(line):
            raise UsageError("KEYS", f"'{path}' holds a line that is no key: write 'name:sha256', as 'serve --new-key' does.")
    return tuple(found)


def owner(headers: Mapping[str, str], lines: Iterable[str]) -> str:
    """Whose key a request brings (X-API-Key, a bearer token or a Basic password), or nothing."""
    brought = headers.get("x-api-key") or _from_authorization(headers.get("authorization", ""))
    if not brought or len(brought) > 200:
        return ""
    found, mine = "", hashed(brought)
    for line in lines:
        name, _, kept = line.partition(":")
        if hmac.compare_digest(kept, mine):
            found = name
    return found


def _from_authorization(header: str) -> str:
    scheme, _, rest = header.partition(" ")
    if scheme.lower() == "bearer":
        return rest.strip()
    if scheme.lower() != "basic":
        return ""
    try:
        told = base64.b64decode(rest.strip(), validate=True).decode("utf-8")
    except ValueError:
        return ""
    return told.partition(":")[2]
