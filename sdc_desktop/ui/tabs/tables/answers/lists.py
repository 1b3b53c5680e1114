"""Lists of rows, one above the other, each below its title."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QLabel, QSplitter, QVBoxLayout, QWidget

from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import Words


def rows_list(owner: QWidget, model: TextTableModel, name: str, words: Words) -> DataTable:
    """A list of whole rows, as wide as its texts; `name`: what a screen reader calls it."""
    table = DataTable(model, name, words)
    table.verticalHeader().hide()
    table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.setMinimumHeight(step(owner, 10))
    return table


def titled(owner: QWidget, title: str, table: DataTable, below: QLabel | None = None) -> QWidget:
    """A list below its title, and a text below it."""
    label = QLabel(title)
    label.setProperty("tone", "strong")
    label.setBuddy(table)
    part = QWidget()
    column = QVBoxLayout(part)
    spread(column, owner, margin=0, spacing=0.5)
    column.addWidget(label)
    column.addWidget(table, 1)
    if below is not None:
        column.addWidget(below)
    return part


def stack(owner: QWidget, parts: Sequence[tuple[QWidget, int]]) -> None:
    """Fill a page with its parts, each with its share of the height."""
    splitter = QSplitter(Qt.Orientation.Vertical)
    splitter.setChildrenCollapsible(False)
    for place, (part, share) in enumerate(parts):
        splitter.addWidget(part)
        splitter.setStretchFactor(place, share)
    whole = QVBoxLayout(owner)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.addWidget(splitter)
