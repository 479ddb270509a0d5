"""Paths of templates, static files, migrations and translations.

In the repository these folders are beside the package, in an installed wheel inside it.
"""

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
