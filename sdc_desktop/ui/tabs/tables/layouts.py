"""The table in other programs' layouts, written beside the window. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table.suppression import SuppressionSpec
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.ui.tabs.tables.work import Answer, Written
from sdc_desktop.words import N_

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.detect import FormulaEscaper
    from sdc_desktop.engine.data.formats import DecimalMark
    from sdc_desktop.engine.data.reading import Opened

PLAIN = "plain"  # a line a cell, as a plan writes it
FILTERS: Mapping[str, str] = {  # as file dialogs want them
    PLAIN: N_("List with names, one cell per line (*.csv *.txt *.tsv)"),
    "cross_table": N_("Cross table (*.csv *.txt)"),
    "pivot": N_("Pivot table with status letters (*.csv *.txt)"),
    "code_value": N_("Code and value, no names (*.csv *.txt)"),
    "sbs": N_("SBS with the rule of each cell, not for publication (*.csv *.txt)"),
    "tab": N_("tau-ARGUS with true values, not for publication (*.tab)"),
    "jj": N_("JJ with true values, not for publication (*.jj)"),
}
SUFFIXES: Mapping[str, tuple[str, ...]] = {PLAIN: (".csv", ".txt", ".tsv"), "tab": (".tab",), "jj": (".jj",)}
LAYOUT_SUFFIXES = (".csv", ".txt")
_COUNT = "Count"  # what the values of a table of counts are called


def beside(target: Path) -> tuple[Path, ...]:
    """The files that lie beside a .tab of that name already, and would be written over with it."""
    if target.suffix.lower() != ".tab" or target.exists():
        return ()
    found = [target.with_suffix(".rda"), *sorted(target.parent.glob(f"{target.stem}_*.hrc"))]
    return tuple(path for path in found if path.exists())


def write_layout(
    opened: Opened | None, found: Answer, layout: str, target: Path, kept: tuple[Path, ...]
) -> Callable[[JobContext], Written]:
    """Work that writes the table of an answer in a layout of FILTERS but PLAIN; ``kept``: files that must not
    be written over. Raises :class:`Refused`, before any file is written where that can be.
    """

    def work(context: JobContext) -> Written:
        from sdc_desktop.engine.data.detect import FormulaEscaper
        from sdc_desktop.engine.output.files import atomic_write, refuse_changed
        from sdc_desktop.engine.running.outputs import same_file

        decimal: DecimalMark = "." if opened is None else opened.data.decimal
        escaper = FormulaEscaper(decimal)
        texts = {
            target.parent / name: text.encode("utf-8")
            for name, text in _texts(found, layout, target, decimal, escaper).items()
        }
        for path in texts:
            if any(same_file(path, own) for own in kept):
                where = Place(file=path.name, job=found.job.name)
                raise Refused(error("plan.output_over_input", where, path=path.name))
        refuse_changed(() if opened is None else opened.files)
        for path, text in texts.items():
            context.checkpoint()
            with atomic_write(path) as file:
                file.write(text)
        return Written(target, len(found.result.cells), escaper.changed)

    return work


def _texts(
    found: Answer, layout: str, target: Path, decimal: DecimalMark, escaper: FormulaEscaper
) -> Mapping[str, str]:
    """File name -> text. What tau-ARGUS reads has its codes unchanged; the rest opens in spreadsheets."""
    from sdc_desktop.engine.tables.files.layouts import Layout, Published, layout_text

    result = found.result
    value = getattr(found.job.params, "value", None) or _COUNT
    if layout in get_args(Layout):
        published = Published(result.table, result.cells, value, decimal, escaper)
        return {target.name: layout_text(published, cast(Layout, layout))}
    import numpy as np

    from sdc_desktop.engine.tables.cells import counted_once
    from sdc_desktop.engine.tables.files.exports import instance_of, tab_files
    from sdc_desktop.engine.tables.files.jj import jj_text
    from sdc_desktop.engine.tables.protection.suppress import cell_costs
    from sdc_desktop.engine.tables.table_counts import judged

    params = found.table_params
    told = judged(params, found.counts)
    once = counted_once(result.cells)
    secondary = np.array([cell.status == "secondary" for cell in once], dtype=np.bool_)
    if layout == "tab":
        return tab_files(found.counts, told, target.stem, value, decimal, secondary)
    protect = params.protect
    asked = protect if isinstance(protect, SuppressionSpec) else SuppressionSpec(method="suppression")
    instance = instance_of(found.counts, told, asked.cost, secondary)
    power = None if asked.power is None else float(asked.power)
    return {target.name: jj_text(replace(instance, costs=cell_costs(found.counts, told, asked.cost, power)))}
