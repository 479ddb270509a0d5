"""The search for what is worth most: counted cards in runs and sets. `rules.arranging` asks it.

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
"""

from .budget import Budget, OutOfWork
from .search import Solution, prepare, solve

__all__ = ["Budget", "OutOfWork", "Solution", "prepare", "solve"]
