"""The best way to lay cards: most points, fewest cards left, or the cheapest opening.

Model: go through the ranks; in each suit the open runs are the state of an automaton (`trellis`), and what the
runs leave of a rank is laid as sets (`sets`). That is the polynomial algorithm of van Rijn, Takes and Vis, "The
Complexity of Rummikub Problems" (2015); den Hertog and Hulshof, "Solving Rummikub Problems by Integer Linear
Programming" (The Computer Journal 49, 2006) solve the same by an integer program over all melds.

Bound: a Lagrangian relaxation (`bounds`). Jokers have a price; the sets of a rank are a factor among four suits that
otherwise go through their trellises alone, each by a backward dynamic program. The dual is lowered by block coordinate
ascent, MPLP++ (Tourani, Shekhovtsov, Rother and Savchynskyy, "MPLP++: Fast, Parallel Dual Block-Coordinate Ascent for
Dense Graphical Models", ECCV 2018).

Search: branch and bound (`search`), depth first with iterative deepening of the loss (IDA*: Korf, "Depth-First
Iterative-Deepening", Artificial Intelligence 27, 1985) and a transposition table (Reinefeld and Marsland, "Enhanced
Iterative-Deepening Search", IEEE PAMI 16, 1994), the bound as the heuristic. Short searches come first; where they are
in vain, the bound is improved, within a budget of counted work (`budget`).

A hand whose cards are all different, without jokers, needs none of that: `distinct` tries the few choices of sets.

`candidates` yields the melds of a hand one by one: for the greedy answer where the budget is spent, for the cheapest
opening (`opening`), for every layout of few cards, and for runs of several suits. `dealing` makes melds of real cards.
`on_table` keeps to the rules about jokers that lie on the table.
"""

from .arranging import Aim, TableCannotBeArranged, arrange, fewest_points_left
from .budget import Budget, OutOfWork
from .candidates import all_layouts, all_melds
from .dealing import ArrangedMeld, Arrangement
from .on_table import arrange_on_table
from .search import prepare

__all__ = [
    "Aim",
    "ArrangedMeld",
    "Arrangement",
    "Budget",
    "OutOfWork",
    "TableCannotBeArranged",
    "all_layouts",
    "all_melds",
    "arrange",
    "arrange_on_table",
    "fewest_points_left",
    "prepare",
]
