"""The API matches its OpenAPI document: a bounded part of `./run attack api`, by seed."""

from pathlib import Path

from attack.api import ask
from attack.world import application


def test_requests_made_from_the_description_meet_no_server_error_and_no_disagreement(tmp_path: Path) -> None:
    """Valid and invalid requests to each operation, and sequences along its links."""
    with application(tmp_path) as (app, errors):
        agreement = ask(app, seed=1, examples=2, scenarios=10)
    assert not errors
    assert not agreement.found
    assert agreement.phases["stateful"] > 50
    assert {200, 201, 400, 401, 409, 412, 415, 422} <= agreement.statuses.keys()
