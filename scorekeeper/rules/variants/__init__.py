"""The games: each module of this package that has a `VARIANT` is one.

They stand in the order of their keys, those without cards last.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from ..errors import N_, Problem, UnknownVariant
from ..model.options import Choice
from ..model.variant import Variant

_modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))

_found: list[Variant] = [module.VARIANT for module in _modules if hasattr(module, "VARIANT")]

CARD_GAMES: Mapping[str, Variant] = MappingProxyType({each.key: each for each in _found if each.has_cards})
"""The games whose cards or tiles the app knows, by their keys."""

VARIANTS: Mapping[str, Variant] = MappingProxyType({**CARD_GAMES, **{each.key: each for each in _found}})
"""All games by their keys."""


def get_variant(key: str, house_rules: Mapping[str, object] | None = None) -> Variant:
    """Return the variant `key` with `house_rules` chosen.

    Raises:
        UnknownVariant: there is no such game.
        InvalidHouseRules: see `Variant.with_house_rules`.
    """
    if key not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise UnknownVariant(
            Problem(N_("“{key}” is not one of the games: {known}."), ("variant",), {"key": key[:40], "known": known})
        )
    if not house_rules:
        return VARIANTS[key]
    try:
        return _with_choices(key, tuple(house_rules.items()))
    except TypeError:  # an invalid choice that cannot be hashed, such as a list
        return VARIANTS[key].with_house_rules(house_rules)


@lru_cache(maxsize=256)
def _typed(key: str, choices: tuple[tuple[str, type, Choice], ...]) -> Variant:
    return VARIANTS[key].with_house_rules({name: choice for name, _, choice in choices})


def _with_choices(key: str, choices: tuple[tuple[str, object], ...]) -> Variant:
    """Return the cached variant; the cache key has the types, because True == 1."""
    return _typed(key, tuple((name, type(choice), choice) for name, choice in choices))
