"""Everything of a simulation as files in a new folder: pictures, the data behind them, tables, the trace."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGraphicsView

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.write import write_csv
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.output.files import write_problem
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.widgets.plots.picture_files import save_picture, save_rows

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.release.release.engine import ReleaseResult
    from sdc_desktop.ui.widgets.plots.figure_frame import SavedFigure
    from sdc_desktop.ui.widgets.tables.saved_table import SavedTable

FOLDER = "release_queue"
TRACE = "trace.csv"


def new_folder(within: Path) -> Path:
    """A folder that is not there yet, made. Raises :class:`Refused`."""
    number, path = 1, within / FOLDER
    while path.exists():
        number += 1
        path = within / f"{FOLDER}_{number}"
    try:
        path.mkdir()
    except OSError as failure:
        raise Refused(write_problem(path, failure)) from None
    return path


def save_shown(
    folder: Path, figures: Iterable[tuple[str, SavedFigure]], tables: Iterable[tuple[str, SavedTable]]
) -> None:
    """Pictures with their data, and tables, by name. Raises :class:`Refused`."""
    for name, figure in figures:
        picture = figure.picture
        assert isinstance(picture, QGraphicsView)
        for suffix in (".png", ".csv"):
            save_picture(folder / f"{name}{suffix}", picture, figure.header, figure.plain_rows)
    for name, table in tables:
        save_rows(folder / f"{name}.csv", table.model.header, table.plain_rows)


def save_trace(result: ReleaseResult, opened: Opened, folder: Path) -> Callable[[JobContext], Path]:
    """Work that writes what the batch command writes: every release of the first order, by each run. The
    folder goes where that fails or is stopped.
    """

    def work(context: JobContext) -> Path:
        from sdc_desktop.engine.output.files import refuse_changed
        from sdc_desktop.engine.release.simulation import trace_data

        try:
            data = trace_data(result.rules, result.runs, result.assessment, context)
            refuse_changed(opened.files)
            write_csv(data, folder / TRACE, opened.dialect, True, context)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return folder

    return work
