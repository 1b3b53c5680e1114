"""The deviations of a tab's settings from the site policy, shown below them with a way to give reasons."""

from collections.abc import Collection

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy.policy import Deviation, deviations, reason_for
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.policy import short_line

_SHOWN = 2


class PolicyLine(QFrame):
    """Invisible while nothing deviates without a reason. `kinds` are those of the tab's jobs."""

    def __init__(
        self,
        controller: ProjectController,
        kinds: Collection[str],
        words: Words,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._kinds = kinds
        self._words = words
        self._plan = controller.plan
        self._found: tuple[Deviation, ...] = ()
        self.setProperty("frame", "banner")
        self.text = plain_label(selectable=True, narrow=True)
        self.answer = QPushButton(words.say(N_("&Give a reason\u2026")))
        self.answer.setToolTip(
            words.say(N_("Or apply the policy value. Until then, nothing can be exported."))
        )
        self.answer.clicked.connect(self._on_answer)
        row = QHBoxLayout(self)
        spread(row, self, margin=0.5)
        row.addWidget(self.text, 1)
        row.addWidget(self.answer, 0, Qt.AlignmentFlag.AlignTop)
        controller.plan_changed.connect(self._on_plan)
        self.hide()
        self.show_plan(controller.plan)

    def show_plan(self, plan: Plan) -> None:
        """Show what deviates in a plan: the current one, or the one with what is being moved."""
        self._plan, policy = plan, self._controller.policy
        found = () if policy is None else deviations(plan, policy.spec)
        open_ones = (one for one in found if reason_for(one, plan) is None)
        self._found = tuple(one for one in open_ones if plan.jobs[one.index].kind in self._kinds)
        lines = []
        for one in self._found[:_SHOWN]:
            lines.append(
                "\u25b3 " + short_line(one.path, one.asked, one.found, self._words, plan.jobs[one.index].kind)
            )
        more = len(self._found) - _SHOWN
        if more > 0:
            say_many = self._words.say_many
            one_more, many = N_("\u25b3 {number} deviation more."), N_("\u25b3 {number} deviations more.")
            lines.append(say_many(one_more, many, more))
        self.text.setText("\n".join(lines))
        self.text.setAccessibleName(self.text.text())
        self.setVisible(bool(lines))

    @Slot(object)
    def _on_plan(self, plan: Plan) -> None:
        self.show_plan(plan)

    @Slot()
    def _on_answer(self) -> None:
        if self._found:
            self._controller.reason_requested.emit((self._plan, self._found[0]))
