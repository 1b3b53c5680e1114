"""Problems in the words that the batch command and the report use, too."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from sdc_desktop.engine.problems import Problem
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problem_pages import page_of
from sdc_desktop.words.problems import Sentence, sentence

Index = QModelIndex | QPersistentModelIndex
_HEADERS = (N_("Severity"), N_("Where"), N_("Problem"), N_("What to do"))
_SEVERITIES = {"error": N_("✕ error"), "warning": N_("△ warning"), "note": N_("○ note")}


class ProblemsModel(QAbstractTableModel):
    """One row a problem: severity (a mark and a word), where, what happened, what to do."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._problems: tuple[Problem, ...] = ()
        self._sentences: tuple[Sentence, ...] = ()

    def show(self, problems: Sequence[Problem]) -> None:
        """Show these problems in place of the others."""
        self.beginResetModel()
        self._problems = tuple(problems)
        self._sentences = tuple(sentence(problem, self._words) for problem in problems)
        self.endResetModel()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All of them, in their rows."""
        return self._problems

    def problem(self, row: int) -> Problem:
        """The problem in a row."""
        return self._problems[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._problems)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(_HEADERS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return section + 1
        return self._words.say(_HEADERS[section]) if 0 <= section < len(_HEADERS) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        said = self._sentences[index.row()]
        severity = self._words.say(_SEVERITIES[said.severity])
        shown = (severity, said.where, said.message, said.remedy)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole and page_of(self._problems[index.row()]):
            return self._words.say(N_("{text}\nPress F1 for help"), text=shown)
        return shown
