"""The next steps after a verdict: enter the round that is over, keep the melds on the table or put them back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ...rules.cards import Cards
from ...rules.model.terms import How
from ...rules.referee.ruling import Verdict
from ...services.referee.tabletop import melds_by_player, with_names
from ...services.views.game_view import GameView
from ..text import _, bdi
from .forms.fields import SituationJson
from .forms.form import RefereeForm
from .fresh_verdict import FreshVerdict
from .notation import cards_text, typed_melds


@dataclass(frozen=True)
class RoundStep:
    """The form that leads to the round's form: hidden `fields`, and the buttons (value, label) of the field `name`.

    `missing` is a sentence about the cards that the fields lack, or empty.
    """

    sentence: str
    fields: Mapping[str, str]
    name: str
    buttons: Sequence[tuple[str, str | Markup]]
    missing: str = ""


@dataclass(frozen=True)
class TableStep:
    """The melds on the table after the verdict as typed text, one a line; `goes_back`: as before the turn."""

    melds: str
    goes_back: bool = False
    to_pool: bool = False  # tiles leave the table
    new: int = 0  # how many of the melds, the last ones, were laid in the turn, if it matters who laid them
    people: Sequence[tuple[str, str | Markup]] = ()  # who may have laid them: (value, label)


def round_step(view: GameView, form: RefereeForm, found: Sequence[FreshVerdict]) -> RoundStep | None:
    """Return the step to the round's form after a verdict that ends the round or counts a hand; None after others."""
    if view.standing.ended or not _happened(form):
        return None
    closing = next((shown for shown in found if shown.facts.get("closes")), None)
    if closing is not None:
        sentence = _(view.variant.closing.words.over)
        return RoundStep(sentence, _closed(closing), "who", _people(view), _laid_earlier(view, closing))
    if form.page.ends_round and not found[0].facts.get("new_stock"):
        return _nobody(view, _("If nobody can go on, the round is over."))
    if any(shown.facts.get("round_ends") for shown in found):
        return _nobody(view, _("The round is over."))
    if form.page.counts_hand and found[0].verdict is Verdict.LEGAL:
        cards = cards_text(found[0].asked.situation["cards"])
        whose = _("Enter the round with these cards. Whose are they?")
        if view.variant.deck.tiles:
            whose = _("Enter the round with these tiles. Whose are they?")
        return RoundStep(whose, {"hand": cards}, "of", _people(view))
    return None


def _happened(form: RefereeForm) -> bool:
    """Return whether the question is about the table's play: no advice, and nothing asked in secret."""
    return not (form.discreet or form.page.help)


def _people(view: GameView) -> list[tuple[str, str | Markup]]:
    return [(f"p{index}", bdi(name)) for index, name in enumerate(view.players)]


def _closed(shown: FreshVerdict) -> dict[str, str]:
    """Return the fields of a round that a turn closed: its melds where they score, and the special way, if any."""
    variant, situation = shown.variant, shown.asked.situation
    way = next((key for key in variant.closing.ways if shown.facts.get(key)), None)
    fields = {} if way is None else {"way": way}
    if not variant.scoring.table_scores:
        return fields
    melds: Sequence[Cards] = situation.get("laid_new_melds", ())
    laid_off = [off.card for off in situation.get("laid_off", ())]
    lying = {"melds": "\n".join(map(cards_text, melds)), "laid_off": cards_text(laid_off)}
    if situation.get("melded_before") is not False:
        fields["kept"] = "1"
    return fields | {key: text for key, text in lying.items() if text}


def _laid_earlier(view: GameView, shown: FreshVerdict) -> str:
    """Return the sentence about cards laid in earlier turns: the app does not store whose melds lie on the table."""
    if not shown.variant.scoring.table_scores or shown.asked.situation.get("melded_before") is False:
        return ""
    if melds_by_player(view.id):
        return _("This turn’s cards and the player’s melds so far are filled in. Add anything else the player laid.")
    return _("The cards of this turn are filled in. Add what the player laid in earlier turns.")


def _nobody(view: GameView, sentence: str) -> RoundStep | None:
    """Return the step to a round that nobody closed."""
    how = next((how for how in view.variant.closing.hows if how is not How.OUT), None)
    return RoundStep(sentence, {}, "who", [(how.value, _(view.variant.closing.words.nobody))]) if how else None


def table_step(view: GameView, form: RefereeForm, shown: FreshVerdict) -> TableStep | None:
    """Return the melds on the table after the verdict; None if the question was not about them.

    After an illegal turn they lie as before it. After a legal one the cards laid in it lie there, too.
    """
    if not (_happened(form) and form.page.kept_fields) or shown.verdict is Verdict.UNDECIDED:
        return None
    situation, wild = form.body()["situation"], form.game.is_wild
    if "after" in situation:
        goes_back = bool(shown.facts.get("restore_table"))
        melds = _melds(situation, "before") if goes_back else _typed(form, "after") or _melds(situation, "after")
        named = with_names(shown.variant, melds, _typed(form, "before"))
        return TableStep(_lines(named), goes_back, bool(shown.facts.get("to_pool")))
    melds = _melds(situation, "table", "table_joker_as", wild)
    new: list[list[str]] = []
    if shown.verdict is Verdict.LEGAL:
        for off in [*_list(situation, "laid_off"), *_one_laid_off(situation, shown.facts)]:
            melds[off["to"]].append(_named_code(off["card"], off.get("as")))
        new = [meld for meld in _melds(situation, "laid_new_melds", "new_joker_as", wild) if meld]
    if not any(melds) and not new:
        return None
    if not new or not shown.variant.scoring.table_scores or shown.facts.get("closes"):
        return TableStep(_lines([*melds, *new]))
    player = situation.get("player")
    people = [(value, name) for value, name in _people(view) if player is None or bdi(str(player)) == name]
    return TableStep(_lines([*melds, *new]), new=len(new), people=people)


def _one_laid_off(situation: SituationJson, facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the one card of a `lay-off`, and the meld that it was laid on, where that is known."""
    cards, targets = _list(situation, "cards"), facts.get("targets", ())
    to = situation.get("to", targets[0] if len(targets) == 1 else None)
    named = [*_list(situation, "joker_as"), None]
    return [{"card": cards[0], "to": to, "as": named[0]}] if len(cards) == 1 and to is not None else []


def _list(situation: SituationJson, key: str) -> list[Any]:
    found = situation.get(key)
    return found if isinstance(found, list) else []


def _melds(
    situation: SituationJson, key: str, named: str = "", wild: Callable[[str], bool] | None = None
) -> list[list[str]]:
    """Return the melds of a situation as codes, each `wild` card with its name by the key `named`: `JK=9H`."""
    given = situation.get(named)
    by_meld = given if isinstance(given, Mapping) else {}
    melds = []
    for index, meld in enumerate(_list(situation, key)):
        roles = by_meld.get(str(index)) or []
        left = iter([roles] if isinstance(roles, str) else roles)
        melds.append([_named_code(code, next(left, None) if wild and wild(code) else None) for code in meld])
    return melds


def _named_code(code: str, role: str | None) -> str:
    return f"{code}={role}" if role else code


def _typed(form: RefereeForm, name: str) -> list[list[str]]:
    """Return the melds typed into a field, each joker with what was typed after `=`; none if there is no such field."""
    text = form.form[name].data if name in form.form else ""
    return [[typed.code for typed in meld] for meld in typed_melds(text or "")]


def _lines(melds: Sequence[Sequence[str]]) -> str:
    return "\n".join(" ".join(meld) for meld in melds if meld)
