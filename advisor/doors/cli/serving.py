"""`serve`, and the charts of `law --chart`."""

from __future__ import annotations

import os
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer

from advisor.base.errors import UsageError

_NEEDED = ("fastapi", "uvicorn", "jinja2", "python_multipart", "limits", "structlog", "prometheus_client", "segno")


def start(*, new_key: str, **settings: Any) -> None:
    """Start the server, or make a key. Raises UsageError when the extra `web` is not installed."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise UsageError(
            "EXTRA", f"The page needs more packages ({', '.join(missing)}): run 'pip install \".[web]\"' in the clone."
        )
    if settings["metrics_port"]:  # the metrics' library looks for it as it is loaded
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="advisor-metrics-"))
    from advisor.doors.web import serving

    if new_key:
        typer.echo(serving.new_key(new_key, settings["keys_file"]))
        return
    serving.serve(**settings)


def write_charts(text: str, edition: str, lang: str, output: str) -> str:
    """The decision charts of a law as SVG files: FILE.svg for the first, FILE-NAME.svg for each further. Raises UsageError."""
    from advisor.advising import settings
    from advisor.base.text import fold, has_greek
    from advisor.doors.cli import files
    from advisor.doors.web import charts
    from advisor.say import lookup

    settings(lang, edition)
    code = lang if lang in ("el", "en") else "el" if has_greek(fold(text)) else "en"
    names = charts.of_law(lookup.reference(text), edition)
    if output == "-":
        return charts.chart(charts.held(names[0], edition), code, alone=True)
    first = Path(output)
    written = []
    for number, name in enumerate(names):
        path = first if not number else first.with_name(f"{first.stem}-{name}{first.suffix}")
        with files.written(str(path)) as stream:
            stream.write(charts.chart(charts.held(name, edition), code, alone=True))
        written.append(str(path.resolve()))
    return "\n".join(f"written: {path}" for path in written)
