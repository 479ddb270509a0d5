"""The attacker's process: `python -m attack.attacker NAME`, with the target as JSON on the first line of stdin.

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
from .target import AttackRun, Target

SOURCE = "127.0.0.2"
_NICENESS = 10
_SPARE = 15.0  # seconds after the planned end until an attacker is killed


class Attacker:
    """An attack in a child process, for the target's number of seconds."""

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
        """Wait until the attack has begun."""
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def end(self) -> Counter[str]:
        """Wait until the attack has ended; return the counted results."""
        try:
            said, _ = self._process.communicate(timeout=self._seconds + _SPARE)
        except subprocess.TimeoutExpired:
            self.stop()
            return Counter()
        with suppress(ValueError):
            return Counter(json.loads(said))
        return Counter()

    def stop(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.communicate()


def main() -> None:
    """Run the attack that the first argument names."""
    target = Target(**json.loads(sys.stdin.readline()))
    if hasattr(
        os, "SCHED_IDLE"
    ):  # on Linux: so that the attacker's own use of the processor does not distort the figures
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    os.nice(_NICENESS)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else 8192, hard))
    run = AttackRun(target)
    print("begun", flush=True)
    ATTACKS[sys.argv[1]].run(run)
    print(json.dumps({key: number for key, number in run.answers.items() if number}), flush=True)
    os._exit(0)  # without waiting for threads that still wait for responses


if __name__ == "__main__":
    main()
