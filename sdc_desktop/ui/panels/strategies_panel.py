"""Strategies that are kept by a name: returned to, renamed, removed, compared."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import (
    QGridLayout,
    QInputDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QWidget,
)

from sdc_desktop.project.changes import plan_changes
from sdc_desktop.project.project import KeptStrategy, Project
from sdc_desktop.ui.models.history_model import CHANGES, CURRENT
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.project.step_commands import Chosen, StepCommands
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.tables.choice_delegate import StepDelegate
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.changes import changes_text


class StrategiesPanel(QWidget):
    """A list, and what can be done with the one that is selected."""

    comparison_requested = Signal()

    def __init__(self, controller: ProjectController, commands: StepCommands, words: Words) -> None:
        super().__init__()
        self._controller = controller
        self._commands = commands
        self._words = words
        self._make()
        controller.history_changed.connect(self.show_project)
        self.show_project(controller.project)

    def _make(self) -> None:
        say = self._words.say
        self.list = QListWidget()
        self.list.setAccessibleName(say(N_("Saved strategies")))
        self.list.setItemDelegate(StepDelegate("", self.list))
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.empty = plain_label(
            say(N_("Save variants of the plan as strategies, then compare their risk and utility.")),
            tone="muted",
            narrow=True,
        )
        self.keep = QPushButton(say(N_("&Save as strategy…")))
        self.compare = push_button(say(N_("&Compare")), weight="primary")
        self.use = QPushButton(say(N_("&Restore")))
        self.more = QPushButton(say(N_("&More")))
        self.more.setAccessibleName(say(N_("More actions")))
        self.menu = QMenu(self)
        for text, act in ((N_("Re&name…"), self.rename), (N_("Re&move"), self.remove)):
            self.menu.addAction(say(text)).triggered.connect(act)
        self.menu.addSeparator()
        self._commands.add_to(self.menu, self._chosen)
        self.more.setMenu(self.menu)
        self.list.addActions(self.menu.actions())
        grid = QGridLayout()
        grid.setSpacing(step(self, 0.5))
        for place, part in enumerate((self.use, self.more, self.keep, self.compare)):
            part.setProperty("scale", "small")
            grid.addWidget(part, place // 2, place % 2)
        self.rest = QWidget()  # takes the room while there is no list
        parts = self.empty, (self.list, 1), grid, (self.rest, 1)
        fill(self, *parts, margin=0.5, spacing=0.5)
        for keys, act in ((Qt.Key.Key_Delete, self.remove), (Qt.Key.Key_F2, self.rename)):
            QShortcut(keys, self.list, context=Qt.ShortcutContext.WidgetShortcut).activated.connect(act)
        self.keep.clicked.connect(self.keep_plan)
        self.use.clicked.connect(self.make_current)
        self.compare.clicked.connect(self._on_compare)
        self.list.itemActivated.connect(self.make_current)
        self.list.currentRowChanged.connect(self._show_buttons)

    @property
    def chosen(self) -> KeptStrategy | None:
        """The strategy that is selected."""
        row, kept = self.list.currentRow(), self._controller.project.strategies
        return kept[row] if 0 <= row < len(kept) else None

    @Slot(object)
    def show_project(self, project: Project) -> None:
        """Show the strategies of the current step, each with what is different from the current plan."""
        row = max(self.list.currentRow(), 0)
        blocked = self.list.blockSignals(True)
        self.list.clear()
        for one in project.strategies:
            changes = plan_changes(project.plan, one.plan)
            text = changes_text(changes, self._words, 2) or self._words.say(N_("current plan"))
            item = QListWidgetItem(one.name)
            item.setData(CHANGES, text)
            item.setData(CURRENT, not changes)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{one.name}, {text}")
            self.list.addItem(item)
        self.list.setCurrentRow(min(row, self.list.count() - 1))
        self.list.blockSignals(blocked)
        self._show_buttons()

    @Slot()
    def keep_plan(self) -> None:
        """Keep the current plan by a name that the user enters."""
        self._controller.settle()
        project = self._controller.project
        self._commands.keep(project.plan, project.step.label)

    @Slot()
    def make_current(self) -> None:
        """Make the plan of the selected strategy current: one step."""
        chosen = self.chosen
        if chosen is not None:
            label = self._words.say(N_("Restore strategy: {name}"), name=chosen.name)
            self._controller.change_whole_plan(label, chosen.plan)

    @Slot()
    def rename(self) -> None:
        """Rename the selected strategy as the user enters."""
        chosen, say = self.chosen, self._words.say
        if chosen is None:
            return
        name, wanted = QInputDialog.getText(
            self, say(N_("Rename")), say(N_("&Name of the strategy")), QLineEdit.EchoMode.Normal, chosen.name
        )
        if wanted:
            self.rename_to(chosen, " ".join(name.split()))

    def rename_to(self, strategy: KeptStrategy, name: str) -> None:
        """Give a strategy another name, unless another has it: one step."""
        kept = self._controller.project.strategies
        if not name or any(one.name == name for one in kept):
            return
        renamed = tuple(replace(one, name=name) if one == strategy else one for one in kept)
        label = self._words.say(N_("Rename strategy: {name}"), name=name)
        self._controller.decide(label, strategies=renamed)

    @Slot()
    def remove(self) -> None:
        """Keep the selected strategy no more: one step, which can be undone."""
        chosen = self.chosen
        if chosen is not None:
            left = tuple(one for one in self._controller.project.strategies if one != chosen)
            label = self._words.say(N_("Remove strategy: {name}"), name=chosen.name)
            self._controller.decide(label, strategies=left)

    def _chosen(self) -> Chosen | None:
        return None if self.chosen is None else Chosen(self.chosen.plan, self.chosen.name)

    @Slot()
    def _on_compare(self) -> None:
        self._controller.settle()
        self.comparison_requested.emit()

    @Slot()
    def _show_buttons(self) -> None:
        kept, chosen, plan = self._controller.project.strategies, self.chosen, self._controller.whole_plan
        self.empty.setVisible(not kept)
        self.rest.setVisible(not kept)
        for part in (self.list, self.use, self.more):
            part.setVisible(bool(kept))
        self.use.setEnabled(chosen is not None and chosen.plan != plan)
        self.more.setEnabled(chosen is not None)
        self.keep.setEnabled(plan.data is not None or bool(plan.jobs))
        self.compare.setVisible(bool(kept))
