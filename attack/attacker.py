"""The attacker, in a process of its own: `python -m attack.attacker NAME`, its target as JSON on the first line.

It is niced: an attacker has a machine of his own, and takes nothing from the server but what he sends. It says what it
was answered, as JSON, when it has ended.
"""

import json
import os
import resource
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

from .attacks import ATTACKS
from .target import Siege, Target

SOURCE = "127.0.0.2"
_NICENESS = 10
_SPARE = 15.0  # seconds beyond the end after which an attacker is stopped


class Attacker:
    """An attack that goes on until its seconds are over."""

    def __init__(self, name: str, target: Target) -> None:
        self._seconds = target.seconds
        self._process = subprocess.Popen(
            [sys.executable, "-m", "attack.attacker", name],
            cwd=Path(__file__).parent.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(target.document()) + "\n")
        self._process.stdin.flush()

    def begun(self) -> None:
        """Wait until it attacks."""
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def end(self) -> Counter[str]:
        """Wait until it has ended, and return what it was answered."""
        try:
            said, _ = self._process.communicate(timeout=self._seconds + _SPARE)
        except subprocess.TimeoutExpired:
            self.stop()
            return Counter()
        with suppress(ValueError):
            return Counter(json.loads(said))
        return Counter()

    def stop(self) -> None:
        """Stop it at once."""
        self._process.kill()
        self._process.communicate()


def main() -> None:
    """Attack as the first argument says."""
    target = Target(**json.loads(sys.stdin.readline()))
    if hasattr(os, "SCHED_IDLE"):  # on Linux: what the attacker itself uses of this machine is not to count
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    os.nice(_NICENESS)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else 8192, hard))
    siege = Siege(target)
    print("begun", flush=True)
    ATTACKS[sys.argv[1]].run(siege)
    print(json.dumps({key: number for key, number in siege.answers.items() if number}), flush=True)
    os._exit(0)  # a hand that still waits for an answer is not waited for


if __name__ == "__main__":
    main()
