"""The JSON API against its own description, in process: schemathesis makes requests by it and checks every answer.

Besides server errors, a disagreement is: a status, a content type, a header or a body that the description does not
have; what it allows and the API refuses, or the other way round; a change that is possible without a key. What no
schema can say (412 and 422 follow from the game and its rules) is in the description's words and counts as an answer.
"""

import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import schemathesis
from flask import Flask
from hypothesis.errors import HypothesisWarning
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation
from schemathesis.engine import Status, events, from_schema
from schemathesis.generation import GenerationMode
from schemathesis.transport.wsgi import WSGI_TRANSPORT, WSGITransport

from .world import World, application

_ADDRESS = "/api/v1/openapi.json"
_BY_STATE = ["412", "422", "409", "404", "401", "403", "413", "2xx", "3xx"]  # what may be said to a body that fits
_REFUSED = [
    "400",
    "401",
    "403",
    "404",
    "405",
    "409",
    "412",
    "413",
    "415",
    "422",
]  # the version is looked at before the body
_OF_SOCKETS = ("max_redirects", "verify", "cert", "proxies")
_NAMES = ["Anna", "Bo", "Cleo"]
_ROUND = {"closer": "Anna", "entries": {name: {"points": 0} for name in _NAMES}, "accept_warnings": True}
_FITTING: Mapping[str, list[Any]] = {
    "create_game": [{"variant": key, "players": _NAMES} for key in ("da-500", "de-romme", "is-rommi", "nb-rummy")],
    "create_game_of_circle": [{"variant": "da-500", "players": _NAMES}],
    "enter_round": [_ROUND, {**_ROUND, "by": "Anna"}],
    "correct_round": [_ROUND, {**_ROUND, "why": "twice"}],
    "ask_in_game": [{"question": "meld", "situation": {"cards": ["7H", "8H", "9H"]}, "claims": {"Bo": "illegal"}}],
    "accept_ruling": [{"by": "Anna"}],
}
"""Bodies that fit a game too, for what a schema allows is seldom a round of these players."""


@dataclass
class Agreement:
    """The result: number of requests, and each disagreement of API and description with its first request."""

    requests: int = 0
    found: dict[str, str] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)


class _Keys:
    """The keys of the games that were created, to authenticate requests about them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.known = {world.game_id: world.key}
        self.circle = world.circle_key()

    def get(self, case: Any, _context: Any) -> str:
        """Return the Authorization header for the game of a case; for an unknown game, the first one's."""
        parts = case.path_parameters or {}
        if "circle_id" in parts:
            return f"Bearer {self.circle}"
        game = str(parts.get("game_id"))
        return f"Bearer {self.known.get(game, self.world.key)}"

    def set(self, case: Any, data: str, _context: Any) -> None:
        """Add the header to the case; replace an arbitrary game id by an existing one."""
        case.headers["Authorization"] = data
        parts = case.path_parameters or {}
        if "circle_id" in parts and case.meta and _fits(case):
            case.path_parameters = {**parts, "circle_id": self.world.circle_id}
        if "game_id" in parts and parts["game_id"] not in self.known and case.meta and _fits(case):
            there = {"game_id": self.world.game_id, "ruling": self.world.ruling}
            case.path_parameters = {name: there.get(name, value) for name, value in parts.items()}

    def note(self, response: Any) -> None:
        """Store the keys of a game that a response has created."""
        if response.status_code == 201 and "json" in response.headers.get("content-type", [""])[0]:
            made = response.json()
            if "keys" in made:
                self.known[made["id"]] = made["keys"]["scorer"]


class _Transport(WSGITransport):
    """Drops arguments for sockets: schemathesis 4.32 passes them to WSGI when it repeats a request without a key."""

    def send(self, case: Any, *, session: Any = None, **kwargs: Any) -> Any:
        if session is None:
            kwargs = {key: value for key, value in kwargs.items() if key not in _OF_SOCKETS}
        return super().send(case, session=session, **kwargs)


def ask(app: Flask, seed: int, examples: int, scenarios: int) -> Agreement:
    """Send generated requests, and sequences that follow links; return the disagreements.

    `examples` is how many each operation gets at most, `scenarios` how many sequences there are.
    """
    WSGI_TRANSPORT.__class__ = _Transport
    schema = schemathesis.openapi.from_wsgi(_ADDRESS, app, config=_config(seed, examples, scenarios))
    keys = _Keys(World(app, "da-500"))
    schema.auth()(_provider(keys))
    schema.hook("after_call")(_noting(keys))
    schema.hook("map_case")(map_case)
    agreement = Agreement()
    for event in _events(schema):
        if isinstance(event, events.ScenarioFinished):
            _read(agreement, event)
        elif isinstance(event, events.NonFatalError | events.FatalError):
            error = event.value if isinstance(event, events.NonFatalError) else event.exception
            agreement.found.setdefault(f"schemathesis: {type(error).__name__}: {error}"[:300], "")
    return agreement


def _events(schema: Any) -> Iterator[events.EngineEvent]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HypothesisWarning)  # that a body is long is no warning here
        yield from from_schema(schema).execute()


def _provider(keys: _Keys) -> type:
    class Provider:
        def get(self, case: Any, context: Any) -> str:
            return keys.get(case, context)

        def set(self, case: Any, data: str, context: Any) -> None:
            keys.set(case, data, context)

    return Provider


def _fits(case: Any) -> bool:
    part = case.meta.components.get(ParameterLocation.PATH)
    return part is None or part.mode is GenerationMode.POSITIVE


def _noting(keys: _Keys) -> Any:
    def after_call(_context: Any, _case: Any, response: Any) -> None:
        keys.note(response)

    return after_call


def map_case(_context: Any, case: Any) -> Any:
    """Replace four of five valid bodies by ones that fit the game, too."""
    fitting = _FITTING.get(case.operation.definition.raw.get("operationId", ""))
    place = len(repr(case.body)[:500])
    if fitting and place % 5 and case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE:
        case.body = fitting[place % len(fitting)]
    return case


def _config(seed: int, examples: int, scenarios: int) -> SchemathesisConfig:
    phases: Mapping[str, Any] = {
        "examples": {"fill-missing": False},
        "coverage": {"enabled": True},
        "fuzzing": {"generation": {"max-examples": examples}},
        "stateful": {"generation": {"max-examples": scenarios}, "max-steps": 8},
    }
    checks = {
        "positive_data_acceptance": {"expected-statuses": _BY_STATE},
        "negative_data_rejection": {"expected-statuses": _REFUSED},
    }
    more = {"continue-on-failure": True, "workers": 1, "suppress-health-check": ["all"]}
    return SchemathesisConfig.from_dict({"seed": seed, "phases": phases, "checks": checks, **more})


def _read(agreement: Agreement, event: events.ScenarioFinished) -> None:
    recorder = event.recorder
    agreement.phases[str(event.phase.value)] += len(recorder.interactions)
    for interaction in recorder.interactions.values():
        agreement.requests += 1
        if interaction.response is not None:
            agreement.statuses[interaction.response.status_code] += 1
    for case_id, checks in recorder.checks.items():
        for check in checks:
            if check.status is Status.FAILURE and check.failure_info is not None:
                failure = check.failure_info.failure
                where = f"{failure.operation}: {check.name}: {failure.title}: {failure.message}"
                sent = recorder.cases[case_id].value.as_curl_command()
                agreement.found.setdefault(where[:600], sent[:1500])


def main(seed: int, examples: int = 200, scenarios: int = 200) -> int:
    """Test for some minutes and print the disagreements; return 1 if there are any."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, application(Path(folder)) as (app, errors):
        agreement = ask(app, seed, examples, scenarios)
    for sentence, request in sorted(agreement.found.items()):
        print(f"{sentence}\n    {request}")
    for error in sorted(set(errors)):
        print(f"server error: {error}")
    statuses = ", ".join(f"{status}: {number}" for status, number in sorted(agreement.statuses.items()))
    phases = ", ".join(f"{phase}: {number}" for phase, number in agreement.phases.items())
    print(f"{agreement.requests} requests in {time.monotonic() - began:.0f} s ({phases}; {statuses}),")
    print(f"{len(errors)} server errors, {len(agreement.found)} disagreements")
    return 1 if errors or agreement.found else 0
