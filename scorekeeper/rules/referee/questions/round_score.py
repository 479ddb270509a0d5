"""The question `round-score`: what does everybody score, or is this row of points possible?"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ...cards import Card
from ...errors import N_, InvalidRound, InvalidSituation, Problem
from ...model.sources import Ambiguity
from ...model.terms import How, NoCloser
from ...model.topics import Topic
from ...model.variant import Variant
from ...scoring.deadwood import deadwood
from ...scoring.rating import rating_of
from ...scoring.round_checks import check_round
from ...scoring.rounds import CardsEntry, Entry, Round, SumsEntry, lowest_hands, sharers
from ...scoring.scoring import score_round
from ...scoring.showdown import arranged, compare
from ..ruling import Ruling, Wordings, reason, rule_on
from ..situations import PlayerCards
from ..turns.knocking import faults_of_hands, knock_reason
from .meld import court_doubt
from .points_row import faults_of, judge_row
from .rating_points import rating_grounds
from .score_grounds import hand_costs, score_grounds, winner_of

NumberByPlayer = Mapping[str, int]

OPEN: Wordings = {
    "equal_lowest": (Topic.EQUAL_LOWEST, N_("Several have the lowest rack: agree who wins.")),
}


def judge_round(
    variant: Variant,
    *,
    closer: str | None = None,
    how: How | None = None,
    players_: Mapping[str, PlayerCards] | None = None,
    racks_left: NumberByPlayer | None = None,
    previous_totals: NumberByPlayer | None = None,
    previous_rating: NumberByPlayer | None = None,
    entered: NumberByPlayer | None = None,
    upcard: Card | None = None,
    **ways: bool,
) -> Ruling:
    """Compute what everybody scores, or check whether the points `entered` can be a row of this game.

    `players_` are everybody's cards, `racks_left` what everybody has left in points. Without a closer and without
    `how`, nobody went out. `upcard` is the first upcard of the round, where it counts. `ways` holds, by the key of a
    `WayOfClosing`, whether the closer went out that way; the keys of other games are ignored.

    Raises:
        InvalidSituation: not exactly one of the three is given, or it cannot be a round.

    Source: DA-47, NO-26 to NO-30, DE-18, DE-19, CS-20, IS-18, IS-20, IS-22.
    """
    _check_form(variant, players_=players_, racks_left=racks_left, entered=entered)
    way = next((key for key in variant.closing.ways if ways.get(key)), None)
    if entered is not None:
        return judge_row(variant, entered, closer, how, way, upcard)
    where = "racks_left" if players_ is None else "players"
    entries = _of_racks(variant, racks_left or {}) if players_ is None else _of_cards(variant, players_)
    absent = (closer,) if closer and where == "racks_left" and variant.scoring.closer_may_be_left_out else ()
    played = replace(_as_round(variant, (*entries, *absent), entries, closer, how, way), upcard=upcard)
    problems = [_turned(problem, where) for problem in _problems(variant, played)]
    known = previous_rating if variant.scoring.rating else None
    problems += [*_empty_melds(played), *_unknown_names(played, previous_totals=previous_totals, previous_rating=known)]
    if problems:
        raise InvalidSituation(*problems)
    if _is_for_the_table(variant, played):
        equal = reason(variant, OPEN, "equal_lowest")
        return rule_on((), [equal], facts={"decision_needed": True}, doubts=[equal.rule])
    if upcard is None and variant.knock.doubling_suit is not None and played.how is How.OUT:
        return rule_on((), (), [knock_reason(variant, "which_upcard", missing=("upcard",))])
    return _scored(variant, played, previous_totals, known)


def _check_form(variant: Variant, **given: Mapping[str, object] | None) -> None:
    forms = {key.rstrip("_"): form for key, form in given.items() if form is not None}
    if not variant.has_cards and forms.keys() != {"entered"}:
        message = N_("This game counts points only: give the row of points.")
        raise InvalidSituation(Problem(message, (next((key for key in forms if key != "entered"), "entered"),)))
    if len(forms) != 1:
        message = N_("Give only one of these: everybody’s cards, what everybody has left, or a row of points.")
        raise InvalidSituation(Problem(message, ("players",)))
    key, form = forms.popitem()
    if not form:
        raise InvalidSituation(Problem(N_("Enter the players."), (key,)))


def _of_cards(variant: Variant, cards: Mapping[str, PlayerCards]) -> dict[str, Entry]:
    known = {penalty.key for penalty in variant.scoring.penalties}
    return {
        name: CardsEntry(
            c.melds,
            c.laid_off,
            c.hand,
            {k: count for k, count in c.penalties.items() if k in known},
            c.low_aces,
            c.opened or not variant.may_charge_unopened,
            c.could_open if variant.may_charge_unopened else None,
        )
        for name, c in cards.items()
    }


def _of_racks(variant: Variant, racks: NumberByPlayer) -> dict[str, Entry]:
    if variant.scoring.table_scores:
        message = N_("In this game cards on the table also count: give everybody’s cards.")
        raise InvalidSituation(Problem(message, ("racks_left",)))
    below = [name for name, points in racks.items() if points < 0]
    if below:
        message = N_("Give what’s left as 0 or more.")
        raise InvalidSituation(*(Problem(message, ("racks_left", name)) for name in below))
    return {name: SumsEntry(minus=points) for name, points in racks.items()}


def _as_round(
    variant: Variant,
    names: Iterable[str],
    entries: Mapping[str, Entry],
    closer: str | None,
    how: How | None,
    way: str | None,
) -> Round:
    nobody = next(h for h in variant.closing.hows if h is not How.OUT)
    players = tuple(dict.fromkeys(names))
    return Round(players, entries, closer, how or (nobody if closer is None else How.OUT), way)


def _problems(variant: Variant, played: Round) -> tuple[Problem, ...]:
    """Return why this round is impossible. Equal lowest hands are no problem: the table decides them."""
    try:
        check_round(variant, played)
    except InvalidRound as error:
        equal = _is_for_the_table(variant, played)
        return tuple(p for p in error.problems if not (equal and p.path == ("closer",)))
    return ()


def _turned(problem: Problem, where: str) -> Problem:
    """Return the problem with the path of the situation instead of the round's."""
    first, *rest = problem.path
    path = (first, *rest) if first != "entries" else (where, *rest[: None if where == "players" else 1])
    return replace(problem, path=path)


def _empty_melds(played: Round) -> Iterator[Problem]:
    for name, entry in played.entries.items():
        for index, meld in enumerate(entry.melds if isinstance(entry, CardsEntry) else ()):
            if not meld:
                yield Problem(N_("This meld has no cards."), ("players", name, "melds", index))


def _unknown_names(played: Round, **before: NumberByPlayer | None) -> list[Problem]:
    unknown = [(key, name) for key, counted in before.items() for name in counted or () if name not in played.players]
    message = N_("“{name}” doesn’t play in this round.")
    return [Problem(message, (key, name), {"name": name}) for key, name in unknown]


def _is_for_the_table(variant: Variant, played: Round) -> bool:
    """Return whether the table must name the winner: nobody went out, and several have the lowest hand."""
    if played.how is How.OUT or played.closer is not None:
        return False
    several = variant.scoring.no_closer is NoCloser.LOWEST_HAND and len(lowest_hands(variant, played)) > 1
    return several and not sharers(variant, played)


def _scored(
    variant: Variant, played: Round, previous: NumberByPlayer | None, previous_rating: NumberByPlayer | None
) -> Ruling:
    score = score_round(variant, played)
    total = score.row_sum
    facts: dict[str, object] = {"scores": score.scores}
    if previous is not None:
        facts["totals"] = _added(previous, score.scores)
    if variant.scoring.rating:
        facts["rating"] = rating = rating_of(variant, played)
        if previous_rating is not None:
            facts["rating_totals"] = _added(previous_rating, rating)
    if variant.scoring.chips:
        facts["chips"] = score.scores
    facts |= {"winner": winner_of(variant, played), "sum": total, "zero_sum": total == 0, "decision_needed": False}
    faults = faults_of(variant, played, score)
    if variant.knock.allowed and (found := compare(variant, arranged(variant, played))):
        facts |= {"winner": found.winner, "deadwood": found.deadwood, "ending": str(found.ending)}
        faults += faults_of_hands(variant, played)
    grounds = [*score_grounds(variant, played, score), *rating_grounds(variant, played)]
    return rule_on(faults, grounds, facts=facts, doubts=_doubts(variant, played))


def _added(before: NumberByPlayer, gained: NumberByPlayer) -> NumberByPlayer:
    return {name: before.get(name, 0) + points for name, points in gained.items()}


def _doubts(variant: Variant, played: Round) -> Iterator[str]:
    """Yield the ambiguities about the values of court cards that count in some hand."""
    for name, entry in played.entries.items():
        if isinstance(entry, CardsEntry) and hand_costs(variant, played, name):
            rule = court_doubt(variant, deadwood(variant, entry.hand).cards)
            if rule and isinstance(variant.rules[rule], Ambiguity):
                yield rule
