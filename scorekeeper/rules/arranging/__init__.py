"""The best way to lay cards: most points, fewest cards left, or the cheapest opening, as melds of real cards.

`aims` asks the solver, once or several times, for the most `worth`; `dealing` turns its path into melds. What needs
no search, or one of another kind, stands beside it: `distinct` lays a hand whose cards are all different by the few
choices of sets. `candidates` yields the melds of a hand one by one: for the greedy answer where the budget is spent,
for the cheapest opening (`opening`), for every layout of few cards, and for runs of several suits. `on_table` keeps to
the rules about jokers that lie on the table.
"""

from .aims import Aim, TableCannotBeArranged, arrange, fewest_points_left
from .candidates import all_layouts, all_melds
from .dealing import ArrangedMeld, Arrangement
from .on_table import arrange_on_table

__all__ = [
    "Aim",
    "ArrangedMeld",
    "Arrangement",
    "TableCannotBeArranged",
    "all_layouts",
    "all_melds",
    "arrange",
    "arrange_on_table",
    "fewest_points_left",
]
