"""The players' claims about a question: right or wrong, and a line in their own words."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from ....rules.errors import N_
from ....rules.referee.ruling import Verdict
from ....services.bounds import LONGEST_TEXT
from ...text import _, say

CLAIMS = {Verdict.LEGAL.value: N_("says it’s right"), Verdict.ILLEGAL.value: N_("says it’s wrong")}
_IN_WORDS = {
    Verdict.LEGAL.value: N_("{name} says it’s right: “{words}”"),
    Verdict.ILLEGAL.value: N_("{name} says it’s wrong: “{words}”"),
}
_OTHERWISE = N_("{name} says: “{words}”")


def read_claims(players: Sequence[str], data: Mapping[str, str]) -> dict[str, str]:
    """Return the claims `legal` or `illegal` of a posted form, by name; players without one are left out."""
    claims = {name: data.get(f"claim-{index}", "") for index, name in enumerate(players)}
    return {name: claim for name, claim in claims.items() if claim in CLAIMS}


def read_words(players: Sequence[str], data: Mapping[str, str]) -> dict[str, str]:
    """Return the lines in the players' own words of a posted form, by name; empty ones are left out."""
    typed = {name: " ".join(data.get(f"words-{index}", "").split()) for index, name in enumerate(players)}
    reasons = {name: "".join(c for c in text if c.isprintable())[:LONGEST_TEXT].strip() for name, text in typed.items()}
    return {name: text for name, text in reasons.items() if text}


def claims_in_words(claims: Mapping[str, str], words: Mapping[str, str]) -> Iterator[Markup]:
    """Yield a sentence for each line of words; a claim other than `legal` and `illegal` counts as words."""
    lines = {**{name: claim for name, claim in claims.items() if claim not in CLAIMS}, **words}
    for name, text in lines.items():
        yield say(_(_IN_WORDS.get(claims.get(name, ""), _OTHERWISE)), name=name, words=text)
