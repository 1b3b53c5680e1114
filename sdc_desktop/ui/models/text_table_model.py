"""A small table of texts, figures to the right, and how any table is copied as text."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QItemSelection,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import QTableView

from sdc_desktop.sheets.blocks import Table
from sdc_desktop.sheets.sheet import plain_rows

Index = QModelIndex | QPersistentModelIndex
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class TextsModel(QAbstractTableModel):
    """Texts under a header, figures to the right; heirs give the number of rows and the texts of each."""

    header: tuple[str, ...] = ()
    figure_columns: Collection[int] = ()

    @abstractmethod
    def _row(self, number: int) -> Sequence[str | None]:
        """The texts of a row."""

    def rows_of(self, rows: Sequence[int], columns: Sequence[int]) -> Iterator[list[object]]:
        """These columns of these rows, each row made once."""
        for row in rows:
            texts = self._row(row)
            yield [texts[column] for column in columns]

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.header)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical:
            return super().headerData(section, orientation, role)
        if not 0 <= section < len(self.header):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_RIGHT if section in self.figure_columns else _LEFT)
        return self.header[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._row(index.row())[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_RIGHT if index.column() in self.figure_columns else _LEFT)
        return None


class TextTableModel(TextsModel):
    """Rows of texts under a header; all rows are equally long."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[Sequence[str | None]] = ()

    def show(
        self, header: Sequence[str], rows: Sequence[Sequence[str | None]], figures: Collection[int] = ()
    ) -> None:
        """Show another table; `figures` are the columns that hold numbers. The selection survives where the
        table keeps its shape.
        """
        same_shape = len(rows) == len(self.rows) and len(header) == len(self.header)
        if not same_shape:
            self.beginResetModel()
        self.header, self.rows, self.figure_columns = tuple(header), rows, tuple(figures)
        if not same_shape:
            self.endResetModel()
        elif rows:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(header) - 1)
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(header) - 1))

    def show_block(self, block: Table) -> None:
        """Show a table of a sheet."""
        figures = [place for place, one in enumerate(block.columns) if one.align == "right"]
        self.show([one.head for one in block.columns], plain_rows(block), figures)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def _row(self, number: int) -> Sequence[str | None]:
        return self.rows[number]


MOST_CELLS = 100_000  # what can be copied without holding the window; more of it is better written to a file


@runtime_checkable
class HasRows(Protocol):
    """A model that gives many rows faster than cell by cell."""

    def rows_of(self, rows: Sequence[int], columns: Sequence[int]) -> Iterator[list[object]]:
        """These columns of these rows, as shown."""


@runtime_checkable
class HasFigures(Protocol):
    """A model with some columns of figures in the language of the window."""

    @property
    def figure_columns(self) -> Collection[int]:
        """Those columns."""


def selected_text(view: QTableView, plain: Callable[[str], str]) -> str | None:
    """The selected rows by the selected columns as TSV, as shown, but columns of figures `plain`; None: too
    many; "": none.
    """
    model = view.model()
    selection = view.selectionModel().selection() if view.selectionModel() else QItemSelection()
    rows, columns = _span(selection)
    header = view.horizontalHeader()
    shown = sorted((c for c in columns if not view.isColumnHidden(c)), key=header.visualIndex)
    if len(rows) * len(shown) > MOST_CELLS:
        return None
    return text_of(model, rows, shown, plain) if rows and shown else ""


def text_of(
    model: QAbstractItemModel, rows: Sequence[int], columns: Sequence[int], plain: Callable[[str], str] = str
) -> str:
    """These cells of a model, headers first, lines ended by a newline."""
    horizontal = Qt.Orientation.Horizontal
    lines = ["\t".join(_cell(model.headerData(column, horizontal)) for column in columns)]
    found: Iterable[Iterable[object]] = ([_data(model, row, column) for column in columns] for row in rows)
    if isinstance(model, HasRows):
        found = model.rows_of(rows, columns)
    figures = model.figure_columns if isinstance(model, HasFigures) else ()
    if not figures:  # the records of a file: many
        lines += ("\t".join(map(_cell, row)) for row in found)
    else:
        is_figure = [column in figures for column in columns]
        for row in found:
            pairs = zip(is_figure, map(_cell, row), strict=True)
            lines.append("\t".join(plain(cell) if figure else cell for figure, cell in pairs))
    return "\n".join(lines) + "\n"


def _span(selection: QItemSelection) -> tuple[list[int], list[int]]:
    rows: set[int] = set()
    columns: set[int] = set()
    for index in range(selection.size()):
        area = selection.at(index)
        if len(rows) + area.bottom() - area.top() > MOST_CELLS:
            return list(range(MOST_CELLS + 1)), [area.left()]
        rows.update(range(area.top(), area.bottom() + 1))
        columns.update(range(area.left(), area.right() + 1))
    return sorted(rows), sorted(columns)


def _data(model: QAbstractItemModel, row: int, column: int) -> object:
    return model.data(model.index(row, column, QModelIndex()), Qt.ItemDataRole.DisplayRole)


def _cell(value: object) -> str:
    return "" if value is None else quoted(str(value))


def quoted(text: str) -> str:
    """A field of tab-separated text."""
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in '\t\n\r"') else text
