"""The table that a job's params tell or name."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.plan import read_text
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.inline import inline_table
from sdc_desktop.engine.tables.jj import Instance, parse_jj
from sdc_desktop.engine.tables.table import Table
from sdc_desktop.engine.tables.table_spec import SplitSpec, TableSpec

_KEY = "params.table"


@dataclass(frozen=True)
class OpenedTable:
    """A table; an instance has costs, statuses, bounds and levels besides."""

    table: Table
    instance: Instance | None = None


def open_table(
    spec: TableSpec,
    base: Path,
    relations: Sequence[SplitSpec] = (),
    unit: Number | None = None,
    *,
    must_add_up: bool = True,
) -> OpenedTable:
    """The table told, or that of the file named; paths are relative to `base`. Raises :class:`Refused`."""
    if spec.instance is None:
        return OpenedTable(inline_table(spec, relations, unit, _KEY, must_add_up=must_add_up))
    if spec.rows or spec.cells or relations or unit is not None:
        raise Refused(error("table.instance_and_more", Place(key=_KEY)))
    instance = parse_jj(read_text(base / spec.instance), spec.instance)
    return OpenedTable(instance.table, instance)


def table_files(spec: TableSpec) -> tuple[str, ...]:
    """The files, as they stand in the plan, that the table is read from."""
    return () if spec.instance is None else (spec.instance,)
