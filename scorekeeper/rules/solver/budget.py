"""How much work a question may make. Work is counted, never timed: the same question gets the same answer anywhere.

A unit is about a microsecond. What is kept from one question to the next (the plans of a game) is counted as if it had
to be made anew, once for each question: an answer does not depend on what was asked before.
"""

UNITS = 180_000
"""What a question may cost: a quarter of a second of processor in the worst case. `bench/questions.py` measures it."""

PLANNED = 4  # units of a way to go on that is tried while plans are made
STEPPED, LAID = 5, 12  # units of a step of a search, and of one that tells more apart
SUMMED = 8  # so many edges that are summed up cost a unit
SHARED = 3  # units of a way to lay sets that is shared out among suits
_WRITTEN = 300  # edges whose sums are written out for one question: to compile them takes time, too


class OutOfWork(Exception):
    """The work is done before any answer was found."""


class Budget:
    """The units that are left, and which plans this question has paid for.

    A part of a budget takes what it spends from the whole as well, and never leaves the whole less than nothing.
    """

    def __init__(self, units: int = UNITS, whole: "Budget | None" = None) -> None:
        self.left, self._whole = units, whole
        self.paid: dict[int, object] = whole.paid if whole else {}  # plans by identity, kept alive
        self._room = _WRITTEN

    def part(self, of: int) -> "Budget":
        """Return one `of` so many parts of what is left."""
        return Budget(self.left // of, self)

    def spend(self, units: int) -> None:
        """Take so many units.

        Raises:
            OutOfWork: so many are not left; then none are.
        """
        taken = min(units, self.left)
        self.left -= taken
        if self._whole is not None:
            self._whole.take(taken)
        if taken < units:
            raise OutOfWork

    @property
    def room(self) -> int:
        """How many edges may still have their sums written out."""
        return self._whole.room if self._whole else self._room

    def write(self, edges: int) -> None:
        """Note that the sums of so many edges were written out."""
        if self._whole:
            self._whole.write(edges)
        else:
            self._room -= edges

    def take(self, units: int) -> None:
        """Take so many units, or as many as are left."""
        taken = max(0, min(units, self.left))
        self.left -= taken
        if self._whole is not None:
            self._whole.take(taken)
