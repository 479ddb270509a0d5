"""The cache of printed sheets and their pictures, keyed by a hash of everything that is on them."""

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
_SUFFIX = ".sheet"
UNFINISHED = 3600
"""Seconds after which a temporary file is abandoned."""


class SheetCache:
    """An LRU cache of files in a folder, PDF or PNG, bounded to `most` bytes."""

    def __init__(self, folder: Path, most: int = MOST_BYTES) -> None:
        self._folder, self._most = folder, most

    def get(self, key: str) -> bytes | None:
        """Return the file with this key; None if it is not cached."""
        path = self._folder / (key + _SUFFIX)
        try:
            data = path.read_bytes()
            _touch(path)
        except OSError:
            return None
        return data

    def put(self, key: str, data: bytes) -> None:
        """Store a file, and evict old ones; errors of the disk are ignored, for it can be printed again."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as file:
                file.write(data)
            _touch(Path(file.name))
            os.replace(file.name, self._folder / (key + _SUFFIX))
            self._evict()
        except OSError:
            return

    def sweep(self, older_than: float = UNFINISHED) -> None:
        """Delete temporary files older than `older_than` seconds: their writer was killed."""
        until = time.time() - older_than
        for path in self._folder.glob("*"):
            try:
                if path.suffix != _SUFFIX and path.stat().st_mtime <= until:
                    path.unlink()
            except OSError:  # renamed meanwhile, or another user's
                continue

    def _evict(self) -> None:
        newest_first = sorted(self._folder.glob("*" + _SUFFIX), key=lambda path: path.stat().st_mtime, reverse=True)
        size = 0
        for path in newest_first:
            size += path.stat().st_size
            if size > self._most:
                path.unlink(missing_ok=True)


def _touch(path: Path) -> None:
    """Mark a file as just used; the kernel's own timestamps have a resolution of some milliseconds."""
    now = time.time_ns()
    os.utime(path, ns=(now, now))


def sheet_key(**content: Any) -> str:
    """Return the cache key and ETag of a sheet, 64 hex digits: a hash of its content (JSON values) and this release."""
    text = json.dumps([_release(), content], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@lru_cache(maxsize=1)
def _release() -> str:
    """Return a hash of all code, templates and fonts that sheets are made with."""
    digest = hashlib.sha256()
    package = Path(sheets.__file__).parent.parent
    for path in sorted(
        [*package.rglob("*.py"), *(TEMPLATES / "sheets").iterdir(), *(package / "sheets/fonts").iterdir()]
    ):
        digest.update(path.read_bytes())
    return digest.hexdigest()
