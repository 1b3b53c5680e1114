"""The search for the generalisation of least loss, proven: every node is evaluated or excluded by a bound.

What excludes nodes:
- a lower bound on their loss above the best loss found (`lattice_losses`);
- too many records that surely fail at a coarser node. A class with fewer than k records, or with fewer than l
  values of a sensitive variable, has only such parts: its records fail at every finer node as well. That
  holds with and without a suppression limit, and for every criterion with a least size or a least number of
  values (also the entropies, which need ceil(l) values);
- without any suppression, a coarser node that fails a monotone criterion (k, distinct, recursive, plug-in
  entropy, t-closeness: Machanavajjhala et al. 2007, Li et al. 2007; distances and the plug-in entropy are
  convex and concave in the distribution). The bias-corrected entropies are not monotone and never exclude.

Of persons with several records only k, and how many of them can be given a sensitive value each, exclude:
merged classes share persons, so that their distribution is no mean of those of their parts.

Coarse nodes exclude many finer ones, so the search climbs from the node of least bound to the coarsest still
open and comes down again (in the spirit of Kohlmayer, Prasser et al. 2012); where nothing can be excluded
that way it takes nodes by their bounds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.microdata.classes.key_classes import Integers, KeyClasses, Levels, RollUp, Vector
from sdc_desktop.engine.microdata.criteria.criteria import Judge
from sdc_desktop.engine.microdata.lattice.lattice import Lattice, Node, evaluated
from sdc_desktop.engine.microdata.lattice.losses import Bounds, Loss

STEP = "searching"
TIE = 1e-9  # relative; losses nearer to one another are equal
_KEPT_ROWS = 2_000_000  # classes of evaluated nodes that are kept to roll up from
_WORTH_KEEPING = 0.6  # of the classes that a node was itself rolled up from
_EVERY = 32  # evaluations between two looks at what is still open

Place = tuple[int, ...]
Flags = npt.NDArray[np.bool_]
Stopped = Literal["no", "nodes", "cancelled"]


@dataclass(frozen=True)
class SearchSpace:
    """What is searched: nested levels, original classes, criteria, and the most records suppressed."""

    lattice: Lattice
    roll_up: RollUp
    classes: KeyClasses
    judge: Judge
    limit: int


@dataclass(frozen=True)
class Solution:
    """A node that meets the criteria."""

    levels: Levels
    suppressed: int
    loss: float


@dataclass(frozen=True)
class Evaluated:
    """Every node evaluated, in that order: levels (nodes, variables), records suppressed, loss, and whether
    no more than the limit are suppressed, (nodes,) each.
    """

    levels: Integers
    suppressed: Integers
    losses: Vector
    feasible: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class SearchResult:
    """The best node and those within 1e-9 of it, best first: the fewest suppressed, then the least levels.

    No solution: none meets the criteria (if `stopped` is "no"), or none was found.
    """

    solutions: tuple[Solution, ...]
    stopped: Stopped
    evaluated: Evaluated

    @property
    def proven(self) -> bool:
        """Whether nothing was left open."""
        return self.stopped == "no"


def search(
    space: SearchSpace,
    loss: Loss,
    context: JobContext,
    *,
    most_nodes: int | None = None,
    everything: bool = False,
) -> SearchResult:
    """Find the node of least loss that suppresses at most ``space.limit`` records.

    ``most_nodes`` ends the search after this many evaluations; ``everything`` evaluates every node. When the
    context is cancelled the best so far is given back; without any, Cancelled is raised.
    """
    state = _Search(space, loss, everything)
    stopped: Stopped = "no"
    for place in state.places():
        if context.is_cancelled():
            if state.best == np.inf:
                context.checkpoint()
            stopped = "cancelled"
            break
        if most_nodes is not None and len(state.losses) >= most_nodes:
            stopped = "nodes"
            break
        try:
            state.evaluate(place, context)
        except Cancelled:
            if state.best == np.inf:
                raise
            stopped = "cancelled"
            break
        if len(state.losses) % _EVERY == 0:
            state.roll_up_open()
            context.on_progress(1 - state.open / space.lattice.nodes, STEP)
    return SearchResult(state.solutions(), stopped, state.evaluated())


class _Search:
    """What is known of the lattice. ``bounds`` are lower bounds of losses; inf for nodes done with."""

    def __init__(self, space: SearchSpace, loss: Loss, everything: bool) -> None:
        self._space, self._loss, self._everything = space, loss, everything
        self._bounds: Bounds = np.array(loss.lower_bounds(), dtype=np.float64)
        self._states = _States(space.lattice, space.classes)
        self._odometer = _Odometer(space.lattice, space.classes)
        self._convex = space.limit == 0
        self._climbs = self._convex or space.judge.prunes
        self.best = np.inf
        self.levels: list[Levels] = []
        self.suppressed: list[int] = []
        self.losses: list[float] = []

    @property
    def open(self) -> int:
        """How many nodes are not decided."""
        return int(np.isfinite(self._bounds).sum())

    def places(self) -> Iterator[Place]:
        """The nodes to evaluate, one after the other, until none is open."""
        if self._everything:
            yield from self._odometer.places()
            return
        shape = self._space.lattice.shape
        while True:
            first = np.unravel_index(int(np.argmin(self._bounds)), shape)
            place = tuple(int(index) for index in first)
            if self._bounds[place] == np.inf:
                return
            path = self._upward(place) if self._climbs else [place]
            while path:
                if self._bounds[path[-1]] < np.inf:
                    yield path[-1]
                path.pop()

    def _upward(self, place: Place) -> list[Place]:
        """A path through open nodes, each of the least bound, to one below which nothing is open."""
        path = [place]
        while True:
            above = [(self._bounds[p], p) for p in self._space.lattice.coarser(path[-1])]
            bound, coarser = min(above, default=(np.inf, place))
            if bound == np.inf:
                return path
            path.append(coarser)

    def evaluate(self, place: Place, context: JobContext) -> None:
        """Look at a node, note it, and exclude what it excludes. Raises Cancelled."""
        space = self._space
        levels = space.lattice.levels(place)
        kept = self._odometer if self._everything else self._states
        node = evaluated(levels, kept.finer_than(place), space.roll_up, space.judge, context)
        value = self._loss.value(node)
        self.levels.append(levels)
        self.suppressed.append(node.suppressed)
        self.losses.append(value)
        self._bounds[place] = np.inf
        feasible = node.suppressed <= space.limit
        if feasible:
            self.best = min(self.best, value)
        if not self._climbs or self._everything:
            kept.keep(place, node, space.roll_up)
        if self._everything:
            return
        if node.surely_suppressed > space.limit or (self._convex and node.failing.monotone):
            self._bounds[space.lattice.between(space.lattice.least, levels)] = np.inf
        else:
            self._loss.raise_bounds(self._bounds, node)
        if self.best < np.inf:
            self._bounds[self._bounds > self.best + _tie(self.best)] = np.inf

    def roll_up_open(self) -> None:
        """Where all open nodes are coarser than the classes they are rolled up from, roll these up once."""
        if self._everything or not self._climbs:
            return
        is_open = np.isfinite(self._bounds)
        if not is_open.any():
            return
        axes = range(is_open.ndim)
        finest = tuple(
            int(np.argmax(is_open.any(axis=tuple(other for other in axes if other != axis)))) for axis in axes
        )
        self._states.roll_up(finest, self._space.roll_up)

    def solutions(self) -> tuple[Solution, ...]:
        """The feasible nodes of the least loss."""
        if self.best == np.inf:
            return ()
        found = [
            Solution(levels, suppressed, loss)
            for levels, suppressed, loss in zip(self.levels, self.suppressed, self.losses, strict=True)
            if suppressed <= self._space.limit and loss <= self.best + _tie(self.best)
        ]
        return tuple(sorted(found, key=lambda one: (one.suppressed, sum(one.levels), one.levels)))

    def evaluated(self) -> Evaluated:
        """All evaluated nodes as arrays."""
        suppressed = np.array(self.suppressed, dtype=np.int64)
        variables = len(self._space.lattice.least)
        return Evaluated(
            np.array(self.levels, dtype=np.int64).reshape(-1, variables),
            suppressed,
            np.array(self.losses, dtype=np.float64),
            suppressed <= self._space.limit,
        )


class _States:
    """Classes at some nodes, and for every node the fewest classes that it can be rolled up from."""

    def __init__(self, lattice: Lattice, classes: KeyClasses) -> None:
        self._lattice = lattice
        self._classes = [classes]
        self._which = np.zeros(lattice.shape, dtype=np.int32)
        self._rows = np.full(lattice.shape, len(classes.sizes), dtype=np.int64)
        self._left = _KEPT_ROWS

    def finer_than(self, place: Place) -> KeyClasses:
        """The fewest classes at levels no coarser than this node's."""
        return self._classes[int(self._which[place])]

    def keep(self, place: Place, node: Node, roll_up: RollUp) -> None:
        """Keep a node's classes where they are few enough to be worth it."""
        rows, rest = len(node.sizes), node.base.members
        worth = rows < _WORTH_KEEPING * len(node.base.sizes)
        if worth and (rows if rest is None else len(rest.places)) <= self._left:
            self._add(place, roll_up.merged(node.base, node.levels, node.number, rows))

    def roll_up(self, place: Place, roll_up: RollUp) -> None:
        """Make the classes of this node, if they are few enough to be worth it."""
        base, levels = self.finer_than(place), self._lattice.levels(place)
        if levels != base.levels:
            classes = roll_up.coarser(base, levels)
            if len(classes.sizes) < _WORTH_KEEPING * len(base.sizes):
                self._add(place, classes)

    def _add(self, place: Place, classes: KeyClasses) -> None:
        self._left -= len(classes.sizes if classes.members is None else classes.members.places)
        coarser = tuple(slice(index, None) for index in place)
        fewer = self._rows[coarser] > len(classes.sizes)
        self._rows[coarser][fewer] = len(classes.sizes)
        self._which[coarser][fewer] = len(self._classes)
        self._classes.append(classes)


class _Odometer:
    """A walk through all nodes, each rolled up from its neighbour one level finer in the axis moved last.

    Axes of many levels turn fastest. A node's classes are kept in the slot of its last axis that is not at
    its beginning, until no node needs them any more.
    """

    def __init__(self, lattice: Lattice, classes: KeyClasses) -> None:
        self._shape = lattice.shape
        self._axes = sorted(range(len(self._shape)), key=lambda axis: self._shape[axis])
        self._slots: dict[int, KeyClasses] = {}
        self._first = classes

    def places(self) -> Iterator[Place]:
        """Every place once."""
        for turned in np.ndindex(*(self._shape[axis] for axis in self._axes)):
            place = [0] * len(self._shape)
            for axis, index in zip(self._axes, turned, strict=True):
                place[axis] = index
            yield tuple(place)

    def finer_than(self, place: Place) -> KeyClasses:
        """The classes of the neighbour; at the beginning, those that the walk was given."""
        slot = self._slot(place)
        if slot < 0:
            return self._first
        axis = self._axes[slot]
        return self._slots[self._slot((*place[:axis], place[axis] - 1, *place[axis + 1 :]))]

    def keep(self, place: Place, node: Node, roll_up: RollUp) -> None:
        """Keep the classes of the node evaluated last."""
        self._slots[self._slot(place)] = roll_up.merged(node.base, node.levels, node.number, len(node.sizes))

    def _slot(self, place: Place) -> int:
        """The number of the last axis that is not at its beginning; -1 where all are."""
        turned = (slot for slot in reversed(range(len(self._axes))) if place[self._axes[slot]] > 0)
        return next(turned, -1)


def _tie(loss: float) -> float:
    return TIE * max(1.0, abs(loss))


def solution_at(evaluated: Evaluated, index: int) -> Solution:
    """One of the combinations evaluated."""
    levels = tuple(int(level) for level in evaluated.levels[index])
    return Solution(levels, int(evaluated.suppressed[index]), float(evaluated.losses[index]))


def pareto(evaluated: Evaluated, among: Flags) -> Flags:
    """Those (nodes,) `among` some that no other of them beats in loss without suppressing more, or the other
    way round.
    """
    best = np.zeros(len(among), dtype=np.bool_)
    rows = np.flatnonzero(among)
    least = np.inf
    for row in rows[np.lexsort((evaluated.losses[rows], evaluated.suppressed[rows]))]:
        if evaluated.losses[row] < least:
            best[row] = True
            least = evaluated.losses[row]
    return best
