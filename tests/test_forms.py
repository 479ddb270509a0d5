"""No form and no URL causes a server error: a bounded part of `./run attack forms`."""

from pathlib import Path

from attack.forms import Sender
from attack.world import application


def test_random_forms_and_odd_requests_reach_every_route_and_upset_none(tmp_path: Path) -> None:
    """Forms go to every route that takes one; odd addresses, queries, headers and bodies to all, of pages and API.

    A route whose forms never pass token and access is not covered: give the sender an example. A URL parameter without
    example values fails the test, too. Both in one test: reading every page of five games takes as long as they do.
    """
    with application(tmp_path) as (app, errors):
        sender = Sender(app, errors, seed=1)
        sender.send_forms(500)
        sender.send_others(800)
    assert not sender.sent.errors
    assert {rule.endpoint for rule in sender.posts} <= sender.sent.reached
