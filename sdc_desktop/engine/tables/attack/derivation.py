"""How an end of an interval is derived: a few relations, each times a factor, added up.

The factors come from a linear program (the dual of the intruder's, with the sum of their sizes made small);
they are then taken as fractions and the proof is checked exactly. What does not hold exactly is not given.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, Literal

import numpy as np

from sdc_desktop.engine.tables.attack.attack import solvers
from sdc_desktop.engine.tables.attack.intervals import Bound
from sdc_desktop.engine.tables.attack.knowledge import Knowledge, components
from sdc_desktop.engine.tables.attack.part import Part, finite, part_of

Kind = Literal["value", "upper", "lower"]
_DENOMINATORS = 60
_SMALL = 1e-9
_OF_BOUNDS = 0.01  # the price of using a bound, of a relation 1: relations are what is explained


@dataclass(frozen=True)
class Derivation:
    """How one end of the interval of a cell follows from the table.

    ``relations``: numbers of relations and their factors. Their sum states that the cell equals a known
    number plus the cells in ``bounds`` (cell, side, factor, end), each times its factor; the named end of
    each of these cells is then used. So the cell is (`value`), is at most (`upper`) or at least (`lower`)
    ``end``.
    """

    kind: Kind
    end: Fraction
    relations: tuple[tuple[int, Fraction], ...]
    bounds: tuple[tuple[int, Literal["lower", "upper"], Fraction, int], ...]


def derivations(known: Knowledge, cell: int, lower: Bound, upper: Bound) -> tuple[Derivation, ...]:
    """Proofs of the ends of a cell's interval: one of its value where relations alone give it, else one of
    each end. An end that only whole numbers explain, or that is a bound the intruder was granted, has none.
    """
    at_once = _by_one_relation(known, cell) if lower is not None and lower == upper else None
    if at_once is not None:
        return (at_once,)
    for group, rows in components(known):
        place = np.flatnonzero(group == cell)
        if len(place) and len(rows):
            part = part_of(known, group, rows)
            return _derived(part, int(place[0]), lower, upper)
    return ()


def _by_one_relation(known: Knowledge, cell: int) -> Derivation | None:
    """The value of a cell by one relation, all of whose other cells are known: without a linear program."""
    relations = known.relations
    fixed = known.lower == known.upper
    for row in relations.rows_of(cell).tolist():
        cells, signs = relations.row(row)
        others = cells != cell
        if not fixed[cells[others]].all() or int((~others).sum()) != 1:
            continue
        rest = int(relations.rights[row]) - int(signs[others] @ known.lower[cells[others]])
        factor = Fraction(1, int(signs[~others][0]))
        return Derivation("value", rest * factor, ((row, factor),), ())
    return None


def _derived(part: Part, unknown: int, lower: Bound, upper: Bound) -> tuple[Derivation, ...]:
    if lower is not None and lower == upper:
        found = _proof(part, unknown, 1, Fraction(upper), with_bounds=False)
        if found is not None:
            return (found,)
    ends = []
    if upper is not None:
        ends.append(_proof(part, unknown, 1, Fraction(upper), with_bounds=True))
    if lower is not None:
        ends.append(_proof(part, unknown, -1, Fraction(lower), with_bounds=True))
    return tuple(found for found in ends if found is not None and found.relations)


def _proof(part: Part, unknown: int, sign: int, end: Fraction, *, with_bounds: bool) -> Derivation | None:
    """That sign * unknown <= sign * end, or is equal to it without bounds."""
    factors = _factors(part, unknown, sign, float(end), with_bounds)
    if factors is None:
        return None
    left = _left(part, factors, unknown, sign)
    total = sum((factor * int(part.rights[row]) for row, factor in factors.items()), Fraction(0))
    used: list[tuple[int, Literal["lower", "upper"], Fraction, int]] = []
    for column, rest in left.items():
        side: Literal["lower", "upper"] = "upper" if rest > 0 else "lower"
        bound = finite(int((part.upper if rest > 0 else part.lower)[column]))
        if bound is None or not with_bounds:
            return None
        total += rest * bound
        used.append((int(part.cells[column]), side, sign * rest, bound))
    proven = sign * total
    if (floor(proven) if sign > 0 else ceil(proven)) != end and proven != end:
        return None
    kind: Kind = "value" if not used else "upper" if sign > 0 else "lower"
    relations = tuple((int(part.rows[row]), sign * factor) for row, factor in factors.items())
    return Derivation(kind, end, relations, tuple(used))


def _left(part: Part, factors: Mapping[int, Fraction], unknown: int, sign: int) -> dict[int, Fraction]:
    """What the relations leave of sign * unknown: factors by unknown, those of 0 dropped."""
    left = {unknown: Fraction(sign)}
    for row, factor in factors.items():
        for term in range(part.starts[row], part.starts[row + 1]):
            column = int(part.columns[term])
            left[column] = left.get(column, Fraction(0)) - factor * int(part.signs[term])
    return {column: rest for column, rest in sorted(left.items()) if rest}


def _factors(
    part: Part, unknown: int, sign: int, end: float, with_bounds: bool
) -> dict[int, Fraction] | None:
    """The factors of a proof by few relations, by row; None where there is none."""
    solver: Any = solvers().Solver.CreateSolver("GLOP")
    endless = solver.infinity()
    up = [solver.NumVar(0, endless, "") for _ in part.rows]
    down = [solver.NumVar(0, endless, "") for _ in part.rows]
    objective = solver.Objective()
    sums = [
        solver.Constraint(float(sign * (column == unknown)), float(sign * (column == unknown)))
        for column in range(len(part.cells))
    ]
    scale = max(1.0, float(np.abs(part.rights).max(initial=0)), abs(end))
    whole = solver.Constraint(-endless, sign * end / scale)
    for row, right in enumerate(part.rights.tolist()):
        for variable, way in ((up[row], 1), (down[row], -1)):
            objective.SetCoefficient(variable, 1)
            whole.SetCoefficient(variable, way * right / scale)
            for term in range(part.starts[row], part.starts[row + 1]):
                sums[part.columns[term]].SetCoefficient(variable, way * int(part.signs[term]))
    if with_bounds:
        for column, ends in enumerate(zip(part.upper.tolist(), part.lower.tolist(), strict=True)):
            for bound, way in zip(ends, (1, -1), strict=True):
                if finite(bound) is not None:
                    variable = solver.NumVar(0, endless, "")
                    objective.SetCoefficient(variable, _OF_BOUNDS)
                    sums[column].SetCoefficient(variable, way)
                    whole.SetCoefficient(variable, way * bound / scale)
    objective.SetMinimization()
    if solver.Solve() != solver.OPTIMAL:
        return None
    numbers = [a.solution_value() - b.solution_value() for a, b in zip(up, down, strict=True)]
    return {
        row: Fraction(number).limit_denominator(_DENOMINATORS)
        for row, number in enumerate(numbers)
        if abs(number) > _SMALL
    }
