"""The errors of the services: why a request is refused."""

from ..rules.errors import Problem
from ..rules.scoring.plausibility import Finding


class ServiceError(Exception):
    """Base of the services' errors; nothing was saved."""


class NoAccess(ServiceError):
    """There is no such game, or no right to it; the message is the same for both."""


class Withdrawn(NoAccess):
    """The device's right to this game was withdrawn."""


class BadCode(ServiceError):
    """The code is mistyped, expired or used up; the message is the same for all."""


class NotAllowed(ServiceError):
    """A viewer requested what only a scorer may do."""


class Invalid(ServiceError):
    """The input is invalid; `problems` has at least one problem, each with a path and a message."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(p.message for p in problems))
        self.problems = problems


class Implausible(ServiceError):
    """The round is implausible, and its warnings were not accepted."""

    def __init__(self, findings: tuple[Finding, ...], suggestion: dict[str, int] | None) -> None:
        super().__init__(", ".join(finding.code for finding in findings))
        self.findings = findings
        self.suggestion = suggestion


class NotNow(ServiceError):
    """The game's state does not allow the request; `problem` has the reason."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class NotJson(ServiceError):
    """The input is not JSON; `problem` has the place."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Busy(ServiceError):
    """Too many requests for the same expensive work are running; retry later."""


class NoSuchRound(ServiceError):
    """The game has no round of that number."""


class NoSuchRuling(ServiceError):
    """The game has no ruling of that id."""


class NoSuchEvening(ServiceError):
    """The circle has no game of that id, and so no evening with it."""


class NoSuchClub(ServiceError):
    """The circle has no club evening of that id."""


class NoSuchVariant(ServiceError):
    """There is no game of that key."""


class KeyReused(ServiceError):
    """The idempotency key was used for another request."""
