"""Cells as tab-separated text with headers, for the clipboard."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QAbstractItemModel, QItemSelection, QModelIndex, Qt
from PySide6.QtWidgets import QTableView

MOST_CELLS = 100_000  # what can be copied without holding the window; more of it is better written to a file


@runtime_checkable
class HasRows(Protocol):
    """A model that gives many rows faster than cell by cell."""

    def rows_of(self, rows: Sequence[int], columns: Sequence[int]) -> Iterator[list[object]]:
        """These columns of these rows, as shown."""


@runtime_checkable
class HasFigures(Protocol):
    """A model of which some columns hold figures in the language of the window."""

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
            told = zip(is_figure, map(_cell, row), strict=True)
            lines.append("\t".join(plain(cell) if figure else cell for figure, cell in told))
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
    text = "" if value is None else str(value)
    if any(mark in text for mark in '\t\n\r"'):
        return '"' + text.replace('"', '""') + '"'
    return text
