"""`./run attack`: attacks a Scorekeeper of its own, while a table plays; ends with 1 if something is broken.

Without a name: every attack on a started instance, one line each. `forms`: random forms and headers on every page.
`api`: the JSON API against its own description, with calls that follow from each other. `faults`: what can happen to
the machine, the database and the press while four phones save; it needs root for full disks and read-only files.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from .attacks import ATTACKS
from .faults import report
from .faults.faults import FAULTS
from .faults.scene import Size
from .instance import interrupted_is_stopped
from .trial import Figures, Prepared, attacked


def main() -> int:
    """Run the attacks of the arguments; return 1 if a limit is exceeded."""
    parser = argparse.ArgumentParser(prog="./run attack", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["table", "forms", "api", "faults"], default="table")
    parser.add_argument("--only", action="append", choices=list(ATTACKS), help="only this attack of the table's")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each attack (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random choices (default: %(default)s)")
    parser.add_argument("--database-url", help="an empty PostgreSQL database instead of SQLite")
    parser.add_argument("--forms", type=int, default=20_000, help="how many random forms (default: %(default)s)")
    parser.add_argument("--fault", action="append", choices=list(FAULTS), help="only this fault")
    parser.add_argument("--kills", type=int, default=Size.kills, help="of the server (default: %(default)s)")
    parser.add_argument("--lasting", type=float, default=Size.seconds, help="seconds of a lock (default: %(default)s)")
    options = parser.parse_args()
    interrupted_is_stopped()
    if options.what == "forms":
        from .forms import main as forms

        return forms(options.forms, options.seed)
    if options.what == "api":
        from .api import main as api

        return api(options.seed)
    if options.what == "faults":
        return report.main(options.fault or list(FAULTS), Size(options.kills, options.lasting), options.seed)
    return _table(options.only or list(ATTACKS), options.seconds, options.seed, options.database_url)


def _table(names: list[str], seconds: float, seed: int, database_url: str | None) -> int:
    broken = 0
    with tempfile.TemporaryDirectory(prefix="scorekeeper-attack-") as folder:
        prepared = Prepared(Path(folder), database_url)
        print(f"{'':15} {'quiet':>9} {'attacked':>9} {'times':>6} {'failed':>9} {'memory':>12}", flush=True)
        for name in names:
            figures = attacked(prepared, name, seconds, seed)
            broken += bool(figures.broken)
            print(line_of(figures), flush=True)
    return 1 if broken else 0


def line_of(figures: Figures) -> str:
    """Return an attack's report line: p95 of saves, quiet and attacked; failed saves; memory of server, of press."""
    quiet, under = figures.quiet, figures.under
    verdict = f"BROKEN: {', '.join(figures.broken)}" if figures.broken else "held"
    answers = ", ".join(f"{key}: {number}" for key, number in figures.answers.most_common(6))
    return (
        f"{figures.name:15} {_ms(quiet.p95):>9} {_ms(under.p95):>9} {figures.ratio:6.1f}"
        f" {len(under.failed):3} of {len(under.failed) + len(under.took):2}"
        f" {figures.server_mb:5.0f} + {figures.press_mb:3.0f} MB  {verdict}"
        f"  (attacker: {answers or 'nothing'})"
    )


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    sys.exit(main())
