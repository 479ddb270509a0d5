"""Who claims what: at most one line for each player, beside the question."""

from collections.abc import Mapping, Sequence

from ..rules.errors import N_
from ..rules.rulings import Verdict

CLAIMS = {Verdict.LEGAL.value: N_("says it is right"), Verdict.ILLEGAL.value: N_("says it is wrong")}


def read_claims(players: Sequence[str], data: Mapping[str, str]) -> dict[str, str]:
    """Return who claims that it is `legal` or `illegal`, as typed; who says nothing is left out."""
    said = {name: data.get(f"claim-{index}", "") for index, name in enumerate(players)}
    return {name: claim for name, claim in said.items() if claim in CLAIMS}
