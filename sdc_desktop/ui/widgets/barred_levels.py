"""Choosers of levels whose finest ones cannot be chosen, as a counts file does not have them."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox

from sdc_desktop.words import N_, Words


def bar_finer(chooser: QComboBox, finest: int, words: Words) -> None:
    """Make the levels below the `finest` (from 0) grey, with the reason."""
    model = chooser.model()
    assert isinstance(model, QStandardItemModel)
    why = words.say(N_("Counted from level {level} (0: as is) on."), level=finest)
    for row in range(model.rowCount()):
        item, barred = model.item(row), row < finest
        if item.isEnabled() == barred:
            item.setEnabled(not barred)
            item.setData(why if barred else None, Qt.ItemDataRole.ToolTipRole)
