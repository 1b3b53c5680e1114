"""The steps of the history: what each was called, what it changed, which is current and which was saved."""

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from sdc_desktop.project.changes import step_changes
from sdc_desktop.project.project import Project, Step
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.changes import changes_text

Index = QModelIndex | QPersistentModelIndex
_ROLE = Qt.ItemDataRole.UserRole
CHANGES, CURRENT, UNDONE, SAVED, SEARCHED = (_ROLE + number for number in range(1, 6))
_MOST_IN_TIP = 20  # changes that a tool tip tells


class HistoryModel(QAbstractListModel):
    """One row per step. What a step changed is found on first use."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._project = Project()
        self._saved: int | None = None
        self._texts: dict[tuple[int, int], str] = {}

    def show(self, project: Project, saved: int | None) -> None:
        """Follow a project; `saved` is the number of the step that its file holds."""
        old, new = self._project.history, project.history
        same = 0
        while same < min(len(old), len(new)) and old[same] is new[same]:
            same += 1
        self._texts = {key: text for key, text in self._texts.items() if key[0] < same}
        if same < len(old):
            self.beginRemoveRows(QModelIndex(), same, len(old) - 1)
            self._project = Project(old[:same], 0, project.view)
            self.endRemoveRows()
        if same < len(new):
            self.beginInsertRows(QModelIndex(), same, len(new) - 1)
            self._project = project
            self.endInsertRows()
        self._project, self._saved = project, saved
        self.dataChanged.emit(self.index(0), self.index(len(new) - 1))

    @property
    def position(self) -> int:
        """The row of the current step."""
        return self._project.position

    def step(self, row: int) -> Step:
        """The step of a row."""
        return self._project.history[row]

    def label(self, row: int) -> str:
        """What a step was called."""
        return self.step(row).label or self._words.say(N_("Beginning"))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._project.history)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = index.row()
        if not index.isValid() or row >= len(self._project.history):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.label(row)
        if role == CHANGES:
            return self._changes(row, 3)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._changes(row, _MOST_IN_TIP).replace("; ", "\n") or None
        if role == SEARCHED:
            return f"{self.label(row)} {self._changes(row, _MOST_IN_TIP)}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row)
        states = {CURRENT: row == self.position, UNDONE: row > self.position, SAVED: row == self._saved}
        return states.get(role)

    def _changes(self, row: int, most: int) -> str:
        if row == 0:
            return ""
        if (row, most) not in self._texts:
            changes = step_changes(self.step(row - 1), self.step(row))
            self._texts[row, most] = changes_text(changes, self._words, most)
        return self._texts[row, most]

    def _spoken(self, row: int) -> str:
        say = self._words.say
        parts = [self.label(row), self._changes(row, 3)]
        if row == self.position:
            parts.append(say(N_("current")))
        elif row > self.position:
            parts.append(say(N_("undone")))
        if row == self._saved:
            parts.append(say(N_("saved")))
        return ", ".join(part for part in parts if part)


class FoundSteps(QSortFilterProxyModel):
    """The steps that have all words of a search, in their label or in what they changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._requested: list[str] = []

    def search(self, query: str) -> None:
        """Show the steps that have all these words; all steps for none."""
        self._requested = query.casefold().split()
        self.invalidateFilter()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:  # noqa: N802 - Qt's name
        if not self._requested:
            return True
        text = str(self.sourceModel().index(row, 0).data(SEARCHED)).casefold()
        return all(word in text for word in self._requested)
