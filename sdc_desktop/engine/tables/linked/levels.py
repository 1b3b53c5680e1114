"""Which partitions of variables tables have in common, and whether what they share is all that links them.

A *level* is a partition of the codes of a variable: the leaf categories of a dimension. A table has the level
of each of its dimensions and all coarser ones that other tables have. Where sets of levels reduce to one (an
acyclic hypergraph; Graham, Yu & Ozsoyoglu), tables with equal common cells always come from some table of all
variables; where not, the cells of that table narrow the feasibility intervals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.tables.linked.categories import ALL, Categories, Codes
from sdc_desktop.engine.tables.linked.definitions import Shape

Level = frozenset[int]  # the numbers of its blocks
Blocks = Mapping[int, Codes]  # of a level, as codes of one variable


@dataclass(frozen=True)
class Edge:
    """The levels of one table: ``own`` by dimension (empty: none restricted), ``levels`` with all coarser
    ones. ``member``: its number; None for the codes of one variable alone, which link its groupings.
    """

    member: int | None
    own: tuple[Level, ...]
    levels: frozenset[Level]
    variable: str = ""


@dataclass(frozen=True)
class Separator:
    """What two edges, by their numbers, have in common when one of them is left out of account."""

    one: int
    other: int
    levels: frozenset[Level]


@dataclass(frozen=True)
class Reduced:
    """``separators``: what links edges pair by pair; ``core``: the edges of a cycle with the levels left of
    each, none where there is no cycle.
    """

    separators: tuple[Separator, ...]
    core: tuple[tuple[int, frozenset[Level]], ...]


def reduced(edges: Sequence[frozenset[Level]]) -> Reduced:
    """Drop again and again a level that is in a single edge, and an edge contained in another."""
    left = {number: set(levels) for number, levels in enumerate(edges)}
    separators: list[Separator] = []
    changed = True
    while changed:
        changed = False
        for number, levels in left.items():
            others = set().union(*(other for place, other in left.items() if place != number))
            if levels - others:
                levels &= others
                changed = True
        for number in sorted(left, key=lambda place: (len(left[place]), place)):
            container = next(
                (place for place in sorted(left) if place != number and left[number] <= left[place]), None
            )
            if container is not None:
                if left[number]:
                    separators.append(Separator(number, container, frozenset(left[number])))
                del left[number]
                changed = True
                break
    core = tuple((number, frozenset(levels)) for number, levels in sorted(left.items()))
    return Reduced(tuple(separators), core if len(core) > 1 else ())


class Levels:
    """The levels of the tables of one response."""

    def __init__(self, categories: Categories) -> None:
        self._categories = categories
        self._on: dict[Level, dict[str, Blocks]] = {}

    @property
    def known(self) -> tuple[Level, ...]:
        """All levels, in the order in which they were met."""
        return tuple(self._on)

    def add(self, variable: str, sets: Sequence[Codes]) -> Level:
        """The level of a partition of the codes of a variable; empty where it has one block."""
        numbers = {self._categories.number(variable, codes): codes for codes in sets if codes}
        level = frozenset(numbers) - {ALL}
        if len(level) < 2:
            return frozenset()
        on = self._on.setdefault(level, {})
        if variable not in on:
            on[variable] = {number: numbers[number] for number in level}
            for finer, way in self._categories.finer(variable).items():
                on.setdefault(finer, {number: way.refined(numbers[number]) for number in level})
        return level

    def on(self, level: Level, variable: str) -> Blocks | None:
        """The blocks of a level as codes of a variable; None where they are not sets of its codes."""
        return self._on[level].get(variable)

    def variables(self, level: Level) -> tuple[str, ...]:
        """The variables whose codes its blocks are sets of, the finest first."""
        found = self._on[level]
        return tuple(sorted(found, key=lambda name: (not self._categories.is_finest(name), name)))

    def refines(self, fine: Level, coarse: Level) -> bool:
        """Whether each block of the one lies within a block of the other."""
        if fine == coarse:
            return True
        for variable, blocks in self._on[fine].items():
            others = self._on[coarse].get(variable)
            if others is not None:
                block_of = {code: number for number, codes in others.items() for code in codes}
                if block_of.keys() != frozenset().union(*blocks.values()):
                    return False  # one of them leaves codes out that the other has
                return all(len({block_of[code] for code in codes}) == 1 for codes in blocks.values())
        return False

    def finest(self, levels: frozenset[Level]) -> tuple[Level, ...]:
        """Those of some levels that no other of them refines, in order."""
        return tuple(
            level
            for level in self.known
            if level in levels and not any(other != level and self.refines(other, level) for other in levels)
        )

    def meet(self, variable: str, levels: Sequence[Level]) -> tuple[tuple[Codes, tuple[int, ...]], ...]:
        """The coarsest partition of a variable that refines levels, all of whose blocks its codes make up.
        Each block has the numbers of the levels' blocks that it is in.
        """
        of_code: dict[str, list[int]] = {code: [] for code in sorted(self._categories.codes[variable])}
        for level in levels:
            for number, codes in self._made_of(level, variable).items():
                for code in codes:
                    of_code[code].append(number)
        found: dict[tuple[int, ...], list[str]] = {}
        for code, numbers in of_code.items():
            if len(numbers) == len(levels):  # else a code that they leave out
                found.setdefault(tuple(numbers), []).append(code)
        return tuple((frozenset(codes), numbers) for numbers, codes in found.items())

    def _made_of(self, level: Level, variable: str) -> Blocks:
        """The blocks of a level by the codes of a variable: its own, or those within them by way of a finer
        variable, as where two variables overlap and the one nests in the other all the same.
        """
        known = self._on[level].get(variable)
        if known is not None:
            return known
        finer, way = next(
            (name, way) for name, way in self._categories.finer(variable).items() if name in self._on[level]
        )
        blocks = self._on[level][finer]
        return {
            number: frozenset(code for code, parts in way.parts.items() if parts <= codes)
            for number, codes in blocks.items()
        }

    def edges(self, own: Mapping[int, Sequence[Level]]) -> tuple[Edge, ...]:
        """The edges of members with their own levels, and those that link the groupings of one variable."""
        found = [Edge(member, tuple(levels), self._closed(levels)) for member, levels in own.items()]
        for variable in sorted({name for on in self._on.values() for name in on}):
            if self._categories.is_finest(variable):
                by_codes: dict[Codes, set[Level]] = {}  # those of other codes do not group the same
                for level, on in self._on.items():
                    if variable in on:
                        by_codes.setdefault(frozenset().union(*on[variable].values()), set()).add(level)
                for family in map(frozenset, by_codes.values()):
                    if len(self.finest(family)) > 1:
                        found.append(Edge(None, (), family, variable))
        return tuple(found)

    def _closed(self, own: Sequence[Level]) -> frozenset[Level]:
        return frozenset(
            level for level in self._on if any(mine and self.refines(mine, level) for mine in own)
        )


def levels_of(shapes: Sequence[Shape], categories: Categories) -> tuple[Levels, tuple[Edge, ...]]:
    """The levels of tables of one response, and the edges of these; groups that several variables nest in are
    a level, whether or not a table has them.
    """
    levels = Levels(categories)
    own = {
        number: [levels.add(v, _leaf_sets(shape, axis)) for axis, v in enumerate(shape.variables)]
        for number, shape in enumerate(shapes)
    }
    used = {variable for shape in shapes for variable in shape.variables}
    used |= {finer for variable in used for finer in categories.finer(variable)}
    for coarse in sorted({nesting.coarse for nesting in categories.nestings}):
        if len(used & set(categories.finer(coarse))) > 1:
            levels.add(coarse, [frozenset((code,)) for code in sorted(categories.codes[coarse])])
    return levels, levels.edges(own)


def _leaf_sets(shape: Shape, axis: int) -> list[Codes]:
    return [shape.sets[axis][leaf] for leaf in shape.table.dimensions[axis].leaves]


def joined(edges: Sequence[Edge]) -> list[frozenset[int]]:
    """The members of edges in groups that have levels in common, also by way of others."""
    groups: list[tuple[set[int], set[Level]]] = []
    for edge in edges:
        members = set() if edge.member is None else {edge.member}
        levels = set(edge.levels)
        apart = []
        for known in groups:
            if known[1] & levels:
                members |= known[0]
                levels |= known[1]
            else:
                apart.append(known)
        groups = [*apart, (members, levels)]
    return [frozenset(members) for members, _ in groups if members]
