"""The first records that a step changes, as a small table below its settings."""

from PySide6.QtWidgets import QAbstractItemView, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.preparing.prepare.changes import Change, Changes
from sdc_desktop.ui.theme import spread
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole


class StepChanges(QWidget):
    """Invisible where no step is shown, or where it changes no records."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self.title = QLabel(say(N_("First changes")))
        self.title.setProperty("tone", "strong")
        self.table = QTreeWidget()
        self.table.setAccessibleName(say(N_("First changes")))
        self.table.setRootIsDecorated(False)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.setHeaderLabels(
            [say(N_("Record")), say(N_("Variable")), say(N_("Before")), say(N_("After"))]
        )
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setProperty("tone", "muted")
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(self.title)
        column.addWidget(self.table, 1)
        column.addWidget(self.note)
        self.hide()

    def show_changes(self, changes: Changes | None) -> None:
        """Show the first changes of a step; None: none is known."""
        self.table.clear()
        if changes is None or (not changes.first and changes.examined is None):
            self.hide()
            return
        for change in changes.first:
            self.table.addTopLevelItem(QTreeWidgetItem(self._cells(change)))
        for column in range(3):
            self.table.resizeColumnToContents(column)
        self.table.setVisible(bool(changes.first))
        self.note.setText(self._note(changes))
        self.note.setVisible(bool(self.note.text()))
        self.show()

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
            return self._words.say(N_("No others in the first {number} records."), number=examined)
        return self._words.say(N_("None in the first {number} records."), number=examined)
