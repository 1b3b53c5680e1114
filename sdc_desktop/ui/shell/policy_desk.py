"""The site policy in the window: the current one, what it requires, and reasons for deviations."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from sdc_desktop.engine.output.files import atomic_write
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy.policy import (
    Deviation,
    deviation_problem,
    deviations,
    policy_problems,
    reason_for,
    with_reason,
)
from sdc_desktop.engine.policy.remedy import as_required
from sdc_desktop.engine.problems import Refused
from sdc_desktop.project.policy_location import ActivePolicy, administrators, with_file
from sdc_desktop.project.ready_policies import ready_policies
from sdc_desktop.ui.dialogs.dialog import bring_up
from sdc_desktop.ui.dialogs.policy import PolicyDialog, ReasonDialog
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.theme import step
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.program.policy import param_words, policy_name

_MOST_LETTERS = 40
_MANY = 99  # deviations that have room


class PolicyButton(QPushButton):
    """At the right of the top row: the policy's name and version, and how much is still to be answered. It is
    as wide as any number of deviations needs, so that none moves what is beside it.
    """

    changed = Signal()  # another policy has another width

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setProperty("weight", "quiet")
        self._short = False
        self._texts = ("", "")  # the whole name, the short one
        self._widest = ("", "")
        self.show_state(ActivePolicy(), 0)

    def show_state(self, known: ActivePolicy, open_ones: int) -> None:
        """Show the current policy, and the number of deviations without a reason."""
        say, policy = self._words.say, known.policy
        state = "error" if known.problems else "warning" if open_ones else ""
        if known.problems:
            text = short_text = say(N_("✕ Policy unreadable"))
        elif policy is None:
            text = short_text = say(N_("No policy"))
        else:
            title = policy_name(policy.spec, self._words)
            short = title if len(title) <= _MOST_LETTERS else title[: _MOST_LETTERS - 1] + "\u2026"
            text, short_text = say(N_("Policy: {title}"), title=short), say(N_("Policy"))
        widest = (text, short_text) if policy is None else (self._with(text, _MANY), f"△ {short_text}")
        if open_ones:
            text, short_text = self._with(text, open_ones), f"△ {short_text}"
        self._texts = (text, short_text)
        self._show_text()
        if widest != self._widest:
            self._widest = widest
            self.changed.emit()
        self.setAccessibleName(text)
        if self.property("state") != state:
            self.setProperty("state", state)
            self.style().unpolish(self)
            self.style().polish(self)

    def _with(self, text: str, deviations: int) -> str:
        one, many = N_("△ {text}, {number} deviation"), N_("△ {text}, {number} deviations")
        return self._words.say_many(one, many, deviations, text=text)

    def shorten(self, short: bool) -> None:
        """Show the short text, or the whole name; it is in the tooltip too."""
        self._short = short
        self._show_text()
        self.setFixedWidth(self.wanted_width(short=short))

    def wanted_width(self, *, short: bool) -> int:
        """The width of the longest text, in bold as where something is open."""
        bold = QFont(self.font())
        bold.setBold(True)
        return QFontMetrics(bold).horizontalAdvance(self._widest[short]) + step(self, 3)

    def _show_text(self) -> None:
        self.setText(self._texts[self._short].replace("&", "&&"))
        tip = self._words.say(N_("Requirements and source of the site policy"))
        self.setToolTip(f"{self._texts[0]}\n{tip}" if self._short else tip)


class PolicyDesk(QObject):
    """Reads policies, applies them, and lets the user enter reasons. `button` belongs in the top row."""

    def __init__(
        self, controller: ProjectController, settings: Settings, words: Words, window: QWidget
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._settings = settings
        self._words = words
        self._window = window
        self._administrators = ActivePolicy()
        self.button = PolicyButton(words, window)
        self.dialog: PolicyDialog | None = None
        self.reason: ReasonDialog | None = None
        self.button.clicked.connect(self.notify)
        controller.plan_changed.connect(self._show)
        controller.policy_changed.connect(self._show)
        controller.reason_requested.connect(self._on_reason_requested)

    @Slot()
    def begin(self) -> None:
        """Hold to what the administrator set, and to what was opened by hand last time if it may be."""
        self._administrators = administrators()
        self._controller.hold_to(self._administrators)
        remembered = self._settings.policy_file
        if remembered:
            self._take(Path(remembered))

    def take_over(self, other: PolicyDesk) -> None:
        """Continues with the administrator's policy of another window."""
        self._administrators = other._administrators

    def open_policy(self, path: Path) -> bool:
        """Hold to another policy from now on. False, and a problem, if it may not be."""
        if not self._take(path):
            return False
        self._settings.policy_file = str(path if str(path) in ready_policies() else path.resolve())
        return True

    @Slot(object)
    def hold_to_ready(self, name: str) -> None:
        """Hold to a policy that the program brings."""
        self.open_policy(Path(name))

    def _take(self, path: Path) -> bool:
        try:
            known = with_file(self._administrators, path)
        except Refused as refusal:
            self._controller.report_problems("policy file", refusal.problems)
            return False
        self._controller.report_problems("policy file", ())
        self._controller.hold_to(known)
        return True

    @Slot()
    def leave_policy(self) -> None:
        """Hold no more to the policy opened by hand."""
        self._settings.policy_file = ""
        self._controller.report_problems("policy file", ())
        self._controller.hold_to(self._administrators)

    @Slot()
    def notify(self) -> None:
        """Show what the policy requires."""
        if self.dialog is None:
            self.dialog = PolicyDialog(self._words, self._window)
            self.dialog.open_requested.connect(self.ask_policy)
            self.dialog.copy_requested.connect(self.ask_copy)
            self.dialog.ready_requested.connect(self.hold_to_ready)
            self.dialog.close_policy.clicked.connect(self.leave_policy)
            self.dialog.answer_requested.connect(self.answer)
        self._show()
        bring_up(self.dialog)

    @Slot()
    def ask_policy(self) -> None:
        """Ask which policy to open."""
        title = self._words.say(N_("Open a policy"))
        filters = self._words.say(N_("Policies (*.json);;All files (*)"))
        name, _ = QFileDialog.getOpenFileName(self._window, title, self._settings.folder, filters)
        if name:
            self.open_policy(Path(name))

    @Slot()
    def ask_copy(self) -> None:
        """Ask where to save a copy of the current policy, to be changed there."""
        path = self._controller.active_policy.path
        title = self._words.say(N_("Save a copy of the policy"))
        filters = self._words.say(N_("Policies (*.json);;All files (*)"))
        wanted = "" if path is None else str(Path(self._settings.folder) / path.name)
        name, _ = QFileDialog.getSaveFileName(self._window, title, wanted, filters)
        if not name or path is None:
            return
        try:
            with atomic_write(Path(name)) as file:
                file.write(path.read_bytes())
        except Refused as refusal:
            self._controller.report_problems("policy file", refusal.problems)

    @Slot(object)
    def answer(self, key: str) -> None:
        """Let the user enter why the current plan deviates in the place with this key."""
        self._ask_reason(self._controller.whole_plan, key)

    # inside ------------------------------------------------------------------------------------------

    @Slot(object)
    def _on_reason_requested(self, pending: tuple[Plan, Deviation]) -> None:
        plan, deviation = pending
        self._ask_reason(self._controller.whole(plan), deviation.key)

    def _ask_reason(self, plan: Plan, key: str) -> None:
        """Ask why a plan deviates in one place, if it does."""
        policy = self._controller.policy
        found = () if policy is None else deviations(plan, policy.spec)
        deviation = next((one for one in found if one.key == key), None)
        if policy is None or deviation is None:
            return
        without = plan.model_copy(update={"policy": None})  # its reasons
        line = noted(deviation_problem(deviation, without, policy), self._words)
        known, required = reason_for(deviation, plan) or "", as_required(plan, deviation, policy)
        what = param_words(deviation.path, self._words, plan.jobs[deviation.index].kind)

        def give(text: str) -> None:
            label = self._words.say(N_("Reason: {what}"), what=what)
            self._controller.change_whole_plan(label, with_reason(plan, policy, deviation, text))

        def mend() -> None:
            if required is not None:
                label = self._words.say(N_("Apply policy: {what}"), what=what)
                self._controller.change_whole_plan(label, required)

        parent = self.dialog or self._window
        self.reason = ReasonDialog(line, known, required is not None, self._words, parent)
        self.reason.given.connect(give)
        self.reason.mend_requested.connect(mend)
        self.reason.open()

    @Slot()
    def _show(self) -> None:
        known = self._controller.active_policy
        found = policy_problems(self._controller.whole_plan, known.policy)
        self.button.show_state(known, sum(problem.severity == "error" for problem in found))
        if self.dialog is not None:
            self.dialog.show_policy(known, found)
