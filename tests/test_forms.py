"""Whatever a client sends to whichever address, it is no fault of ours: a bounded part of `./run attack forms`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from attack.forms import Sender
from attack.world import application


@pytest.fixture
def sender(tmp_path: Path) -> Iterator[Sender]:
    """Random forms, and an application to send them to; after each test all connections to its database are closed."""
    with application(tmp_path) as (app, errors):
        yield Sender(app, errors, seed=1)


def test_random_forms_reach_every_route_that_takes_one_and_upset_none(sender: Sender) -> None:
    """A route that no form reaches, past its token and its rights, is not covered: say what a page sends to it."""
    sender.send_forms(1_200)
    assert not sender.sent.errors
    assert {rule.endpoint for rule in sender.posts} <= sender.sent.reached


def test_odd_addresses_queries_headers_and_bodies_upset_no_route(sender: Sender) -> None:
    """Every route of pages and API; a part of an address that nobody named stops it."""
    sender.send_others(1_500)
    assert not sender.sent.errors
