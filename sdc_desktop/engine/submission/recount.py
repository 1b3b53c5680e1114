"""Tables computed again from open microdata: counts behind, dominance, and whether a table is reproduced.

A dimension is the variable that has all its labels; among several, the one of its name, or the one that the
checker chose. The population is a filter that the checker confirms. The variable of means and sums is the
one that gives all figures of the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.submission.comparing.definitions import Described, Dimension, plain
from sdc_desktop.engine.submission.finding.figures import parsed
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.totals import Total
from sdc_desktop.engine.submission.judging.behind import Count, rounded_range
from sdc_desktop.engine.submission.judging.dominance import exact
from sdc_desktop.engine.submission.judging.rules import Rules, Spot, look
from sdc_desktop.engine.submission.judging.shares import half_unit

Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
_MOST_VALUES = 2_000  # different values of a variable that can be categories
_MOST_WORK = 4_000_000_000  # cells times records
_STATISTICS = ("mean", "sum", "magnitude", "sd", "position", "endpoint")


class Records:
    """Open microdata, read where a table needs them."""

    def __init__(self, source: Source, synonyms: Mapping[str, str], context: JobContext) -> None:
        self._data, self._synonyms, self._context = source.data, synonyms, context
        self._codes: dict[str, npt.NDArray[np.int64]] = {}
        self._values: dict[str, tuple[str, ...]] = {}
        self._numbers: dict[str, Floats | None] = {}

    @property
    def is_usable(self) -> bool:
        """Whether there are records, all in memory."""
        return self._data.records > 0 and not self._data.relation.by_record_problems()

    @property
    def number(self) -> int:
        """How many records there are."""
        return self._data.records

    @cached_property
    def _categories(self) -> Mapping[str, frozenset[str]]:
        found = {}
        for variable in self._data.variables:
            values = self.values(variable.name)
            if len(values) <= _MOST_VALUES:
                found[variable.name] = frozenset(plain(value, self._synonyms) for value in values)
        return found

    def values(self, name: str) -> tuple[str, ...]:
        """The different texts of a variable."""
        if name not in self._values:
            column = self._data.index(name)
            self._values[name] = self._data.relation.frequencies(column, self._context)[0]
        return self._values[name]

    def with_all(self, labels: frozenset[str]) -> list[str]:
        """The variables that have all these labels."""
        return [name for name, categories in self._categories.items() if labels <= categories]

    def having(self, name: str, labels: frozenset[str]) -> Flags:
        """For each record whether its value is one of these labels."""
        if name not in self._codes:
            self._codes[name] = self._data.relation.codes(self._data.index(name), self._context)
        wanted = np.array([plain(value, self._synonyms) in labels for value in self.values(name)])
        found: Flags = wanted[self._codes[name]]
        return found

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """The variables whose values are numbers."""
        return tuple(v.name for v in self._data.variables if self.numbers(v.name) is not None)

    def numbers(self, name: str) -> Floats | None:
        """The values of a variable as numbers, missing ones as NaN; None where they are not numbers."""
        if name not in self._numbers:
            self._numbers[name] = self._read_numbers(name)
        return self._numbers[name]

    def _read_numbers(self, name: str) -> Floats | None:
        variable, values = self._data.variable(name), self.values(name)
        parsed_values = []
        for value in values:
            if value in variable.missing or not value.strip():
                parsed_values.append(np.nan)
                continue
            number = parsed(value, "," if self._data.decimal == "," else ".")
            if number is None:
                return None
            parsed_values.append(float(number))
        if name not in self._codes:
            self._codes[name] = self._data.relation.codes(self._data.index(name), self._context)
        found: Floats = np.array(parsed_values, dtype=np.float64)[self._codes[name]]
        return found


@dataclass(frozen=True)
class Recounted:
    """What the records say of a table: contributors by cell, dominance by cell, findings, and the variables
    that were used.
    """

    counts: Mapping[tuple[int, int], Count]
    dominance: Mapping[tuple[int, int], str]
    spots: tuple[Spot, ...]
    variables: tuple[str, ...] = ()


NOTHING = Recounted({}, {}, ())


def recounted(
    table: FoundTable,
    about: Described,
    records: Records,
    rules: Rules,
    chosen: Mapping[str, str],
    population: Mapping[str, Sequence[str]],
    synonyms: Mapping[str, str],
) -> Recounted:
    """A table from the records. ``chosen``: variables by the name of a dimension or its first category;
    ``population``: values by variable that records must have.
    """
    if table.form != "table" or not about.dimensions:
        return NOTHING
    if len(table.figures) * records.number > _MOST_WORK:
        return Recounted({}, {}, (look("records_too_many", -1, -1),))
    rows = _Axis.of(about.rows, table.row_totals, len(table.rows), records, chosen)
    columns = _Axis.of(about.columns, table.column_totals, len(table.columns), records, chosen)
    unclear = (*rows.unclear, *columns.unclear)
    if unclear:
        return Recounted({}, {}, (look("variable_unclear", -1, -1, names=tuple(unclear)),))
    if not (rows.found and columns.found):
        return NOTHING
    within = _population(records, population, synonyms)
    cells = {
        (row, column): rows.flags(row, records) & columns.flags(column, records) & within
        for row, column in table.figures
    }
    return _compared(table, cells, records, rules, (*rows.variables, *columns.variables))


def _population(
    records: Records, population: Mapping[str, Sequence[str]], synonyms: Mapping[str, str]
) -> Flags:
    within: Flags = np.ones(records.number, dtype=np.bool_)
    for name, values in population.items():
        within &= records.having(name, frozenset(plain(value, synonyms) for value in values))
    return within


@dataclass(frozen=True)
class _Axis:
    """The dimensions of rows or columns as variables, with the labels of each line."""

    lines: tuple[tuple[tuple[str, frozenset[str]], ...], ...]
    variables: tuple[str, ...]
    unclear: tuple[str, ...]
    found: bool

    @classmethod
    def of(
        cls,
        dimensions: Sequence[Dimension],
        totals: Sequence[Total],
        lines: int,
        records: Records,
        chosen: Mapping[str, str],
    ) -> "_Axis":
        parts = {one.line: one.parts for one in totals} if len(dimensions) == 1 else {}
        labels = [[_labels(one, line, parts) for line in range(lines)] for one in dimensions]
        variables, unclear, found = [], [], True
        for dimension, own in zip(dimensions, labels, strict=True):
            every = frozenset(label for line in own for label in line)
            name = chosen.get(dimension.name) or chosen.get(min(every, default=""))
            candidates = [name] if name else records.with_all(every)
            named = [one for one in candidates if plain(one, {}) == dimension.name]
            candidates = named or candidates
            if len(candidates) > 1:
                unclear.append(dimension.name or ", ".join(sorted(every)[:3]))
            found = found and len(candidates) == 1
            variables.append(candidates[0] if candidates else "")
        listed = tuple(
            tuple((variables[d], labels[d][line]) for d in range(len(dimensions)) if labels[d][line])
            for line in range(lines)
        )
        return cls(listed, tuple(variables), tuple(unclear), found)

    def flags(self, line: int, records: Records) -> Flags:
        """For each record whether it belongs to a line."""
        made: Flags = np.ones(records.number, dtype=np.bool_)
        for name, labels in self.lines[line]:
            made &= records.having(name, labels)
        return made


def _labels(dimension: Dimension, line: int, parts: Mapping[int, tuple[int, ...]]) -> frozenset[str]:
    """The base categories of a line: of a total those of its parts, of one over everything none."""
    place = dimension.places[line]
    if not place:
        return frozenset()
    if line in parts:
        return frozenset().union(*(_labels(dimension, part, parts) for part in parts[line]))
    return frozenset({place})


def _compared(
    table: FoundTable,
    cells: Mapping[tuple[int, int], Flags],
    records: Records,
    rules: Rules,
    variables: tuple[str, ...],
) -> Recounted:
    numbers = {at: int(flags.sum()) for at, flags in cells.items()}
    spots = [
        look("not_reproduced", *at, number=numbers[at])
        for at, figure in table.figures.items()
        if table.kinds_at(*at) == ("count",)
        and figure.value is not None
        and not _is_count(int(figure.value), numbers[at], table.rounded)
    ]
    wanted = [
        at for at in cells if table.kinds_at(*at)[0] in _STATISTICS and table.figures[at].value is not None
    ]
    measure = _measure(table, cells, wanted, records) if wanted else None
    if measure is None:
        if wanted:
            spots += [look("not_reproduced", *at, number=numbers[at]) for at in wanted]
        counts = {at: Count(n, n, "microdata", ", ".join(variables)) for at, n in numbers.items() if n}
        return Recounted(counts, {}, tuple(spots), variables)
    values = records.numbers(measure)
    assert values is not None
    counts, dominance = {}, {}
    for at, flags in cells.items():
        own = values[flags & ~np.isnan(values)]
        counts[at] = Count(len(own), len(own), "microdata", ", ".join((*variables, measure)))
        dominance[at] = exact([float(one) for one in own], rules)
        if at in wanted and not _is_statistic(table, at, own):
            spots.append(look("not_reproduced", *at, number=len(own)))
    return Recounted(counts, dominance, tuple(spots), (*variables, measure))


def _is_count(value: int, number: int, rounded: int) -> bool:
    low, high = rounded_range(value, rounded)
    return low <= number <= high


def _measure(
    table: FoundTable,
    cells: Mapping[tuple[int, int], Flags],
    wanted: Sequence[tuple[int, int]],
    records: Records,
) -> str | None:
    """The variable that gives most of the figures, if more than half; by its name where two do."""
    text = f"{table.title} {table.corner} {' '.join(table.columns)}".casefold()
    best: tuple[int, bool, str] | None = None
    for name in records.measures:
        values = records.numbers(name)
        assert values is not None
        fits = sum(_is_statistic(table, at, values[cells[at] & ~np.isnan(values)]) for at in wanted)
        one = (fits, name.casefold() in text, name)
        if best is None or one[:2] > best[:2]:
            best = one
    return best[2] if best is not None and best[0] * 2 > len(wanted) else None


def _is_statistic(table: FoundTable, at: tuple[int, int], values: Floats) -> bool:
    """Whether a figure is its statistic of these values, within half a unit of its last decimal."""
    figure = table.figures[at]
    if figure.value is None:
        return True
    kind = table.kinds_at(*at)[0]
    if not len(values):
        return figure.value == 0 and kind == "sum"
    half = float(half_unit(figure.decimals)) + 1e-6 * max(1.0, abs(float(figure.value)))
    if table.rounded:
        half += table.rounded / 2
    candidates = {
        "mean": (values.mean(),),
        "sum": (values.sum(),),
        "magnitude": (values.mean(), values.sum()),
        "sd": (values.std(ddof=1) if len(values) > 1 else 0.0, values.std()),
        "endpoint": (values.min(), values.max(), values.max() - values.min()),
    }.get(kind, tuple(np.quantile(values, (0.5, 0.25, 0.75, 0.1, 0.9, 0.05, 0.95))))
    return any(abs(Decimal(float(one)) - figure.value) <= Decimal(half) for one in candidates)
