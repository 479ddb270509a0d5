"""Headlines of the questions about scores: round-score, game-end."""

from ...errors import N_, NN_
from ...model.ending import PlayRounds, ReachTarget, StayBelow
from ...model.terms import Wins
from ...scoring.deadwood import deadwood
from ...scoring.plausibility import NOT_ZERO_SUM
from ...scoring.sides import sides_among
from .headline import Found, HeadlineInput, Sentences, Values

SENTENCES: Sentences = {
    "round_won": N_("{player} wins the round: {points}"),
    "round_won_chips": NN_(
        "{player} wins the round: {points} chip", "{player} wins the round: {points} chips", "points"
    ),
    "nobody_out": N_("Nobody went out: {player} is best with {points}"),
    "nobody_out_level": N_("Nobody went out: {players} are best with {points}"),
    "round_void": N_("The round is void: nobody scores"),
    "knock_level": N_("Equal deadwood: the knock brings nothing"),
    "agree_who_wins": N_("{players} are level: agree who wins"),
    "row_possible": N_("These points are possible"),
    "row_cancels": N_("It adds up to 0, as it must"),
    "row_not_zero": N_("It adds up to {sum}, not to 0"),
    "one_sign": N_("It adds up to {sum}, not to 0: {player} has {points}"),
    "row_mended": N_("Not 0 but {sum}: some signs are wrong"),
    "game_won": N_("{player} has won with {points}"),
    "game_won_by_rating": NN_(
        "{player} has won with {points} rating point", "{player} has won with {points} rating points", "points"
    ),
    "game_won_by_rounds": NN_("{player} has won {points} round", "{player} has won {points} rounds", "points"),
    "game_shared_by_rounds": NN_(
        "{players} share the win: {points} round won", "{players} share the win: {points} rounds won", "points"
    ),
    "game_shared_by_rating": NN_(
        "{players} share the win: {points} rating point", "{players} share the win: {points} rating points", "points"
    ),
    "game_won_together": N_("{players} have won with {points}"),
    "game_shared": N_("{players} share the win with {points}"),
    "level_at_end": N_("{players} are level: another round decides"),
    "several_past": N_("{players} are past {target}: deal again"),
    "game_over": N_("The game is over"),
    "to_target": N_("The game goes on: {player} has {points} of {target}"),
    "to_exceed": N_("The game goes on: {player} has {points}, above {target} wins"),
    "to_rounds": NN_(
        "The game goes on: {played} of {rounds} round played",
        "The game goes on: {played} of {rounds} rounds played",
        "rounds",
    ),
    "to_agreed_rounds": NN_(
        "The game goes on until {rounds} round is played", "The game goes on until {rounds} rounds are played", "rounds"
    ),
    "to_limit": N_("The game goes on: {players} are still in"),
    "nobody_eliminated": N_("The game goes on: {players} are all in"),
    "until_table_stops": N_("The game goes on until the table stops"),
    "game_goes_on": N_("The game goes on"),
}


def round_score(asked: HeadlineInput) -> Found:
    """Return the headline of a round: its winner and points; or whether a row of points is possible."""
    if asked.given("entered") is not None:
        return _row(asked)
    if not asked.legal:
        return None
    if asked.fact("decision_needed"):
        return "agree_who_wins", {"players": _level(asked)}
    scores, winner = asked.fact("scores"), asked.fact("winner")
    if winner is not None:
        chips = asked.fact("chips") is not None
        return ("round_won_chips" if chips else "round_won"), {"player": winner, "points": _signed(scores[winner])}
    if asked.fact("ending") == "void":
        return "round_void", {}
    if asked.fact("ending") == "knock":
        return "knock_level", {}
    best = max(scores.values(), key=asked.variant.ending.merit)
    ahead = tuple(name for name, points in scores.items() if points == best)
    if len(ahead) == 1:
        return "nobody_out", {"player": ahead[0], "points": _signed(best)}
    return "nobody_out_level", {"players": ahead, "points": _signed(best)}


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def _level(asked: HeadlineInput) -> tuple[str, ...]:
    """Return the players with the lowest rack."""
    racks = asked.given("racks_left") or {
        name: deadwood(asked.variant, cards.hand).points(asked.variant)
        for name, cards in asked.given("players_", {}).items()
    }
    return tuple(name for name, points in racks.items() if points == min(racks.values()))


def _row(asked: HeadlineInput) -> Found:
    total = asked.fact("sum")
    if asked.legal:
        return ("row_cancels" if asked.has_reason("row_cancels") else "row_possible"), {}
    if not asked.has_reason(NOT_ZERO_SUM):
        return None
    mended = asked.fact("suggested_correction") or {}
    values: Values = {"sum": _signed(total)}
    for player, points in mended.items() if len(mended) == 1 else ():
        return "one_sign", {**values, "player": player, "points": _signed(points)}
    return ("row_mended" if mended else "row_not_zero"), values


def game_end(asked: HeadlineInput) -> Found | None:
    """Return the headline of a game: who has won, or why it goes on; None where that is undecided."""
    if asked.ruling.verdict == "undecided":
        return None
    totals, winners, goal = asked.fact("totals"), asked.fact("winners"), asked.variant.ending.goal
    lowest = asked.variant.ending.wins is Wins.LOWEST
    best = (min if lowest else max)(totals.values(), default=0)
    if winners and asked.variant.ending.ranks_apart:
        return _won_apart(asked, winners)
    if len(winners) == 1:
        counted = asked.fact("final") if asked.variant.ending.grand_total_wins else totals
        return "game_won", {"player": winners[0], "points": counted[winners[0]]}
    if winners:
        together = len(sides_among(asked.variant.ending, totals, winners)) == 1
        code = "game_won_together" if together else "game_shared"
        return code, {"players": tuple(winners), "points": totals[winners[0]]}
    if asked.fact("deal_again"):
        return _deal_again(asked, totals, best)
    if asked.fact("ended"):
        return "game_over", {}
    if isinstance(goal, StayBelow):
        still_in: Values = {"players": tuple(name for name in totals if name not in asked.fact("out"))}
        return "to_limit" if asked.fact("out") else "nobody_eliminated", still_in
    if isinstance(goal, ReachTarget) and totals:
        best = max(totals.values())
        leader = next(name for name, points in totals.items() if points == best)
        code = "to_exceed" if best == goal.points else "to_target"
        return code, {"player": leader, "points": best, "target": goal.points}
    return _to_rounds(asked)


def _won_apart(asked: HeadlineInput, winners: list[str]) -> Found:
    by_rounds = asked.variant.ending.wins is Wins.MOST_ROUNDS
    known = asked.fact("rounds_won") if by_rounds else asked.given("rating", {})
    points, by = (known or {}).get(winners[0], 0), "rounds" if by_rounds else "rating"
    if len(winners) > 1:
        return f"game_shared_by_{by}", {"players": tuple(winners), "points": points}
    return f"game_won_by_{by}", {"player": winners[0], "points": points}


def _deal_again(asked: HeadlineInput, totals: dict[str, int], best: int) -> Found:
    goal = asked.variant.ending.goal
    if isinstance(goal, ReachTarget) and asked.has_reason("several_play_on"):
        past = tuple(name for name, points in totals.items() if points >= goal.least)
        return "several_past", {"players": past, "target": goal.points}
    return "level_at_end", {"players": tuple(name for name, points in totals.items() if points == best)}


def _to_rounds(asked: HeadlineInput) -> Found:
    goal, rounds = asked.variant.ending.goal, asked.given("rounds")
    if not isinstance(goal, PlayRounds):
        return ("game_goes_on" if isinstance(goal, ReachTarget) else "until_table_stops"), {}
    played = len(rounds) if rounds is not None else asked.given("rounds_played")
    if played is None:
        return "to_agreed_rounds", {"rounds": goal.number}
    return "to_rounds", {"played": played, "rounds": goal.number}
