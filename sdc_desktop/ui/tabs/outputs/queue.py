"""The queue of a submission: its files, and below each its tables with their proposals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QAction, QFont, QKeySequence, QPixmap, QRegion
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QStyledItemDelegate, QTreeView, QWidget

from sdc_desktop.ui.frame.panel import FOOT, TABS, Strip
from sdc_desktop.ui.tabs.outputs.view import Filter, View
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.choice_delegate import StyleOption
from sdc_desktop.ui.widgets.verdict_bar import Mark, Sign
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.decided import progress_text
from sdc_desktop.words.outputs.outputs_tab import item_name, item_title, kind_text, proposal_text

if TYPE_CHECKING:
    from sdc_desktop.engine.submission.releasing.decisions import Item

Index = QModelIndex | QPersistentModelIndex
MARKS = {
    "release": Mark.MET,
    "look": Mark.RESERVATIONS,
    "change": Mark.UNSAFE,
    "refuse": Mark.UNSAFE,
}
_FILTERS = {
    Filter.ALL: N_("All items"),
    Filter.TO_DO: N_("Undecided"),
    Filter.TO_CHANGE: N_("Change or refuse"),
    Filter.NOT_READ: N_("Not read with certainty"),
}
ACTS = {"release": ("R", N_("Re&lease")), "change": ("C", N_("Chan&ge")), "refuse": ("X", N_("Refu&se"))}
_SIGN = 1.9  # steps of the grid
_PROPOSAL = 12  # characters of the column
_OF_CASE = 1.15  # size of a researcher's name


@dataclass(frozen=True)
class QueueRow:
    """What is shown of an item: below its file, whole, its kind, and the proposal or decision."""

    name: str
    title: str
    kind: str
    severity: str
    proposal: str
    verdict: str = ""


@dataclass(frozen=True)
class FileRows:
    """A file of the submission with its items, or a researcher above theirs, with their progress."""

    path: str
    rows: tuple[QueueRow, ...]
    progress: str = ""  # of a researcher


class QueueModel(QAbstractItemModel):
    """Two levels: a file has the number 0 inside its index, an item the place of its file, from 1."""

    def __init__(self, header: Sequence[str], view: QWidget) -> None:
        super().__init__(view)
        self._header, self._view = tuple(header), view
        self.files: tuple[FileRows, ...] = ()
        self._signs: dict[str, QPixmap] = {}

    def show(self, files: tuple[FileRows, ...]) -> bool:
        """Show other rows; whether there are others than before, and not only other texts."""
        same = [(one.path, len(one.rows)) for one in files] == [
            (one.path, len(one.rows)) for one in self.files
        ]
        if not same:
            self.beginResetModel()
        self.files = files
        if not same:
            self.endResetModel()
            return True
        for place, file in enumerate(files):
            above = self.index(place, 0)
            self.dataChanged.emit(above, self.index(place, 1))
            if file.rows:
                self.dataChanged.emit(self.index(0, 0, above), self.index(len(file.rows) - 1, 1, above))
        return False

    def forget_signs(self) -> None:
        """The colours are others."""
        self._signs.clear()

    def index_of(self, place: int) -> QModelIndex:
        """The index of an item by its place among all."""
        for number, file in enumerate(self.files):
            if place < len(file.rows):
                return self.index(place, 0, self.index(number, 0))
            place -= len(file.rows)
        return QModelIndex()

    def place_of(self, index: Index) -> int | None:
        """The place of an item among all; None for a file."""
        number = index.internalId() - 1
        if not index.isValid() or number < 0:
            return None
        return sum(len(file.rows) for file in self.files[:number]) + index.row()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        rows = self.rowCount(parent)
        if not (0 <= row < rows and 0 <= column < 2):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        number = index.internalId() if index.isValid() else 0
        return self.createIndex(number - 1, 0, 0) if number else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        if not parent.isValid():
            return len(self.files)
        return 0 if parent.internalId() or parent.column() else len(self.files[parent.row()].rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 2

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.place_of(index) is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        across = orientation == Qt.Orientation.Horizontal
        shown = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        return self._header[section] if across and shown else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        number, roles = index.internalId(), Qt.ItemDataRole
        if not number:
            return self._of_file(self.files[index.row()], index.column(), role)
        row = self.files[number - 1].rows[index.row()]
        if role == roles.DisplayRole:
            return row.proposal if index.column() else row.name
        if role in (roles.ToolTipRole, roles.AccessibleTextRole):
            return f"{row.title}\n{row.kind}\n{row.proposal}"
        if role == roles.DecorationRole and index.column():
            return self._sign(row.severity)
        return None

    def _of_file(self, file: FileRows, column: int, role: int) -> object:
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{file.path}\n{file.progress}".strip()
        if role == Qt.ItemDataRole.DisplayRole:
            if file.progress:
                return file.progress if column else file.path
            return "" if column else file.path.rpartition("/")[2]
        if role == Qt.ItemDataRole.FontRole:
            font = QFont(self._view.font())
            font.setBold(True)
            if file.progress:
                font.setPointSizeF(font.pointSizeF() * _OF_CASE)
            return font
        return None

    def _sign(self, severity: str) -> QPixmap:
        if severity not in self._signs:
            sign = Sign(_SIGN, MARKS[severity])
            ratio = self._view.devicePixelRatioF()
            made = QPixmap(sign.size() * ratio)
            made.setDevicePixelRatio(ratio)
            made.fill(Qt.GlobalColor.transparent)
            sign.render(made, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
            self._signs[severity] = made
        return self._signs[severity]


class SignDelegate(QStyledItemDelegate):
    """Draws the number of an item beside its sign: its text is in the tooltip. Of a researcher it is their
    progress.
    """

    def initStyleOption(self, option: StyleOption, index: Index) -> None:
        super().initStyleOption(option, index)
        place = index.model().place_of(index)  # type: ignore[attr-defined]
        if place is not None:
            option.text = str(place + 1)


class Tree(QTreeView):
    """Files and tables; files cannot be selected."""

    def __init__(self, model: QueueModel | None, words: Words) -> None:
        super().__init__()
        self.setAccessibleName(words.say(N_("Tables and files")))
        self.setModel(model or QueueModel((words.say(N_("Files and tables")), words.say(N_("Status"))), self))
        self.setProperty("part", "queue")
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setIndentation(step(self, 1.6))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)  # whole in its tooltip
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, self.fontMetrics().averageCharWidth() * _PROPOSAL + step(self, _SIGN))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        model = self.model()
        if event.type() == QEvent.Type.PaletteChange and isinstance(model, QueueModel):
            model.forget_signs()
            self.viewport().update()


class Queue(QWidget):
    """A filter, files and tables, and what is proposed. J and K move, R, C and X decide."""

    filter_chosen = Signal(object)  # Filter
    selected = Signal(object)  # str: the id of an item
    chosen_changed = Signal()  # which items are selected
    moved = Signal(object)  # int: so many places on
    case_moved = Signal(object)  # int: so many researchers on
    decided = Signal(object, object)  # str: the decision; tuple[Item, ...]
    taken_back = Signal(object)  # tuple[Item, ...]

    def __init__(self, words: Words, add: QWidget, parent: QWidget | None = None) -> None:
        """``add``: the button with which outputs are added."""
        super().__init__(parent)
        self._words = words
        self._items: tuple[Item, ...] = ()
        self._can = False
        self._telling = True
        say = words.say
        self.filter = CalmComboBox()
        self.filter.addItems([say(text) for text in _FILTERS.values()])
        self.filter.setAccessibleName(say(N_("Items listed")))
        self.filter.activated.connect(self._on_filter)
        self.table = Tree(None, words)
        self.model: QueueModel = self.table.model()  # type: ignore[assignment]
        self.rail = Tree(self.model, words)  # the proposals alone, in a narrow window
        self.rail.setHeaderHidden(True)
        self.rail.setColumnHidden(0, True)
        self.rail.setItemDelegate(SignDelegate(self.rail))
        self.rail.setSelectionModel(self.table.selectionModel())
        self.table.selectionModel().currentChanged.connect(self._on_current)
        self.table.selectionModel().selectionChanged.connect(self._on_selection)
        self.decided_line = ElidedLabel()
        self.decided_line.setProperty("tone", "muted")
        self.proposed = push_button(weight="quiet", scale="small")
        self.proposed.setMinimumWidth(step(self, 11))
        self.proposed.setToolTip(say(N_("Releases all tables against which there is no finding.")))
        self.proposed.clicked.connect(self._on_proposed)
        self.back = QAction(say(N_("Withdraw decision")), self)
        self.back.triggered.connect(self._on_back)
        self.acts = [self._act(verdict) for verdict in ACTS]
        for view in (self.table, self.rail):
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            view.customContextMenuRequested.connect(self._on_menu)
        self._add_moves()
        self._lay_out(add)

    def _lay_out(self, add: QWidget) -> None:
        head, foot = Strip("tabs", TABS), Strip("foot", FOOT)
        for strip in (head, foot):
            strip.row.setContentsMargins(step(self, 0.9), 0, step(self, 0.4), 0)
            strip.row.setSpacing(step(self, 0.4))
        head.row.addWidget(self.filter, 1)
        head.row.addWidget(add)
        foot.row.addWidget(self.decided_line, 1)
        foot.row.addWidget(self.proposed)
        fill(self, head, self.table, foot, spacing=0)

    def _act(self, verdict: str) -> QAction:
        key, text = ACTS[verdict]
        action = QAction(self._words.say(text).replace("&", ""), self)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(partial(self._on_verdict, verdict))
        self._add(action)
        return action

    def _add_moves(self) -> None:
        say = self._words.say
        for key, by in (("J", 1), ("K", -1)):
            action = QAction(say(N_("Next") if by > 0 else N_("Previous")), self)
            action.setShortcut(QKeySequence(key))
            action.triggered.connect(partial(self._on_move, by))
            self._add(action)
            researcher = QAction(say(N_("Next researcher") if by > 0 else N_("Previous researcher")), self)
            researcher.setShortcut(QKeySequence(f"Shift+{key}"))
            researcher.triggered.connect(partial(self._on_case_move, by))
            self._add(researcher)

    def _add(self, action: QAction) -> None:
        """A key that works in the queue, not where a name is typed."""
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.table.addAction(action)

    # showing -----------------------------------------------------------------------------------------

    def show_view(self, view: View) -> None:
        """Show the current items; no change is reported."""
        self.filter.setCurrentIndex(list(Filter).index(view.filter))
        self._items = view.items
        self._telling = False
        if self.model.show(self._files(view)):
            for tree in (self.table, self.rail):
                tree.expandAll()
        ids = [one.id for one in view.items]
        place = ids.index(view.selected) if view.selected in ids else None
        if place is not None and place != self.model.place_of(self.table.currentIndex()):
            flags, index = QItemSelectionModel.SelectionFlag, self.model.index_of(place)
            self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.table.scrollTo(index)
        self._telling = True
        self._can = view.ready and bool(view.items) and not view.packaging
        for act in self.acts:
            act.setEnabled(self._can)
        self.back.setEnabled(self._can and bool(view.verdicts.get(view.selected)))
        proposed, say = len(self.proposed_items(view)), self._words.say
        self.proposed.setText(say(N_("Release {number} proposed"), number=proposed))
        self.proposed.setEnabled(self._can and bool(proposed))
        self.decided_line.setText(decided_text(view, self._words))

    def _files(self, view: View) -> tuple[FileRows, ...]:
        answer, words = view.answer, self._words
        if answer is None:
            return ()
        submission = answer.submission

        def row(one: Item) -> QueueRow:
            verdict = view.verdicts.get(one.id, "")
            texts = (
                item_name(one, submission, words),
                item_title(one, submission, words),
                kind_text(one, words),
            )
            return QueueRow(*texts, one.severity.value, proposal_text(one, verdict, words), verdict)

        found: list[FileRows] = []
        several = bool(answer.params.cases)
        for number, of_case in groupby(view.items, key=view.case_of):
            if several:
                case = answer.result.by_case[number]
                found.append(FileRows(case.researcher, (), progress_text(case, words)))
            for file, group in groupby(of_case, key=lambda one: one.file):
                found.append(FileRows(submission.files[file].path, tuple(map(row, group))))
        return tuple(found)

    @staticmethod
    def proposed_items(view: View) -> tuple[Item, ...]:
        """The undecided items of the researcher in view without findings, read with certainty."""
        return tuple(
            one
            for one in view.items
            if one.severity.value == "release"
            and one.was_read
            and not view.verdicts.get(one.id)
            and view.case_of(one) == view.case
        )

    @property
    def chosen(self) -> tuple[Item, ...]:
        """The selected items."""
        rows = self.table.selectionModel().selectedRows()
        places = sorted(place for place in map(self.model.place_of, rows) if place is not None)
        return tuple(self._items[place] for place in places if place < len(self._items))

    # what the checker does ---------------------------------------------------------------------------

    @Slot(int)
    def _on_filter(self, index: int) -> None:
        self.filter_chosen.emit(list(Filter)[index])

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        place = self.model.place_of(current)
        if self._telling and place is not None and place < len(self._items):
            self.selected.emit(self._items[place].id)

    @Slot(QItemSelection, QItemSelection)
    def _on_selection(self, _chosen: QItemSelection, _before: QItemSelection) -> None:
        if self._telling:
            self.chosen_changed.emit()

    def _on_verdict(self, verdict: str, _checked: bool = False) -> None:
        if self._can:
            self.decided.emit(verdict, self.chosen)

    def _on_move(self, by: int, _checked: bool = False) -> None:
        self.moved.emit(by)

    def _on_case_move(self, by: int, _checked: bool = False) -> None:
        self.case_moved.emit(by)

    @Slot()
    def _on_proposed(self) -> None:
        self.decided.emit("proposed", self._items)

    @Slot()
    def _on_back(self) -> None:
        self.taken_back.emit(self.chosen)

    @Slot(QPoint)
    def _on_menu(self, place: QPoint) -> None:
        menu, view = QMenu(self), self.table if self.table.isVisible() else self.rail
        menu.addActions(self.acts)
        menu.addSeparator()
        menu.addAction(self.back)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(view.viewport().mapToGlobal(place))


def decided_text(view: View, words: Words) -> str:
    """How many items are decided, of the researcher in view or of all."""
    if view.answer is None:
        return ""
    by_case = view.answer.result.by_case
    of = (by_case[view.case],) if view.answer.params.cases else by_case
    decided, total = sum(one.decided for one in of), sum(one.items for one in of)
    return words.say(N_("{number} of {total} decided"), number=decided, total=total)
