"""A new game is one file: a toy game, in a folder of the tests, is played through pages, API, referee and sheets."""

import subprocess
import sys
from pathlib import Path

TOY = Path(__file__).parent / "toy"


def test_a_game_that_is_one_file_can_be_played() -> None:
    """In a process of its own, because payloads and pages are made from the games when they are imported."""
    options = ["-q", "-p", "tests.toy.added", "-p", "no:cacheprovider", "-n", "0"]
    played = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(TOY / "plays.py")],
        cwd=TOY.parents[1],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert played.returncode == 0, played.stdout[-5000:] + played.stderr[-2000:]
    assert "5 passed" in played.stdout
