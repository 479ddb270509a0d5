"""The house rules with which new games begin on this server."""

from collections.abc import Mapping

from flask import current_app

from ...rules.model.options import Choice


def rules_of_server(key: str) -> Mapping[str, Choice]:
    """Return this server's house rules of a game; empty if it has none."""
    rules: Mapping[str, Choice] = current_app.config["HOUSE_RULES"].get(key, {})
    return rules
