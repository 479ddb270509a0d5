"""The version of the program."""

import tomllib
from importlib import metadata

from .paths import PROJECT


def program_version() -> str:
    """Return the version of the installed package, or of the sources that run without being installed."""
    try:
        return metadata.version("scorekeeper")
    except metadata.PackageNotFoundError:
        project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
        return str(project["version"])
