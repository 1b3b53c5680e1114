"""Tables that earlier runs released: what their results contain, and the tables that these were."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.dimension import Dimension, from_splits
from sdc_desktop.engine.tables.linked.definitions import Shape
from sdc_desktop.engine.tables.linked.response import Response
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.table import Table, in_units


@dataclass(frozen=True)
class DimensionDefinition:
    """The variable of a dimension and what its rows are: the codes of each label that is no code itself, or
    not only that one. The label of all codes has none.
    """

    variable: str
    groups: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class TableDefinition:
    """The definition of a table's cells: its records (``population``), its value, its weight, its dimensions.
    An empty value or weight means none.
    """

    population: str
    value: str
    weight: str
    dimensions: tuple[DimensionDefinition, ...]

    @property
    def response(self) -> Response:
        """What its cells count or sum."""
        return Response(self.population, self.value, self.weight)


def definition_of(shape: Shape) -> TableDefinition:
    """The definition of a table, as a later run can read it."""
    response = shape.response
    found = []
    for axis, dimension in enumerate(shape.table.dimensions):
        every = len(shape.codes[axis])
        groups = {
            label: () if len(codes) == every > 1 else tuple(sorted(codes))
            for label, place in dimension.places.items()
            if (codes := shape.sets[axis][place]) != {label}
        }
        found.append(DimensionDefinition(shape.variables[axis], dict(sorted(groups.items()))))
    return TableDefinition(response.population, response.value, response.weight, tuple(found))


@dataclass(frozen=True)
class ReleasedTable:
    """A table of an earlier run. ``cells``: coordinates, value, whether it is published and was unsafe;
    ``inputs``: the SHA-256 of the files that the run read.
    """

    job: str
    definition: TableDefinition
    cells: tuple[tuple[tuple[str, ...], Any, bool, bool], ...]
    inputs: frozenset[str]

    def dimensions(self, codes: Sequence[Sequence[str]]) -> tuple[Dimension, ...]:
        """Its dimensions. `codes`: of each variable those in the records."""
        return tuple(
            _dimension(own, [cell[0][axis] for cell in self.cells], codes[axis])
            for axis, own in enumerate(self.definition.dimensions)
        )

    def flags(self, table: Table, file: str) -> tuple[Flags, Flags]:
        """Which cells (cells,) of `table`, which was rebuilt, are suppressed, and which were unsafe.

        Raises :class:`Refused` where it has other cells or values than were released.
        """
        hidden = np.ones(len(table), dtype=np.bool_)
        unsafe, seen = np.zeros(len(table), dtype=np.bool_), np.zeros(len(table), dtype=np.bool_)
        for coordinates, value, is_published, was_unsafe in self.cells:
            cell = table.find(coordinates)
            differs = value is not None and (
                cell is None or in_units(value, table.unit) != int(table.values[cell])
            )
            if cell is None or differs:
                where = Place(key="params.protect.released", file=file)
                raise Refused(
                    error("linked.released_differs", where, job=self.job, cell=" / ".join(coordinates))
                )
            hidden[cell], unsafe[cell], seen[cell] = not is_published, was_unsafe, True
        hidden[~seen & (table.values == 0)] = False
        return hidden, unsafe


def _dimension(own: DimensionDefinition, labels: Sequence[str], codes: Sequence[str]) -> Dimension:
    """A dimension whose categories are sums of codes."""
    listed = list(dict.fromkeys([*labels, *own.groups, *codes]))
    splits = [(label, codes_of or tuple(codes)) for label, codes_of in own.groups.items()]
    return from_splits(own.variable, listed, splits)


def read_released(result: Any, job: str, file: str) -> ReleasedTable:
    """The table of a job in the result of an earlier run, as JSON data. Raises :class:`Refused`."""
    where = Place(key="params.protect.released", file=file)
    try:
        found = result["jobs"][job]
        stated = found["result"]
        inputs = frozenset(map(str, result["inputs"].values()))
    except (KeyError, TypeError, AttributeError):
        raise Refused(error("linked.released_no_table", where, job=job)) from None
    try:
        definition = stated["definition"]
        dimensions = tuple(
            DimensionDefinition(one["variable"], {k: tuple(map(str, v)) for k, v in one["groups"].items()})
            for one in definition["dimensions"]
        )
        named = TableDefinition(
            str(definition["population"]), str(definition["value"]), str(definition["weight"]), dimensions
        )
        cells = tuple(
            (
                tuple(map(str, cell["coordinates"])),
                cell["value"],
                cell["published"] is not None,
                cell["status"] == "unsafe",
            )
            for cell in stated["cells"]
        )
        if stated["method"] not in (None, "suppression", "redesign"):
            raise Refused(error("linked.released_method", where, job=job))
    except (KeyError, TypeError, AttributeError):
        raise Refused(error("linked.released_no_definition", where, job=job)) from None
    return ReleasedTable(job, named, cells, inputs)
