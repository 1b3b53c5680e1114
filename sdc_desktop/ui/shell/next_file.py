"""Another file instead of the plan's: chosen, compared in a worker, shown, and used or not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Problem
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.ui.dialogs.open_workbook import WorkbookDialog, needs_sheet
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.project.data_reader import DATA_FILES
from sdc_desktop.ui.shell.part import Part, ProjectWindow
from sdc_desktop.words import N_

if TYPE_CHECKING:
    from sdc_desktop.engine.running.compare_files import Comparison
    from sdc_desktop.ui.dialogs.compare_files import CompareFilesDialog


class NextFile(Part):
    """Bound slots for the menu and notices. `dialog` is the comparison that is shown, if any."""

    replaced = Signal(object)  # Comparison: its file took the place of the plan's

    def __init__(self, window: ProjectWindow) -> None:
        super().__init__(window)
        self._runner = DraftRunner(self._jobs, self)
        self._runner.answered.connect(self._show)
        self._runner.failed.connect(self._refuse)
        self._compared_plan: object = None  # the data of the plan that the comparison is with
        self.dialog: CompareFilesDialog | None = None
        self.sheets: WorkbookDialog | None = None

    def follow(self, entry: QAction) -> QAction:
        """Let a menu's entry be there only while there is a file to replace; the entry."""
        self._entry = entry
        self._controller.plan_changed.connect(self._on_plan)
        self._on_plan()
        return entry

    @Slot()
    def _on_plan(self) -> None:
        self._entry.setEnabled(self._controller.plan.data is not None)

    @Slot()
    def replace(self) -> None:
        """Choose the file that is to take the place of the plan's, and compare it."""
        if self._controller.plan.data is None:
            return
        say = self._words.say
        folder = self._settings.folder or str(self._controller.base)
        name, _ = QFileDialog.getOpenFileName(
            self._window, say(N_("Replace the data file")), folder, say(DATA_FILES)
        )
        if name:
            self._settings.folder = str(Path(name).parent)
            self.begin(Path(name))

    def begin(self, path: Path) -> None:
        """Compare a file; of a workbook with several sheets ask which."""
        if not needs_sheet(path):
            self.compare(path)
            return
        self.sheets = WorkbookDialog(path, self._jobs, self._words, self._window)
        self.sheets.chosen.connect(self._on_sheet)
        self.sheets.ask()

    @Slot(object)
    def _on_sheet(self, chosen: tuple[Path, Mapping[str, object]]) -> None:
        self.compare(*chosen)

    @Slot()
    def compare_again(self) -> None:
        """Compare the plan's own file, which has changed."""
        data = self._controller.plan.data
        if data is not None:
            self.compare(self._controller.base / data.path)

    def compare(self, path: Path, hints: Mapping[str, object] | None = None) -> None:
        """Compare a file with what the plan expects; the user then decides whether to use it. `hints`: where
        in a workbook the records are.
        """
        controller = self._controller
        controller.settle()
        plan, base = controller.whole_plan, controller.base
        data, before = plan.data, controller.file_opened  # the records that are open
        own = data is not None and path == base / data.path
        file = data.path if own and data is not None else relative_path(path.resolve(), base.resolve())
        if data is None or before is None or data.sha256 not in (None, before.sha256):
            before = None  # they are not of the file that the plan was made with

        def work(context: JobContext) -> object:
            from sdc_desktop.engine.running.compare_files import compare

            return compare(plan, file, base, context, before=before, hints=hints)

        self._compared_plan = plan
        title = self._words.say(N_("Comparing {name} with the plan"), name=path.name)
        self._runner.request(work, title)

    @Slot(object)
    def _show(self, comparison: Comparison) -> None:
        self._controller.report_problems("next_file", ())
        if self._controller.whole_plan is not self._compared_plan:  # decided otherwise meanwhile
            self.compare(comparison.opened.path)
            return
        from sdc_desktop.ui.dialogs.compare_files import CompareFilesDialog  # plots' styles are heavy

        self.dialog = dialog = CompareFilesDialog(comparison, self._words, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._use)
        dialog.finished.connect(self._forget)
        dialog.open()

    @Slot()
    def _use(self) -> None:
        dialog = self.dialog
        if dialog is not None:
            self._controller.replace_file(dialog.comparison.opened)
            self.replaced.emit(dialog.comparison)

    @Slot()
    def _forget(self) -> None:
        self.dialog = None

    @Slot(object)
    def _refuse(self, problems: tuple[Problem, ...]) -> None:
        self._controller.report_problems("next_file", problems)
