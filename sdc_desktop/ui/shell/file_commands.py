"""What the File menu does: which file, whether something unsaved would be lost, then the controller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.formats import format_of, unsupported
from sdc_desktop.engine.problems import Place, Problem, error
from sdc_desktop.project.with_data import copy_with_data, files_of
from sdc_desktop.resources import resource_path
from sdc_desktop.ui.dialogs.dialog import ReadingDialog
from sdc_desktop.ui.dialogs.open_catalog import CatalogDialog
from sdc_desktop.ui.dialogs.open_data import OpenDataDialog
from sdc_desktop.ui.dialogs.open_workbook import WorkbookDialog, needs_sheet
from sdc_desktop.ui.jobs import Job
from sdc_desktop.ui.project.data_reader import DATA_FILES
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.shell.part import Part, ProjectWindow
from sdc_desktop.ui.widgets.questions import (
    SAVE_CHANGES,
    SAVE_NEW,
    Answer,
    Clash,
    UnsavedWork,
    ask_about_clash,
    ask_to_copy_data,
    ask_to_save,
    with_suffix,
)
from sdc_desktop.words import N_

if TYPE_CHECKING:
    from sdc_desktop.engine.running.arb_import import Imported


FIXED_WIDTH = ".asc"
PROJECT, PLAN = ".sdcproj", ".sdcplan"
BATCH = ".arb"


class BatchFiles(Part):
    """Imports a batch file beside the window and opens the plan. Its records are exported as CSV to a folder
    chosen in a dialog.
    """

    def __init__(self, may_leave: Callable[[], bool], window: ProjectWindow) -> None:
        super().__init__(window)
        self._may_leave = may_leave
        self._batch = self._folder = Path()

    def ask(self, batch: Path) -> None:
        """Prompt for the folder of the plan, then import the batch file and open the plan."""
        say = self._words.say
        proposal = output_folder(batch.parent) / say(N_("{name} plan"), name=batch.stem)
        title = say(N_("Name a new folder for the plan and the records of {name}"), name=batch.name)
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(proposal), say(N_("Folders (*)")))
        if name and self._may_leave():
            self.open_into(batch, Path(name))

    def open_into(self, batch: Path, folder: Path) -> Job:
        """Import the batch file into a folder and open the plan."""
        self._batch, self._folder = batch, folder

        def work(context: JobContext) -> Imported:
            from sdc_desktop.engine.running.arb_import import import_arb

            return import_arb(batch, folder, context)

        title = self._words.say(N_("Importing {name}"), name=batch.name)
        return self._jobs.start(title, work, self._on_imported, self._on_refused)

    @Slot(object)
    def _on_imported(self, imported: Imported) -> None:
        from sdc_desktop.engine.running.arb_import import PLAN

        if self._controller.open_plan(self._folder / PLAN):
            self._controller.report_problems("import", imported.notes)

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self._controller.refuse_opening(self._batch, problems, "import")


class FileCommands(Part):
    """Bound slots for actions and for the start page."""

    reported = Signal(object)  # str: the outcome for a file

    def __init__(self, window: ProjectWindow) -> None:
        super().__init__(window)
        self.dialog: ReadingDialog | None = None  # how the file that is opened is read
        self.batch_files = BatchFiles(self.may_leave, window)
        self._controller.file_used.connect(self._remember)

    @property
    def unsaved_work(self) -> list[UnsavedWork]:
        """What pages of the window hold that is neither in the plan nor in a file."""
        return [one for one in self._window.findChildren(UnsavedWork) if one.is_there()]

    def may_leave(self) -> bool:
        """Whether the project may be left. Asks where something would be lost."""
        self._controller.settle()
        for work in self.unsaved_work:
            answer = ask_to_save(work.name, self._words, self._window)
            if answer is Answer.SAVE:
                work.save()
            if answer is not Answer.DISCARD:
                return False
        if not self._controller.dirty:
            return True
        path = self._controller.path
        about = (self._proposed_name(PROJECT), SAVE_NEW) if path is None else (path.name, SAVE_CHANGES)
        answer = ask_to_save(about[0], self._words, self._window, about[1])
        if answer is Answer.SAVE:
            return bool(self.save())
        return answer is Answer.DISCARD

    @Slot(object)
    def open_path(self, path: Path) -> None:
        """Open a file by what its name ends in: project, plan, batch file, else data with its dialog."""
        if not path.is_file():
            self._settings.forget_file(path)
            reason = self._words.say(N_("file not found"))
            problem = error("file.unreadable", Place(file=path.name), reason=reason)
            self._controller.refuse_opening(path, (problem,), "project")
            return
        suffix = path.suffix.casefold()
        if suffix == BATCH:
            self.batch_files.ask(path)
        elif suffix not in (PROJECT, PLAN):
            self._ask_how_to_read(path)
        elif self.may_leave():
            if suffix == PROJECT:
                self._controller.open_project(path)
            else:
                self._controller.open_plan(path)

    @Slot()
    def new(self) -> None:
        """Begin with nothing."""
        if self.may_leave():
            self._controller.new()

    @Slot()
    def open_data(self) -> None:
        """Choose a data file and open it."""
        filters = self._words.say(DATA_FILES).replace("ARGUS (*.rda)", f"ARGUS (*.rda *{BATCH})")
        self._choose_and_open(N_("Open a data file"), filters)

    @Slot()
    def open_project(self) -> None:
        """Choose a project or a plan and open it."""
        filters = N_("Projects, plans and batch files (*.sdcproj *.sdcplan *.arb)")
        self._choose_and_open(N_("Open a project"), self._words.say(filters))

    def open_demo(self, name: str = "patients") -> bool:
        """Open a copy of a demo project; False where the user stays."""
        path = resource_path("demo", name, f"{name}.sdcproj")
        return self.may_leave() and self._controller.open_copy(path)

    @Slot()
    def open_recent(self) -> None:
        """Open the file of the recent entry that was chosen."""
        entry = self.sender()
        if isinstance(entry, QAction):
            self.open_path(Path(str(entry.data())))

    @Slot()
    def save(self) -> bool:
        """Save; shows a dialog for the name the first time. False where nothing was saved."""
        if self._controller.path is None:
            return bool(self.save_as())
        if self._controller.changed_outside:
            clash = ask_about_clash(self._controller.path.name, self._words, self._window)
            if clash is not Clash.REPLACE:
                return clash is Clash.OTHER_NAME and self.save_as()
        return self._controller.save()

    @Slot()
    def save_as(self) -> bool:
        """Save under a name from a dialog. False where nothing was saved."""
        path = self._choose_name(N_("Save the project"), N_("Projects (*.sdcproj)"), PROJECT)
        return path is not None and self._controller.save_as(path)

    @Slot()
    def copy_with_data(self) -> None:
        """Write a copy of the project with the files it reads into a new folder, once that is confirmed."""
        self._controller.settle()
        files = files_of(self._controller.project, self._controller.base)
        if not files or not ask_to_copy_data(tuple(files.values()), self._words, self._window):
            return
        say = self._words.say
        stem = say(N_("{name} with data"), name=Path(self._controller.title).stem)
        proposal = output_folder(self._controller.base) / stem
        title = say(N_("Name a new folder for the project and its data"))
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(proposal), say(N_("Folders (*)")))
        if name:
            self.write_copy_with_data(Path(name))

    def write_copy_with_data(self, folder: Path) -> Job:
        """Write it beside the window."""
        work = partial(copy_with_data, self._controller.project, self._controller.base, folder)
        title = self._words.say(N_("Writing {name}"), name=folder.name)
        return self._jobs.start(title, work, self._on_copied, self._controller.refuse_saving)

    @Slot(object)
    def _on_copied(self, path: Path) -> None:
        self._controller.report_problems("saving", ())
        text = N_("Saved with data: {name}. The original project is unchanged.")
        self.reported.emit(self._words.say(text, name=str(path)))

    @Slot()
    def export_plan(self) -> None:
        """Write the plan alone, for the batch command."""
        write = self._controller.export_plan
        self._export(N_("Export plan for batch run"), N_("Plans (*.sdcplan)"), PLAN, write)

    @Slot()
    def export_without_secrets(self) -> None:
        """Write a copy of the project for passing on."""
        write = self._controller.export_without_secrets
        self._export(N_("Save copy without secrets"), N_("Projects (*.sdcproj)"), PROJECT, write)

    @Slot()
    def export_secrets(self) -> None:
        """Write the secrets into a file of their own."""
        self._export(N_("Save secrets"), N_("Secrets (*.json)"), ".json", self._controller.export_secrets)

    def _export(self, title: str, filters: str, suffix: str, write: Callable[[Path], object]) -> None:
        """Write another file than the project's under a name from a dialog."""
        path = self._choose_name(title, filters, suffix)
        if path is not None and path != self._controller.path:
            write(path)

    def _choose_and_open(self, title: str, filters: str) -> None:
        say = self._words.say
        folder = self._settings.folder or str(Path.home())
        name, _ = QFileDialog.getOpenFileName(self._window, say(title), folder, filters)
        if name:
            self._settings.folder = str(Path(name).parent)
            self.open_path(Path(name))

    def _choose_name(self, title: str, filters: str, suffix: str) -> Path | None:
        say = self._words.say
        proposal = output_folder(self._controller.base) / self._proposed_name(suffix)
        name, _ = QFileDialog.getSaveFileName(self._window, say(title), str(proposal), say(filters))
        return with_suffix(Path(name), (suffix,), self._words, self._window) if name else None

    def _proposed_name(self, suffix: str) -> str:
        """The proposed name of a file of the project."""
        return f"{Path(self._controller.title).stem}{suffix}"

    def _ask_how_to_read(self, path: Path) -> None:
        path = described_by(path)
        kind = _dialog_for(path)
        if kind is None:
            self._on_chosen((path, {}))
            return
        self.dialog = kind(path, self._jobs, self._words, self._window)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.chosen.connect(self._on_chosen)
        self.dialog.finished.connect(self._on_finished)
        self.dialog.ask()

    @Slot(object)
    def _on_chosen(self, chosen: tuple[Path, Mapping[str, object]]) -> None:
        if self.may_leave():
            self._controller.open_data(*chosen)

    @Slot()
    def _on_finished(self) -> None:
        self.dialog = None

    @Slot(object)
    def _remember(self, path: Path) -> None:
        self._settings.remember_file(path.resolve())
        self._settings.folder = str(path.resolve().parent)


def _dialog_for(path: Path) -> type[ReadingDialog] | None:
    """What asks how a file is read; None where its format says it."""
    format = format_of(path.name)
    if needs_sheet(path):
        return WorkbookDialog
    if format == "sas7bdat":
        return CatalogDialog
    return OpenDataDialog if format == "csv" and unsupported(path.name) is None else None


def described_by(path: Path) -> Path:
    """The .rda file that describes records in fixed width; the file itself where there is none."""
    if path.suffix.casefold() != FIXED_WIDTH:
        return path
    return next((p for p in (path.with_suffix(".rda"), path.with_suffix(".RDA")) if p.is_file()), path)
