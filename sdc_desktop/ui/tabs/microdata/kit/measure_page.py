"""The form of a job that measures, with its way to the report, and a page that runs one on request."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import ValidationError
from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.method import Method
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.setting import Settings
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.questions.question import as_work, data_key, source_of
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import measure_job, measure_params, with_params
from sdc_desktop.ui.tabs.microdata.evidence.page import F, RunPage
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import push_button, without_letter
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_
from sdc_desktop.words.setting_words import change_label

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.ui.jobs import Work
    from sdc_desktop.ui.tabs.microdata.anopi.view import View

P = TypeVar("P", bound=Settings)


class MeasureForm(QObject, Generic[P]):
    """Shows the params and takes their changes as steps of the plan. `first`: the params where the plan has
    none, None where there is nothing to measure. `choices`: what the form offers. `shown`: the params as the
    form has them; `in_plan`: as the plan does.
    """

    def __init__(
        self,
        method: Method[P],
        tools: Tools,
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
        self._method, self._controller, self._words = method, tools.controller, tools.words
        self._first, self._choices, self._shown, self._in_plan = first, choices, shown, in_plan
        self._in_report, self._change = in_report, change
        self.form = SettingsForm(method, self._words, pairs=2)
        text = without_letter(self._words.say(N_("Add to the &report")))  # several are on one page
        self.report = push_button(text, weight="quiet", scale="small")
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


class MeasurePage(RunPage[F], Generic[P, F]):
    """Its params are those of a job that measures, in the plan or by default."""

    method: Method[P]
    report_title = ""

    def __init__(self, tools: Tools, picture: QWidget, title: str) -> None:
        super().__init__(tools)
        self.settings = MeasureForm(
            self.method,
            tools,
            self,
            first=self.first,
            choices=self.choices,
            in_report=self.report_title,
            in_plan=self.in_plan,
        )
        self.form, self.report = self.settings.form, self.settings.report
        self.frame = FigureFrame(picture, self._words)
        self.frame.show_title(self._words.say(title))
        buttons = WrappingRow((self.run, self.report), step(self, 0.5))
        fill(self, self.form, buttons, (self.frame, 1), spacing=0.25)
        self._controller.data_closed.connect(self._on_closed)

    # given by heirs ----------------------------------------------------------------------------------

    @abstractmethod
    def first(self) -> P | None:
        """The params where the plan has none; None where there is nothing to measure."""

    def choices(self, params: P) -> Choices:
        """What the form offers."""
        return Choices()

    def in_plan(self, params: P) -> P:
        """The params as the plan has them."""
        return params

    @abstractmethod
    def question(self) -> object:
        """All that the figures depend on apart from data and params."""

    @abstractmethod
    def measure(self, opened: Opened, params: P) -> Work:
        """Work that measures the open data."""

    # the same for all --------------------------------------------------------------------------------

    @property
    def lacking(self) -> bool:
        return self.settings.params() is None

    def key(self) -> object:
        opened, params = self._controller.steps.opened, self.settings.params()
        if opened is None or params is None:
            return None
        return data_key(opened), self.question(), params.model_dump_json()

    def work(self) -> Work | None:
        opened, params = self._controller.steps.opened, self.settings.params()
        return None if opened is None or params is None else self.measure(opened, params)

    def show_view(self, view: View, name: str) -> None:
        """Show whether what was found is of the current settings."""
        self.settings.show()
        super().show_view(view, name)

    @Slot()
    def show_state(self) -> None:
        super().show_state()
        self.report.setEnabled(self.answer.current)
        self.frame.setVisible(self.answer.found is not None)
        self.frame.setEnabled(self.answer.current)


@as_work
def measured(context: JobContext, opened: Opened, base: Path, method: Method[Any], params: object) -> object:
    """Work that gives the result of a job with these params on the open data. Refuses as the engine does."""
    from sdc_desktop.engine.runner import counts, decide

    job = JOB_CLASSES[method.kind](name=method.kind, params=params)
    counted = counts(job, source_of(opened, base, context), context.within(0.0, 0.1))
    return decide(job, counted, context.within(0.1, 1.0))
