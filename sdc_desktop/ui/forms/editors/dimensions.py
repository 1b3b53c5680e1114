"""The dimensions of a table: a variable each for rows, columns and pages, with the groups it is summed by."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QToolButton

from sdc_desktop.engine.tables.specs.settings import DimensionSpec
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.entry import Entry, WideEditor
from sdc_desktop.ui.forms.field_help import describe_fields
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_
from sdc_desktop.words.tables.tables_choices import place_word

_USUAL, _MOST = 3, 6  # places that are offered at least, and that there can be

HIERARCHY = "hierarchies."  # begins what is requested: editing the groups of a variable


class VariableBox(CalmComboBox):
    """A chooser of a variable that also accepts one dropped on it."""

    dropped = Signal(object)  # str

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._dropped_name(event.mimeData().text()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        name = self._dropped_name(event.mimeData().text())
        if name:
            event.acceptProposedAction()
            self.dropped.emit(name)

    def _dropped_name(self, text: str) -> str:
        name = text.splitlines()[0] if text else ""
        return name if self.findData(name) > 0 else ""


class DimensionsEditor(WideEditor):
    """The dimensions of a table: another place is offered after those in use."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self._words = entry.context.words
        self._dimensions: tuple[DimensionSpec, ...] = ()
        self._hierarchies: tuple[str, ...] = ()
        self.boxes: list[VariableBox] = []
        self.groups: list[QToolButton] = []
        self._labels: list[QLabel] = []
        self._grid = QGridLayout(self)
        spread(self._grid, self, margin=0, spacing=0.5)
        self._grid.setColumnStretch(1, 1)
        for _ in range(_MOST):
            self._add_place()
        self.setFocusProxy(self.boxes[0])
        for box, groups in zip(self.boxes, self.groups, strict=True):
            fields = {entry.path: box, f"{entry.path}.hierarchy": groups}
            describe_fields(self, entry.context.page, fields, self._words)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show dimensions, and the variables and hierarchies that can be chosen."""
        dimensions = self._dimensions = tuple(value)
        self._hierarchies = choices.offered.get(f"{self._entry.path}.hierarchy", ())
        for place, (box, groups, label) in enumerate(zip(self.boxes, self.groups, self._labels, strict=True)):
            shown = dimensions[place].variable if place < len(dimensions) else ""
            self._show_names(box, choices.offered.get(self._entry.path, ()), shown)
            is_offered = place < max(_USUAL, len(dimensions) + 1)
            groups.setVisible(bool(shown))
            policy = groups.sizePolicy()
            policy.setRetainSizeWhenHidden(is_offered)  # the places below do not move when it is shown
            groups.setSizePolicy(policy)
            for part in (box, label):
                part.setVisible(is_offered)
            box.setEnabled(place <= len(dimensions))
            groups.setText(self._groups_text(place))

    def _add_place(self) -> None:
        place, say = len(self.boxes), self._words.say
        name = place_word(place, self._words)
        box = VariableBox()
        box.setAccessibleName(say(N_("Variable of {place}"), place=name))
        box.setToolTip(say(N_("Choose a variable, or drag one here from the list of variables.")))
        box.activated.connect(partial(self._on_chosen, place))
        box.dropped.connect(partial(self._put, place))
        groups = QToolButton()
        groups.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        groups.setAccessibleName(say(N_("Groups of {place}"), place=name))
        groups.setToolTip(say(N_("Subtotals shown in addition to the total.")))
        groups.setAutoRaise(True)
        menu = QMenu(groups)
        menu.aboutToShow.connect(partial(self._fill, place))
        groups.setMenu(menu)
        label = QLabel(name)
        label.setBuddy(box)
        self._grid.addWidget(label, 2 * place, 0)
        self._grid.addWidget(box, 2 * place, 1)
        self._grid.addWidget(groups, 2 * place + 1, 1, Qt.AlignmentFlag.AlignLeft)
        self.boxes.append(box)
        self.groups.append(groups)
        self._labels.append(label)

    def _show_names(self, box: VariableBox, variables: Sequence[str], shown: str) -> None:
        names = list(variables) if not shown or shown in variables else [*variables, shown]
        if [box.itemData(row) for row in range(1, box.count())] != names:
            box.clear()
            box.addItem(self._words.say(N_("\u2013 none \u2013")), "")
            for name in names:
                box.addItem(name, name)
        box.setCurrentIndex(box.findData(shown))

    def _groups_text(self, place: int) -> str:
        used = self._used(place) if place < len(self._dimensions) else ()
        if len(used) > 1:
            return self._words.say(N_("groupings: {number}"), number=len(used))
        return self._words.say(N_("subtotals") if used else N_("no subtotals"))

    def _used(self, place: int) -> tuple[str, ...]:
        spec = self._dimensions[place]
        if spec.hierarchy is None or spec.hierarchy is True:
            return (spec.variable,) if spec.variable in self._hierarchies or spec.hierarchy else ()
        if spec.hierarchy is False:
            return ()
        return (spec.hierarchy,) if isinstance(spec.hierarchy, str) else spec.hierarchy

    def _fill(self, place: int) -> None:
        """The menu of a place: which groupings it is summed by, and a way to edit those of its variable."""
        menu = self.groups[place].menu()
        menu.clear()
        if place >= len(self._dimensions):
            return
        name, used = self._dimensions[place].variable, self._used(place)
        say = self._words.say
        offered = [own for own in self._hierarchies if own == name or own in used]
        for hierarchy in offered:
            action = QAction(say(N_("Subtotals of {name}"), name=hierarchy), menu)
            action.setCheckable(True)
            action.setChecked(hierarchy in used)
            action.triggered.connect(partial(self._on_grouping, place, hierarchy))
            menu.addAction(action)
        if offered:
            menu.addSeparator()
        text = (
            N_("Edit subtotals of {name}…") if name in self._hierarchies else N_("Add subtotals of {name}…")
        )
        edit = QAction(say(text, name=name), menu)
        edit.triggered.connect(partial(self._on_edit, name))
        menu.addAction(edit)

    def _on_chosen(self, place: int, index: int) -> None:
        self._put(place, str(self.boxes[place].itemData(index)))

    def _put(self, place: int, name: str) -> None:
        """Another variable at a place; one in use elsewhere swaps places, none removes the dimension."""
        found = list(self._dimensions)
        place = min(place, len(found))
        others = [number for number, spec in enumerate(found) if spec.variable == name]
        if not name:
            del found[place : place + 1]
        elif others and place < len(found):
            found[place], found[others[0]] = found[others[0]], found[place]
        elif others:
            found.append(found.pop(others[0]))
        else:
            found[place : place + 1] = [DimensionSpec(variable=name)]
        if tuple(found) != self._dimensions:
            self._entry.change(tuple(found))
        else:  # what the box shows is not the current value
            self.boxes[place].setCurrentIndex(self.boxes[place].findData(name))

    def _on_grouping(self, place: int, hierarchy: str) -> None:
        spec, before = self._dimensions[place], self._used(place)
        used = [name for name in before if name != hierarchy]
        used += [hierarchy] if hierarchy not in before else []
        grouping: object = tuple(used) if len(used) > 1 else used[0] if used else False
        if grouping == spec.variable:
            grouping = None  # its own: the plan need not say so
        changed = DimensionSpec.model_validate({"variable": spec.variable, "hierarchy": grouping})
        found = (*self._dimensions[:place], changed, *self._dimensions[place + 1 :])
        self._entry.change(found)

    def _on_edit(self, name: str) -> None:
        self._entry.context.requested(f"{HIERARCHY}{name}")
