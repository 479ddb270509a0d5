"""The table of `./run attack faults`."""

from .faults import FAULTS
from .scene import Size
from .trial import Outcome, tried

HEAD = f"{'':22} {'':10} {'before':>7} {'in all':>7} {'lost':>5} {'twice':>5} {'back':>7} {'streams':>7}"


def main(names: list[str], size: Size, seed: int) -> int:
    """Let every fault happen on every database that it concerns; return 1 if something is broken."""
    broken = 0
    print(HEAD, flush=True)
    for name in names:
        for place in FAULTS[name].places:
            outcome = tried([name], place, size, seed)
            broken += bool(outcome.broken)
            print("\n".join(lines_of(outcome)), flush=True)
    return 1 if broken else 0


def lines_of(outcome: Outcome) -> list[str]:
    """Return the line of a fault, and what was told meanwhile below it."""
    verdict = f"BROKEN: {'; '.join(outcome.broken)}" if outcome.broken else "held"
    line = (
        f"{outcome.name:22} {outcome.place:10} {outcome.before:7} {outcome.acknowledged:7} {len(outcome.lost):5}"
        f" {len(outcome.doubled):5} {outcome.back:5.1f} s {outcome.streams:7}  {verdict}"
    )
    told = [
        f"    {what} {status or 'no answer'} × {number}: {said}"
        for (what, status, said), number in outcome.heard.most_common()
    ]
    return [line, *told]
