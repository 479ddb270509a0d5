"""The sums of the bounds, written out as Python for each plan and each choice of sets.

They are many and small: a plan has a handful of edges, and to go over them in a loop costs several times what the sums
do. What is written here is made of the plan's numbers only, never of what somebody sent. Where there are so many that
to write them out would take too long, a loop goes over them, with the same result.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

DEAD = -(1 << 60)
HOPELESS = DEAD // 2
_NEVER = 1 << 58  # the share of cards that a suit cannot leave, while shares are reckoned
MOST = 120  # edges or ways: more are gone over in a loop
OFTEN = 6  # uses after which it is worth while to write something out

Row = Sequence[int]
Kind = tuple[int, int, int, int]  # cards into runs; left for sets at most, at least; runs begun with an ace
Edge = tuple[int, int, int, int]  # the state, the number of the kind of move, its jokers, the next state
CoverCounts = tuple[int, int, tuple[int, ...]]  # cards, jokers, cards of each suit that there are
# Of what is known after or before the place and of the shares, what a card and a joker bring in a run, and what a
# run begun with an ace costs.
Sum = Callable[[Row, Row, int, int, int], Row]
SharedOut = Callable[..., Sequence[Row]]  # of what a card and a joker bring in a set, and what each suit brings


class Shape(NamedTuple):
    """What of a plan the sums depend on: how many states before and after it, how many shares, and the edges."""

    states: int
    size: int
    shares: int
    kinds: tuple[Kind, ...]
    edges: tuple[Edge, ...]


class PlanSums:
    """The sums of a plan."""

    def __init__(self, shape: Shape) -> None:
        self.shape, self.uses = shape, 0
        self.back: Sum = partial(loop_back, shape)
        self.forth: Sum = partial(loop_forth, shape)
        self.brought: Sum = partial(loop_brought, shape)

    def used(self, room: int) -> int:
        """Note that the plan is used once more, and write its sums out when that is worth while and there is `room`.

        Return how many edges were written out.
        """
        edges = len(self.shape.edges)
        if self.uses >= OFTEN - 1 and edges <= MOST:
            if edges > room:
                return 0  # the next time
            self.back, self.forth, self.brought = back(self.shape), forth(self.shape), brought(self.shape)
            self.uses = OFTEN
            return edges
        self.uses += 1
        return 0


def sums_of(shape: Shape) -> PlanSums:
    """Return the sums of a shape, the same for all plans that have it: they are used, and written out, sooner."""
    found = _sums.get(shape)
    if found is None:
        found = _sums[shape] = PlanSums(shape)
    return found


_sums: WeakValueDictionary[Shape, PlanSums] = WeakValueDictionary()  # as long as a plan needs them


class Sharing:
    """How suits share what ways to lay sets bring."""

    def __init__(self, ways: Sequence[CoverCounts], have: Sequence[int]) -> None:
        self.ways, self.have, self.uses = ways, have, 0
        self.shared_out: SharedOut = partial(loop_shared_out, ways)

    def used(self) -> None:
        """Note that it is used once more, and write it out when that is worth while."""
        self.uses += 1
        if self.uses == OFTEN and len(self.ways) <= MOST:
            self.shared_out = shared_out(self.ways, self.have)


def back(shape: Shape) -> Sum:
    """Return what sums up the most that each state can still bring, of the same after the place and the shares."""
    lines = [f"{_names('a', shape.size)}=after", *_valued(shape)]
    for state in range(shape.states):
        lines += _best(f"r{state}", [(_with(kind, y), f"a{to}") for at, kind, y, to in shape.edges if at == state])
    summed: Sum = _written("after,share,card,joker,ace", lines, _names("r", shape.states))
    return summed


def forth(shape: Shape) -> Sum:
    """Return what sums up the most that is brought up to each next state, of the same before and the shares."""
    lines = [f"{_names('b', shape.states)}=before", *_valued(shape)]
    for state in range(shape.size):
        lines += _best(f"r{state}", [(_with(kind, y), f"b{at}") for at, kind, y, to in shape.edges if to == state])
    summed: Sum = _written("before,share,card,joker,ace", lines, _names("r", shape.size))
    return summed


def brought(shape: Shape) -> Sum:
    """Return what sums up the most that a suit brings in all for each number of cards that it leaves for sets.

    Of what is known before and after the place; a share is not among it.
    """
    lines = [f"{_names('b', shape.states)}=before", f"{_names('a', shape.size)}=after"]
    lines += [f"j{y}=joker*{y}" for y in {edge[2] for edge in shape.edges}]
    for number, kind in enumerate(shape.kinds):
        sums = [f"b{at}+a{to}{f'+j{y}' if y else ''}" for at, one, y, to in shape.edges if one == number]
        lines += [*_greatest(f"v{number}", sums), *_more(number, kind)]
    for cards in range(shape.shares):
        fit = [f"v{number}" for number, (_, rest, need, _) in enumerate(shape.kinds) if need <= cards <= rest]
        lines += _greatest(f"r{cards}", fit)
    summed: Sum = _written("before,after,card,joker,ace", lines, _names("r", shape.shares))
    return summed


def shared_out(ways: Sequence[CoverCounts], have: Sequence[int]) -> SharedOut:
    """Return what gives shares for which the best of each suit is an even part of the best of all ways to lay sets.

    Of what a card and a joker bring in a set, and what the suits bring. No share is more than what some set needs: that
    is what bounds get low by (MPLP++, Tourani, Shekhovtsov, Rother and Savchynskyy 2018).
    """
    # In one piece, so that the text that is written can be read from top to bottom here.
    suits = "abcd"[: len(have)]
    own = [(suit, count) for suit, most in zip(suits, have, strict=True) for count in range(most + 1)]
    numbered = [(f"t{i}", f"w{cards}_{jokers}", counts) for i, (cards, jokers, counts) in enumerate(ways)]
    among = {(suit, n): [t for t, _, counts in numbered if counts[suits.index(suit)] == n] for suit, n in own}
    lines = [f"{_names(suit, most + 1)}={suit}" for suit, most in zip(suits, have, strict=True)]
    lines += [f"w{cards}_{jokers}=card*{cards}+joker*{jokers}" for cards, jokers in {way[:2]: 0 for way in ways}]
    lines += [f"{t}={worth}{''.join(map('+{}{}'.format, suits, counts))}" for t, worth, counts in numbered]
    for (suit, n), those in among.items():
        part = f"-(-t//{len(suits)})-{suit}{n} if t>{HOPELESS} else {_NEVER}"
        lines += [*_greatest("t", those), f"{suit.upper()}{n}={part}"] if those else [f"{suit.upper()}{n}={_NEVER}"]
    # By how much the shares are more than the way brings, as a number below nought: what none needs is taken off again.
    lines += [f"{t}={worth}{''.join(map('-{}{}'.format, suits.upper(), counts))}" for t, worth, counts in numbered]
    for (suit, n), those in among.items():
        taken = [f"{suit.upper()}{n}+=t", *[f"{t}-=t" for t in those if suit != suits[-1]]]
        lines += [*_greatest("t", those), f"if 0>t>{-_NEVER // 2}: {';'.join(taken)}"]
    rows = dict.fromkeys(suits, "")
    for suit, n in own:
        rows[suit] += f"{suit.upper()}{n} if {suit.upper()}{n}<{_NEVER} else {DEAD},"
    shared: SharedOut = _written(f"card,joker,{','.join(suits)}", lines, f"(({'),('.join(rows.values())}),)")
    return shared


def _valued(shape: Shape) -> list[str]:
    """Return the lines that reckon what each kind of move brings with so many jokers."""
    lines = [f"{_names('s', shape.shares)}=share"]
    for number, kind in enumerate(shape.kinds):
        shares = [f"s{cards}" for cards in range(kind[2], min(kind[1] + 1, shape.shares))]
        lines += [*_greatest(f"v{number}", shares), *_more(number, kind)]
    with_jokers = dict.fromkeys([(kind, y) for _, kind, y, _ in shape.edges if y])
    return lines + [f"{_with(kind, y)}=v{kind}+joker*{y}" for kind, y in with_jokers]


def _with(kind: int, jokers: int) -> str:
    return f"v{kind}_{jokers}" if jokers else f"v{kind}"


def _more(number: int, kind: Kind) -> list[str]:
    """Return the line that adds what the cards of a move bring in runs, if they are any."""
    x, _, _, begun = kind
    times = f"card*{x}" if x > 1 else "card"
    return [f"v{number}+={times}-ace*{begun}" if begun else f"v{number}+={times}"] if x else []


def _names(letter: str, many: int) -> str:
    return "(" + "".join([f"{letter}{i}," for i in range(many)]) + ")"


def _greatest(name: str, sums: Sequence[str]) -> list[str]:
    """Return the lines that give a name to the greatest of some sums."""
    lines = [f"{name}={sums[0] if sums else DEAD}"]
    for one in sums[1:]:
        lines.append(f"if {one}>{name}: {name}={one}" if one.isidentifier() else f"t={one}\n if t>{name}: {name}=t")
    return lines


def _best(name: str, sums: Sequence[tuple[str, str]]) -> list[str]:
    """Return the lines that give a name to the greatest of sums of two; those that begin alike are added up once."""
    by_first: dict[str, list[str]] = {}
    for first, second in sums:
        by_first.setdefault(first, []).append(second)
    lines = [] if sums else [f"{name}={DEAD}"]
    for first, seconds in by_first.items():
        now = "u" if lines else name
        if len(seconds) == 1:
            lines.append(f"{now}={first}+{seconds[0]}")
        else:
            lines += [*_greatest(now, seconds), f"{now}+={first}"]
        if now == "u":
            lines.append(f"if u>{name}: {name}=u")
    return lines


def _written(arguments: str, lines: Sequence[str], result: str) -> Any:
    names: dict[str, Any] = {}
    exec("\n ".join([f"def written({arguments}):", *lines, f"return {result}"]), _NOTHING_KNOWN, names)
    return names["written"]


_NOTHING_KNOWN: dict[str, Any] = {"__builtins__": {}}  # to what is written: it calls nothing


def _each(shape: Shape, share: Row, card: int, ace: int) -> list[int]:
    return [max(share[need : rest + 1], default=DEAD) + card * x - ace * begun for x, rest, need, begun in shape.kinds]


def loop_back(shape: Shape, after: Row, share: Row, card: int, joker: int, ace: int) -> Row:
    """Sum up as what `back` writes does."""
    row, each = [DEAD] * shape.states, _each(shape, share, card, ace)
    for at, kind, y, to in shape.edges:
        value = each[kind] + joker * y + after[to]
        if value > row[at]:
            row[at] = value
    return row


def loop_forth(shape: Shape, before: Row, share: Row, card: int, joker: int, ace: int) -> Row:
    """Sum up as what `forth` writes does."""
    row, each = [DEAD] * shape.size, _each(shape, share, card, ace)
    for at, kind, y, to in shape.edges:
        value = each[kind] + joker * y + before[at]
        if value > row[to]:
            row[to] = value
    return row


def loop_brought(shape: Shape, before: Row, after: Row, card: int, joker: int, ace: int) -> Row:
    """Sum up as what `brought` writes does."""
    best, row = [DEAD] * len(shape.kinds), [DEAD] * shape.shares
    for at, kind, y, to in shape.edges:
        value = before[at] + after[to] + joker * y
        if value > best[kind]:
            best[kind] = value
    for value, (x, rest, need, begun) in zip(best, shape.kinds, strict=True):
        value += card * x - ace * begun
        for cards in range(need, min(rest + 1, shape.shares)):
            if value > row[cards]:
                row[cards] = value
    return row


def loop_shared_out(ways: Sequence[CoverCounts], card: int, joker: int, *rows: Row) -> Sequence[Row]:
    """Share out as what `shared_out` writes does."""
    # In one piece, step by step as there, so that the two are easily compared.
    best = [[DEAD] * len(row) for row in rows]
    worths = [(card * cards + joker * jokers, counts) for cards, jokers, counts in ways]
    for worth, counts in worths:
        together = worth + sum([row[count] for row, count in zip(rows, counts, strict=True)])
        for highest, count in zip(best, counts, strict=True):
            highest[count] = max(highest[count], together)
    shares = [
        [-(-high // len(rows)) - alone if high > HOPELESS else _NEVER for high, alone in zip(highest, row, strict=True)]
        for highest, row in zip(best, rows, strict=True)
    ]
    for suit, share in enumerate(shares):
        needed = [DEAD] * len(share)
        for worth, counts in worths:
            others = sum([shares[other][count] for other, count in enumerate(counts) if other != suit])
            needed[counts[suit]] = max(needed[counts[suit]], worth - others)
        shares[suit] = [most if old < _NEVER else old for most, old in zip(needed, share, strict=True)]
    return [[value if value < _NEVER else DEAD for value in share] for share in shares]
