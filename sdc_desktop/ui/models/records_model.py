"""Any window of rows of a file with millions of records, a few pages of them in memory at a time."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from sdc_desktop.ui.models.text_table_model import TextTableModel

if TYPE_CHECKING:
    from sdc_desktop.engine.data.foreign.texts import Column
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.data.store.store import Row

PAGE = 256
KEPT_PAGES = 24
MOST_COMBINATIONS = 1000  # of a counts file that are shown
_AT_ONCE = 4096  # records asked for at once when many are copied
Index = QModelIndex | QPersistentModelIndex
_NUMBER = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RecordsModel(QAbstractTableModel):
    """Records of a `Microdata`, unchanged; read page by page on demand and forgotten again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._data: Microdata | None = None
        self._pages: OrderedDict[int, list[Row]] = OrderedDict()
        self.pages_read = 0
        self._labels: dict[int, dict[str, str]] = {}  # column -> value -> the words its file has for it
        self._labelled = False
        self._rarest: tuple[tuple[str, ...], Sequence[Row]] | None = None  # combinations

    @property
    def counted(self) -> bool:
        """Whether combinations are shown, as there are no records."""
        return self._rarest is not None

    def set_labels(self, columns: Sequence[Column]) -> None:
        """What the file says of its variables: the words for its values can be shown in their place."""
        self._labels = {number: dict(found.labels) for number, found in enumerate(columns) if found.labels}
        self._cells_changed()

    def show_labels(self, labelled: bool) -> None:
        """Show the words for values instead of the values, or not."""
        self._labelled = labelled
        self._cells_changed()

    def show(self, data: Microdata | None) -> None:
        """Show these records, or none."""
        same = self._data is not None and data is not None and self._data.relation is data.relation
        if same:  # only declarations changed
            self._data = data
            return
        self.beginResetModel()
        self._data = data
        self._pages.clear()
        self._rarest = None if data is None else data.relation.rarest(MOST_COMBINATIONS)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        if parent.isValid() or self._data is None:
            return 0
        return self._data.records if self._rarest is None else len(self._rarest[1])

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if parent.isValid() or self._data is None:
            return 0
        return len(self._data.variables) if self._rarest is None else len(self._rarest[0])

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or self._data is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(index.column(), self._row(index.row())[index.column()])
        if role == Qt.ItemDataRole.ToolTipRole:
            value = self._row(index.row())[index.column()]
            label = self._labels.get(index.column(), {}).get(value)
            return None if label is None else f"{value}: {label}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _NUMBER if self._is_number(index.column()) else None
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if self._data is None or role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return section + 1
        if self._rarest is not None:
            return self._rarest[0][section] if section < len(self._rarest[0]) else None
        return self._data.variables[section].name if section < len(self._data.variables) else None

    def rows_of(self, rows: Sequence[int], columns: Sequence[int]) -> Iterator[list[object]]:
        """These columns of these rows, some thousands of rows at a time."""
        assert self._data is not None
        if self._rarest is not None:
            for row in rows:
                yield [self._rarest[1][row][column] for column in columns]
            return
        start = 0
        while start < len(rows):
            first = rows[start]
            stop = bisect_left(rows, first + _AT_ONCE, start)
            found = self._data.window(first, rows[stop - 1] + 1)
            for row in rows[start:stop]:
                yield [self._shown(column, found[row - first][column]) for column in columns]
            start = stop

    def explained(self, row: int) -> tuple[tuple[str, str], ...]:
        """The names of all columns with the values of a row, in the form shown."""
        values = [self._shown(column, value) for column, value in enumerate(self._row(row))]
        names = [self.headerData(column, Qt.Orientation.Horizontal) for column in range(self.columnCount())]
        return tuple(zip(map(str, names), values, strict=True))

    def _shown(self, column: int, value: str) -> str:
        if self._rarest is not None:
            return value
        return self._labels.get(column, {}).get(value, value) if self._labelled else value

    def _cells_changed(self) -> None:
        rows, columns = self.rowCount(), self.columnCount()
        if rows and columns:
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, columns - 1))

    def _is_number(self, column: int) -> bool:
        assert self._data is not None
        if self._rarest is None:
            return self._data.variables[column].level == "continuous"
        return column == 0

    def _row(self, row: int) -> Row:
        assert self._data is not None
        if self._rarest is not None:
            return self._rarest[1][row]
        number = row // PAGE
        page = self._pages.get(number)
        if page is None:
            start = number * PAGE
            page = self._data.window(start, min(start + PAGE, self._data.records))
            self.pages_read += 1
            self._pages[number] = page
            while len(self._pages) > KEPT_PAGES:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(number)
        return page[row - number * PAGE]


class PreviewModel(TextTableModel):
    """Names and rows of a preview; rows may be ragged because the file may be."""

    def show(
        self, header: Sequence[str], rows: Sequence[Sequence[str | None]], figures: Collection[int] = ()
    ) -> None:
        width = max(map(len, (header, *rows)))
        blanks = [""] * width
        padded = [[*row, *blanks[len(row) :]] for row in rows]
        super().show([*header, *blanks[len(header) :]], padded, figures)
