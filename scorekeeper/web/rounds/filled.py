"""The initial values of a round's form after a verdict: who went out, and cards of one player, from the address."""

from collections.abc import Mapping, Sequence

from ...rules.model.variant import Variant
from ...services.bounds import LONGEST_FIELD
from .round_values import RoundValues

_CARDS = ("melds", "laid_off", "hand")


def filled_values(
    variant: Variant, players: tuple[str, ...], query: Mapping[str, str], kept: Mapping[str, Sequence[str]]
) -> RoundValues:
    """Return the values that the round's form starts with; unknown ones of the `query` are left out.

    `who` is `p0`, `p1` … or how the round ended, `way` the key of a special way of going out, and `melds`, `laid_off`
    and `hand` are typed cards of the player `of`, or else of the one who went out. If `kept` is `1`, that player's
    `kept` melds come first: typed text by the player's name.
    """
    names = {f"p{index}": name for index, name in enumerate(players)}
    who = query.get("who", "")
    head = {"who": who} if who in {*names, *(how.value for how in variant.closing.hows[1:])} else {}
    if query.get("way") in variant.closing.ways:
        head["way"] = query["way"]
    name = names.get(query.get("of", who))
    cards = {key: query[key] for key in _CARDS if 0 < len(query.get(key, "")) <= LONGEST_FIELD}
    if name is not None and name in kept and query.get("kept") == "1":
        new = cards.get("melds", "").splitlines()
        cards["melds"] = "\n".join([*(meld for meld in kept[name] if _cards_of(meld) not in map(_cards_of, new)), *new])
    return {"head": head, "entries": {name: cards} if name and cards else {}}


def _cards_of(meld: str) -> list[str]:
    return sorted(meld.upper().split())
