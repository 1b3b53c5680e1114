"""The exports of the tab: the protected table and the report, saved beside the window; and the outcome."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QWidget

from sdc_desktop.engine.data.sampled import refuse_sampled
from sdc_desktop.engine.data.table_layouts import PUBLICATION
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.dialogs.dialog import bring_up
from sdc_desktop.ui.forms.parts import muted
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.tabs.reports import Reports
from sdc_desktop.ui.tabs.tables import layouts
from sdc_desktop.ui.tabs.tables.presenter import TablesPresenter
from sdc_desktop.ui.tabs.tables.publication import PublicationDialog
from sdc_desktop.ui.tabs.tables.view import View
from sdc_desktop.ui.tabs.tables.work import Written
from sdc_desktop.ui.widgets.questions import ask_to_replace, with_suffix
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.tables_tab import exported_line, written_line
from sdc_desktop.words.words import escaped_line

_ENDINGS: dict[str, str] = {PUBLICATION: ".xlsx"}  # that are proposed


class Exports(QObject):
    """What the bar's buttons write: the protected table, and the report."""

    def __init__(
        self,
        presenter: TablesPresenter,
        controller: ProjectController,
        jobs: JobManager,
        words: Words,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._controller = controller
        self._jobs = jobs
        self._plain = False  # no layout but the plain one
        self.publication: PublicationDialog | None = None
        self._words = words
        self._window = parent
        self.report = Reports(controller, jobs, presenter.settled_plan, words, parent)
        self.write_button = QPushButton(words.say(N_("E&xport…")))
        self.menu = QMenu(parent)
        self._layouts: list[QAction] = []
        for layout, text in layouts.FILTERS.items():
            action = QAction(words.say(text).partition(" (*")[0] + "\u2026", self.menu)
            action.setData(layout)
            action.triggered.connect(partial(self._on_layout, layout))
            self._layouts.append(action)
        self._report = QAction(self.report.report_button.text(), self.menu)
        self.menu.addActions(self._layouts)
        self.menu.addSeparator()
        self.menu.addAction(self._report)
        self._report.triggered.connect(self.report.ask_report)
        self._report.setVisible(False)
        self.write_button.setMenu(self.menu)
        self.session = muted(words.say(N_("Valid in this session only. A batch run completes the search.")))
        self.session.setToolTip(
            words.say(N_("Exports the current pattern. Reports and batch runs complete the search."))
        )
        self.session.hide()

    def show_view(self, view: View) -> None:
        """Whether there is something to write."""
        self.write_button.setVisible(view.is_table or view.is_private)
        self._plain = view.is_private
        for action in self._layouts:
            action.setVisible(not self._plain or action.data() == layouts.PLAIN)
        say = self._words.say
        why = "" if view.ready else say(N_("Protect the table first: there is no current result to export."))
        self.write_button.setToolTip(why)
        self.write_button.setEnabled(view.ready)
        self.report.show_ready(view.ready)
        self.session.setVisible(view.early)

    def may_leave(self) -> bool:
        """Whether what was found may leave the program; says why not."""
        self._controller.settle()
        opened = self._controller.opened
        problems = self._controller.refused_by_policy(self._controller.plan)
        try:
            if opened is not None:
                refuse_sampled(opened.notes, opened.path.name)
        except Refused as refusal:
            problems = refusal.problems
        if problems:
            self.report.report_not_written(problems)
        return not problems

    def fold(self, *, narrow: bool) -> None:
        """In a narrow window the report is in the menu of the export."""
        self._report.setVisible(narrow)

    def _on_layout(self, layout: str, _checked: bool = False) -> None:
        if layout == PUBLICATION:
            self.show_publication()
        else:
            self.ask_write(layout)

    def show_publication(self) -> None:
        """Show the form of the publication, from which it is exported."""
        if self.publication is None:
            self.publication = PublicationDialog(self._presenter, self._jobs, self._words, self._window)
            self.publication.export_requested.connect(self._on_publication)
        else:
            self.publication.refresh()
        bring_up(self.publication)

    @Slot()
    def _on_publication(self) -> None:
        self.ask_write(PUBLICATION)

    def ask_write(self, layout: str = layouts.PLAIN) -> None:
        """Let the user choose where to export the protected table in a layout of FILTERS, and export it."""
        self._controller.settle()
        opened = self._controller.opened
        folder = output_folder(self._controller.data_folder)
        stem = opened.path.stem if opened is not None else "table"
        filters = {
            self._words.say(text): layout
            for layout, text in layouts.FILTERS.items()
            if layout == layouts.PLAIN or not self._plain
        }
        title = self._words.say(N_("Export protected table"))
        view = self._presenter.view
        own = "table" if view.current is None or len(view.tables) < 2 else view.current
        proposed = str(folder / f"{stem}_{own}{_ENDINGS.get(layout, '.csv')}")
        begun = self._words.say(layouts.FILTERS[layout])
        given = (title, proposed, ";;".join(filters), begun)
        name, chosen = QFileDialog.getSaveFileName(self._window, *given)
        if name:
            chosen_layout = filters.get(chosen, layouts.PLAIN)
            layout = chosen_layout if self._plain else layout_of(Path(name), chosen_layout)
            suffixes = layouts.SUFFIXES.get(layout, layouts.LAYOUT_SUFFIXES)
            path = with_suffix(Path(name), suffixes, self._words, self._window)
            if path is not None and all(
                ask_to_replace(own.name, self._words, self._window) for own in layouts.beside(path)
            ):
                self.write(path, layout)

    @Slot()
    def ask_noise(self) -> None:
        """Ask where to write the perturbation table, and write it."""
        self._controller.settle()
        folder = output_folder(self._controller.data_folder)
        say = self._words.say
        proposed = str(folder / "perturbation_table.csv")
        title = say(N_("Export perturbation table"))
        name, _ = QFileDialog.getSaveFileName(self._window, title, proposed, say(N_("CSV files (*.csv)")))
        path = with_suffix(Path(name), (".csv",), self._words, self._window) if name else None
        if path is not None:
            self.write_noise(path)

    def write_noise(self, path: Path) -> Job | None:
        """Write the perturbation table to `path` beside the window."""
        work = self._presenter.noise_work(path)
        return None if work is None else self.report.write(path, work, self._on_noise_written)

    @Slot(object)
    def _on_noise_written(self, written: Written) -> None:
        self.report.notify(exported_line(written.path.name, written.cells, self._words))

    def write(self, path: Path, layout: str = layouts.PLAIN) -> Job | None:
        """Export the protected table to `path` beside the window, in a layout of FILTERS."""
        work = self._presenter.export_work(path, layout)
        if work is not None:
            return self.report.write(path, work, self._on_written)
        if refused := self._controller.refused_by_policy(self._controller.plan):
            self.report.report_not_written(refused)
        return None

    @Slot(object)
    def _on_written(self, written: Written) -> None:
        self._presenter.refresh()  # a ledger may have an entry more
        line = written_line(written.path.name, written.cells, written.rows, self._words)
        self.report.notify(f"{line} {escaped_line(written.escaped, self._words)}".rstrip(), written.notes)


def layout_of(path: Path, chosen: str) -> str:
    """The layout of a name's ending, else the one chosen."""
    own = {ending: key for key in ("tab", "jj") for ending in layouts.SUFFIXES[key]}
    return own.get(path.suffix.casefold(), chosen)
