"""The part of the wheel's build that compiles the catalogues; the wheel has those of complete languages."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface[Any]):
    """Adds the compiled catalogues to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues; name the compiled files to the builder."""
        folder = Path(self.root) / "translations"
        catalogues = runpy.run_path(str(folder / "catalogues.py"))
        catalogues["compile_all"](folder)
        for file in folder.glob(f"*/{catalogues['MO']}"):
            build_data["force_include"][str(file)] = f"scorekeeper/translations/{file.relative_to(folder).as_posix()}"
