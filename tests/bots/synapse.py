"""A real Synapse on the loopback, in a folder of its own, and the people who use it over its plain HTTP interface."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path
from typing import Any

from signedjson.key import generate_signing_key, write_signing_keys
from somebody_else import somebody_else

_START_S = 60.0
_RATE = {"per_second": 1000, "burst_count": 1000}
_LIMITS = {
    "rc_message": _RATE,
    "rc_registration": _RATE,
    "rc_login": {"address": _RATE, "account": _RATE, "failed_attempts": _RATE},
    "rc_joins": {"local": _RATE, "remote": _RATE},
    "rc_joins_per_room": _RATE,
    "rc_invites": {"per_room": _RATE, "per_user": _RATE, "per_issuer": _RATE},
    "rc_room_creation": _RATE,
    "rc_admin_redaction": _RATE,
}
# To the standard error stream, which is kept in a file.
_LOG: dict[str, Any] = {
    "version": 1,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"level": "WARNING", "handlers": ["console"]},
    "disable_existing_loggers": False,
}


def _config(folder: Path, port: int, secret: str) -> dict[str, Any]:
    """The server's settings (JSON is YAML)."""
    resources = [{"names": ["client"]}]
    listener = {"port": port, "bind_addresses": ["127.0.0.1"], "type": "http", "tls": False, "resources": resources}
    told = {
        "server_name": "localhost",
        "pid_file": str(folder / "pid"),
        "listeners": [listener],
        "database": {"name": "sqlite3", "args": {"database": str(folder / "homeserver.db")}},
        "log_config": str(folder / "log.config"),
        "media_store_path": str(folder / "media_store"),
        "registration_shared_secret": secret,
        "report_stats": False,
        "macaroon_secret_key": uuid.uuid4().hex,
        "form_secret": uuid.uuid4().hex,
        "signing_key_path": str(folder / "signing.key"),
        "trusted_key_servers": [],
    }
    return told | _LIMITS


class Synapse:
    """The server, without limits of its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="advisor-synapse-"))
        user = somebody_else()  # an ordinary one: no server of a club runs as root
        user.owns(self.folder)
        how: dict[str, Any] = {"cwd": self.folder, "env": os.environ | user.env, **user.options}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._secret = uuid.uuid4().hex
        python = [user.python, "-m", "synapse.app.homeserver"]
        config = self.folder / "hs.yaml"
        config.write_text(json.dumps(_config(self.folder, port, self._secret)))
        (self.folder / "log.config").write_text(json.dumps(_LOG))
        with (self.folder / "signing.key").open("w") as key:  # it would make one itself, by a start of its own
            write_signing_keys(key, [generate_signing_key("a_test")])
        with (self.folder / "out").open("wb") as log:
            self.process = subprocess.Popen([*python, "-c", str(config)], stdout=log, stderr=log, **how)
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + _START_S
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError((self.folder / "out").read_text()[-2000:])

    def limit(self, admin: Person, user: Person, per_second: int, burst: int) -> None:
        """Let one user send so many messages a second, so many at once."""
        path = f"/_synapse/admin/v1/users/{user.user}/override_ratelimit"
        call(self.url, "POST", path, admin.token, {"messages_per_second": per_second, "burst_count": burst})

    def register(self, name: str, *, admin: bool = False) -> Person:
        """A new user, with a token."""
        path = "/_synapse/admin/v1/register"
        nonce = call(self.url, "GET", path, "")["nonce"]
        mac = hmac.new(self._secret.encode(), digestmod=hashlib.sha1)
        mac.update(b"\0".join((nonce.encode(), name.encode(), b"pw", b"admin" if admin else b"notadmin")))
        told = {"nonce": nonce, "username": name, "password": "pw", "admin": admin, "mac": mac.hexdigest()}
        done = call(self.url, "POST", path, "", told)
        return Person(self.url, done["user_id"], done["access_token"])

    def close(self) -> None:
        """Stop, and leave nothing behind."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def call(url: str, method: str, path: str, token: str, told: Any = None) -> Any:
    """One call; its JSON. Raises HTTPError."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    raw = json.dumps(told).encode() if told is not None else None
    request = urllib.request.Request(url + path, data=raw, headers=headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as done:
        return json.loads(done.read())


class Person:
    """Somebody with an account."""

    def __init__(self, url: str, user: str, token: str) -> None:
        self.url, self.user, self.token = url, user, token

    def do(self, method: str, path: str, told: Any = None) -> Any:
        """A call of the client-server interface."""
        return call(self.url, method, f"/_matrix/client/v3{path}", self.token, told)

    def room(self, *invited: str, encrypted: bool = False, direct: bool = False) -> str:
        """A new room."""
        told: dict[str, Any] = {"invite": list(invited), "preset": "trusted_private_chat" if direct else "private_chat"}
        if encrypted:
            algorithm = {"algorithm": "m.megolm.v1.aes-sha2"}
            told["initial_state"] = [{"type": "m.room.encryption", "state_key": "", "content": algorithm}]
        return str(self.do("POST", "/createRoom", told | {"is_direct": direct})["room_id"])

    def join(self, room: str) -> None:
        """Join a room."""
        self.do("POST", f"/join/{quoted(room)}", {})

    def say(self, room: str, text: str, *, txn: str = "", **more: Any) -> str:
        """Write; the event's id."""
        return self.send(room, "m.room.message", {"msgtype": "m.text", "body": text} | more, txn=txn)

    def send(self, room: str, kind: str, content: Any, *, txn: str = "") -> str:
        """Send an event; its id."""
        path = f"/rooms/{quoted(room)}/send/{kind}/{txn or uuid.uuid4().hex}"
        return str(self.do("PUT", path, content)["event_id"])

    def react(self, room: str, event: str, key: str) -> str:
        """React to a message."""
        return self.send(room, "m.reaction", {"m.relates_to": {"rel_type": "m.annotation", "event_id": event, "key": key}})

    def edit(self, room: str, event: str, text: str) -> str:
        """Edit a message."""
        new = {"msgtype": "m.text", "body": text}
        relation = {"rel_type": "m.replace", "event_id": event}
        return self.say(room, f"* {text}", **{"m.new_content": new, "m.relates_to": relation})

    def seen(self, room: str, sender: str, kind: str = "m.room.message") -> list[dict[str, Any]]:
        """The events of a sender in a room, oldest first."""
        chunk = self.do("GET", f"/rooms/{quoted(room)}/messages?dir=b&limit=200")["chunk"]
        return [event for event in reversed(chunk) if event["sender"] == sender and event["type"] == kind]

    def members(self, room: str) -> dict[str, dict[str, Any]]:
        """The memberships of a room."""
        chunk = self.do("GET", f"/rooms/{quoted(room)}/members")["chunk"]
        return {event["state_key"]: event["content"] for event in chunk}


def quoted(room: str) -> str:
    """A room in a path."""
    return urllib.parse.quote(room, safe="")
