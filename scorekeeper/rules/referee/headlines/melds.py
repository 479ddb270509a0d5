"""Headlines of the questions about melds and hands: meld, hand-value, opening, arrange, lay-off."""

from ...arranging import ArrangedMeld
from ...errors import N_, NN_
from ...melds.judge import MeldKind
from ...melds.opening import counts_otherwise, points_to_open
from ...model.terms import Requirement
from .headline import Found, HeadlineInput, Sentences

RUNS = {
    3: N_("A run of three: {points} points"),
    4: N_("A run of four: {points} points"),
    5: N_("A run of five: {points} points"),
    6: N_("A run of six: {points} points"),
    7: N_("A run of seven: {points} points"),
    8: N_("A run of eight: {points} points"),
    9: N_("A run of nine: {points} points"),
    10: N_("A run of ten: {points} points"),
}
SETS = {3: N_("A set of three: {points} points"), 4: N_("A set of four: {points} points")}

SENTENCES: Sentences = {
    **{f"run_of_{size}": sentence for size, sentence in RUNS.items()},
    **{f"set_of_{size}": sentence for size, sentence in SETS.items()},
    "run_of": N_("A run of {size}: {points} points"),
    "set_of": N_("A set of {size}: {points} points"),
    "left_in_hand": N_("Left in hand: {points} points"),
    "left_in_hand_one": N_("Left in hand: 1 point"),
    "opens": N_("Enough to open: {points}, {minimum} needed"),
    "opens_without_minimum": N_("You can open: {points} points, no minimum"),
    "too_low": N_("Not enough: {points} of {minimum}"),
    "best_too_low": N_("Not enough: {points} of {minimum} at best"),
    "depends_on_joker": N_("Name the joker: up to {points}, {minimum} needed"),
    "draw_instead": N_("Not opened: draw {draw}, and the turn is over"),
    "need_not_open": N_("Nobody has to open: play on"),
    "card_moves": N_("Yes, the {card} may go there"),
    "fits": N_("The {card} fits {meld}"),
    "fits_long": N_("The {card} fits the meld of {size}"),
    "fits_several": N_("The {card} fits {count} melds: say which"),
    "all_fit": N_("Yes, you may lay off {cards}"),
    "can_open": N_("Enough to open: {points}, {minimum} needed"),
    "cannot_open": N_("Not enough to open: {points} of {minimum}"),
    "no_run_to_open": N_("No run without a joker: you can’t open"),
    "none_alone_opens": N_("Not enough to open: the best meld has {points} of {minimum}"),
    "all_laid": N_("You can lay everything: {points} points"),
    "none_laid": N_("No meld: {count} left"),
    "some_left": N_("{points} points, and {count} left: {cards}"),
    "fewest_left": NN_("{count} left, {left} point: {cards}", "{count} left, {left} points: {cards}", "left"),
}

_MOST_NAMED = 8  # cards of a meld that a headline has room for


def meld(asked: HeadlineInput) -> Found:
    """Return the headline of a meld that may be laid: its kind, its size, its points."""
    if not asked.legal:
        return None
    size, points = len(asked.given("cards", ())), asked.fact("points")
    is_run = asked.fact("kind") == MeldKind.RUN
    kind, words = ("run_of", RUNS) if is_run else ("set_of", SETS)
    if size in words:
        return f"{kind}_{size}", {"points": points}
    return kind, {"size": size, "points": points}


def hand_value(asked: HeadlineInput) -> Found:
    """Return the headline of a hand: its points."""
    points = asked.fact("points")
    return ("left_in_hand_one", {}) if points == 1 else ("left_in_hand", {"points": points})


def opening(asked: HeadlineInput) -> Found:
    """Return the headline of an opening: the points, and the minimum."""
    minimum, exact = asked.fact("minimum"), asked.fact("points")
    points = asked.fact("best_points") if exact is None else exact
    if not asked.given("melds"):
        return ("draw_instead", {"draw": asked.fact("draw")}) if asked.fact("turn_ends") else ("need_not_open", {})
    values = {"points": points, "minimum": minimum}
    if asked.legal:
        return ("opens", values) if minimum else ("opens_without_minimum", {"points": points})
    if asked.first == "below_minimum":
        short = asked.ruling.reasons[0].values
        return "best_too_low" if exact is None else "too_low", {key: short[key] for key in ("points", "minimum")}
    return ("depends_on_joker", values) if asked.first == "joker_not_named" and minimum and exact is None else None


def arrange(asked: HeadlineInput) -> Found:
    """Return the headline of the best layout, by what was aimed at."""
    left, points, minimum = asked.cards("left"), asked.fact("points_laid"), asked.variant.turn.opening_minimum
    if asked.given("aim") == "opening" and minimum and not asked.given("table"):
        return _to_open(asked, minimum)
    if not left:
        return "all_laid", {"points": points}
    if not asked.fact("melds"):
        return "none_laid", {"count": len(left)}
    values = {"count": len(left), "cards": left}
    if asked.given("aim") == "fewest_left":
        return "fewest_left", {**values, "left": asked.fact("points_left")}
    return "some_left", {**values, "points": points}


def _to_open(asked: HeadlineInput, minimum: int) -> Found:
    """Return the headline of the best layout to open with: what it counts toward the minimum."""
    melds = [ArrangedMeld(tuple(each["cards"]), tuple(each["joker_as"])) for each in asked.fact("melds")]
    otherwise = counts_otherwise(asked.variant)
    points = points_to_open(asked.variant, melds) if otherwise else asked.fact("points_laid")
    values = {"points": points, "minimum": minimum}
    if asked.fact("meets_minimum"):
        return "can_open", values
    if asked.has_reason("no_pure_run") and not asked.has_reason("minimum_missed"):
        return "no_run_to_open", {}
    alone = len(melds) > 1 and asked.variant.turn.opening_asks(Requirement.IN_ONE_MELD)
    return ("none_alone_opens" if alone else "cannot_open"), values


def lay_off(asked: HeadlineInput) -> Found:
    """Return the headline of cards that may be laid off, or of a card that may be moved."""
    if not asked.legal:
        return None
    if asked.given("move") is not None:
        return "card_moves", {"card": asked.given("move").card}
    cards, targets = asked.given("cards"), asked.fact("targets")
    if len(cards) > 1:
        return "all_fit", {"cards": tuple(cards)}
    if len(targets) == 1:
        meld = tuple(asked.given("table")[targets[0]])
        if len(meld) > _MOST_NAMED:
            return "fits_long", {"card": cards[0], "size": len(meld)}
        return "fits", {"card": cards[0], "meld": meld}
    return "fits_several", {"card": cards[0], "count": len(targets)}
