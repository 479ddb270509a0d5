"""The search that goes on wherever least is lost so far: the first way to the end that it comes to is the best."""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from .descent import HOPELESS, At, Choice, Descent

Link = tuple[Any, Choice] | None  # the link before, and what was done at its place
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
        node: Node | None = (0, 0, 0, 0, -1, (0, 0, 0, 0), self.problem.jokers, None)
        while node is not None:
            if -node[1] == self.last:
                self._found(node)
                return True
            node = self._go_on(node)
            if self.left < 0:
                return False
            while node is None and self.nodes:
                node = heappop(self.nodes)
                if self.reached.get((-node[1], node[5], node[6]), node[3]) < node[3]:
                    node = None
        return True

    def _go_on(self, node: Node) -> Node | None:
        """Try the ways on from a node that lose a little more; return one that loses no more, if there is any."""
        within, minus, _, lost, done, at, jokers, link = node
        self.limit, self.beyond = within + (self.near if done < 0 else self.step), HOPELESS
        best = None
        for now, moves, after, laid, left in self.onward(-minus, at, jokers, lost):
            if now > done:
                found = self._reach(1 - minus, after, left, now, (link, (moves, after, laid)))
                if found is None:
                    continue
                if best is None and found[0] <= within:
                    best = found
                else:
                    heappush(self.nodes, found)
        if self.beyond < HOPELESS:
            heappush(self.nodes, (self.beyond, minus, self.number, lost, self.limit, at, jokers, link))
        return best

    def _reach(self, place: int, at: At, jokers: int, lost: int, link: Link) -> Node | None:
        key = (place, at, jokers)
        known = self.reached.get(key)
        if known is not None and known <= lost:
            return None
        self.reached[key] = lost
        least = lost
        if place == self.last:
            if jokers > self.problem.stay:
                return None
            least += self.bound.sums.price * jokers
            if least <= self.least:
                least = 0  # nothing can bring more
        self.number -= 1
        return least, -place, self.number, lost, -1, at, jokers, link

    def _found(self, node: Node) -> None:
        *_, lost, _, _, jokers, link = node
        self.lost = lost + self.bound.sums.price * jokers
        self.all_laid = self.lost <= self.least
        self.best = []
        while link is not None:
            link, choice = link
            self.best.append(choice)
        self.best.reverse()
