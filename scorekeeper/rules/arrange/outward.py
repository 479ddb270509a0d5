"""The search that goes on wherever least is lost so far: the first way to the end that it comes to is the best."""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from .descent import HOPELESS, At, Choice, Descent, Moves, ways_left
from .sets import Way

Link = tuple[Any, Moves, At, Way] | None  # the link before, and what was done at its place
# What is lost at least; the place, later ones first; a number, later ones first; what is lost; up to which loss it
# was gone on from already; the states; the jokers left; how it was reached.
Node = tuple[int, int, int, int, int, At, int, Link]


@dataclass
class Outward(Descent):
    """A search where it is enough to count jokers and losses. Each place is gone on from a little further at a time."""

    nodes: list[Node] = field(default_factory=list)
    number: int = 0
    near: int = 0

    def run(self, steps: int) -> bool:
        """Look for the way that loses least; return whether it was found, or that there is none proved."""
        self.left, self.near = steps, self.limit
        self.nodes = [(0, 0, 0, 0, -1, (0, 0, 0, 0), self.problem.jokers, None)]
        while self.nodes:
            node = heappop(self.nodes)
            if -node[1] == self.last:
                self._found(node)
                return True
            self._go_on(node)
            if self.left < 0:
                return False
        return True

    def _go_on(self, node: Node) -> None:
        """Try the ways on from a node that lose a little more."""
        within, minus, _, lost, done, at, jokers, link = node
        place = -minus
        if self.reached.get((place, at, jokers), lost) < lost:
            return
        self.limit, self.beyond = within + (self.near if done < 0 else self.step), HOPELESS
        here, sets, every = place - self.offset, self.problem.sets, self.problem.every
        card, joker = self.bound.sums.in_set[here], self.bound.sums.joker_set[here]
        for before, moves, after, code, used in self.together(place, at, lost):
            if used > jokers:
                continue
            for laid in ways_left(sets, code, jokers - used, every):
                now = before - card * laid[0] - joker * laid[1]
                if now > self.limit:
                    if now < self.beyond:
                        self.beyond = now
                elif now > done:
                    self._reach(place + 1, after, jokers - used - laid[1], now, (link, moves, after, laid))
        if self.beyond < HOPELESS:
            heappush(self.nodes, (self.beyond, minus, self.number, lost, self.limit, at, jokers, link))

    def _reach(self, place: int, at: At, jokers: int, lost: int, link: Link) -> None:
        key = (place, at, jokers)
        known = self.reached.get(key)
        if known is not None and known <= lost:
            return
        self.reached[key] = lost
        least = lost
        if place == self.last:
            if jokers > self.problem.stay:
                return
            least += self.bound.sums.price * jokers
            if least <= self.least:
                least = 0  # nothing can bring more
        self.number -= 1
        heappush(self.nodes, (least, -place, self.number, lost, -1, at, jokers, link))

    def _found(self, node: Node) -> None:
        *_, lost, _, _, jokers, link = node
        self.lost = lost + self.bound.sums.price * jokers
        self.all_laid = self.lost <= self.least
        self.best = []
        while link is not None:
            link, moves, at, laid = link
            self.best.append(Choice(moves, at, laid[2], laid[1]))
        self.best.reverse()
