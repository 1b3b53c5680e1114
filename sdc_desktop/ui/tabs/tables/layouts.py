"""The table in other programs' layouts, saved beside the window. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.data.table_layouts import ENDINGS, PUBLICATION
from sdc_desktop.engine.output.files import atomic_write, refuse_changed
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.running.outputs import same_file
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.ui.tabs.tables.work import Answer, Written
from sdc_desktop.words import N_

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.formats import DecimalMark
    from sdc_desktop.engine.data.reading import Opened

PLAIN = "plain"  # one line per cell, as in a plan
FILTERS: Mapping[str, str] = {  # as file dialogs want them
    PLAIN: N_("List with names, one cell per line (*.csv *.txt *.tsv)"),
    PUBLICATION: N_("Publication with title, notes and source (*.xlsx *.csv)"),
    "cross_table": N_("Cross table (*.csv *.txt)"),
    "pivot": N_("Pivot table with status letters (*.csv *.txt)"),
    "code_value": N_("Code and value, no names (*.csv *.txt)"),
    "sbs": N_("SBS with the rule of each cell, not for publication (*.csv *.txt)"),
    "tab": N_("tau-ARGUS with true values, not for publication (*.tab)"),
    "jj": N_("JJ with true values, not for publication (*.jj)"),
}
SUFFIXES: Mapping[str, tuple[str, ...]] = {
    PLAIN: (".csv", ".txt", ".tsv"),
    PUBLICATION: ENDINGS[PUBLICATION],
    "tab": (".tab",),
    "jj": (".jj",),
}
LAYOUT_SUFFIXES = (".csv", ".txt")


def beside(target: Path) -> tuple[Path, ...]:
    """The files already beside a .tab of that name, which would be overwritten with it."""
    if target.suffix.lower() != ".tab" or target.exists():
        return ()
    found = [target.with_suffix(".rda"), *sorted(target.parent.glob(f"{target.stem}_*.hrc"))]
    return tuple(path for path in found if path.exists())


@as_work
def write_layout(
    context: JobContext,
    opened: Opened | None,
    found: Answer,
    output: OutputSpec,
    target: Path,
    kept: tuple[Path, ...],
) -> Written:
    """Work that exports the table of a result in the layout of an output, which is not PLAIN, as the batch
    command does. The bytes are equal. ``kept``: files that must not be overwritten. Raises
    :class:`Refused`, before any file is saved where that is possible.
    """
    from sdc_desktop.engine.methods.tables.table.layout_files import layout_files
    from sdc_desktop.engine.tables.cells import counted_once

    decimal: DecimalMark = "." if opened is None else opened.data.decimal
    columns = () if opened is None else opened.style.columns
    params = found.table_params
    made = layout_files(params, found.counts, found.result, output, decimal, columns)
    texts = {target.parent / name: content for name, content in made.files.items()}
    for path in texts:
        if any(same_file(path, own) for own in kept):
            where = Place(file=path.name, job=found.job.name)
            raise Refused(error("plan.output_over_input", where, path=path.name))
    refuse_changed(() if opened is None else opened.files)
    for path, content in texts.items():
        context.checkpoint()
        with atomic_write(path) as file:
            file.write(content)
    cells = counted_once(found.result.cells)
    rows = cells if output.layout in ("tab", "jj") else found.result.cells
    return Written(target, len(cells), len(rows), made.escaped)
