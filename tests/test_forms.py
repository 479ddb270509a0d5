"""No form and no URL causes a server error: a bounded part of `./run attack forms`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from attack.forms import Sender
from attack.world import application


@pytest.fixture
def sender(tmp_path: Path) -> Iterator[Sender]:
    """An application and a sender of random forms; the database connections are closed after each test."""
    with application(tmp_path) as (app, errors):
        yield Sender(app, errors, seed=1)


def test_random_forms_reach_every_route_that_takes_one_and_upset_none(sender: Sender) -> None:
    """A route whose forms never pass token and access is not covered: give the sender an example."""
    sender.send_forms(600)
    assert not sender.sent.errors
    assert {rule.endpoint for rule in sender.posts} <= sender.sent.reached


def test_odd_addresses_queries_headers_and_bodies_upset_no_route(sender: Sender) -> None:
    """Every route of pages and API; a URL parameter without example values fails the test."""
    sender.send_others(800)
    assert not sender.sent.errors
