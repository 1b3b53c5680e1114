"""The records of a choice before and after, in one table: either values, and the size of either class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QColor, QFont

from sdc_desktop.ui.theme import Colours
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.compared import size_text
from sdc_desktop.words.words import whole

if TYPE_CHECKING:  # numpy is needed only when a file is open
    from sdc_desktop.engine.microdata.classes.compared_records import ComparedRecords, ComparedVariable
    from sdc_desktop.engine.microdata.classes.key_classes import Integers

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_HATCH_ALPHA = 110
_MOST_HELD = 20_000  # cells
_DISPLAY, _ALIGNMENT, _GROUND, _FONT, _TIP, _ACCESSIBLE = (
    int(role)
    for role in (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.BackgroundRole,
        Qt.ItemDataRole.FontRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    )
)
_CLASS = {  # by whether persons are known: before, after, and what is counted
    False: (N_("Class before"), N_("Class now"), N_("Records with the same key values")),
    True: (N_("Persons before"), N_("Persons now"), N_("Persons with a record of the same key values")),
}
_PERSON = (N_("Person"), N_("Number in the order of the file, never the identifier"))
_EXPLAINING = (_TIP, _ACCESSIBLE)
_ROLES = frozenset((_DISPLAY, _ALIGNMENT, _GROUND, _FONT, *_EXPLAINING))


class ComparedModel(QAbstractTableModel):
    """Rows are records of a choice, columns the class sizes before and after, the person where these are
    known, and the variables, `released` or original. Nothing is copied: values are looked up when they are
    shown.
    """

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.released = True
        self._words = words
        self._compared: ComparedRecords | None = None
        self._rows: Integers | None = None  # None: all
        self._variables: tuple[ComparedVariable, ...] = ()
        self._cells: dict[tuple[int, int], dict[int, object]] = {}  # by row and column, of those painted
        self._bold = QFont()
        self._bold.setBold(True)
        self._brushes: tuple[QBrush, QBrush, QBrush] | None = None  # changed, suppressed, unique

    def dress(self, colours: Colours, font: QFont) -> None:
        """Mark values in the colours of the theme, in a bold form of the table's font."""
        self._bold = QFont(font)
        self._bold.setBold(True)
        hatches = (QColor(colours.blue), QColor(colours.vermillion))
        for colour in hatches:
            colour.setAlpha(_HATCH_ALPHA)
        suppressed, unique = (QBrush(colour, Qt.BrushStyle.BDiagPattern) for colour in hatches)
        self._cells.clear()
        self._brushes = QBrush(QColor(colours.hover)), suppressed, unique

    def show(
        self, compared: ComparedRecords | None, rows: Integers | None, variables: Sequence[ComparedVariable]
    ) -> None:
        """Show these records (None: all) and variables."""
        self.beginResetModel()
        self._cells.clear()
        self._compared, self._rows, self._variables = compared, rows, tuple(variables)
        self.endResetModel()

    def show_released(self, released: bool) -> None:
        """Show the released values, or the original ones."""
        self.released = released
        self._cells.clear()
        ends = self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1)
        self.dataChanged.emit(*ends)

    @property
    def classed(self) -> bool:
        """Whether the first two columns are class sizes."""
        return self._compared is not None and bool(self._compared.key_variables)

    @property
    def leading(self) -> int:
        """How many columns come before the variables."""
        return 2 * self.classed + self._has_persons

    @property
    def _has_persons(self) -> bool:
        return self._compared is not None and self._compared.persons is not None

    def record(self, row: int) -> int:
        """The number of the record in a row, from 0."""
        return row if self._rows is None else int(self._rows[row])

    def row_of(self, record: int) -> int | None:
        """The row of a record; None where it is not shown."""
        if self._rows is None:
            return record if 0 <= record < self.rowCount() else None
        place = int(self._rows.searchsorted(record))
        return place if place < len(self._rows) and self._rows[place] == record else None

    def variable(self, column: int) -> ComparedVariable | None:
        """The variable in a column; None in those of class size and person."""
        place = column - self.leading
        return self._variables[place] if 0 <= place < len(self._variables) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        if parent.isValid() or self._compared is None:
            return 0
        return self._compared.records if self._rows is None else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() or self._compared is None else self.leading + len(self._variables)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        if orientation == Qt.Orientation.Vertical:
            return self.record(section) + 1 if section < self.rowCount() else None
        one = self.variable(section)
        if one is not None:
            return one.name
        *titles, explained = _PERSON if self._is_person(section) else _CLASS[self._has_persons]
        wanted = explained if role == Qt.ItemDataRole.ToolTipRole else titles[section % len(titles)]
        return self._words.say(wanted)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in _ROLES or not index.isValid() or self._compared is None:
            return None
        row, column = index.row(), index.column()
        if role in _EXPLAINING:
            record, one = self.record(row), self.variable(column)
            explained = self.explained(record, one)
            return explained or (self._text(record, column) if role == _ACCESSIBLE else None)
        cell = self._cells.get((row, column))
        if cell is None:
            cell = self._cell(row, column)
        return cell[role]

    def rows_of(self, rows: Sequence[int], columns: Sequence[int]) -> Iterator[list[object]]:
        """These columns of these rows, as shown."""
        for row in rows:
            yield [self._text(self.record(row), column) for column in columns]

    def explained(self, record: int, one: ComparedVariable | None) -> str | None:
        """What happened to a value: both texts; None where nothing did."""
        if one is None or not self._is_changed(record, one):
            return None
        before, after = one.texts[int(one.original[record])], one.texts[int(one.released[record])]
        text = (
            N_("{before} → {after}, suppressed") if self._is_suppressed(record, one) else "{before} → {after}"
        )
        return self._words.say(text, before=before or "\u2013", after=after or "\u2013")

    # inside ------------------------------------------------------------------------------------------

    def _cell(self, row: int, column: int) -> dict[int, object]:
        """All that a cell shows, held for the next times it is painted."""
        record, one = self.record(row), self.variable(column)
        changed = one is not None and self._is_changed(record, one)
        cell: dict[int, object] = {
            _DISPLAY: self._text(record, column),
            _ALIGNMENT: _RIGHT if one is None or one.numeric else None,
            _GROUND: None if self._is_person(column) else self._ground(record, column),
            _FONT: self._bold if changed else None,
        }
        if len(self._cells) >= _MOST_HELD:
            self._cells.clear()
        self._cells[row, column] = cell
        return cell

    def _is_person(self, column: int) -> bool:
        return self._has_persons and column == self.leading - 1

    def _text(self, record: int, column: int) -> str:
        compared, one = self._compared, self.variable(column)
        assert compared is not None
        if self._is_person(column):
            person = compared.person(record)
            return "" if person is None else whole(person + 1)
        after = self.released if one is not None else column == 1
        if after and not compared.kept[record]:
            return ""
        if one is None:
            return size_text(self._size(record, column), self._words)
        return one.texts[int((one.released if after else one.original)[record])]

    def _size(self, record: int, column: int) -> float:
        assert self._compared is not None
        return float((self._compared.after if column else self._compared.before)[record])

    def _is_changed(self, record: int, one: ComparedVariable) -> bool:
        return bool(one.changed) and bool(one.original[record] != one.released[record])

    def _is_suppressed(self, record: int, one: ComparedVariable) -> bool:
        return bool(one.absent[one.released[record]]) and self._is_changed(record, one)

    def _ground(self, record: int, column: int) -> QBrush | None:
        if self._brushes is None:
            return None
        changed, suppressed, unique = self._brushes
        one = self.variable(column)
        if one is None:
            return unique if self._size(record, column) == 1 else None
        if self._is_suppressed(record, one):
            return suppressed
        return changed if self._is_changed(record, one) else None
