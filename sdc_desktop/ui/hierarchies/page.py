"""The page on which hierarchies are made and changed, one variable at a time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QWidget

from sdc_desktop.ui.hierarchies.editor import HierarchyEditor
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec


class HierarchyPage(QWidget):
    """Keeps what was entered for a variable while another variable is shown. An editor is replaced when the
    plan or the data change. Groups made by hand that are in no file are kept, and get the values of other
    records.
    """

    chosen = Signal(object)  # (variable, HierarchySpec)

    def __init__(self, controller: ProjectController, jobs: JobManager, words: Words) -> None:
        super().__init__()
        self.setProperty("helpPage", "hierarchies")
        self._controller, self._jobs, self._words = controller, jobs, words
        self._editors: dict[str, HierarchyEditor] = {}
        self._wanted = ""  # listed whatever its role
        self.variable = QComboBox()
        self.variable.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.variable.setAccessibleName(words.say(N_("Variable of the hierarchy")))
        self._stack, self._none = CurrentStack(), plain_label(tone="muted")
        self._none.setText(words.say(N_("On the card Roles, choose the key variables.")))
        self._stack.addWidget(self._none)
        self._row = beside(self, QLabel(words.say(N_("Hierarchy of"))), self.variable, 1, spacing=1.5)
        fill(self, self._row, (self._stack, 1), margin=1.0, spacing=1.5)
        self.variable.currentIndexChanged.connect(self._show)
        changes = controller.plan_changed, controller.data_opened, controller.data_closed
        for changed in (*changes, controller.project_changed):
            changed.connect(self._on_changed)
        controller.project_begun.connect(self._begin)

    @property
    def editor(self) -> HierarchyEditor | None:
        """The editor in view."""
        shown = self._stack.currentWidget()
        return shown if isinstance(shown, HierarchyEditor) else None

    def add_act(self, button: QPushButton) -> None:
        """Show a button of the place at the end of the first row."""
        self._row.addWidget(button)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_variable()

    # inside ------------------------------------------------------------------------------------------

    @Slot()
    def _on_changed(self) -> None:
        if self.isVisible():
            self.show_variable()

    @Slot()
    def _begin(self) -> None:
        """Another project is open: nothing of the one before is kept."""
        for name in tuple(self._editors):
            self._forget(name)
        self._wanted = ""
        self._on_changed()

    def show_variable(self, wanted: str = "") -> None:
        """Offer the key variables and those with a hierarchy, in the plan or by hand; show the one wanted,
        else the one in view.
        """
        self._wanted, say = wanted or self._wanted, self._words.say
        current = wanted or self.variable.currentData()
        opened, data = self._controller.opened, self._controller.plan.data
        known = {} if data is None else data.hierarchies
        unsaved = (name for name, editor in self._editors.items() if editor.unsaved)
        listed = {*known, *unsaved, self._wanted}
        variables = () if opened is None else opened.data.variables
        names = [one.name for one in variables if one.role == "key" or one.name in listed]
        with QSignalBlocker(self.variable):
            self.variable.clear()
            for name in names:
                text = name if name in known else say(N_("{name} – no hierarchy yet"), name=name)
                self.variable.addItem(text, name)
            self.variable.setCurrentIndex(max(self.variable.findData(current), 0) if names else -1)
        self.variable.setEnabled(bool(names))
        self._show()

    @Slot()
    def _show(self) -> None:
        opened, data, name = self._controller.opened, self._controller.plan.data, self.variable.currentData()
        if opened is None or data is None or name is None:
            self._stack.setCurrentWidget(self._none)
            return
        spec, kept = data.hierarchies.get(name), self._editors.get(name)
        if kept is not None and not kept.follow(opened, self._controller.base, spec):
            self._forget(name)
        if name not in self._editors:
            made = HierarchyEditor(name, opened, self._controller.base, spec, self._jobs, self._words)
            made.chosen.connect(partial(self._on_chosen, name))
            self._editors[name] = made
            self._stack.addWidget(made)
        self._stack.setCurrentWidget(self._editors[name])

    def _forget(self, name: str) -> None:
        editor = self._editors.pop(name)
        editor.drop()
        self._stack.removeWidget(editor)
        editor.deleteLater()

    def _on_chosen(self, name: str, spec: HierarchySpec) -> None:
        self.chosen.emit((name, spec))
