"""A phone: headless Chromium at 360 x 740 as Debian packages it, and axe-core to look at it with."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

PHONE = {"width": 360, "height": 740}
AXE = "axe-core@4.14.1"
_FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
_SHIFTS = """() => { window.shifted = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true }); }"""


def chromium(playwright: Playwright) -> Browser:
    """Debian's Chromium. Fails the test when there is none."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.fail("There is no Chromium here: install Debian's package (apt-get install chromium).", pytrace=False)
    return playwright.chromium.launch(executable_path=found, args=list(_FLAGS))


def phone(browser: Browser, lang: str = "el", **more: Any) -> BrowserContext:
    """A phone in a language, with a store of its own."""
    settings = {"viewport": PHONE, "locale": "el-GR" if lang == "el" else "en-GB", "has_touch": True, "is_mobile": True}
    return browser.new_context(**(settings | more))


@lru_cache(maxsize=1)
def axe() -> str:
    """axe-core's script, fetched by npm (and kept under `ADVISOR_AXE` when that names a folder). Fails the test without it."""
    folder = Path(os.environ.get("ADVISOR_AXE") or tempfile.mkdtemp(prefix="axe-"))
    script = folder / "package/axe.min.js"
    if not script.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["npm", "pack", "--silent", AXE], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.fail(f"npm could not fetch {AXE}: {done.stderr[-300:]}", pytrace=False)
        with tarfile.open(folder / done.stdout.split()[-1]) as archive:
            packed = archive.extractfile("package/axe.min.js")
            assert packed is not None
            script.parent.mkdir(exist_ok=True)
            script.write_bytes(packed.read())
    return script.read_text(encoding="utf-8")


def faults(page: Page) -> list[tuple[str, str, str]]:
    """What axe-core finds serious or critical: the rule, the help, the place."""
    page.evaluate(axe())
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    bad = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
    return [(each["id"], each["help"], node["html"][:120]) for each in bad for node in each["nodes"][:3]]


def watch_shifts(page: Page) -> None:
    """Count from now on what moves by itself."""
    page.evaluate(_SHIFTS)


def wide(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return int(page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth"))
