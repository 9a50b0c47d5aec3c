"""Puts the words and the data compiled from words, laws, precedents and weights into the wheel, so that an installed advisor only
loads them. Nothing is fitted here: the weights lie ready in the repository (`advisor fit`), and the corpus stays there."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledData(BuildHookInterface[Any]):
    """Adds lexicon and compiled data to a wheel; an editable install keeps reading the checkout, and copies nothing."""

    PLUGIN_NAME = "custom"

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._made: list[Path] = []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folders of data to the wheel. Raises DataError when the data are broken."""
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, self.root)
        build_data["force_include"][str(Path(self.root, "lexicon"))] = "advisor/_data/lexicon"
        build_data["force_include"][str(self._compiled())] = "advisor/_data/compiled"

    def _compiled(self) -> Path:
        """The compiled data of this checkout: those in the cache when `ADVISOR_CACHE` names one, else made for this wheel."""
        if os.environ.get("ADVISOR_CACHE"):
            from advisor.base.store import folder

            return folder()
        from advisor.workshop.compile import compile_all

        target = Path(tempfile.mkdtemp(prefix="advisor-compiled-"))
        self._made.append(target)
        compile_all(target)
        return target

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what was made for the wheel only."""
        for target in self._made:
            shutil.rmtree(target, ignore_errors=True)
