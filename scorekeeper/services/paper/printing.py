"""Printed sheets are kept: what was printed once is not printed again until something on it changes."""

import hashlib
import json
import os
import tempfile
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

from ... import sheets
from ...config.paths import TEMPLATES

MOST_BYTES = 64 * 1024 * 1024
_SUFFIX = ".pdf"
_OLD = 3600  # seconds: nobody writes a file for so long


class Shelf:
    """Printed sheets by their keys in a folder; the ones that nobody asked for longest go first."""

    def __init__(self, folder: Path, most: int = MOST_BYTES) -> None:
        self._folder, self._most = folder, most

    def get(self, key: str) -> bytes | None:
        """Return the sheet of that key, None if it is not there."""
        path = self._folder / (key + _SUFFIX)
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return data

    def put(self, key: str, data: bytes) -> None:
        """Keep a sheet; where the disk refuses, it is printed again the next time."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as file:
                file.write(data)
            os.replace(file.name, self._folder / (key + _SUFFIX))
            self._clear()
        except OSError:
            return

    def sweep(self, older_than: float = _OLD) -> None:
        """Remove files that were not finished, and have been there for so many seconds: a process was killed."""
        until = time.time() - older_than
        for path in self._folder.glob("*"):
            try:
                if path.suffix != _SUFFIX and path.stat().st_mtime <= until:
                    path.unlink()
            except OSError:  # it is finished by now, or not ours
                continue

    def _clear(self) -> None:
        kept = sorted(self._folder.glob("*" + _SUFFIX), key=lambda path: path.stat().st_mtime, reverse=True)
        size = 0
        for path in kept:
            size += path.stat().st_size
            if size > self._most:
                path.unlink(missing_ok=True)


def sheet_key(**what: Any) -> str:
    """Return the key of a sheet: the same for the same content, set by the same release; also its ETag."""
    content = json.dumps([_release(), what], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()


@lru_cache(maxsize=1)
def _release() -> str:
    """Return a digest of all that words and sets a sheet."""
    digest = hashlib.sha256()
    package = Path(sheets.__file__).parent.parent
    for path in sorted(
        [*package.rglob("*.py"), *(TEMPLATES / "sheets").iterdir(), *(package / "sheets/fonts").iterdir()]
    ):
        digest.update(path.read_bytes())
    return digest.hexdigest()
