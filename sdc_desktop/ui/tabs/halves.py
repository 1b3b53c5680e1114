"""The settings beside the result; they fold into a line that sums them up, and leave it all room."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLayout, QSplitter, QToolButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.words import N_, Words
from sdc_desktop.words.setting_words import summary_line


class Halves(QWidget):
    """The settings with what is below them, and beside them the result.

    The settings have a share of 100 to begin with; of room that comes later the result takes `stretch` parts
    where the settings take 2. While they are folded, what is below them is below the result. ``fold`` is the
    button that folds them, for the page to place.
    """

    def __init__(
        self,
        settings: QWidget,
        below: Sequence[QWidget | QLayout],
        answer: QWidget,
        share: int,
        words: Words,
        stretch: int = 3,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._job: Callable[[], Job | None] = lambda: None
        self._kept_open = False  # the settings were shown again by hand
        self._settings = QWidget()
        left = QVBoxLayout(self._settings)
        spread(left, settings, margin=0)
        left.addWidget(settings, 1)
        self._below = QWidget()
        under = QVBoxLayout(self._below)
        spread(under, settings, margin=0)
        for part in below:
            if isinstance(part, QLayout):
                under.addLayout(part)
            else:
                under.addWidget(part)
        self._left = left
        left.addWidget(self._below)
        self._make_line()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self._settings)
        self.splitter.addWidget(answer)
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, stretch)
        self.splitter.setSizes([step(settings, share), step(settings, 100 - share)])
        self._column = QVBoxLayout(self)
        spread(self._column, settings, margin=0)
        self._column.addWidget(self.line)
        self._column.addWidget(self.splitter, 1)

    def _make_line(self) -> None:
        say = self._words.say
        self.fold = QToolButton()
        self.fold.setCheckable(True)
        self.fold.setAutoRaise(True)
        self.fold.setProperty("folds", True)
        self.fold.setArrowType(Qt.ArrowType.LeftArrow)
        self.fold.setAccessibleName(say(N_("Fold the settings into a line")))
        self.fold.setToolTip(say(N_("Fold the settings into a line (F9)")))
        self.fold.toggled.connect(self._on_fold)
        self.fold.clicked.connect(self._on_chosen)
        self.summary = ElidedLabel()
        self.unfold = push_button(say(N_("Show settings")), scale="small", weight="quiet")
        self.unfold.clicked.connect(self.fold.click)
        self.line = QWidget()
        row = QHBoxLayout(self.line)
        spread(row, self, margin=0)
        row.addWidget(self.summary, 1)
        row.addWidget(self.unfold)
        self.line.hide()

    def follow(self, controller: ProjectController, job: Callable[[], Job | None]) -> None:
        """Sum up the settings of the job that `job` gives, whenever the plan changes."""
        self._job = job
        controller.plan_changed.connect(self._on_plan)
        controller.project_begun.connect(self._on_project)

    def give_room(self) -> None:
        """Fold the settings once their result is there, unless they were shown again by hand before."""
        if not self._kept_open:
            self.fold.setChecked(True)

    @property
    def folded(self) -> bool:
        """Whether the settings are folded."""
        return self.fold.isChecked()

    @Slot(object)
    def _on_plan(self, _plan: object) -> None:
        if self.folded:
            self._show_summary()

    @Slot()
    def _on_project(self) -> None:
        self._kept_open = False

    @Slot(bool)
    def _on_chosen(self, folded: bool) -> None:
        self._kept_open = not folded

    def _show_summary(self) -> None:
        job = self._job()
        text = self._words.say(N_("No settings yet"))
        if job is not None:
            text = summary_line(method_of(job.kind), job.params, self._words)
        self.summary.setText(text)
        self.summary.setAccessibleName(text)

    @Slot(bool)
    def _on_fold(self, folded: bool) -> None:
        had_focus = self.focusWidget()
        self.fold.setArrowType(Qt.ArrowType.RightArrow if folded else Qt.ArrowType.LeftArrow)
        (self._column if folded else self._left).addWidget(self._below)
        self._below.show()  # Qt hides what gets another parent
        self._settings.setHidden(folded)
        self.line.setVisible(folded)
        if folded:
            self._show_summary()
            if had_focus is not None and self._settings.isAncestorOf(had_focus):
                self.unfold.setFocus(Qt.FocusReason.OtherFocusReason)
