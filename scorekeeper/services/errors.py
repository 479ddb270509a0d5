"""What keeps a request from being carried out."""

from ..rules.errors import Problem
from ..rules.scoring.plausibility import Finding


class ServiceError(Exception):
    """Base of the services' errors; nothing was saved."""


class NoAccess(ServiceError):
    """No such game, or no right to it: whoever asks is not told which."""


class Withdrawn(NoAccess):
    """A device that knew the game, and whose right has been withdrawn."""


class BadCode(ServiceError):
    """A code that leads nowhere: mistyped, too old or used up; whoever asks is not told which."""


class NotAllowed(ServiceError):
    """A viewer asked for what only a scorer may do."""


class Invalid(ServiceError):
    """What was given cannot be; `problems` says what and where, one or more."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(p.message for p in problems))
        self.problems = problems


class Implausible(ServiceError):
    """A round that cannot be right, unless it is accepted all the same."""

    def __init__(self, findings: tuple[Finding, ...], suggestion: dict[str, int] | None) -> None:
        super().__init__(", ".join(finding.code for finding in findings))
        self.findings = findings
        self.suggestion = suggestion


class NotNow(ServiceError):
    """The game's state does not allow it; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class NotJson(ServiceError):
    """What was sent is no JSON; `problem` says where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Busy(ServiceError):
    """Too many ask for the same heavy work at this moment; later it can be done."""


class NoSuchRound(ServiceError):
    """The game has no round of that number."""


class NoSuchRuling(ServiceError):
    """The game has no ruling of that id."""


class NoSuchVariant(ServiceError):
    """There is no game of that key."""


class KeyReused(ServiceError):
    """The client's key for repeated sending was used for another request."""
