"""The files of a table in other layouts: as an office publishes it, as tau-ARGUS writes tables, and as work
files with true values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import cast, get_args

import numpy as np

from sdc_desktop.engine.data.csv.formulas import FormulaEscaper
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.formats import DecimalMark, decimals_in
from sdc_desktop.engine.data.publication import PublicationSpec
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.data.table_layouts import LIST, PUBLICATION
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.tables.cells import counted_once
from sdc_desktop.engine.tables.files.exports import instance_of, tab_files
from sdc_desktop.engine.tables.files.jj import jj_text
from sdc_desktop.engine.tables.files.layouts import Layout, Published, layout_text
from sdc_desktop.engine.tables.files.publication import Publication, published_form
from sdc_desktop.engine.tables.files.publication_files import publication_text, workbook_bytes
from sdc_desktop.engine.tables.protection.suppress import cell_costs
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table_counts import TableCounts, judged

COUNT = "Count"  # what the values of a table of counts are called


@dataclass(frozen=True)
class LayoutFiles:
    """File name -> bytes in UTF-8; ``escaped``: how many texts start with an added apostrophe."""

    files: Mapping[str, bytes]
    escaped: int


def layout_files(
    params: TableParams,
    counted: TableCounts,
    result: TableResult,
    output: OutputSpec,
    decimal: DecimalMark,
    columns: Sequence[Column] = (),
) -> LayoutFiles:
    """The table in any layout but the list, in files beside one another; `output` names the first.
    What tau-ARGUS reads has its codes unchanged; the rest opens in spreadsheets. ``columns``: what the data
    file says of its variables. ValueError for the list.

    Raises :class:`Refused` where a dimension has several hierarchies, which a .tab cannot hold, and where the
    form of a publication does not suit its values.
    """
    layout, name = output.layout, PurePosixPath(output.path.replace("\\", "/")).name
    if layout is None or layout == LIST:
        raise ValueError("the list is written as records")
    value = params.value or COUNT
    escaper = FormulaEscaper(decimal) if output.escape_formulas else None
    if layout == PUBLICATION:
        return _publication(
            publication_of(params, result, output.publication, columns), name, decimal, escaper
        )
    if layout in get_args(Layout):
        published = Published(result.table, result.cells, value, decimal, decimals_in(result.unit), escaper)
        text = layout_text(published, cast(Layout, layout))
        return LayoutFiles({name: text.encode("utf-8")}, 0 if escaper is None else escaper.changed)
    found = judged(params, counted)
    once = counted_once(result.cells)
    secondary = np.array([cell.status == "secondary" for cell in once], dtype=np.bool_)
    if layout == "tab":
        texts = tab_files(counted, found, PurePosixPath(name).stem, value, decimal, secondary)
    else:
        spec = params.protect
        suppression = spec if isinstance(spec, SuppressionSpec) else SuppressionSpec(method="suppression")
        power = None if suppression.power is None else float(suppression.power)
        instance = instance_of(counted, found, suppression.cost, secondary)
        texts = {name: jj_text(replace(instance, costs=cell_costs(counted, found, suppression.cost, power)))}
    return LayoutFiles({path: text.encode("utf-8") for path, text in texts.items()}, 0)


def publication_of(
    params: TableParams, result: TableResult, spec: PublicationSpec | None, columns: Sequence[Column]
) -> Publication:
    """A table in the form that it is published in. Raises :class:`Refused`."""
    names = {column.name: column.label for column in columns if column.label}
    labels = {column.name: dict(column.labels) for column in columns if column.labels}
    value = params.value or COUNT
    form, decimals = spec or PublicationSpec(), decimals_in(result.unit)
    return published_form(result.table, result.cells, value, form, names, labels, decimals)


def _publication(
    form: Publication, name: str, decimal: DecimalMark, escaper: FormulaEscaper | None
) -> LayoutFiles:
    path = PurePosixPath(name)
    if path.suffix.lower() != ".csv":
        return LayoutFiles({name: workbook_bytes(form, path.stem)}, 0)
    text = publication_text(form, decimal, escaper)
    return LayoutFiles({name: text.encode("utf-8-sig")}, 0 if escaper is None else escaper.changed)
