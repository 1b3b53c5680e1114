"""Random small tables of firms with losses, weights and holdings, and what follows of them by other means.

Rules are evaluated on fractions, contributor by contributor; what an intruder derives is found by integer
programs over all suppressed cells.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.cell_facts import TableFacts, table_facts
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.verdict import NO_LIMITS, Verdict, verdict_of
from tests.support.data import microdata

Cell = tuple[str, str]
Ends = tuple[int | None, int | None]
_FAR = 100_000  # stands for no bound in the programs
RULES = (
    {"kind": "threshold", "n": 3, "range": 10},
    {"kind": "threshold", "n": 2, "range": 30},
    {"kind": "p_percent", "p": 10},
    {"kind": "p_percent", "p": 20},
    {"kind": "dominance", "n": 1, "k": 70},
    {"kind": "dominance", "n": 2, "k": 85},
    {"kind": "pq", "p": 10, "q": 50},
)


@dataclass(frozen=True)
class Firm:
    """A record: its cell, value, weight and holding."""

    row: str
    column: str
    value: int
    weight: Fraction
    holding: str


@dataclass(frozen=True)
class Firms:
    """Records and the settings of their table. ``lowest``: as in the plan."""

    records: tuple[Firm, ...]
    rule: Mapping[str, Any]
    weighted: bool
    held: bool
    lowest: int | str | None
    solver: str = "fast"

    def inside(self, cell: Cell) -> list[tuple[int, Firm]]:
        """The records of a cell, by number."""
        row, column = cell
        return [
            (number, one)
            for number, one in enumerate(self.records)
            if row in ("Total", one.row) and column in ("Total", one.column)
        ]

    @cached_property
    def lines(self) -> tuple[list[str], list[str]]:
        """The categories of rows and of columns, the total first."""
        rows, columns = ({getattr(one, name) for one in self.records} for name in ("row", "column"))
        return ["Total", *sorted(rows)], ["Total", *sorted(columns)]

    @cached_property
    def sums(self) -> Mapping[Cell, Fraction]:
        """The value of each cell."""
        rows, columns = self.lines
        cells = [(row, column) for row in rows for column in columns]
        return {
            cell: sum((one.value * one.weight for _, one in self.inside(cell)), Fraction(0)) for cell in cells
        }

    @cached_property
    def unit(self) -> Fraction:
        """The unit of the table."""
        return Fraction(1, 10 if any(one.weight.denominator > 1 for one in self.records) else 1)

    @cached_property
    def least(self) -> int | None:
        """What an intruder knows each cell to be at least, in units."""
        if self.lowest is None:
            return None if min(self.sums.values()) < 0 else 0
        return None if isinstance(self.lowest, str) else int(self.lowest / self.unit)

    def contributor(self, number: int, one: Firm) -> str:
        """Whose a record is."""
        return one.holding if self.held else str(number)

    def largest(self, cell: Cell) -> tuple[Fraction, list[Fraction], int]:
        """The sum of absolute contributions, the three largest, and the number of contributors."""
        own = [(Fraction(abs(one.value)), one.weight) for _, one in self.inside(cell)]
        if self.held:
            sums: dict[str, Fraction] = {}
            for _, one in self.inside(cell):
                sums[one.holding] = sums.get(one.holding, Fraction(0)) + one.value * one.weight
            own = [(abs(amount), Fraction(1)) for amount in sums.values()]
        own.sort(key=lambda part: -part[0])
        places, before = [Fraction(0)] * 3, Fraction(0)
        for amount, weight in own:
            for place in range(3):
                part = min(before + weight, Fraction(place + 1)) - max(before, Fraction(place))
                places[place] += amount * max(part, Fraction(0))
            before += weight
        return sum((amount * weight for amount, weight in own), Fraction(0)), places, len(own)

    def level(self, cell: Cell) -> Fraction | None:
        """The protection level that the rule requires; None where the cell is safe."""
        whole, x, number = self.largest(cell)
        rule, kind = self.rule, self.rule["kind"]
        if not whole:
            return None
        if kind == "threshold":
            return Fraction(rule["range"], 100) * whole if number < rule["n"] else None
        if kind == "dominance":
            lead = 100 * sum(x[: rule["n"]], Fraction(0))
            return lead / rule["k"] - whole if lead > rule["k"] * whole else None
        share = Fraction(rule["p"], rule.get("q", 100))
        rest = whole - x[0] - x[1]
        return share * x[0] - rest if rest < share * x[0] else None

    def solved(self) -> "Solved":
        """The table protected and judged by the engine."""
        params: dict[str, Any] = {
            "dimensions": [{"variable": "r"}, {"variable": "c"}],
            "value": "v",
            "rules": [self.rule],
            "protect": {"method": "suppression", "solver": self.solver},
            "lowest": self.lowest,
        }
        params |= {"weight": "w"} if self.weighted else {}
        params |= {"holding": "h"} if self.held else {}
        columns = {
            "r": [one.row for one in self.records],
            "c": [one.column for one in self.records],
            "v": [str(one.value) for one in self.records],
            "w": [str(float(one.weight)) for one in self.records],
            "h": [one.holding for one in self.records],
        }
        typed, context = TableParams.model_validate(params), JobContext()
        counted = table_job.counts(typed, Source(microdata(columns), {}), context)
        result = table_job.decide(typed, counted, context)
        return Solved(
            result,
            verdict_of(table_job.verdict(typed, result, NO_LIMITS)),
            table_facts(typed, counted),
        )


@dataclass(frozen=True)
class Solved:
    """What the engine made of a table."""

    result: TableResult
    verdict: Verdict
    facts: TableFacts

    @cached_property
    def hidden(self) -> list[Cell]:
        """The suppressed cells."""
        return [(*cell.coordinates,) for cell in self.result.cells if cell.published is None]  # type: ignore[misc]


def random_firms(seed: int) -> Firms:
    """Two to three rows and columns with some firms each."""
    draw = random.Random(seed)
    losses, weighted, held = (draw.random() < share for share in (0.6, 0.5, 0.5))
    rows, columns = draw.choice([(2, 2), (2, 3), (3, 3)])
    records = []
    for row in range(rows):
        for column in range(columns):
            for _ in range(draw.choice([1, 1, 2, 3, 4])):
                value = -draw.randint(1, 12) if losses and draw.random() < 0.25 else draw.randint(0, 30)
                weight = draw.choice([1, 1, Fraction(3, 2), 2, 3]) if weighted else 1
                records.append(
                    Firm(f"r{row}", f"c{column}", value, Fraction(weight), f"h{draw.randint(0, 5)}")
                )
    found = Firms(tuple(records), draw.choice(RULES), weighted, held, None)
    lowest = int(min(0, *found.sums.values())) - draw.randint(1, 15)
    stated = draw.choice([None, None, "unknown", lowest])
    return replace(found, lowest=stated, solver=draw.choice(["fast", "optimal"]))


def derived(
    firms: Firms,
    hidden: Sequence[Cell],
    cell: Cell,
    known: Sequence[Cell] = (),
    own: Mapping[Cell, Fraction] | None = None,
) -> Ends:
    """The least and the greatest value of a suppressed cell in units, for one who knows some cells, and how
    great others are at least.
    """
    places = {one: place for place, one in enumerate(hidden)}
    rows, rights = [], []
    for relation in _relations(firms):
        row, right = np.zeros(len(hidden)), Fraction(0)
        for one, factor in relation:
            if one in places:
                row[places[one]] = factor
            else:
                right -= factor * firms.sums[one] / firms.unit
        if row.any():
            rows.append(row)
            rights.append(float(right))
    lower = np.full(len(hidden), -_FAR if firms.least is None else firms.least, dtype=float)
    upper = np.full(len(hidden), _FAR, dtype=float)
    for one, least in (own or {}).items():
        lower[places[one]] = max(lower[places[one]], float(least / firms.unit))
    for one in known:
        lower[places[one]] = upper[places[one]] = float(firms.sums[one] / firms.unit)
    limits = LinearConstraint(np.array(rows), rights, rights)
    ends: list[int | None] = []
    for sign in (1, -1):
        price = np.zeros(len(hidden))
        price[places[cell]] = sign
        found = milp(price, constraints=limits, integrality=np.ones(len(hidden)), bounds=Bounds(lower, upper))
        assert found.status == 0, found.message
        end = round(sign * found.fun)
        ends.append(None if abs(end) > _FAR / 5 else end)
    return ends[0], ends[1]


def _relations(firms: Firms) -> Iterator[list[tuple[Cell, int]]]:
    rows, columns = firms.lines
    for row in rows:
        yield [((row, "Total"), 1), *(((row, column), -1) for column in columns[1:])]
    for column in columns:
        yield [(("Total", column), 1), *(((row, column), -1) for row in rows[1:])]
