"""The history: every step with what it changed, a search, and what can be done with a step."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPoint, Qt, Slot
from PySide6.QtGui import QAction, QKeySequence, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QListView, QMenu, QPushButton, QWidget

from sdc_desktop.project.project import Project
from sdc_desktop.ui.models.history_model import FoundSteps, HistoryModel
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.project.step_commands import Chosen, StepCommands
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.notices import Passing
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.tables.choice_delegate import StepDelegate
from sdc_desktop.words import N_, Words


class HistoryPanel(QWidget):
    """A click selects a step; Enter or a double click restores it."""

    def __init__(self, controller: ProjectController, commands: StepCommands, words: Words) -> None:
        super().__init__()
        self._controller = controller
        self._commands = commands
        self._words = words
        self.model = HistoryModel(words, self)
        self.found = FoundSteps(self)
        self.found.setSourceModel(self.model)
        self._make()
        self.menu = self._make_menu()
        self.more.setMenu(self.menu)
        self.search.textChanged.connect(self._on_search)
        self.list.activated.connect(self._on_activated)
        self.list.customContextMenuRequested.connect(self._on_menu)
        self.list.selectionModel().currentChanged.connect(self._show_buttons)
        self.passing = Passing(self._withdraw, self)
        for follow in (self._report, self.passing.follow):
            commands.reported.connect(follow)
        controller.history_changed.connect(self.show_project)
        self.show_project(controller.project)

    def _make(self) -> None:
        say = self._words.say
        self.search = QLineEdit()
        self.search.setPlaceholderText(say(N_("Find a change")))
        self.search.setAccessibleName(say(N_("Search the names and details of changes")))
        self.search.setClearButtonEnabled(True)
        self.list = QListView()
        self.list.setModel(self.found)
        self.list.setAccessibleName(say(N_("Changes of the project")))
        self.list.setItemDelegate(StepDelegate(say(N_("saved")), self.list))
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setWordWrap(True)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.back = QPushButton(say(N_("&Restore")))
        self.more = QPushButton(say(N_("&More")))
        self.more.setAccessibleName(say(N_("More actions")))
        for button in (self.back, self.more):
            button.setProperty("scale", "small")
        self.line = plain_label(scale="small", narrow=True)
        self.line.hide()
        row = beside(self, self.back, self.more, 1)
        fill(self, self.search, (self.list, 1), row, self.line, margin=0.5, spacing=0.5)
        self.back.clicked.connect(self.go_back)

    def _make_menu(self) -> QMenu:
        say = self._words.say
        menu = QMenu(self)
        self.return_action = self._action(menu, say(N_("&Restore this state")), self.go_back)
        self.return_action.setShortcut(QKeySequence("Return"))
        self.return_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # the list's own key
        menu.addSeparator()
        self._commands.add_to(menu, self._chosen)
        menu.addSeparator()
        self._action(menu, say(N_("Save as &strategy…")), self.keep)
        return menu

    def _action(self, menu: QMenu, text: str, act: Callable[[], None]) -> QAction:
        made = QAction(text, menu)  # Python can lose hold of one that the menu makes
        menu.addAction(made)
        made.triggered.connect(act)
        return made

    @property
    def row(self) -> int:
        """The number of the step that is selected, else of the current one."""
        index = self.list.currentIndex()
        return self.found.mapToSource(index).row() if index.isValid() else self.model.position

    def select(self, row: int) -> None:
        """Select a step; a search that hides it is given up."""
        index = self.found.mapFromSource(self.model.index(row))
        if not index.isValid():
            self.search.clear()
            index = self.found.mapFromSource(self.model.index(row))
        self.list.setCurrentIndex(index)

    @Slot(object)
    def show_project(self, project: Project) -> None:
        """Follow the project; the current step comes into view."""
        last = self.model.step(self.model.rowCount() - 1)
        moved = project.position != self.model.position or project.history[-1] is not last
        named = self._controller.path is not None  # what was opened as a copy is saved nowhere
        self.model.show(project, self._controller.saved_position if named else None)
        self.list.scheduleDelayedItemsLayout()  # the current step is bold and may need another line
        if moved and project.step.returned:  # keeps the place in the list while steps are browsed
            self._report(project.step.label)
        elif moved:
            self.line.hide()
            index = self.found.mapFromSource(self.model.index(project.position))
            self.list.setCurrentIndex(index)
            if self.isVisible():
                self.list.scrollTo(index)
        self._show_buttons()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.list.scrollTo(self.list.currentIndex())

    # what the officer does ---------------------------------------------------------------------------

    @Slot()
    def go_back(self) -> None:
        """Put the selected step into effect."""
        self._controller.return_to(self.row)

    def _chosen(self) -> Chosen:
        saved = self.row == self._controller.saved_position and not self._controller.changed_outside
        return Chosen(self.model.step(self.row).plan, self.model.label(self.row), saved)

    @Slot()
    def keep(self) -> None:
        """Keep the selected step as a strategy."""
        self._commands.keep(self.model.step(self.row).plan, self.model.label(self.row))

    @Slot(QModelIndex)
    def _on_activated(self, index: QModelIndex) -> None:
        self._controller.return_to(self.found.mapToSource(index).row())

    @Slot(QPoint)
    def _on_menu(self, point: QPoint) -> None:
        index = self.list.indexAt(point)
        if index.isValid():
            self.list.setCurrentIndex(index)
        self.menu.popup(self.list.viewport().mapToGlobal(point))

    @Slot(str)
    def _on_search(self, query: str) -> None:
        self.found.search(query)
        none = self.found.rowCount() == 0
        self._report(self._words.say(N_("No matching changes.")) if none else "")
        self._show_buttons()

    @Slot(object)
    def _report(self, text: str) -> None:
        self.line.setText(text)
        self.line.setAccessibleName(text)
        self.line.setVisible(bool(text))

    def _withdraw(self, text: str) -> None:
        if self.line.text() == text:
            self._report("")

    @Slot()
    def _show_buttons(self) -> None:
        step, now = self.model.step(self.row), self.model.step(self.model.position)
        elsewhere = step != now and (step.plan != now.plan or not now.returned)
        self.back.setEnabled(elsewhere)
        self.return_action.setEnabled(elsewhere)
        self.more.setEnabled(self.found.rowCount() > 0)
