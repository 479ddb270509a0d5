"""Freed memory is returned to the system."""

import platform
import re
from pathlib import Path

import pytest

from scorekeeper.server import heap


def _resident() -> int:
    """Return the resident memory of this process in kB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found
    return int(found[1])


def test_freed_memory_goes_back_to_the_system() -> None:
    """glibc itself returns only memory at the end of its heap; with other C libraries nothing is called."""
    if platform.libc_ver()[0] != "glibc":
        heap.trim()
        return
    pieces = [bytearray(2_000) for _ in range(50_000)]
    kept = pieces[::5_000], bytearray(2_000)
    full = _resident()
    del pieces
    heap.trim()
    assert _resident() < full - 50_000
    assert kept


def test_a_system_without_these_functions_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap.ctypes, "CDLL", lambda _name: object())
    heap.use_one_arena()
    heap.trim()
