"""Paths of templates, static files, migrations and translations.

In the repository these folders are beside the package, in an installed wheel inside it.
"""

import os
import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def _folder(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


PROJECT = _PACKAGE.parent / "pyproject.toml"
"""Beside the package in the repository; a wheel has its metadata instead."""
TEMPLATES = _folder("templates")
STATIC = _folder("static")
MIGRATIONS = _folder("migrations")
TRANSLATIONS = _folder("translations")


def default_data_dir() -> Path:
    """Return the data folder where none is set: `data` in the current folder for the sources.

    An installed wheel may be started anywhere: it has the folder that the platform keeps for the data of programs.
    """
    if PROJECT.exists():
        return Path("data")
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/scorekeeper")
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local") / "scorekeeper"
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share") / "scorekeeper"
