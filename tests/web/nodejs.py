"""Where Node is: the tests of the page's scripts need it."""

from __future__ import annotations

import shutil

import pytest


def node() -> str:
    """The path of Node. Fails the test when there is none."""
    found = shutil.which("node")
    if found is None:
        pytest.fail("There is no Node here: install Debian's package (apt-get install nodejs).", pytrace=False)
    return str(found)
