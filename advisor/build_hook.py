"""Builds the compiled data into the wheel, so that an installed advisor only loads it."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledData(BuildHookInterface[Any]):
    """Compiles lexicon, lawbook and corpus for a wheel; an editable install keeps reading the checkout."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled folder to the wheel. Raises DataError when the data are broken."""
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, self.root)
        from advisor.compile import compile_all

        target = Path(tempfile.mkdtemp(prefix="advisor-compiled-"))
        compile_all(target)
        build_data["force_include"][str(target)] = "advisor/_data/compiled"
