"""The actions that prepare records: a list in their order with what each did, and the settings of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QPalette, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.preparing.prepare import PREPARE, PrepareParams
from sdc_desktop.engine.methods.preparing.prepare.changes import Change, Changes
from sdc_desktop.engine.methods.preparing.prepare.condition_specs import AllSpec, AnySpec, ComparisonSpec
from sdc_desktop.engine.methods.preparing.prepare.engine import StepFigures
from sdc_desktop.engine.methods.preparing.prepare.outline import Variables, after, problems
from sdc_desktop.engine.methods.preparing.prepare.steps import (
    STEPS,
    DeriveSpec,
    StepKind,
    StepSpec,
    step_kind,
)
from sdc_desktop.engine.setting import Settings, all_settings, classes_in
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors import editor_of
from sdc_desktop.ui.forms.editors.entry import Context, Report, entries_of, item_of, value_of
from sdc_desktop.ui.forms.editors.nested import Rows, built, with_values
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.forms.parts import muted
from sdc_desktop.ui.qt_types import present
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.plain_parts import plain_label, without_letter
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.preparing import CAUTIONS, effect_text, step_text
from sdc_desktop.words.words import whole

_SETTINGS = tuple(all_settings(PrepareParams))
_OF_VARIABLES = [path for path, part, key in _SETTINGS if part.settings[key].picks or key == "rename"]


class StepChanges(QWidget):
    """Invisible where no step is shown, or where it changes no records."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self.title = plain_label(say(N_("First changes")), tone="strong")
        self.table = TextTable(say(N_("First changes")), words)
        fill(self, self.title, (self.table, 1), spacing=0.5)
        self.hide()

    def show_changes(self, changes: Changes | None) -> None:
        """Show the first changes of a step; None: none is known."""
        known = changes is not None and (bool(changes.first) or changes.examined is not None)
        self.setVisible(known)
        if changes is not None and known:
            heads = N_("Record"), N_("Variable"), N_("Before"), N_("After")
            self.table.show_rows(tuple(map(self._words.say, heads)), list(map(self._cells, changes.first)))
            self.table.table.setVisible(bool(changes.first))
            self.table.notify(self._note(changes))

    def _cells(self, change: Change) -> list[str]:
        gone, back = self._words.say(N_("removed")), self._words.say(N_("not in the records"))
        variable = change.variable
        if change.made != variable:
            variable = f"{variable} → {change.made}"
        before = back if change.before is None else change.before
        return [whole(change.record), variable, before, gone if change.after is None else change.after]

    def _note(self, changes: Changes) -> str:
        if changes.examined is None:
            return ""
        examined = whole(changes.examined)
        if changes.first:
            return self._words.say(
                N_("No others in the first {number} {number:record|records}."), number=examined
            )
        return self._words.say(N_("None in the first {number} {number:record|records}."), number=examined)


class StepEditor(QWidget):
    """The settings of one step, which may be incomplete while they are made."""

    changed = Signal()
    refused = Signal(object)  # tuple[Problem, ...]: a text that cannot be read
    file_requested = Signal()

    def __init__(self, kind: StepKind, words: Words) -> None:
        super().__init__()
        self.kind = kind
        self._step = _begun(STEPS[kind])
        self._names: tuple[str, ...] = ()
        part, prefix = self._part, "steps." if self._part is self._step else f"steps.{kind}."
        report: Report = self._on_values
        context = Context(
            PREPARE.kind,
            words,
            editor_of,
            report,
            lambda _: None,  # nothing is shown of numbers on their way
            self.refused.emit,
            lambda _: self.file_requested.emit(),  # no step reads two files
            frozenset(path for path, _, _ in _SETTINGS),
        )
        self.rows = Rows(built(entries_of(type(part), prefix, context)))
        cautions = [muted(words.say(CAUTIONS[kind]))] if kind in CAUTIONS else []
        fill(self, muted(words.say(STEPS[kind].meaning)), self.rows, *cautions, 1, spacing=1)
        give_field_help(self, PREPARE.kind, self.rows.own, words)

    @property
    def step(self) -> Any:
        """The step as a plan has it (StepSpec); None while it is incomplete."""
        try:
            return STEPS[self.kind].model_validate(_stated(self._step))
        except ValidationError:
            return None

    def show_step(self, given: StepSpec) -> None:
        """Show a step of a plan."""
        self._step = _typed(given)
        self.offer(self._names)

    def set_file(self, path: str) -> None:
        """Take a file that was chosen, as a plan states its path."""
        self._on_values({"file": path})
        self.offer(self._names)

    def offer(self, names: Sequence[str]) -> None:
        """Offer these variables; what is chosen stays, whether it is there or not."""
        self._names = tuple(names)
        rows = dict.fromkeys((*names, *getattr(self._part, "rename", ())))
        offered = dict.fromkeys(_OF_VARIABLES, tuple(rows))
        self.rows.show_settings(self._part, Choices(offered))

    @property
    def _part(self) -> Settings:
        """What the rows show: the class of settings that the step has, else the step."""
        classes = list(classes_in(type(self._step).model_fields[self.kind].annotation))
        return getattr(self._step, self.kind) if len(classes) == 1 else self._step

    def _on_values(self, values: Mapping[str, object]) -> None:
        if not values:
            self.offer(self._names)
            return
        part = self._part
        given = {key: _kept(getattr(part, key), value) for key, value in values.items()}
        new = with_values(part, given)
        self._step = new if part is self._step else with_values(self._step, {self.kind: new})
        self.changed.emit()


def _begun(params: type[Settings]) -> Settings:
    """A class of settings in which nothing is chosen yet."""
    values: dict[str, Any] = {}
    for key, info in params.model_fields.items():
        classes, first = list(classes_in(info.annotation)), params.settings[key].first
        if not info.is_required():
            continue
        if value_of(info.annotation):
            values[key] = {}
        elif classes:
            values[key] = _begun(classes[-1])  # of the conditions the single comparison
        else:
            values[key] = first if first is not None else () if item_of(info.annotation) else ""
    return params.model_construct(**values)


def _stated(value: Any) -> Any:
    """A part of a step in the form of a plan: no keys without effect, and a single condition alone."""
    if isinstance(value, tuple):
        return [_stated(one) for one in value]
    if not isinstance(value, Settings):
        return value
    found = {
        key: _stated(getattr(value, key))
        for key, one in value.settings.items()
        if getattr(value, key) is not None and one.has_effect(value)
    }
    if isinstance(value, ComparisonSpec) and value.settings["value"].has_effect(value):
        text = found.get("value", "" if value.test in ("equal", "not_equal") else None)
        number = None if value.type in ("text", "date") or text is None else _number(text)
        found |= {} if text is None else {"value": text if number is None else number}
        found = {key: one for key, one in found.items() if (key, one) != ("type", "text")}  # as its value is
    condition = found.get("filter", {})
    parts = condition.get("all") or condition.get("any") or []
    return found | {"filter": parts[0]} if len(parts) == 1 else found


def _typed(value: Any) -> Any:
    """A part of a step with the values of comparisons as typed; numbers are also texts."""
    if isinstance(value, tuple):
        return tuple(_typed(one) for one in value)
    if not isinstance(value, Settings):
        return value
    found = {key: _typed(getattr(value, key)) for key in value.settings}
    if isinstance(value, ComparisonSpec) and value.value is not None:
        is_text = isinstance(value.value, str) and _number(value.value) is not None
        found |= {"value": str(value.value), "type": value.type or ("text" if is_text else None)}
    return with_values(value, found)


def _number(text: str) -> float | int | None:
    """A number that was typed, with point or comma; None for what is none."""
    try:
        number = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _kept(old: Any, new: Any) -> Any:
    """A condition of another form with the conditions of the one before."""
    if type(old) is type(new) or not isinstance(new, AllSpec | AnySpec | ComparisonSpec):
        return new
    before, now = _parts(old), _parts(new)
    if isinstance(new, ComparisonSpec):
        return next((one for one in before if isinstance(one, ComparisonSpec)), new)
    key = "all" if isinstance(new, AllSpec) else "any"
    return with_values(new, {key: (*before, *now[1:]) if isinstance(old, ComparisonSpec) else before})


def _parts(condition: Any) -> tuple[Any, ...]:
    if isinstance(condition, ComparisonSpec):
        return (condition,)
    parts: tuple[Any, ...] = condition.all if isinstance(condition, AllSpec) else condition.any
    return parts


class PrepareForm(QWidget):
    """The list, with the first changes below it; ``settings`` has those of the current action. It only shows
    and reports: `changed` follows every change of the actions.
    """

    changed = Signal()
    refused = Signal(object)  # tuple[Problem, ...]: a text that cannot be read
    file_requested = Signal()  # by the current step

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._variables: Variables = ()
        self._with_persons = False
        self.editors: list[StepEditor] = []
        say = words.say
        self.list = QTreeWidget()
        self.list.setAccessibleName(say(N_("Actions in order")))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(False)
        self.list.setWordWrap(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setHeaderLabels([say(N_("Action")), say(N_("Records")), say(N_("Variables"))])
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.sectionResized.connect(self._wrap_again)
        self.add = QPushButton(without_letter(say(N_("&Add action"))))
        menu = QMenu(self.add)
        for kind, one in STEPS.items():
            menu.addAction(say(one.title)).setData(kind)
        menu.triggered.connect(self._on_add)
        self.add.setMenu(menu)
        texts = N_("Move &up"), N_("Move &down"), N_("&Remove")
        self.up, self.down, self.remove = (QPushButton(without_letter(say(text))) for text in texts)
        self.up.clicked.connect(partial(self._move, -1))
        self.down.clicked.connect(partial(self._move, 1))
        self.remove.clicked.connect(self._on_remove)
        gone = QShortcut(Qt.Key.Key_Delete, self.list, context=Qt.ShortcutContext.WidgetShortcut)
        gone.activated.connect(self.remove.click)
        self.pages = QStackedWidget()
        nothing = N_("Add an action, such as a filter or a recoded date. Its effect is shown at once.")
        self._nothing = plain_label(say(nothing), tone="muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.pages.addWidget(self._nothing)
        self.preview = StepChanges(words)
        self._changes: tuple[Changes, ...] = ()
        self._lay_out()
        self.list.currentItemChanged.connect(self._on_current)
        self._show_buttons()

    def _lay_out(self) -> None:
        buttons = (self.add, self.up, self.down, self.remove)
        for button in buttons:
            button.setAutoDefault(False)
        row = beside(self, *buttons, 1, spacing=1)
        fill(self, (self.list, 3), row, (self.preview, 2), margin=1, spacing=1)
        self.title = plain_label(tone="strong")
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to what is in it, and that scrolls
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.pages)
        self.settings = QWidget()
        fill(self.settings, self.title, (area, 1), margin=1, spacing=1)
        self._area = area

    # what is set ---------------------------------------------------------------------------------------

    def begin(self, data: Microdata) -> None:
        """Forget all actions; those to come are on these records."""
        self._variables, self._with_persons = data.variables, data.persons is not None
        for editor in self.editors:
            self.pages.removeWidget(editor)
            editor.deleteLater()
        self.editors = []
        self.list.clear()
        self._on_current()

    def show_steps(self, steps: Sequence[StepSpec]) -> None:
        """Show the steps of a plan."""
        for given in steps:
            kind = step_kind(given)
            assert kind is not None
            self._add(kind).show_step(given)
        self._offer()
        if self.editors:
            self.list.setCurrentItem(present(self.list.topLevelItem(0)))

    def set_file(self, path: str) -> None:
        """The current step reads the file with this path, as a plan states it."""
        if self._row >= 0:
            self.editors[self._row].set_file(path)

    @property
    def _row(self) -> int:
        """The place of the current action; -1 without one."""
        return self.list.indexOfTopLevelItem(self.list.currentItem())

    @property
    def complete(self) -> bool:
        """Whether every step says all that it needs."""
        return all(one.step is not None for one in self.editors)

    @property
    def params(self) -> PrepareParams | None:
        """The steps that come before the first that is incomplete; None without any."""
        given = list(takewhile(lambda one: one is not None, (one.step for one in self.editors)))
        return PrepareParams(steps=tuple(given)) if given else None

    def settle(self) -> None:
        """What is typed is meant."""
        field = self.settings.focusWidget()
        if field is not None and hasattr(field, "settle"):
            field.settle()

    # what comes back ---------------------------------------------------------------------------------

    def show_figures(self, steps: Sequence[StepSpec], figures: Sequence[StepFigures], stale: bool) -> None:
        """Show what the steps did, greyed while other figures are on their way."""
        group = QPalette.ColorGroup.Disabled if stale else QPalette.ColorGroup.Active
        ink = self.palette().brush(group, QPalette.ColorRole.Text)
        for row in range(len(self.editors)):
            item = present(self.list.topLevelItem(row))
            given = figures[row] if row < len(figures) and row < len(steps) else None
            if given is not None and given.step != self.editors[row].kind:
                given = None
            item.setText(0, self._line(row, given))
            shown = ("", "")
            if given is not None:
                records = f"{whole(given.records_before)} → {whole(given.records_after)}"
                shown = records, f"{given.variables_before} → {given.variables_after}"
            for column, one in enumerate(shown, start=1):
                item.setText(column, one)
                item.setForeground(column, ink)
        self._wrap_again()

    def show_changes(self, changes: Sequence[Changes], stale: bool) -> None:
        """Show the first changes of the current step, greyed while others are on their way."""
        self._changes = tuple(changes)
        self.preview.setEnabled(not stale)
        self._show_changes()

    def _show_changes(self) -> None:
        row = self._row
        self.preview.show_changes(self._changes[row] if 0 <= row < len(self._changes) else None)

    def _line(self, row: int, figures: StepFigures | None) -> str:
        """A step in words, and below it what it did where records and variables do not show it."""
        given = self.editors[row].step
        if given is None:
            text = self._words.say(N_("{step}…"), step=self._title(row))
        else:
            text = step_text(given, self._words)
            text = text if isinstance(given, DeriveSpec) else f"{text[:1].upper()}{text[1:]}"
        line = f"{row + 1}. {text}"
        if figures is not None and figures.touched is not None:
            line += f"\n    {effect_text(figures, self._words)}"
        return line

    @Slot()
    def _wrap_again(self) -> None:
        self.list.scheduleDelayedItemsLayout()

    # inside ------------------------------------------------------------------------------------------

    def _title(self, row: int) -> str:
        return self._words.say(STEPS[self.editors[row].kind].title)

    def _add(self, kind: StepKind) -> StepEditor:
        editor = StepEditor(kind, self._words)
        self.editors.append(editor)
        self.pages.addWidget(editor)
        item = QTreeWidgetItem(self.list, [f"{len(self.editors)}. {self._title(-1)}"])
        item.setData(0, Qt.ItemDataRole.UserRole, kind)
        editor.changed.connect(self._on_changed)
        editor.refused.connect(self.refused)
        editor.file_requested.connect(self.file_requested)
        return editor

    def _offer(self) -> None:
        """Each editor offers the variables that the steps before it leave, as far as these are sound."""
        variables = self._variables
        taken: list[StepSpec] = []
        for editor in self.editors:
            editor.offer([v.name for v in variables])
            given = editor.step
            if given is not None and not self._wrong(given, taken, variables):
                variables = after(given, variables)
                taken.append(given)

    def _wrong(self, given: StepSpec, taken: Sequence[StepSpec], variables: Variables) -> bool:
        return any(problems(given, taken, variables, with_persons=self._with_persons))

    @Slot(QAction)
    def _on_add(self, action: QAction) -> None:
        self._add(action.data())
        self._offer()
        self.list.setCurrentItem(present(self.list.topLevelItem(len(self.editors) - 1)))
        field = next(
            (w for w in self.editors[-1].findChildren(QWidget) if w.focusPolicy() and w.isVisible()), None
        )
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def _move(self, by: int, *_: object) -> None:
        row = self._row
        if not 0 <= row + by < len(self.editors):
            return
        self.editors.insert(row + by, self.editors.pop(row))
        item = present(self.list.takeTopLevelItem(row))
        self.list.insertTopLevelItem(row + by, item)
        self.list.setCurrentItem(item)
        self._on_changed()

    @Slot()
    def _on_remove(self) -> None:
        row = self._row
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
        row = self._row
        editor = self.editors[row] if 0 <= row < len(self.editors) else None
        self.pages.setCurrentWidget(self._nothing if editor is None else editor)
        self.title.setText("" if editor is None else self._title(row))
        bar = self._area.verticalScrollBar().sizeHint().width()
        self._area.setMinimumWidth(self.pages.minimumSizeHint().width() + bar)  # it scrolls up and down alone
        self._show_changes()
        self._show_buttons()

    def _show_buttons(self) -> None:
        row = self._row
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < len(self.editors) - 1)
        self.remove.setEnabled(row >= 0)
