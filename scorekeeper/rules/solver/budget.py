"""The budget of a question: counted work, never time, so that the same question gets the same answer anywhere.

A unit is about a microsecond. A cached plan costs each question as much as if it were made anew: an answer does not
depend on what was asked before.
"""

UNITS = 180_000
"""What a question may cost: a quarter of a second of processor in the worst case. `bench/questions.py` measures it."""


class OutOfWork(Exception):
    """The budget is spent before any answer was found."""


class Budget:
    """The units that are left, and which plans this question has paid for.

    A part of a budget takes what it spends from the whole as well.
    """

    def __init__(self, units: int = UNITS, whole: "Budget | None" = None) -> None:
        self.left, self._whole = units, whole
        self.paid: set[object] = whole.paid if whole else set()

    def part(self, of: int) -> "Budget":
        """Return one `of` so many parts of what is left."""
        return Budget(self.left // of, self)

    def spend(self, units: int) -> None:
        """Take so many units.

        Raises:
            OutOfWork: so many are not left; then none are.
        """
        enough = units <= self.left
        self.take(units)
        if not enough:
            raise OutOfWork

    def take(self, units: int) -> None:
        """Take so many units, or as many as are left."""
        taken = units if units < self.left else self.left
        self.left -= taken
        if self._whole is not None:
            self._whole.take(taken)
