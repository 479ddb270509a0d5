"""The enums of which a variant's fields take their values."""

from enum import StrEnum


class How(StrEnum):
    """How a round came to its end."""

    OUT = "out"
    STOCK_EMPTY = "stock_empty"
    POOL_EMPTY = "pool_empty"


class Faces(StrEnum):
    """What cards or tiles show."""

    SUITS = "suits"
    NUMBERS = "numbers"  # 1 to 13 in four colours: black (the code's S), red (H), orange (D), blue (C)


class AceOrder(StrEnum):
    "Where the ace goes in a run."

    LOW = "low"
    HIGH = "high"
    LOW_AND_HIGH = "low_and_high"
    RING = "ring"

    @property
    def examples(self) -> tuple[str, ...]:
        """The places of the ace in a run, each by an example."""
        if self is AceOrder.LOW_AND_HIGH:
            return ("A-2-3", "Q-K-A")
        return {"low": ("A-2-3",), "high": ("Q-K-A",), "ring": ("A-2-3", "Q-K-A", "K-A-2")}[self.value]


class RunSuits(StrEnum):
    """Which suits the cards of a run have."""

    ONE = "one"
    ANY = "any"
    ALTERNATING = "alternating"  # a black one and a red one in turn


class JokerLimit(StrEnum):
    """How many jokers a meld may hold beside its natural cards."""

    FEWER_THAN_NATURALS = "fewer_than_naturals"
    NOT_MORE_THAN_NATURALS = "not_more_than_naturals"
    ONE = "one"
    NONE = "none"

    def allows(self, naturals: int, jokers: int) -> bool:
        """Return whether a meld may hold `jokers` beside `naturals`: at least one natural card always (NO-A6)."""
        if jokers and not naturals:
            return False
        match self:
            case JokerLimit.FEWER_THAN_NATURALS:
                return jokers < naturals or not jokers
            case JokerLimit.NOT_MORE_THAN_NATURALS:
                return jokers <= naturals
            case JokerLimit.ONE:
                return jokers <= 1
            case JokerLimit.NONE:
                return True


class Declaration(StrEnum):
    """Whether the player who lays a joker declares what it stands for."""

    NO = "no"
    WHERE_OPEN = "where_open"
    IN_SETS = "in_sets"
    IN_RUNS = "in_runs"  # where it is open in a run; the suit of one in a set is not
    ALWAYS = "always"


class SwapRequirement(StrEnum):
    """What exchanging a joker on the table may require."""

    OPENED = "opened"  # the player has opened, in a game in which that needs a minimum
    HAND_CARD = "hand_card"  # the card given for it comes from the hand, not from the table
    DRAWN = "drawn"  # the player has drawn
    HAD_CARDS = "had_cards"  # the player did not begin the turn without cards
    OTHERS_JOKER = "others_joker"  # another player laid the joker


class JokerGoes(StrEnum):
    """Where a joker goes that was exchanged."""

    HAND = "hand"
    NEW_MELD = "new_meld"
    ANY_MELD = "any_meld"


class FreesSetJoker(StrEnum):
    """Which of the suits that a set lacks free its joker."""

    THE_NAMED = "the_named"  # the declared suit; any of them if none was declared
    EITHER = "either"  # any of them, whatever was declared
    BOTH = "both"  # the declared suit; all of them together if none was declared
    ALL = "all"  # all of them together, whatever was declared

    @property
    def by_declaration(self) -> bool:
        """Whether a declared suit decides."""
        return self in (FreesSetJoker.THE_NAMED, FreesSetJoker.BOTH)

    @property
    def together(self) -> bool:
        """Whether all suits that may free the joker must be given for it."""
        return self in (FreesSetJoker.BOTH, FreesSetJoker.ALL)


class DrawKind(StrEnum):
    """The kinds of draws from the pile."""

    TOP_CARD = "top_card"
    WHOLE_PILE = "whole_pile"
    DEEPER_CARD = "deeper_card"  # any card of the pile, with all above it
    OUT_OF_TURN = "out_of_turn"  # with a card of the stock; asked about as `knock` (German: Klopfen)


class Who(StrEnum):
    """Which players may draw so."""

    NOBODY = "nobody"
    OPENED = "opened"  # only players who have opened
    OPENING = "opening"  # also others, if they open with the card in the same turn
    EVERYBODY = "everybody"


class DrawUse(StrEnum):
    """What must be done at once with cards drawn from the pile."""

    FREE = "free"
    LAID = "laid"  # the chosen card is melded or laid off
    NEW_MELD = "new_meld"  # the chosen card is in a new meld
    COVERED_CARD_MELDED = "covered_card_melded"  # a new meld has a card of the pile, as `PileMeld` says


class Requirement(StrEnum):
    """What a player's first lay-down must satisfy."""

    POINTS = "points"  # at least so many
    IN_ONE_MELD = "in_one_meld"  # one meld alone has the points
    NEW_MELDS_ONLY = "new_melds_only"  # nothing on the table is used
    WITHOUT_JOKERS = "without_jokers"  # melds with a joker do not count
    PURE_RUN = "pure_run"  # one meld is a run without jokers
    NO_MORE = "no_more"  # no meld without which the points are reached


class LayOff(StrEnum):
    """When a player may lay cards off."""

    ANY_TIME = "any_time"  # also before the first meld of their own
    WHEN_OPENING = "when_opening"  # as soon as the player has opened, in the same turn
    NEXT_TURN = "next_turn"  # from the turn after the opening on


class ValuePlace(StrEnum):
    """A place where a card can count other points than in hand."""

    ACE_LOW = "ace_low"  # an ace below a two, laid
    ACE_HIGH = "ace_high"  # an ace above a king or in a set, laid
    OPENING_JOKER = "opening_joker"  # a joker in the first lay-down
    LONE_ACE = "lone_ace"  # an ace that is the only card in hand


class LastDiscard(StrEnum):
    """Which discard going out requires."""

    FACE_DOWN = "face_down"
    FACE_UP = "face_up"
    ANY_FACE = "any_face"
    NOT_NEEDED = "not_needed"
    NONE = "none"


class FittingDiscard(StrEnum):
    """Who may discard a card that fits a meld on the table in a turn that does not close the round."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"
    FORBIDDEN_UNOPENED = "forbidden_unopened"  # only players who have opened may
    FORBIDDEN_FROM_THREE = "forbidden_from_three"  # only of two players, those who have opened

    def forbids(self, *, players: int, opened: bool) -> bool:
        """Return whether one of `players`, who has `opened` or not, may not discard such a card."""
        match self:
            case FittingDiscard.ALLOWED:
                return False
            case FittingDiscard.FORBIDDEN:
                return True
            case FittingDiscard.FORBIDDEN_UNOPENED:
                return not opened
            case FittingDiscard.FORBIDDEN_FROM_THREE:
                return players > 2 or not opened


class JokerDiscard(StrEnum):
    """When a joker may be discarded."""

    FREE = "free"
    CLOSING_ONLY = "closing_only"  # only as the card that closes the round
    NEVER = "never"


class EmptyHand(StrEnum):
    """What happens when a player lays every card, and keeps none for the last discard that the game requires."""

    FORBIDDEN = "forbidden"
    PLAYS_ON = "plays_on"  # the player goes on without cards
    CLOSES = "closes"


class ClosingRequirement(StrEnum):
    """What going out may require besides an empty hand and the last discard."""

    IN_ONE_TURN = "in_one_turn"  # the whole hand is laid in the closing turn, so nothing is laid in any other
    CALL = "call"  # the call that goes with the last card; until then the round goes on
    UNFITTING_CARD = "unfitting_card"  # a closing card that lies face up fits no meld
    AFTER_FIRST_ROUND = "after_first_round"  # everybody has had a turn
    LAST_CARD_MELDED = "last_card_melded"  # a player who closes without a discard lays a new meld


class LaidBefore(StrEnum):
    """What a player who closes in a special way may have laid in earlier turns."""

    NOTHING = "nothing"
    NO_MELD = "no_meld"  # but cards may have been laid off


class EmptyStock(StrEnum):
    """What happens when the stock or pool has run out."""

    TURN_OVER_KEEP_TOP = "turn_over_keep_top"
    SHUFFLE_KEEP_TOP = "shuffle_keep_top"
    ENDS_WHEN_WANTED = "ends_when_wanted"
    PLAY_ON = "play_on"
    ONE_MORE_TURN = "one_more_turn"  # for everybody; then the round ends
    LOWEST_RACK_AT_ONCE = "lowest_rack_at_once"
    VOID_AT_ONCE = "void_at_once"  # as soon as a turn ends with nothing left to draw
    VOID_AFTER_DISCARD = "void_after_discard"  # but the last discard may still be taken, to close with it


class Offence(StrEnum):
    """An offence that the referee recognises and charges the game's penalty for."""

    FALSE_CALL = "false_call"
    FAILED_PICKUP = "failed_pickup"


class NoCloser(StrEnum):
    """Who scores in a round that nobody closed."""

    EVERYBODY = "everybody"
    NOBODY = "nobody"
    LOWEST_HAND = "lowest_hand"


class HandEnding(StrEnum):
    """How a round ended in which two hands are compared, if in none of the special ways of closing."""

    KNOCK = "knock"  # the closer has less
    GIN = "gin"  # the closer has nothing left
    UNDERCUT = "undercut"  # the other has as little as the closer, or less
    VOID = "void"  # nobody closed


class Dealing(StrEnum):
    """Who deals the next round."""

    ROTATES = "rotates"
    WINNER = "winner"  # who closed the round
    MOST_POINTS = "most_points"  # who alone scored most in it
    FEWEST_POINTS = "fewest_points"  # who alone scored fewest
    NOBODY = "nobody"


class Wins(StrEnum):
    """Which total wins."""

    HIGHEST = "highest"
    LOWEST = "lowest"  # points are bad
    CLOSEST = "closest"  # to the target, above or below it
    CLOSEST_REACHED = "closest_reached"  # of the totals that have reached the target, if there are any
    RATING = "rating"  # not a total: the most rating points
    MOST_ROUNDS = "most_rounds"  # the most rounds won; of equals, the highest total


class Tie(StrEnum):
    """What happens when several have the best total at the end of a game."""

    ANOTHER_ROUND = "another_round"
    SHARED = "shared"


class Shutout(StrEnum):
    """What it brings the winner of a game that the others have not won a single round of it."""

    NOTHING = "none"
    DOUBLE_POINTS = "double_points"
    DOUBLE_GAME_BONUS = "double_game_bonus"


class LimitEnds(StrEnum):
    """When a limit that eliminates players ends the game."""

    LAST_IN = "last_in"  # when one player is left, who has won
    FIRST_OUT = "first_out"  # when the first is eliminated; then the best total wins


class Rejoin(StrEnum):
    """With which total a player whom the limit has eliminated may come back in."""

    NEVER = "never"
    HIGHEST = "highest"  # the highest total of those who are in
    HIGHEST_PLUS_ONE = "highest_plus_one"


class SeveralPast(StrEnum):
    """What happens when several reach the target in one round."""

    BEST_WINS = "best_wins"
    DEAL_AGAIN = "deal_again"  # until one alone has it
    ONE_AHEAD = "one_ahead"  # once more; then the highest wins
