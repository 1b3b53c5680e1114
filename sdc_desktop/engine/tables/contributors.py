"""The contributors to a table: the holding that the job names, else the person, else the record."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Numbers
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.contributions import Contributions, Records, contributions, persons_in_cells
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations, product_relations

_ROUNDS = 20  # of bounding numbers of persons by one another


@dataclass(frozen=True)
class Contributors:
    """``numbers`` (records,): equal where records are of one contributor. ``nobody``: the number of records
    that have neither a holding nor a person; None where there are none.
    """

    numbers: Integers
    nobody: int | None = None


def of_holdings(codes: Integers, absent: Flags, texts: int) -> Contributors:
    """The holdings of records, of ``codes`` (records,) of that many texts; an absent one (records,) leaves
    the record a contributor of its own.
    """
    return Contributors(np.where(absent, texts + np.arange(len(codes), dtype=np.int64), codes))


def of_persons(persons: Numbers, codes: Integers, absent: Flags, texts: int) -> Contributors:
    """The holdings of the persons of records, all (records,); a person without one contributes alone. All
    records without a person or a holding are together no contributor. Raises :class:`Refused` where a person
    has records of two holdings.
    """
    people = int(persons.max(initial=NOBODY)) + 1
    is_known = persons != NOBODY
    there = is_known & ~absent
    own = np.full(people + 1, -1, dtype=np.int64)  # of nobody, who comes last, there is none
    own[persons[there]] = codes[there]
    several = np.unique(persons[there & (codes != own[persons])])
    if len(several):
        raise Refused(error("persons.two_holdings", Place(key="params.holding"), persons=len(several)))
    who = np.where(is_known, persons, people).astype(np.int64)
    found = np.where(absent, own[who], codes)
    nobody = texts + people if (absent & ~is_known).any() else None
    return Contributors(np.where(found < 0, texts + who, found), nobody)


def varying(persons: Numbers, codes: npt.NDArray[np.int32]) -> tuple[int, ...]:
    """The dimensions in which a person has records of several categories, of ``codes`` (records,
    dimensions): numbers of persons do not add up over these.
    """
    known = persons != NOBODY
    own = np.zeros((int(persons.max(initial=NOBODY)) + 1, codes.shape[1]), dtype=codes.dtype)
    own[persons[known]] = codes[known]
    return tuple(np.flatnonzero((codes[known] != own[persons[known]]).any(axis=0)).tolist())


def of_any_record(flags: Flags | None, persons: Numbers) -> Flags | None:
    """Whether any record of its person has a flag, both (records,); records without a person count as one."""
    if flags is None:
        return None
    own = np.zeros(int(persons.max(initial=NOBODY)) + 2, dtype=np.bool_)
    own[persons[flags]] = True
    return own[persons]


def first_records(persons: Numbers) -> Flags:
    """Whether each record (records,) is the first of its person."""
    found, places = np.unique(persons, return_index=True)
    first = np.zeros(len(persons), dtype=np.bool_)
    first[places[found != NOBODY]] = True
    return first


def distinct_persons(
    records: Records, dimensions: Sequence[Dimension], places: int, context: JobContext
) -> tuple[Contributions, Integers, Integers]:
    """The contributions to numbers of persons: each person is 1 in every cell (cells,) where one of the
    records is; and all these pairs of a cell and a person, both (pairs,). Raises Cancelled.
    """
    persons = records.persons
    assert persons is not None
    cells, who = persons_in_cells(records, dimensions, context)
    people, known = int(persons.max(initial=NOBODY)) + 1, persons != NOBODY

    def of_person(values: Any) -> Any:
        if values is None:
            return None
        own = np.zeros(people, dtype=values.dtype)
        np.maximum.at(own, persons[known], values[known])
        return own[who]

    once = Records(
        cells[:, None].astype(np.int32),
        np.ones(len(cells), dtype=np.int64),
        holdings=of_person(records.holdings),
        asking=of_person(records.asking),
        persons=who.astype(np.int32),
    )
    number = int(np.prod([len(dimension) for dimension in dimensions]))
    flat = Dimension("", ("",) * number, (), {})
    return contributions(once, (flat,), places, context), cells, who


def weights_vary(records: Records) -> int:
    """How many persons have records of different weights."""
    if records.persons is None or records.weights is None:
        return 0
    known = records.persons != NOBODY
    persons, weights = records.persons[known], records.weights[known]
    own = np.zeros(int(persons.max(initial=NOBODY)) + 1, dtype=np.int64)
    own[persons] = weights
    return len(np.unique(persons[own[persons] != weights]))


def along(relations: Relations, axes: Sequence[int]) -> Relations:
    """The relations that add up over these dimensions."""
    rows = np.isin(relations.dimensions, axes)
    terms = rows[relations.row_of_term]
    lengths = np.diff(relations.starts)[rows]
    return replace(
        relations,
        starts=np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)]),
        cells=relations.cells[terms],
        coefficients=relations.coefficients[terms],
        rights=relations.rights[rows],
        dimensions=relations.dimensions[rows],
    )


def bounded_by_parts(
    dimensions: Sequence[Dimension], names: Sequence[str], lower: Integers, upper: Integers
) -> tuple[Integers, Integers]:
    """The bounds (cells,) of numbers of persons that do not add up over these dimensions: a number is not
    below that of any part, and not above the sum of all parts.
    """
    axes = [axis for axis, dimension in enumerate(dimensions) if dimension.name in names]
    relations = along(product_relations(dimensions), axes)
    starts, lower, upper = relations.starts[:-1], lower.copy(), upper.copy()
    totals = relations.cells[starts]  # the sum comes first
    is_part = relations.cells != totals[relations.row_of_term]
    rows, parts = relations.row_of_term[is_part], relations.cells[is_part]
    for _ in range(_ROUNDS):
        before = lower.copy(), upper.copy()
        np.maximum.at(lower, totals[rows], lower[parts])
        np.minimum.at(upper, parts, upper[totals[rows]])
        sums = np.add.reduceat(np.where(is_part, upper[relations.cells], 0), starts)
        np.minimum.at(upper, totals, sums)
        np.maximum.at(lower, parts, lower[totals[rows]] - (sums[rows] - upper[parts]))
        if np.array_equal(before, (lower, upper)):
            break
    return lower, upper
