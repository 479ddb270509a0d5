"""Runs of six words of the source texts, as hashes: the texts are not ours, and translations must not repeat them.

python -m tests.phrases FILE...     add the runs of source texts to `phrases.bin`
"""

import re
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

HASHES = Path(__file__).with_suffix(".bin")
RUN = 6  # words
_SIZE = 6  # bytes of a hash: two of all runs are hardly ever equal by chance


def runs(text: str) -> Iterator[tuple[bytes, str]]:
    """Yield the hash and the words of each run of `RUN` words in `text`."""
    words = re.findall(r"\w+", text.lower())
    for start in range(len(words) - RUN + 1):
        run = " ".join(words[start : start + RUN])
        yield blake2b(run.encode(), digest_size=_SIZE).digest(), run


def known() -> set[bytes]:
    """Return the hashes of the sources' runs."""
    stored = HASHES.read_bytes()
    return {stored[at : at + _SIZE] for at in range(0, len(stored), _SIZE)}


if __name__ == "__main__":
    found = {hashed for file in sys.argv[1:] for hashed, _run in runs(Path(file).read_text("utf-8"))}
    HASHES.write_bytes(b"".join(sorted(known() | found)))
