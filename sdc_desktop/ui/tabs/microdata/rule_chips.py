"""The rules of the plan as chips of the bar: a click opens a small editor in place."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from sdc_desktop.engine.plan_rules import missing_in, sizes_in, with_rule
from sdc_desktop.ui.forms.parts import Choice, heading, muted
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.popover import Popover
from sdc_desktop.ui.widgets.steady_inputs import CalmSpinBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk.missing_rule import MISSING_CHOICES, missing_chip, missing_rule

_WIDTH = 36  # steps
_MOST = 1_000


class RuleChips(QObject):
    """Shows ``k`` and the rule for missing values, and changes them for the whole plan: one change each."""

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._controller, self._words = controller, words
        say = words.say
        self.k, self.missing = push_button(weight="chip"), push_button(weight="chip")
        for chip in (self.k, self.missing):
            chip.setParent(parent)  # shown without its place it would be a window
        self._editing = False  # the editor of k was opened: before, its range alone gives it a value
        self.size = CalmSpinBox()
        self.size.setDecimals(0)
        self.size.setRange(2, _MOST)
        self.size.setAccessibleName(say(N_("Minimum class size, k")))
        self.size.settled.connect(self._on_size)
        self.size.entered.connect(self._on_entered)
        self.rule = Choice(
            say(N_("Missing values match")), [(key, say(text)) for key, text in MISSING_CHOICES]
        )
        self.rule.chosen.connect(self._on_rule)
        text = N_("Each class needs at least this number of records. It holds for all steps and measures.")
        self._of_k = self._popover(self.k, say(N_("Minimum class size, k")), self.size, say(text))
        text = N_("It holds for all figures on classes of this plan.")
        self._of_missing = self._popover(self.missing, say(N_("Missing values match")), self.rule, say(text))
        self.k.clicked.connect(self.edit_k)
        self.missing.clicked.connect(self.edit_missing)
        controller.plan_changed.connect(self.show_plan)
        self.show_plan()

    def _popover(self, chip: QPushButton, title: str, field: QWidget, text: str) -> Popover:
        made = Popover(chip)
        for part in (heading(title, field), field, muted(text)):
            made.column.addWidget(part)
        return made

    @Slot()
    def show_plan(self) -> None:
        """Show the rules of the plan; where steps differ, all of them."""
        say, plan = self._words.say, self._controller.plan
        sizes, rules = sizes_in(plan), missing_in(plan)
        listed = ", ".join(map(str, sizes)) or say(N_("not set"))
        self.k.setText(say(N_("k = {sizes}"), sizes=listed))
        self.k.setToolTip(say(N_("The minimum class size of all steps. Click to change it.")))
        self.missing.setText(missing_chip(rules, self._words))
        self.missing.setToolTip("\n".join(missing_rule(rule, self._words) for rule in rules))
        for chip in (self.k, self.missing):
            chip.setVisible(plan.data is not None)

    @Slot()
    def edit_k(self) -> None:
        """Open the editor of the minimum class size."""
        self.size.show_value((*sizes_in(self._controller.plan), 3)[0])
        self._editing = True
        self._of_k.open_below(self.k, _WIDTH)
        self.size.setFocus()

    @Slot()
    def edit_missing(self) -> None:
        """Open the editor of the rule for missing values."""
        rule = missing_in(self._controller.plan)[0]
        self.rule.show_key(rule if isinstance(rule, str) else "")
        self._of_missing.open_below(self.missing, _WIDTH)
        self.rule.setFocus()

    @Slot()
    def _on_size(self) -> None:
        size = int(self.size.value())
        if not self._editing:
            return
        self._change(N_("Minimum class size: {value}"), "k", size, str(size))

    @Slot()
    def _on_entered(self) -> None:
        """Enter takes what is shown, also the size that the editor proposes where none is set."""
        self._on_size()
        self._of_k.hide()

    @Slot(object)
    def _on_rule(self, key: str) -> None:
        texts = dict(MISSING_CHOICES)
        self._change(N_("Missing values match: {value}"), "missing", key, self._words.say(texts[key]))
        self._of_missing.hide()

    def _change(self, label: str, rule: str, value: int | str, shown: str) -> None:
        controller = self._controller
        if (value,) != (sizes_in if rule == "k" else missing_in)(controller.plan):
            controller.settle()
            plan = with_rule(controller.plan, rule, value)
            controller.change_plan(self._words.say(label, value=shown), plan)
