"""The cells of a private table, from what the plan declares: no code is read from the records."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from sdc_desktop.engine.data.hierarchies.hierarchy import codings
from sdc_desktop.engine.methods.tables.private_table import PrivateTableParams
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.dimension import Dimension, from_levels
from sdc_desktop.engine.tables.private.marginals import BETWEEN, Marginal, marginals_of
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.specs.settings import DimensionSpec

MOST_CELLS = 50_000  # detailed: some 5 s for their noise
MOST_SUMS = 4_000  # of the other marginals: their system has as many unknowns
MOST_MARGINALS = 100
_RESERVED = "value"  # the column of the counts


@dataclass(frozen=True)
class Declared:
    """``marginals``: from the detailed cells up; ``possible`` (cells,): detailed cells that are not declared
    to be 0, in row-major order of the leaves.
    """

    dimensions: tuple[Dimension, ...]
    marginals: tuple[Marginal, ...]
    possible: Flags

    @property
    def cells(self) -> int:
        """The number of detailed cells."""
        return len(self.possible)

    @cached_property
    def detailed_places(self) -> Integers:
        """For each detailed cell its place among all cells."""
        shape = tuple(len(dimension) for dimension in self.dimensions)
        grid = np.meshgrid(*(np.array(dimension.leaves) for dimension in self.dimensions), indexing="ij")
        return np.asarray(np.ravel_multi_index([one.ravel() for one in grid], shape), dtype=np.int64)


def declared_problems(params: PrivateTableParams, source: Source) -> Iterator[Problem]:
    """What is wrong with the cells as declared."""
    data, seen = source.data, set[str]()
    problems = []
    for index, spec in enumerate(params.dimensions):
        name = spec.variable
        where = Place(key=f"params.dimensions[{index}]", variable=name)
        if name not in data.names:
            problems.append(error("plan.unknown_variable", where, name=name))
            continue
        if data.variable(name).role == "person":
            problems.append(error("persons.in_table", where, name=name))
        if name in seen:
            problems.append(error("table.dimension_twice", where, name=name))
        if name == _RESERVED:
            problems.append(error("table.name_taken", where, name=name))
        seen.add(name)
        problems += _code_problems(params, spec, source, where)
    for name in params.codes:
        if name not in seen:
            where = Place(key=f"params.codes.{name}", variable=name)
            problems.append(error("private_table.codes_of_other", where, name=name))
    if params.person is not None and params.person not in data.names:
        where = Place(key="params.person", variable=params.person)
        problems.append(error("plan.unknown_variable", where, name=params.person))
    if problems:
        yield from problems
        return
    try:
        table = declared(params, source)
        shares_of(params, table)
    except Refused as refusal:
        yield from refusal.problems


def _code_problems(
    params: PrivateTableParams, spec: DimensionSpec, source: Source, where: Place
) -> Iterator[Problem]:
    named, name = spec.hierarchies(source), spec.variable
    unknown = [one for one in named if one not in source.hierarchies]
    if unknown:
        yield error("table.no_hierarchy", where, name=unknown[0])
    elif len(named) > 1:
        yield error("private_table.one_hierarchy", where, name=name)
    elif not _codes(params, spec, source):
        yield error("private_table.no_codes", where, name=name)


def _codes(params: PrivateTableParams, spec: DimensionSpec, source: Source) -> tuple[str, ...]:
    """The codes that are declared of a dimension: those of the job, of its hierarchy's file, or in the
    declared order of its values; none where there is no declaration.
    """
    own = params.codes.get(spec.variable, ())
    hierarchies = spec.hierarchies(source)
    if not own and hierarchies:
        own = tuple(source.hierarchies[hierarchies[0]].rows)
    variable = source.data.variable(spec.variable)
    found = own or variable.order or ()
    missing = variable.missing if params.missing else ()
    return tuple(dict.fromkeys((*found, *missing))) if found else ()


def declared(params: PrivateTableParams, source: Source) -> Declared:
    """The cells. Raises :class:`Refused`."""
    dimensions = tuple(_dimension(params, spec, source) for spec in params.dimensions)
    cells = float(np.prod([float(len(one.leaves)) for one in dimensions]))
    where = Place(key="params.dimensions")
    if cells > MOST_CELLS:
        raise Refused(error("private_table.too_many_cells", where, number=cells, most=MOST_CELLS))
    if np.prod([max(one.depths) + 1 for one in dimensions]) > MOST_MARGINALS:
        raise Refused(error("private_table.too_many_marginals", where, most=MOST_MARGINALS))
    marginals = marginals_of(dimensions, params.total_code)
    sums = sum(map(len, marginals[1:]))
    if sums > MOST_SUMS:
        raise Refused(error("private_table.too_many_sums", where, number=sums, most=MOST_SUMS))
    return Declared(dimensions, marginals, _possible(params, dimensions))


def _dimension(params: PrivateTableParams, spec: DimensionSpec, source: Source) -> Dimension:
    labels = _codes(params, spec, source)
    name, where = spec.variable, Place(key="params.codes", variable=spec.variable)
    if not labels:
        raise Refused(error("private_table.no_codes", where, name=name))
    doubled = [code for code in params.codes.get(name, ()) if params.codes[name].count(code) > 1]
    if doubled:
        raise Refused(error("table.category_twice", where, name=name, label=doubled[0]))
    levels: list[tuple[tuple[str, ...], ...]] = []
    for hierarchy in spec.hierarchies(source):
        missing = source.data.variable(name).missing
        levels.append(codings(source.hierarchies[hierarchy], labels, missing).labels)
    return from_levels(name, levels or [(labels,)], params.total_code)


def _possible(params: PrivateTableParams, dimensions: tuple[Dimension, ...]) -> Flags:
    """Which detailed cells are not declared to be 0. Raises :class:`Refused`."""
    shape = tuple(len(one.leaves) for one in dimensions)
    possible = np.ones(shape, dtype=np.bool_)
    for number, cell in enumerate(params.zeros):
        where = Place(key=f"params.zeros[{number}]")
        codes = tuple(map(str, cell))
        if len(codes) != len(dimensions):
            raise Refused(error("private_table.zero_codes", where, number=len(dimensions)))
        axes = []
        for code, dimension in zip(codes, dimensions, strict=True):
            if code not in dimension.places:
                raise Refused(error("table.unknown_category", where, name=dimension.name, label=code))
            below = dimension.below[dimension.places[code]]
            axes.append([at for at, leaf in enumerate(dimension.leaves) if leaf in below])
        possible[np.ix_(*axes)] = False
    return possible.ravel()


def shares_of(params: PrivateTableParams, table: Declared) -> Mapping[str, Fraction]:
    """The share of the budget of each measured marginal, by name; they add up to 1. Raises :class:`Refused`
    where the plan's do not, or name another marginal, or none of the detailed cells.
    """
    detailed, *others = (one.name for one in table.marginals)
    if not params.shares:
        if not others:
            return {detailed: Fraction(1)}
        return {detailed: Fraction(1, 2)} | dict.fromkeys(others, Fraction(1, 2 * len(others)))
    where = Place(key="params.shares")
    found: dict[str, Fraction] = {}
    for one in params.shares:
        name = BETWEEN.join(part.strip() for part in one.marginal.split(BETWEEN.strip()))
        if name not in (detailed, *others) or name in found:
            known = (detailed, *others)
            raise Refused(error("private_table.unknown_marginal", where, name=name, names=known[:20]))
        found[name] = Fraction(str(one.share))
    if sum(found.values()) != 1:
        raise Refused(error("private_table.shares", where, share=float(sum(found.values()))))
    if detailed not in found:
        raise Refused(error("private_table.no_detailed_share", where, name=detailed))
    return found
