"""A table, judged and protected: the three stages of a ``table`` job."""

from dataclasses import replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.formats import decimals_in
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.table_layouts import RATIO, STATUS, VALUE
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.tables.table.assembling import assembled
from sdc_desktop.engine.methods.tables.table.coarser import judged_for, published_coarser
from sdc_desktop.engine.methods.tables.table.insider import with_insider
from sdc_desktop.engine.methods.tables.table.result import TableResult, verdict
from sdc_desktop.engine.methods.tables.table_file import given_table
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.cells import CellResult, as_released, in_row_order
from sdc_desktop.engine.tables.protection.protected_table import (
    adjusted,
    as_it_is,
    keyed,
    redesigned,
    rounded,
    suppressed,
)
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec
from sdc_desktop.engine.tables.specs.protection import AdjustmentSpec, RoundingSpec
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table_counts import TableCounts, judged, table_counts, table_problems
from sdc_desktop.engine.tables.text_table import text_table

_CHANGES = {"rounding": "rounded", "adjustment": "adjusted", "cell_key": "perturbed"}
PUBLISHED = "published"
_FIGURES = 6  # of a ratio


def check(params: TableParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    try:
        return tuple(table_problems(_read(params, source)[0], source))
    except Refused as refusal:
        return refusal.problems


def counts(params: TableParams, source: Source, context: JobContext) -> TableCounts:
    """The table and the contributions to its cells: one pass over the records. Raises :class:`Refused`."""
    given, notes = _read(params, source)
    refuse_errors(table_problems(given, source))
    counted = table_counts(given, source, context)
    return replace(counted, notes=(*notes, *counted.notes)) if notes else counted


def _read(params: TableParams, source: Source) -> tuple[TableParams, tuple[Problem, ...]]:
    """The params with the table of a workbook instead of its file, and the notes on it. Raises
    :class:`Refused`.
    """
    if params.table is None or params.table.file is None:
        return params, ()
    given = given_table(params.table, params.relations, source.base)
    update = {"table": given.spec, "relations": given.relations}
    return params.model_copy(update=update), given.notes


def foresee(params: TableParams, counted: TableCounts, context: JobContext) -> tuple[Problem, ...]:
    """The notes so far, without protecting; what `decide` would refuse of the a-priori entries is refused.

    Raises :class:`Refused`.
    """
    judged(params, counted)
    return counted.notes


def decide(params: TableParams, counted: TableCounts, context: JobContext) -> TableResult:
    """Judge the cells, protect them, audit the outcome. Raises :class:`Refused`, Cancelled."""
    found, precision = judged_for(params, counted)
    spec, table = params.protect, counted.table
    inner = context.within(0.0, 0.8)
    if spec is None:
        done = as_it_is(table)
    elif isinstance(spec, SuppressionSpec):
        done = suppressed(spec, counted, found, params.rules, inner)
    elif isinstance(spec, RoundingSpec):
        done = rounded(spec, counted, found, inner)
    elif isinstance(spec, AdjustmentSpec):
        done = adjusted(spec, counted, found, inner)
    elif isinstance(spec, CellKeySpec):
        done = keyed(params, counted, found, inner)
    else:
        done = redesigned(counted, found, inner)
    if precision > 1:
        done = published_coarser(done, counted, found, precision, context.within(0.8, 0.9))
    result = assembled(params, counted, found, done, precision)
    return with_insider(params, counted, found, done, precision, result, context.within(0.9, 1.0))


def apply(result: TableResult, counted: TableCounts, source: Source, context: JobContext) -> Microdata:
    """The published table: a record for each row of a cell, with its coordinates and its value. It also has
    the status that a released file states and, where the table has ratios, its ratio.

    Suppressed cells are empty. Raises :class:`Refused` where a dimension is named like one of these.
    """
    ratios = () if result.noise is None else result.noise.ratios
    taken = [name for name in result.dimensions if name in (VALUE, STATUS, *((RATIO,) if ratios else ()))]
    if taken:
        raise Refused(error("table.name_taken", Place(key="params.dimensions"), name=taken[0]))
    places, decimal = decimals_in(result.unit), source.data.decimal
    cells = in_row_order(result.table, _as_published(result))
    columns = {
        name: [cell.coordinates[axis] for cell in cells] for axis, name in enumerate(result.dimensions)
    }
    columns[VALUE] = [_text(cell.published, places, decimal) for cell in cells]
    columns[STATUS] = [cell.status for cell in cells]
    if ratios:
        shown = {one.coordinates: one.published for one in ratios}
        own = (shown[cell.same_as if cell.repeats else cell.coordinates] for cell in cells)
        columns[RATIO] = [_ratio_text(value, decimal) for value in own]
    numbers = (VALUE, RATIO) if ratios else (VALUE,)
    variables = tuple(
        Variable(name, level="continuous" if name in numbers else "nominal") for name in columns
    )
    return Microdata(text_table(list(columns.values()), context), variables, source.data.decimal)


def _as_published(result: TableResult) -> tuple[CellResult, ...]:
    """The cells with the statuses of a released file. Where unsafe cells are published, no cell is called
    safe or unsafe.
    """
    cells = as_released(result.cells, _CHANGES.get(result.method or ""))
    if all(cell.status != "unsafe" for cell in cells):
        return cells
    judged = ("safe", "unsafe", "zero")
    return tuple(replace(cell, status=PUBLISHED) if cell.status in judged else cell for cell in cells)


def _text(value: Number | None, places: int, decimal: str) -> str:
    if value is None:
        return ""
    return f"{value:.{places}f}".replace(".", decimal)


def _ratio_text(value: float | None, decimal: str) -> str:
    if value is None:
        return ""
    text = np.format_float_positional(value, precision=_FIGURES, unique=False, fractional=False, trim="-")
    return text.replace(".", decimal)


STAGES = Stages(
    check=check,
    counts=counts,
    decide=decide,
    apply=apply,
    verdict=verdict,
    foresee=foresee,
)
