"""The list of problems, and the button that counts them."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.policy.policy import deviation_key
from sdc_desktop.engine.problems import Problem, Severity
from sdc_desktop.ui.models.text_table_model import TextsModel
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.steady_words import SteadyButton
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.plan_places import where_in_window
from sdc_desktop.words.problems.problems import page_of, sentence

Index = QModelIndex | QPersistentModelIndex
_HEADERS = (N_("Severity"), N_("Where"), N_("Problem"), N_("What to do"))
_SEVERITIES = {"error": N_("✕ error"), "warning": N_("△ warning"), "note": N_("○ note")}


class ProblemsModel(TextsModel):
    """One row a problem: severity (a mark and a word), where, what happened, what to do."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.header = tuple(map(words.say, _HEADERS))
        self.problems: tuple[Problem, ...] = ()  # in their rows
        self._rows: tuple[tuple[str, ...], ...] = ()

    def show(
        self,
        problems: Sequence[Problem],
        jobs: Sequence[Job] = (),
        names: Mapping[str, str] | None = None,
    ) -> None:
        """Shows these problems instead of the others; keys of the `jobs` by the labels of their settings, and
        jobs by their `names` on the cards.
        """
        self.beginResetModel()
        self.problems = tuple(problems)
        kinds = {job.name: job.kind for job in jobs}
        self._rows = tuple(self._texts(problem, kinds, names or {}) for problem in problems)
        self.endResetModel()

    def _texts(self, problem: Problem, kinds: Mapping[str, str], names: Mapping[str, str]) -> tuple[str, ...]:
        text, place = (
            sentence(problem, self._words),
            where_in_window(problem.where, kinds, self._words, names),
        )
        return self._words.say(_SEVERITIES[text.severity]), place, text.message, text.remedy

    def _row(self, number: int) -> Sequence[str]:
        return self._rows[number]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.ToolTipRole or not index.isValid():
            return super().data(index, role)
        text = self._rows[index.row()][index.column()]
        if page_of(self.problems[index.row()]):
            return self._words.say(N_("{text}\nPress F1 for help"), text=text)
        return text


_SEVERITY = 8  # characters
_SHARES = (0.2, 0.36)  # of the width that the severity leaves: where, and what happened
_QUEUED = Qt.ConnectionType.QueuedConnection  # the other columns have their widths by then
_MANY = 99  # problems and notes that have room
_WRAPPED = 40  # problems whose texts are shown in full; the others have them as tooltips


class ProblemsPanel(QWidget):
    """Where, what happened, what to do. Double click or Enter goes there where there is a place to go to; F1
    opens the page of the guide that speaks of it.
    """

    jump_requested = Signal(object)  # Problem
    reason_requested = Signal(object)  # str: the key of a deviation from the site policy

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.model = ProblemsModel(words, self)
        self.table = DataTable(self.model, words.say(N_("Problems")), words)
        self.table.remember("problems")
        self.table.list_rows()
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setWordWrap(True)
        self.table.horizontalHeader().sectionResized.connect(self._wrap, _QUEUED)
        self.model.modelReset.connect(self._wrap)
        self.table.activated.connect(self._jump)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.reason = QPushButton(words.say(N_("Give a &reason\u2026")))
        self.reason.setToolTip(words.say(N_("Enter the reason for the deviation, shown in the report")))
        self.reason.clicked.connect(self._on_reason)
        layout = QVBoxLayout(self)
        spread(layout, self, margin=0.5)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.reason, 0, Qt.AlignmentFlag.AlignLeft)
        self.model.modelReset.connect(self._look)
        self.table.selectionModel().currentRowChanged.connect(self._look)
        self.reason.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._share(event.size().width() - step(self, 1) - 2 * self.table.frameWidth())

    def _share(self, width: int) -> None:
        """Leave the remedy the most, at any width; columns that were dragged keep their widths."""
        self.table.set_characters(0, _SEVERITY)
        room = width - self.table.columnWidth(0) - self.table.verticalScrollBar().sizeHint().width()
        for column, share in enumerate(_SHARES, start=1):
            self.table.setColumnWidth(column, round(share * room))
        self.table.use_kept_widths()

    @Slot()
    def _wrap(self) -> None:
        """Give each of the first rows the lines that its texts need."""
        lowest = self.table.verticalHeader().defaultSectionSize()
        for row in range(min(_WRAPPED, self.model.rowCount())):
            self.table.setRowHeight(row, max(lowest, self.table.sizeHintForRow(row)))

    def _deviation(self) -> str | None:
        """The identifier of the selected deviation, else of the first without a reason."""
        row = self.table.currentIndex().row()
        problems = self.model.problems
        chosen = problems[row : row + 1] if row >= 0 else ()
        unanswered = (problem for problem in problems if problem.severity is not Severity.NOTE)
        keys = (deviation_key(problem) for problem in (*chosen, *unanswered))
        return next((key for key in keys if key is not None), None)

    @Slot()
    def _look(self) -> None:
        self.reason.setVisible(self._deviation() is not None)

    @Slot()
    def _on_reason(self) -> None:
        key = self._deviation()
        if key is not None:
            self.reason_requested.emit(key)

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, current: QModelIndex, _before: QModelIndex) -> None:
        """F1 opens the page that speaks of the problem selected."""
        self.table.setProperty(
            "helpPage", page_of(self.model.problems[current.row()]) if current.isValid() else ""
        )

    @Slot(QModelIndex)
    def _jump(self, index: QModelIndex) -> None:
        self.jump_requested.emit(self.model.problems[index.row()])


class ProblemsButton(SteadyButton):
    """Says how many problems there are; the worst gives it a mark and a colour. No number moves anything."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.setProperty("weight", "quiet")
        self.reserve(self._counted(0, _MANY), f"✕ {self._counted(_MANY, _MANY)}")
        self.show_problems(())

    @Slot(object)
    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Count these; notes are distinguished from what wants something done."""
        severities = [problem.severity for problem in problems]
        state, mark = "", ""
        if Severity.ERROR in severities:
            state, mark = "error", "✕ "
        elif Severity.WARNING in severities:
            state, mark = "warning", "△ "
        notes = severities.count(Severity.NOTE)
        self.setText(mark + self._counted(len(severities) - notes, notes))
        self.setAccessibleName(self._words.say(N_("{problems}, show the list"), problems=self.text()))
        self.setProperty("state", state)
        self.style().unpolish(self)
        self.style().polish(self)

    def _counted(self, grave: int, notes: int) -> str:
        say, say_many = self._words.say, self._words.say_many
        text = (
            say_many(N_("{number} problem"), N_("{number} problems"), grave)
            if grave
            else say(N_("no input problems"))
        )
        if not notes:
            return text
        counted = say_many(N_("{number} note"), N_("{number} notes"), notes)
        return say(N_("{problems}, {notes}"), problems=text, notes=counted)
