"""The deviations of a tab's settings from the site policy: one line, with a way to give reasons."""

from collections.abc import Collection

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy.policy import Deviation, deviations, reason_for
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.policy import short_line


class PolicyLine(QFrame):
    """Invisible while nothing deviates without a reason; of several the tooltip has all. `kinds` are those of
    the tab's jobs.
    """

    def __init__(self, controller: ProjectController, kinds: Collection[str], words: Words) -> None:
        super().__init__()
        self._controller = controller
        self._kinds = kinds
        self._words = words
        self._plan = controller.plan
        self._found: tuple[Deviation, ...] = ()
        self.setProperty("frame", "banner")
        self.text = ElidedLabel()
        self.text.setProperty("elided", True)
        self.answer = push_button(words.say(N_("&Give a reason\u2026")), scale="small", weight="quiet")
        self.answer.setToolTip(
            words.say(N_("Or apply the policy value. Until then, nothing can be exported."))
        )
        self.answer.clicked.connect(self._on_answer)
        row = QHBoxLayout(self)
        spread(row, self, margin=0.25, spacing=0.5)
        row.addWidget(self.text, 1)
        row.addWidget(self.answer)
        controller.plan_changed.connect(self.show_plan)
        self.hide()
        self.show_plan(controller.plan)

    def show_plan(self, plan: Plan) -> None:
        """Show what deviates in a plan: the current one, or the one with what is being moved."""
        self._plan, policy = plan, self._controller.policy
        found = () if policy is None else deviations(plan, policy.spec)
        open_ones = (one for one in found if reason_for(one, plan) is None)
        self._found = tuple(one for one in open_ones if plan.jobs[one.index].kind in self._kinds)
        lines = [
            "\u25b3 " + short_line(one.path, one.asked, one.found, self._words, plan.jobs[one.index].kind)
            for one in self._found
        ]
        one, many = N_("\u25b3 {number} deviation"), N_("△ {number} deviations")
        several = self._words.say_many(one, many, len(lines))
        self.text.setText(several if len(lines) > 1 else "".join(lines))
        self.text.setAccessibleName("\n".join(lines))
        self.setToolTip("\n".join(lines))
        self.setVisible(bool(lines))

    @Slot()
    def _on_answer(self) -> None:
        if self._found:
            self._controller.reason_requested.emit((self._plan, self._found[0]))
