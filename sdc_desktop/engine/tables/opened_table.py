"""The table that a job's params tell or name."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.methods.tables.settings import SplitSpec, TableSpec
from sdc_desktop.engine.plan import read_text
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.contributions import Contributions
from sdc_desktop.engine.tables.files.tab_table import open_tab
from sdc_desktop.engine.tables.inline import inline_table
from sdc_desktop.engine.tables.jj import Instance, parse_jj
from sdc_desktop.engine.tables.table import Table

_KEY = "params.table"


@dataclass(frozen=True)
class OpenedTable:
    """A table; an instance has costs, statuses, bounds and levels besides. ``behind``: what rules look at,
    with so many ``places`` of the largest contributions; None where nothing is known of it.
    """

    table: Table
    instance: Instance | None = None
    behind: Contributions | None = None
    places: int = 0
    notes: tuple[Problem, ...] = ()


def open_table(
    spec: TableSpec,
    base: Path,
    relations: Sequence[SplitSpec] = (),
    unit: Number | None = None,
    *,
    must_add_up: bool = True,
) -> OpenedTable:
    """The table told, or that of the file named; paths are relative to `base`. Raises :class:`Refused`."""
    named = [path for path in (spec.instance, spec.tab) if path is not None]
    if not named:
        return OpenedTable(inline_table(spec, relations, unit, _KEY, must_add_up=must_add_up))
    if len(named) > 1 or spec.rows or spec.cells or relations or unit is not None:
        raise Refused(error("table.instance_and_more", Place(key=_KEY)))
    if spec.tab is not None:
        if spec.metadata is None:
            raise Refused(error("tauargus.no_metadata", Place(key=f"{_KEY}.metadata")))
        found = open_tab(base / spec.tab, base / spec.metadata, spec.response, must_add_up=must_add_up)
        return OpenedTable(found.table, found.instance, found.behind, found.places, found.notes)
    assert spec.instance is not None
    instance = parse_jj(read_text(base / spec.instance), spec.instance)
    return OpenedTable(instance.table, instance)
