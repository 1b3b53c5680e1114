"""A variable of a table: its categories, and which of them are the sums of others.

A hierarchy is nothing but splits: a category and those it is the sum of. One category may be split in several
ways (several hierarchies of one variable), and the ways need not nest in one another.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from sdc_desktop.engine.problems import Place, Refused, error

TOTAL = "Total"
Label = str


@dataclass(frozen=True)
class Split:
    """A category and the categories it is the sum of, as places in the dimension."""

    parent: int
    children: tuple[int, ...]


@dataclass(frozen=True)
class Dimension:
    """The categories of one variable, from the total down, and their splits.

    ``places`` has the place of every label, also of those that mean the same category: a parent with one
    child is that child, and bears the parent's label. ``twins``: the other labels of such categories with
    their places, from the top down: they are rows of the table shown and exported, but not unknowns.
    ``order``: the labels in the order shown, empty where it is the order of the categories. Results keep
    the order of the categories; window, export and report have the one shown.
    """

    name: str
    categories: tuple[Label, ...]
    splits: tuple[Split, ...]
    places: Mapping[Label, int]
    twins: tuple[tuple[Label, int], ...] = ()
    order: tuple[Label, ...] = ()

    def __len__(self) -> int:
        return len(self.categories)

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """The categories that are not split, in order."""
        parents = {split.parent for split in self.splits}
        return tuple(place for place in range(len(self)) if place not in parents)

    @cached_property
    def below(self) -> tuple[frozenset[int], ...]:
        """For each category the leaves it is the sum of; a leaf is the sum of itself."""
        found: dict[int, frozenset[int]] = {leaf: frozenset((leaf,)) for leaf in self.leaves}
        waiting = list(self.splits)
        while waiting:  # no cycles: from_splits refused them
            later = []
            for split in waiting:
                if all(child in found for child in split.children):
                    found.setdefault(split.parent, frozenset().union(*(found[c] for c in split.children)))
                else:
                    later.append(split)
            waiting = later
        return tuple(found[place] for place in range(len(self)))

    @cached_property
    def total(self) -> int | None:
        """The category that all leaves add up to; None where there is none."""
        return next((p for p in range(len(self)) if len(self.below[p]) == len(self.leaves)), None)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """How deep each category lies by its shortest way from a category that is no child."""
        depths = [0 if place not in self._children else -1 for place in range(len(self))]
        layer, depth = [place for place, at in enumerate(depths) if at == 0], 0
        while layer:
            depth += 1
            deeper = {c for split in self.splits if split.parent in layer for c in split.children}
            layer = [child for child in deeper if depths[child] < 0]
            for child in layer:
                depths[child] = depth
        return tuple(depths)

    @cached_property
    def rows(self) -> tuple[Label, ...]:
        """The labels of all rows: those of the categories, in their order, then those of the twins."""
        return (*self.categories, *(label for label, _ in self.twins))

    @cached_property
    def row_of(self) -> Mapping[Label, int]:
        """The row of each label."""
        return {label: row for row, label in enumerate(self.rows)}

    @cached_property
    def rows_of(self) -> Mapping[int, tuple[int, ...]]:
        """For each category that has several rows these, the category's own first."""
        found: dict[int, tuple[int, ...]] = {}
        for row, (_, place) in enumerate(self.twins, start=len(self)):
            found[place] = (*found.get(place, (place,)), row)
        return found

    @cached_property
    def row_parts(self) -> Mapping[int, tuple[int, ...]]:
        """For each row that is a sum the rows of its parts, of all its splits. A twin is the only part of the
        row above it; the last of several has the parts of their category.
        """
        parts: dict[int, dict[int, None]] = {}
        for rows in self.rows_of.values():
            for above, row in pairwise(rows):
                parts[above] = {row: None}
        for split in self.splits:
            last = self.rows_of.get(split.parent, (split.parent,))[-1]
            parts.setdefault(last, {}).update(dict.fromkeys(split.children))
        return {row: tuple(children) for row, children in parts.items()}

    @cached_property
    def row_depths(self) -> tuple[int, ...]:
        """How deep each row lies by its shortest way from a row that is no part of another."""
        parts = {row for rows in self.row_parts.values() for row in rows}
        depths = [0 if row not in parts else -1 for row in range(len(self.rows))]
        layer, depth = [row for row, at in enumerate(depths) if at == 0], 0
        while layer:
            depth += 1
            deeper = dict.fromkeys(part for row in layer for part in self.row_parts.get(row, ()))
            layer = [row for row in deeper if depths[row] < 0]
            for row in layer:
                depths[row] = depth
        return tuple(depths)

    @cached_property
    def row_order(self) -> tuple[int, ...]:
        """The rows in the order of export: each category followed by its twins."""
        return tuple(row for place in range(len(self)) for row in self.rows_of.get(place, (place,)))

    @cached_property
    def shown_parts(self) -> Mapping[int, tuple[int, ...]]:
        """The parts of each row that is a sum, in the order shown below it."""
        if not self.order:
            return self.row_parts
        return {
            row: tuple(sorted(parts, key=self._ranks.__getitem__)) for row, parts in self.row_parts.items()
        }

    @cached_property
    def shown_order(self) -> tuple[int, ...]:
        """The rows in the order shown, each once: a sum, then its parts."""
        if not self.order:
            return self.row_order
        parts = {row for rows in self.row_parts.values() for row in rows}
        roots = [row for row in range(len(self.rows)) if row not in parts]
        found: dict[int, None] = {}
        stack = sorted(roots, key=self._ranks.__getitem__, reverse=True)
        while stack:
            row = stack.pop()
            if row not in found:
                found[row] = None
                stack.extend(reversed(self.shown_parts.get(row, ())))
        return tuple(found)

    @cached_property
    def _ranks(self) -> tuple[tuple[int, int], ...]:
        """For each row its place in ``order``, then among the rows; a row without one comes last."""
        place = {label: at for at, label in enumerate(self.order)}
        return tuple((place.get(label, len(place)), row) for row, label in enumerate(self.rows))

    @cached_property
    def nested(self) -> bool:
        """Whether the splits make a tree: no category is split twice or a part of two."""
        parents = [split.parent for split in self.splits]
        children = [child for split in self.splits for child in split.children]
        return len(set(parents)) == len(parents) and len(set(children)) == len(children)

    @cached_property
    def flat(self) -> bool:
        """Whether there is at most a total and its parts."""
        return len(self.splits) <= 1

    @cached_property
    def _children(self) -> frozenset[int]:
        return frozenset(child for split in self.splits for child in split.children)


def from_splits(
    name: str, labels: Sequence[Label], splits: Iterable[tuple[Label, Sequence[Label]]]
) -> Dimension:
    """A dimension with these categories, in this order but parents before their parts.

    A parent with one child is one category with it, and the child's label a twin. Raises :class:`Refused`
    where a label is repeated, where a split names an unknown category, and where a category would be a part
    of itself.
    """
    where = Place(variable=name)
    listed = [(parent, tuple(children)) for parent, children in splits]
    for place, label in enumerate(labels):
        if label in labels[:place]:
            raise Refused(error("table.category_twice", where, name=name, label=label))
    known = set(labels)
    for parent, children in listed:
        unknown = [label for label in (parent, *children) if label not in known]
        if unknown:
            raise Refused(error("table.unknown_category", where, name=name, label=unknown[0]))
        if len(set(children)) < len(children):
            raise Refused(error("table.category_twice", where, name=name, label=parent))
    same = _merged(labels, listed)
    kept = list(dict.fromkeys(
        (same[parent], tuple(same[child] for child in children))
        for parent, children in listed
        if len({same[child] for child in children}) > 1
    ))  # fmt: skip
    ordered = _parents_first(name, list(dict.fromkeys(same[label] for label in labels)), kept)
    place_of = {label: place for place, label in enumerate(ordered)}
    return Dimension(
        name,
        tuple(ordered),
        tuple(Split(place_of[p], tuple(place_of[c] for c in children)) for p, children in kept),
        {label: place_of[same[label]] for label in labels},
        tuple((label, place_of[same[label]]) for label in _twins(labels, listed, same)),
    )


def _twins(
    labels: Sequence[Label],
    splits: Sequence[tuple[Label, tuple[Label, ...]]],
    same: Mapping[Label, Label],
) -> list[Label]:
    """The labels that are not their category's, each parent of one child before the child."""
    number = {label: place for place, label in enumerate(labels)}
    heights = dict.fromkeys(labels, 0)  # of the chain of single children below each label
    pairs = [
        (parent, child) for parent, children in splits for child in children if same[parent] == same[child]
    ]
    for _ in range(len(labels)):
        before = dict(heights)
        for parent, child in pairs:
            heights[parent] = max(heights[parent], min(heights[child] + 1, len(labels)))
        if heights == before:
            break
    found = [label for label in labels if same[label] != label]
    return sorted(found, key=lambda label: (number[same[label]], -heights[label], number[label]))


def _merged(
    labels: Sequence[Label], splits: Sequence[tuple[Label, tuple[Label, ...]]]
) -> Mapping[Label, Label]:
    """For each label the one its category goes by: that of the highest parent it alone makes up."""
    alone = [(parent, children[0]) for parent, children in splits if len(children) == 1]
    number = {label: place for place, label in enumerate(labels)}
    same = list(range(len(labels)))  # for each label the first of those found to be the same, or one nearer

    def first(place: int) -> int:
        while same[place] != place:
            place = same[place]
        return place

    for parent, child in alone:
        one, other = sorted((first(number[parent]), first(number[child])))
        same[other] = one
    parts = {number[child] for _, child in alone}
    highest: dict[int, int] = {}
    for place in range(len(labels)):
        if place not in parts:
            highest.setdefault(first(place), place)
    return {label: labels[highest.get(first(place), first(place))] for label, place in number.items()}


def _parents_first(
    name: str, labels: Sequence[Label], splits: Sequence[tuple[Label, tuple[Label, ...]]]
) -> list[Label]:
    """The labels depth first, each after one of its parents. Raises :class:`Refused` for a cycle."""
    children: dict[Label, list[Label]] = {}
    for parent, parts in splits:
        children.setdefault(parent, []).extend(parts)
    _refuse_cycles(name, children)
    parts_of_some = {part for parts in children.values() for part in parts}
    ordered: dict[Label, None] = {}
    stack = [label for label in reversed(labels) if label not in parts_of_some]
    while stack:
        label = stack.pop()
        if label not in ordered:
            ordered[label] = None
            stack.extend(reversed(children.get(label, ())))
    return list(ordered)


def _refuse_cycles(name: str, children: Mapping[Label, Sequence[Label]]) -> None:
    done: set[Label] = set()
    for start in children:
        path: list[tuple[Label, int]] = [(start, 0)]
        on_path = {start}
        while path:
            label, number = path.pop()
            parts = children.get(label, ())
            if label in done or number >= len(parts):
                done.add(label)
                on_path.discard(label)
                continue
            path.append((label, number + 1))
            part = parts[number]
            if part in on_path:
                raise Refused(error("table.hierarchy_cycle", Place(variable=name), name=name, label=part))
            if part not in done:
                path.append((part, 0))
                on_path.add(part)


def from_levels(
    name: str, levels: Sequence[Sequence[Sequence[Label]]], total: Label | None = TOTAL
) -> Dimension:
    """A dimension from the labels of its leaves at the levels of one or several hierarchies.

    ``levels[hierarchy][level][leaf]``; level 0 of each holds the leaves' own labels, the same in all. With
    `total` a category is added that is the sum of all. A category is known by its leaves: labels of the same
    leaves are one. A level that does not nest in the one below is the sum of the finest parts it does nest
    in. Raises :class:`Refused` where one label means different categories.
    """
    leaves = tuple(levels[0][0])
    place_of = {label: place for place, label in enumerate(leaves)}
    if total is not None and total in place_of:
        raise Refused(error("table.total_code_taken", Place(variable=name), name=name, label=total))
    sets: dict[Label, frozenset[int]] = {label: frozenset((place,)) for label, place in place_of.items()}
    splits: list[tuple[Label, tuple[Label, ...]]] = []
    for hierarchy in levels:
        below: list[dict[Label, frozenset[int]]] = [{label: sets[label] for label in leaves}]
        for level in hierarchy[1:]:
            groups = _groups(level)
            if total is not None and len(groups) == 1:
                groups = {total: frozenset(range(len(leaves)))}
            _note_sets(name, sets, groups)
            splits += [(label, _parts(group, below)) for label, group in groups.items()]
            below.append(groups)
        if total is not None and total not in below[-1]:
            everything = {total: frozenset(range(len(leaves)))}
            _note_sets(name, sets, everything)
            splits += [(total, _parts(everything[total], below))]
    splits = [(parent, parts) for parent, parts in dict.fromkeys(splits) if parts != (parent,)]
    labels = [label for label in sets if label not in place_of]
    return from_splits(name, [*reversed(labels), *leaves], splits)


def _groups(level: Sequence[Label]) -> dict[Label, frozenset[int]]:
    members: dict[Label, list[int]] = {}
    for place, label in enumerate(level):
        members.setdefault(label, []).append(place)
    return {label: frozenset(places) for label, places in members.items()}


def _note_sets(name: str, sets: dict[Label, frozenset[int]], groups: Mapping[Label, frozenset[int]]) -> None:
    for label, group in groups.items():
        if sets.setdefault(label, group) != group:
            raise Refused(error("table.label_ambiguous", Place(variable=name), name=name, label=label))


def _parts(group: frozenset[int], below: Sequence[Mapping[Label, frozenset[int]]]) -> tuple[Label, ...]:
    """The labels of the coarsest level below whose categories make up the group."""
    for groups in reversed(below):
        parts = [(label, part) for label, part in groups.items() if part & group]
        if all(part <= group for _, part in parts):
            return tuple(label for label, _ in parts)
    raise AssertionError("level 0 nests in every group")
