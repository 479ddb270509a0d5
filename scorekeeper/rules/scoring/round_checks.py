"""The check whether a round is possible in this game; whether it is likely is for `plausibility`."""

from collections import Counter
from collections.abc import Iterator

from ..cards import JOKER, Card, Rank
from ..errors import N_, InvalidRound, InvalidSituation, Problem
from ..model.terms import How, NoCloser
from ..model.variant import Variant
from .deadwood import UNPROVED, deadwood
from .rounds import CardsEntry, PointsEntry, Round, SumsEntry, located, lowest_hands, sharers, table_points
from .unopened import best_opening


def check_round(variant: Variant, round_: Round) -> None:
    """Check that `round_` can be a round of this game. Whether it is likely is for `plausibility`.

    Raises:
        InvalidRound: with every problem found.
    """
    problems = [*_ending_problems(variant, round_), *_entry_problems(variant, round_), *_card_problems(variant, round_)]
    problems += _ace_problems(round_)
    problems = problems or [
        *_unproved_hands(variant, round_),
        *_unlocated(variant, round_),
        *_unproved_openings(variant, round_),
    ]
    if not problems:
        problems = [*_collecting_problems(variant, round_)]
    if problems:
        raise InvalidRound(*problems)


def _ending_problems(variant: Variant, round_: Round) -> Iterator[Problem]:
    if round_.how not in variant.closing.hows:
        known = ", ".join(variant.closing.hows)
        yield Problem(N_("A round of this game ends in one of these ways: {known}."), ("how",), {"known": known})
    if round_.closer is not None and round_.closer not in round_.players:
        yield Problem(N_("“{name}” doesn’t play in this round."), ("closer",), {"name": round_.closer})
    elif round_.how is How.OUT and round_.closer is None and variant.has_cards:
        yield Problem(variant.closing.words.missing, ("closer",))
    elif round_.how is not How.OUT and round_.closer is not None and not _may_name_lowest(variant, round_):
        yield Problem(variant.closing.words.name_nobody, ("closer",))
    if round_.way is not None and round_.how is not How.OUT:
        yield Problem(N_("This is a way to go out, but nobody went out."), (round_.way,))
    elif round_.way is not None and variant.closing.ways[round_.way].bonus is None:
        yield Problem(N_("At this table nobody goes out that way."), (round_.way,))
    if round_.upcard == JOKER:
        yield Problem(N_("The upcard can’t be a joker."), ("upcard",))


def _may_name_lowest(variant: Variant, round_: Round) -> bool:
    """Return whether the closer is one of several with the lowest hand, of whom the table chooses one."""
    if variant.scoring.no_closer is not NoCloser.LOWEST_HAND or round_.any_points:
        return False
    lowest = lowest_hands(variant, round_)
    return len(lowest) > 1 and round_.closer in lowest


def _entry_problems(variant: Variant, round_: Round) -> Iterator[Problem]:
    scoring = variant.scoring
    for player in round_.entries:
        if player not in round_.players:
            yield Problem(N_("“{name}” doesn’t play in this round."), ("entries", player), {"name": player})
    for player in round_.players:
        entry = round_.entries.get(player)
        path = ("entries", player)
        if entry is None:
            if player != round_.closer or not scoring.closer_may_be_left_out or round_.how is not How.OUT:
                yield Problem(N_("{name} is missing."), path, {"name": player})
            continue
        if not variant.has_cards and not isinstance(entry, PointsEntry):
            yield Problem(N_("This game counts points only."), path)
            continue
        if table_points(variant, entry) and not scoring.table_scores and isinstance(entry, SumsEntry):
            yield Problem(N_("In this game cards on the table don’t count."), (*path, "plus"))
        if not isinstance(entry, PointsEntry):
            known = {penalty.key for penalty in scoring.penalties}
            for key, count in entry.penalties.items():
                if count and key not in known:
                    yield Problem(N_("This game doesn’t have this penalty."), (*path, key))
            if not variant.may_charge_unopened and (not entry.opened or entry.could_open is not None):
                yield Problem(N_("In this game it doesn’t matter who has opened."), (*path, "opened"))


def _card_problems(variant: Variant, round_: Round) -> Iterator[Problem]:
    seen: Counter[Card] = Counter()
    number = len(round_.players)
    for player, entry in round_.entries.items():
        if not isinstance(entry, CardsEntry) or not variant.has_cards:
            continue
        for path, card in _places(entry):
            seen[card] += 1
            copies = variant.deck.copies(card, number)
            if seen[card] == copies + 1:
                yield Problem(
                    N_("This round has more {card} than the packs have ({copies})."),
                    ("entries", player, *path),
                    {"card": card.code, "copies": copies},
                )


def _ace_problems(round_: Round) -> Iterator[Problem]:
    for player, entry in round_.entries.items():
        if isinstance(entry, CardsEntry) and entry.low_aces:
            left = Counter(card for card in entry.laid_off if card.rank is Rank.ACE)
            for index, card in enumerate(entry.low_aces):
                left[card] -= 1
                if left[card] < 0:
                    message = N_("The {card} isn’t an ace that was laid off.")
                    yield Problem(message, ("entries", player, "low_aces", index), {"card": card.code})


def _unlocated(variant: Variant, round_: Round) -> Iterator[Problem]:
    try:
        located(variant, round_)
    except InvalidSituation:
        for player, entry in round_.entries.items():
            if isinstance(entry, CardsEntry) and entry.low_aces is None and entry.laid_off:
                yield Problem(N_("Say which laid-off aces lie below a two."), ("entries", player, "low_aces"))


def _unproved_hands(variant: Variant, round_: Round) -> Iterator[Problem]:
    for player, entry in round_.entries.items():
        if isinstance(entry, CardsEntry) and not deadwood(variant, entry.hand).proved:
            yield Problem(UNPROVED, ("entries", player, "hand"))


def _unproved_openings(variant: Variant, round_: Round) -> Iterator[Problem]:
    for player, entry in round_.entries.items():
        best = best_opening(variant, entry, entry.hand) if isinstance(entry, CardsEntry) else None
        if best is not None and not best.meets_minimum and not best.optimal:
            yield Problem(N_("Say whether this was enough to open."), ("entries", player, "could_open"))


def _places(entry: CardsEntry) -> Iterator[tuple[tuple[str | int, ...], Card]]:
    for number, meld in enumerate(entry.melds):
        yield from ((("melds", number, index), card) for index, card in enumerate(meld))
    yield from ((("laid_off", index), card) for index, card in enumerate(entry.laid_off))
    yield from ((("hand", index), card) for index, card in enumerate(entry.hand))


def _collecting_problems(variant: Variant, round_: Round) -> Iterator[Problem]:
    """Yield the problems that prevent the score of the collecting player from being computed."""
    scoring = variant.scoring
    if variant.knock.allowed:
        if len(round_.players) != 2 and not round_.all_points:
            yield Problem(N_("Two hands are compared: give those of both players."), ("entries",))
        if round_.any_points and not round_.all_points:
            yield Problem(N_("Give points for both players or for neither."), ("entries",))
    elif round_.how is How.OUT:
        given = round_.entries.get(round_.closer or "")
        hidden = any(isinstance(e, PointsEntry) for p, e in round_.entries.items() if p != round_.closer)
        derivable = scoring.closer_follows_points or (scoring.hands_cost and given is not None)
        if scoring.closer_collects and hidden and not derivable and not isinstance(given, PointsEntry):
            yield Problem(
                N_("{name}: give the points, they don’t follow from those of the others."),
                ("entries", round_.closer or ""),
                {"name": round_.closer},
            )
    elif scoring.no_closer is NoCloser.LOWEST_HAND and round_.any_points:
        if not round_.all_points:
            yield Problem(N_("If the pool is empty, give points for everybody or for nobody."), ("entries",))
    elif (
        scoring.no_closer is NoCloser.LOWEST_HAND
        and round_.closer is None
        and len(lowest_hands(variant, round_)) > 1
        and not sharers(variant, round_)
    ):
        names = ", ".join(lowest_hands(variant, round_))
        yield Problem(N_("{names} have equal lowest racks: agree who wins."), ("closer",), {"names": names})
