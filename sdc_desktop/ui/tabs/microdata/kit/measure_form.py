"""The settings of a job that measures, given in the plan or by default, and the button that adds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from pydantic import ValidationError
from PySide6.QtCore import QObject, Slot

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.setting import Settings
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import measure_job, measure_params, with_params
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.words import N_, Words
from sdc_desktop.words.setting_words import change_label

if TYPE_CHECKING:
    from sdc_desktop.ui.project.project_controller import ProjectController

P = TypeVar("P", bound=Settings)


class MeasureForm(QObject, Generic[P]):
    """Shows the params and takes their changes as steps of the plan. `first`: the params where the plan has
    none, None where there is nothing to measure. `choices`: what the form offers. `shown`: the params as the
    form has them; `in_plan`: as the plan does.
    """

    def __init__(
        self,
        method: Method[P],
        controller: ProjectController,
        words: Words,
        parent: QObject,
        *,
        first: Callable[[], P | None],
        choices: Callable[[P], Choices],
        in_report: str,
        shown: Callable[[P], P] = lambda params: params,
        in_plan: Callable[[P], P] = lambda params: params,
        change: str = "",
    ) -> None:
        super().__init__(parent)
        self._method, self._controller, self._words = method, controller, words
        self._first, self._choices, self._shown, self._in_plan = first, choices, shown, in_plan
        self._in_report, self._change = in_report, change
        self.form = SettingsForm(method, words, pairs=2)
        self.report = push_button(words.say(N_("Add to the &report")), weight="quiet", scale="small")
        self.form.changed.connect(self.change)
        self.form.refused.connect(self.show)
        self.report.clicked.connect(self._on_report)

    def params(self) -> P | None:
        """What the plan says, or what is measured without it."""
        policy = self._controller.policy
        found: P | None = measure_params(self._controller.plan, self._method, self._first(), policy)
        return found

    @Slot()
    def show(self, *_: object) -> None:
        """Show the params, and whether they can be added to the report."""
        params = self.params()
        self.form.setEnabled(params is not None)
        if params is not None:
            self.form.show_params(self._shown(params), self._choices(params))
        known = measure_job(self._controller.plan, self._method)
        self.report.setVisible(params is not None and known is None)

    @Slot(object)
    def change(self, fields: Mapping[str, object]) -> None:
        """Change these keys of the params, as one step."""
        given = self.params()
        if given is None:
            return
        try:
            params = type(given).model_validate(given.model_dump() | dict(fields))
        except ValidationError:
            params = given
        if params == given:
            self.show()  # what cannot be read is shown as it was
            return
        changed = change_label(self._method, next(iter(fields)), self._words)
        self._put(params, self._words.say(self._change) if self._change else changed)

    @Slot()
    def _on_report(self) -> None:
        params = self.params()
        if params is not None:
            self._put(params, self._words.say(self._in_report))

    def _put(self, params: P, label: str) -> None:
        plan, policy = self._controller.plan, self._controller.policy
        self._controller.change_plan(label, with_params(plan, self._method, self._in_plan(params), policy))
