"""Choosers some of whose rows cannot be chosen, with the reason.

Rows are never read as items: of an item that Qt made, PySide keeps the Python object after Qt has deleted the
item. Whatever Qt then makes at the same address, an event above all, would reach Python as that item, and a
call of its methods ends the program.
"""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from sdc_desktop.words import N_, Words

_FLAGS = Qt.ItemDataRole.UserRole - 1  # where the rows of a chooser have their flags


def bar_rows(chooser: QComboBox, reasons: Mapping[int, str]) -> None:
    """Let these rows not be chosen, and show why; all others can be."""
    for row in range(chooser.count()):
        barred = row in reasons
        chooser.setItemData(row, Qt.ItemFlag.NoItemFlags.value if barred else None, _FLAGS)
        chooser.setItemData(row, reasons.get(row), Qt.ItemDataRole.ToolTipRole)


def bar_finer(chooser: QComboBox, finest: int, words: Words) -> None:
    """Make the levels below the `finest` (from 0) grey, with the reason."""
    why = words.say(N_("Counted from level {level} (0: as is) on."), level=finest)
    bar_rows(chooser, dict.fromkeys(range(finest), why))
