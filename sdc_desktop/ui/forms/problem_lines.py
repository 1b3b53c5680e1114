"""Problems of a form, shown below it: one line for each kind, with what to do; long ones behind "Show", but
for the beginning of every warning that lowers the verdict.

Notes are not wrong: only the list of problems has them.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.message_area import MessageArea
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.lines import problem_lines

_SHORT = 3  # lines that are shown whole


class ProblemLines(QWidget):
    """Takes no room where all is well. What takes more than three lines becomes the beginning of its first
    line and of each kind of warning about disclosure, with a button that shows the rest. Another button shows
    the cells of those that have some, and ``remedy`` is for what one click does about them.
    """

    cells_requested = Signal(object)  # tuple[Problem, ...]
    remedy_requested = Signal()

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._text = ""
        self._heads: tuple[str, ...] = ()  # lines whose beginning is never behind the button
        self.line = plain_label(selectable=True, narrow=True)
        self.more = push_button(scale="small", weight="quiet")
        self.more.setCheckable(True)
        self.more.toggled.connect(self._on_more)
        self._linked: tuple[Problem, ...] = ()
        self.cells = push_button(words.say(N_("Show cells")), scale="small", weight="quiet")
        self.cells.setAccessibleName(words.say(N_("Show the cells of the messages")))
        self.cells.clicked.connect(self._on_cells)
        self.remedy = push_button(words.say(N_("Remedy")), scale="small")
        self.remedy.clicked.connect(self.remedy_requested)
        self.whole = MessageArea(words.say(N_("All messages")))
        grid = QGridLayout(self)
        spread(grid, self, margin=0, spacing=0.5)
        grid.addWidget(self.line, 0, 0)
        grid.addWidget(self.more, 0, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.whole, 1, 0, 1, 2)
        grid.addWidget(self.cells, 2, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(self.remedy, 3, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        grid.setColumnStretch(0, 1)
        self._name_button()
        self.hide()

    def text(self) -> str:
        """All that is reported, also what is behind the button."""
        return self._text

    def show_problems(
        self, problems: Sequence[Problem], linked: Sequence[Problem] = (), *, remediable: bool = False
    ) -> None:
        """Report those of these that require action; ``linked``: those whose cells can be shown;
        ``remediable``: whether one click does something about them.
        """
        found = problem_lines(problems, self._words)
        lines, self._heads = "\n".join(found.lines), found.heads
        self._linked = tuple(problem for problem in found.problems if problem in linked)
        self.cells.setVisible(bool(self._linked))
        self.remedy.setVisible(remediable)
        if lines != self._text:
            self._text = lines
            self.more.setChecked(False)
        self.whole.set_text(lines)
        self.setAccessibleName(lines)
        self._fold()
        self.setVisible(bool(lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fold()

    def _fold(self) -> None:
        """Show all where that takes few lines, else the beginning."""
        metrics = self.line.fontMetrics()
        width = max(self.width(), 1)
        flags = int(Qt.TextFlag.TextWordWrap)
        height = metrics.boundingRect(0, 0, width, 0, flags, self._text).height()
        long = height > _SHORT * metrics.lineSpacing() + 1
        self.more.setVisible(long)
        self.whole.setVisible(long and self.more.isChecked())
        self.line.setHidden(long and self.more.isChecked())
        self.line.setWordWrap(not long)
        room = max(width - self.more.sizeHint().width() - metrics.averageCharWidth(), 1)
        heads = (metrics.elidedText(head, Qt.TextElideMode.ElideRight, room) for head in self._heads)
        shown = "\n".join(heads) if long else self._text
        if shown != self.line.text():
            self.line.setText(shown)
        self.line.setToolTip("")

    def _name_button(self) -> None:
        say = self._words.say
        self.more.setText(say(N_("Hide")) if self.more.isChecked() else say(N_("Show")))
        self.more.setAccessibleName(say(N_("Show all messages")))

    @Slot()
    def _on_cells(self) -> None:
        self.cells_requested.emit(self._linked)

    @Slot(bool)
    def _on_more(self, _shown: bool) -> None:
        self._name_button()
        self._fold()
