"""The population table of a job: the dialog that chooses its file, and when it has changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.output.files import file_stamp
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sdc_desktop.ui.project.project_controller import ProjectController


def table_stamp(population: object, base: Path) -> str:
    """Changes when the file of a population table does; empty without one."""
    if not isinstance(population, PopulationTable) or population.table is None:
        return ""
    return repr(file_stamp(base / population.table))


def table_chosen(
    population: PopulationTable, controller: ProjectController, words: Words, parent: QWidget
) -> PopulationTable | None:
    """The table with the file chosen in a dialog; None where the dialog is closed."""
    from PySide6.QtWidgets import QFileDialog

    from sdc_desktop.ui.project.data_reader import DATA_FILES

    opened = controller.opened
    folder = opened.path.parent if opened is not None else Path.home()
    title = words.say(N_("Population table"))
    name, _ = QFileDialog.getOpenFileName(parent, title, str(folder), words.say(DATA_FILES))
    if not name:
        return None
    return population.model_copy(update={"table": relative_path(Path(name), controller.base)})
