"""The steps of a prepare job: a list in their order with what each did, and the fields of the one chosen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QPalette, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.preparing.outline import after, problems
from sdc_desktop.engine.preparing.prepare import StepFigures
from sdc_desktop.engine.preparing.prepare_spec import (
    STEP_KINDS,
    DeriveSpec,
    PrepareParams,
    StepSpec,
    step_kind,
)
from sdc_desktop.ui.forms.prepare_filter import FilterEditor
from sdc_desktop.ui.forms.prepare_steps import (
    DeriveEditor,
    DropEditor,
    HouseholdsEditor,
    MissingEditor,
    PseudonymEditor,
    RenameEditor,
    ShiftEditor,
    StepEditor,
)
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.words import N_, Words
from sdc_desktop.words.preparing import STEP_WORDS, effect_text, step_text
from sdc_desktop.words.words import whole

_EDITORS: dict[str, type[StepEditor]] = {
    editor.kind: editor
    for editor in (
        FilterEditor,
        HouseholdsEditor,
        DropEditor,
        RenameEditor,
        DeriveEditor,
        MissingEditor,
        ShiftEditor,
        PseudonymEditor,
    )
}


class PrepareForm(QWidget):
    """Only shows and tells: `changed` follows every change of the steps."""

    changed = Signal()

    def __init__(self, variables: Sequence[Variable], words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._variables = tuple(variables)
        self.editors: list[StepEditor] = []
        say = words.say
        self.list = QTreeWidget()
        self.list.setAccessibleName(say(N_("Steps in order")))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(False)
        self.list.setWordWrap(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setHeaderLabels([say(N_("Step")), say(N_("Records")), say(N_("Variables"))])
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.sectionResized.connect(self._wrap_again)
        self.add = QPushButton(say(N_("&Add a step")))
        menu = QMenu(self.add)
        for kind in STEP_KINDS:
            menu.addAction(say(STEP_WORDS[kind])).setData(kind)
        menu.triggered.connect(self._on_add)
        self.add.setMenu(menu)
        self.up, self.down, self.remove = (
            QPushButton(say(text)) for text in (N_("Move &up"), N_("Move &down"), N_("&Remove"))
        )
        self.up.clicked.connect(self._on_up)
        self.down.clicked.connect(self._on_down)
        self.remove.clicked.connect(self._on_remove)
        gone = QShortcut(Qt.Key.Key_Delete, self.list, context=Qt.ShortcutContext.WidgetShortcut)
        gone.activated.connect(self.remove.click)
        self.pages = QStackedWidget()
        self._nothing = QLabel(say(N_("Add a step. Its effect is shown next to it.")))
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._nothing.setProperty("tone", "muted")
        self.pages.addWidget(self._nothing)
        self._lay_out()
        self.list.currentItemChanged.connect(self._on_current)
        self._show_buttons()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(step(self))
        for button in (self.add, self.up, self.down, self.remove):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addStretch(1)
        left = QVBoxLayout()
        left.addWidget(self.list, 1)
        left.addLayout(buttons)
        self.title = QLabel()
        self.title.setProperty("tone", "strong")
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to what is in it, and that scrolls
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.pages)
        right = QVBoxLayout()
        right.addWidget(self.title)
        right.addWidget(area, 1)
        row = QHBoxLayout(self)
        spread(row, self, margin=0, spacing=2)
        row.addLayout(left, 3)
        row.addLayout(right, 2)

    # what is told ------------------------------------------------------------------------------------

    def show_steps(self, steps: Sequence[StepSpec]) -> None:
        """Show steps that are told already."""
        for told in steps:
            kind = step_kind(told)
            assert kind is not None
            self._add(kind).show_fields(json.loads(told.model_dump_json(exclude_none=True)))
        self._offer()
        if self.editors:
            self.list.setCurrentItem(self.list.topLevelItem(0))

    @property
    def complete(self) -> bool:
        """Whether every step says all that it needs."""
        return all(one.fields() is not None for one in self.editors)

    @property
    def params(self) -> PrepareParams | None:
        """The steps that come before the first that is not complete; None without any. Raises ValueError
        where a step says what no plan can say.
        """
        told: list[dict[str, Any]] = []
        for one in self.editors:
            fields = one.fields()
            if fields is None:
                break
            told.append(fields)
        if not told:
            return None
        return PrepareParams.model_validate_json(json.dumps({"steps": told}))

    def settle(self) -> None:
        """What is typed is meant."""
        field = self.focusWidget()
        if field is not None and hasattr(field, "settle"):
            field.settle()

    # what comes back ---------------------------------------------------------------------------------

    def show_figures(self, steps: Sequence[StepSpec], figures: Sequence[StepFigures], stale: bool) -> None:
        """Show what the steps did, greyed while other figures are on their way."""
        group = QPalette.ColorGroup.Disabled if stale else QPalette.ColorGroup.Active
        ink = self.palette().brush(group, QPalette.ColorRole.Text)
        for row in range(len(self.editors)):
            item = self.list.topLevelItem(row)
            assert item is not None
            told = figures[row] if row < len(figures) and row < len(steps) else None
            known = told is not None and told.step == self.editors[row].kind
            item.setText(0, self._line(row, told if known else None))
            shown = ("", "")
            if told is not None and known:
                shown = (
                    f"{whole(told.records_before)} → {whole(told.records_after)}",
                    f"{told.variables_before} → {told.variables_after}",
                )
            for column, one in enumerate(shown, start=1):
                item.setText(column, one)
                item.setForeground(column, ink)
        self._wrap_again()

    def _line(self, row: int, figures: StepFigures | None) -> str:
        """A step in words, and beneath it what it did where records and variables do not tell."""
        editor = self.editors[row]
        try:
            told = None if (fields := editor.fields()) is None else _read(fields)
        except ValueError:
            told = None
        text = self._words.say(STEP_WORDS[editor.kind])
        if told is None:
            text = self._words.say(N_("{step}…"), step=text)
        else:
            text = step_text(told, self._words)
            text = text if isinstance(told, DeriveSpec) else f"{text[:1].upper()}{text[1:]}"
        line = f"{row + 1}. {text}"
        if figures is not None and figures.touched is not None:
            line += f"\n    {effect_text(figures, self._words)}"
        return line

    @Slot()
    def _wrap_again(self) -> None:
        self.list.scheduleDelayedItemsLayout()

    # inside ------------------------------------------------------------------------------------------

    def _add(self, kind: str) -> StepEditor:
        editor = _EDITORS[kind](self._words)
        self.editors.append(editor)
        self.pages.addWidget(editor)
        item = QTreeWidgetItem(self.list, [f"{len(self.editors)}. {self._words.say(STEP_WORDS[kind])}"])
        item.setData(0, Qt.ItemDataRole.UserRole, kind)
        editor.changed.connect(self._on_changed)
        return editor

    def _offer(self) -> None:
        """Each editor offers the variables that the steps before it leave, as far as these are sound."""
        variables = self._variables
        taken: list[StepSpec] = []
        for editor in self.editors:
            editor.offer([v.name for v in variables])
            fields = editor.fields()
            try:
                told = None if fields is None else _read(fields)
            except ValueError:
                told = None
            if told is not None and not any(problems(told, taken, variables)):
                variables = after(told, variables)
                taken.append(told)

    @Slot(QAction)
    def _on_add(self, action: QAction) -> None:
        self._add(str(action.data()))
        self._offer()
        self.list.setCurrentItem(self.list.topLevelItem(len(self.editors) - 1))
        field = next(
            (w for w in self.editors[-1].findChildren(QWidget) if w.focusPolicy() and w.isVisible()), None
        )
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    @Slot()
    def _on_up(self) -> None:
        self._move(-1)

    @Slot()
    def _on_down(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        row = self.list.indexOfTopLevelItem(self.list.currentItem())
        if not 0 <= row + by < len(self.editors):
            return
        self.editors.insert(row + by, self.editors.pop(row))
        item = self.list.takeTopLevelItem(row)
        self.list.insertTopLevelItem(row + by, item)
        self.list.setCurrentItem(item)
        self._on_changed()

    @Slot()
    def _on_remove(self) -> None:
        row = self.list.indexOfTopLevelItem(self.list.currentItem())
        if row < 0:
            return
        editor = self.editors.pop(row)
        self.list.takeTopLevelItem(row)
        self.pages.removeWidget(editor)
        editor.deleteLater()
        self._on_changed()

    @Slot()
    def _on_changed(self) -> None:
        self._offer()
        self._show_buttons()
        self.changed.emit()

    @Slot()
    def _on_current(self) -> None:
        row = self.list.indexOfTopLevelItem(self.list.currentItem())
        editor = self.editors[row] if 0 <= row < len(self.editors) else None
        self.pages.setCurrentWidget(self._nothing if editor is None else editor)
        self.title.setText("" if editor is None else self._words.say(STEP_WORDS[editor.kind]))
        self._show_buttons()

    def _show_buttons(self) -> None:
        row = self.list.indexOfTopLevelItem(self.list.currentItem())
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < len(self.editors) - 1)
        self.remove.setEnabled(row >= 0)


def _read(fields: dict[str, Any]) -> StepSpec:
    return PrepareParams.model_validate_json(json.dumps({"steps": [fields]})).steps[0]
