"""Differences between published cells of a plan's tables that are unsafe by the rules of the tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, product

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Problem, warning
from sdc_desktop.engine.running.linking import CodesOfTables, CountedTable, Populations, RecordCodes, shape_of
from sdc_desktop.engine.tables.linked.definitions import Shape
from sdc_desktop.engine.tables.linked.derived_sums import CodesOf
from sdc_desktop.engine.tables.linked.differences import Classification, Inside, insides, unions_of
from sdc_desktop.engine.tables.linked.facts import ByJob
from sdc_desktop.engine.tables.protection.singleton_protection import judged_unions
from sdc_desktop.engine.tables.relations import Flags, Integers

_MOST_RECORDS = 1000  # of a difference that is judged, or persons where they have several: few
_MOST_CELLS = 5000  # combinations of the dimensions that two tables share, of one pair of tables
_MOST_DIFFERENCES = 20_000  # of one pair of tables


_Group = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]  # codes of a cell, and of those within it


@dataclass(frozen=True)
class _Cell:
    """A combination of the dimensions that two tables share: the categories of each, by table, and the codes
    (by column of the records) that they restrict.
    """

    places: tuple[tuple[int, int], ...]
    restricted: tuple[tuple[int, frozenset[str]], ...]


@dataclass(frozen=True)
class Shown:
    """A table of a plan or of an earlier release, with the cells (cells,) that it does not show."""

    name: str
    table: CountedTable
    hidden: Flags


@dataclass(frozen=True)
class Differences:
    """By the name of each table the unsafe differences that it is part of, with the other table's name; and
    the tables with which not all of them were evaluated.
    """

    unsafe: Mapping[str, tuple[tuple[str, ByJob], ...]]
    left_out: Mapping[str, tuple[str, ...]]

    def warnings(self, name: str) -> tuple[Problem, ...]:
        """What was omitted of one table."""
        others = self.left_out.get(name, ())
        return (warning("linked.differences_left_out", jobs=(name, *others)),) if others else ()


def unsafe_differences(
    shown: Sequence[Shown], populations: Populations, codes: RecordCodes, context: JobContext
) -> Differences:
    """The differences of cells that tables show, where the records are known. Raises Cancelled."""
    by_name = {one.name: one.table for one in shown}
    codes_in = CodesOfTables(by_name, populations, codes)
    unsafe: dict[str, list[tuple[str, ByJob]]] = {}
    left: dict[str, dict[str, None]] = {}
    for whole, part in product(shown, shown):
        if whole is part or whole.table.response != part.table.response or _is_given(whole, part):
            continue
        pair = _Pair(whole, part, codes_in)
        names = whole.name, part.name
        for axis, other in pair.classifications(populations):
            context.checkpoint()
            found, complete = pair.unsafe(axis, other, context)
            for cells in found:
                for name, beside in (names, names[::-1]):
                    unsafe.setdefault(name, []).append((beside, cells))
            if not complete:
                for name, beside in (names, names[::-1]):
                    left.setdefault(name, {})[beside] = None
    return Differences(
        {name: tuple(own) for name, own in unsafe.items()},
        {name: tuple(own) for name, own in left.items()},
    )


def _is_given(*tables: Shown) -> bool:
    return any(one.table.params.table is not None or one.table.counted.records is None for one in tables)


def _named_shape(shown: Shown) -> Shape:
    return replace(shape_of(shown.table), name=shown.name)


class _Pair:
    """Two tables: of one the cells that contain others, of the other those that are contained."""

    def __init__(self, whole: Shown, part: Shown, codes_in: CodesOfTables) -> None:
        self._tables = whole, part
        self._shapes = _named_shape(whole), _named_shape(part)
        self._codes_in = codes_in
        records = whole.table.counted.records
        self._persons = None if records is None else records.persons

    def classifications(self, populations: Populations) -> Iterator[tuple[int, int]]:
        """The axes of the two tables whose variables overlap."""
        whole, part = (shape.variables for shape in self._shapes)
        overlapping = populations.nestings[self._shapes[0].response.population].overlapping
        for axis, one in enumerate(whole):
            for place, other in enumerate(part):
                if one not in part and other not in whole and frozenset((one, other)) in overlapping:
                    yield axis, place

    def unsafe(self, axis: int, other: int, context: JobContext) -> tuple[list[ByJob], bool]:
        """The unsafe differences by these axes; and whether all were evaluated."""
        whole, part = self._shapes
        shared = [
            (one, part.variables.index(name))
            for one, name in enumerate(whole.variables)
            if name in part.variables
        ]
        names = [whole.variables[axis], part.variables[other], *(whole.variables[one] for one, _ in shared)]
        found = self._codes_in(whole.name, names)
        totals = self._totals(axis, other, shared)
        if found is None or totals is None:
            return [], found is not None
        records = self._tables[0].table.counted.records
        assert records is not None
        sizes = tuple(len(labels) for labels in found.labels[:2])
        flat = np.ravel_multi_index((found.codes[:, 0], found.codes[:, 1]), sizes)
        number = np.bincount(flat, weights=records.times, minlength=sizes[0] * sizes[1]).reshape(sizes)
        of_whole = Classification(whole.table.dimensions[axis], whole.sets[axis], found.labels[0])
        of_part = Classification(part.table.dimensions[other], part.sets[other], found.labels[1])
        contained = list(insides(of_whole, of_part, number.astype(np.int64)))
        if not contained:
            return [], True
        inside = _Records(found)
        cells = list(islice(self._shared(shared), _MOST_CELLS + 1))
        groups: list[_Group] = []
        members: list[Integers] = []
        for one in contained:
            context.checkpoint()
            for group, records_of in self._differences(one, axis, other, cells[:_MOST_CELLS], totals, inside):
                groups.append(group)
                members.append(records_of)
                if len(groups) > _MOST_DIFFERENCES:
                    return self._judged(groups, members, context), False
        complete = len(cells) <= _MOST_CELLS
        return self._judged(groups, members, context), complete

    def _totals(
        self, axis: int, other: int, shared: Sequence[tuple[int, int]]
    ) -> tuple[list[int], list[int]] | None:
        """Of both tables the codes of totals, where they have them in all dimensions that are not shared."""
        found: list[list[int]] = []
        for shape, own in zip(self._shapes, ({axis}, {other}), strict=True):
            kept = own | {pair[len(found)] for pair in shared}
            totals = [dimension.total for dimension in shape.table.dimensions]
            if any(total is None for place, total in enumerate(totals) if place not in kept):
                return None
            found.append([-1 if total is None else total for total in totals])
        return found[0], found[1]

    def _shared(self, shared: Sequence[tuple[int, int]]) -> Iterator[_Cell]:
        """The combinations of equal categories of the shared dimensions."""
        whole, part = self._shapes
        choices = []
        for column, (one, two) in enumerate(shared, start=2):
            places = {codes: place for place, codes in enumerate(part.sets[two])}
            total = whole.table.dimensions[one].total
            choices.append(
                [
                    (place, places[codes], () if place == total else ((column, codes),))
                    for place, codes in enumerate(whole.sets[one])
                    if codes in places
                ]
            )
        for chosen in product(*choices):
            places_of = tuple((one, two) for one, two, _ in chosen)
            yield _Cell(places_of, tuple(chain.from_iterable(restricted for *_, restricted in chosen)))

    def _differences(
        self,
        inside: Inside,
        axis: int,
        other: int,
        cells: Sequence[_Cell],
        totals: tuple[list[int], list[int]],
        records: "_Records",
    ) -> Iterator[tuple[_Group, Integers]]:
        """The codes of the containing cell and of those taken away, and the records that are left."""
        whole, part = self._shapes
        shared = self._places(axis, other)
        in_whole = records.of_first(whole.sets[axis][inside.whole])
        for cell in cells:
            at_whole, at_part = list(totals[0]), list(totals[1])
            for (one, two), (place, place_of_part) in zip(shared, cell.places, strict=True):
                at_whole[one], at_part[two] = place, place_of_part
            at_whole[axis] = inside.whole
            if self._is_hidden(0, at_whole):
                continue
            own = in_whole
            for column, codes in cell.restricted:
                own = own[records.have(column, codes, own)]
            published = [
                child for child in inside.parts if not self._is_hidden(1, _with(at_part, other, child))
            ]
            sizes = {child: int(records.have(1, part.sets[other][child], own).sum()) for child in published}
            for union in unions_of(published) if published else ():
                number = len(own) - sum(sizes[child] for child in union)
                if 0 < number < len(own) and (self._persons is not None or number <= _MOST_RECORDS):
                    codes = frozenset().union(*(part.sets[other][child] for child in union))
                    taken = tuple(tuple(_with(at_part, other, child)) for child in union)
                    left = own[~records.have(1, codes, own)]
                    if self._are_few(left):
                        yield (tuple(at_whole), taken), left

    def _are_few(self, left: Integers) -> bool:
        """Whether these records are of few persons."""
        return self._persons is None or len(np.unique(self._persons[left])) <= _MOST_RECORDS

    def _places(self, axis: int, other: int) -> list[tuple[int, int]]:
        whole, part = (shape.variables for shape in self._shapes)
        return [(one, part.index(name)) for one, name in enumerate(whole) if name in part]

    def _is_hidden(self, number: int, codes: Sequence[int]) -> bool:
        table = self._shapes[number].table
        cell = int(np.ravel_multi_index(tuple(codes), [len(dimension) for dimension in table.dimensions]))
        return bool(self._tables[number].hidden[cell])

    def _judged(
        self,
        groups: Sequence[_Group],
        members: Sequence[Integers],
        context: JobContext,
    ) -> list[ByJob]:
        """Those that break a rule of either table: the cells of both, each by its job."""
        counted = self._tables[0].table.counted
        rules = tuple(dict.fromkeys(rule for one in self._tables for rule in one.table.params.rules))
        if not groups or not rules:
            return []
        assert counted.records is not None
        judging = None if counted.shadow is None else counted.shadow.records
        numbers = [(place,) for place in range(len(groups))]
        unsafe = judged_unions(numbers, members, counted.records, rules, context, judging)
        seen: Counter[tuple[int, ...]] = Counter()
        found: list[ByJob] = []
        whole, part = self._shapes
        for one in unsafe:
            at_whole, taken = groups[one.cells[0]]
            seen[at_whole] += 1
            if seen[at_whole] > 1:
                continue  # one difference of a cell is named
            parts = tuple(" / ".join(_labels(part, codes)) for codes in taken)
            found.append({whole.name: _labels(whole, at_whole), part.name: parts})
        return found


def _with(codes: Sequence[int], axis: int, place: int) -> list[int]:
    return [place if at == axis else code for at, code in enumerate(codes)]


def _labels(shape: Shape, codes: Sequence[int]) -> tuple[str, ...]:
    return tuple(
        dimension.categories[code] for dimension, code in zip(shape.table.dimensions, codes, strict=True)
    )


class _Records:
    """Which records have some codes of a variable, by its column."""

    def __init__(self, known: CodesOf) -> None:
        self._places = [{label: place for place, label in enumerate(own)} for own in known.labels]
        self._codes = known.codes
        self._order, self._starts = known.by_first

    def of_first(self, codes: frozenset[str]) -> Integers:
        """The numbers of the records with one of the codes of the first variable."""
        places = sorted(self._places[0][code] for code in codes if code in self._places[0])
        own = [self._order[self._starts[place] : self._starts[place + 1]] for place in places]
        return np.sort(np.concatenate(own)) if own else np.zeros(0, dtype=np.int64)

    def have(self, column: int, codes: frozenset[str], own: Integers) -> Flags:
        """Which of the records `own` have one of the codes of a variable."""
        places = self._places[column]
        chosen = np.zeros(len(places), dtype=np.bool_)
        chosen[[places[code] for code in codes if code in places]] = True
        return np.asarray(chosen[self._codes[own, column]])
