"""A measure that runs when it is requested: form, button, figures, a sentence, and its way to the report."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.method import Method
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.questions.question import as_work, data_key, source_of
from sdc_desktop.ui.tabs.microdata.evidence.page import F, RunPage
from sdc_desktop.ui.tabs.microdata.kit.measure_form import MeasureForm, P
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import Words

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.ui.jobs import JobManager, Work
    from sdc_desktop.ui.project.project_controller import ProjectController
    from sdc_desktop.ui.tabs.microdata.anopi.view import View


class MeasurePage(RunPage[F], Generic[P, F]):
    """Its params are those of a job that measures, in the plan or by default."""

    method: Method[P]
    report_title = ""

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, picture: QWidget, title: str
    ) -> None:
        self._controller = controller
        super().__init__(jobs, words)
        self.settings = MeasureForm(
            self.method,
            controller,
            words,
            self,
            first=self.first,
            choices=self.choices,
            in_report=self.report_title,
            in_plan=self.in_plan,
        )
        self.form, self.report = self.settings.form, self.settings.report
        self.frame = FigureFrame(picture, words)
        self.frame.show_title(words.say(title))
        inside = QVBoxLayout(self)
        spread(inside, self, margin=0, spacing=0.25)
        inside.addWidget(self.form)
        inside.addWidget(WrappingRow((self.run, self.report), step(self, 0.5)))
        inside.addWidget(self.frame, 1)
        controller.data_closed.connect(self._forget)

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

    @Slot()
    def _forget(self) -> None:
        """Another file will be open: nothing of this one stays."""
        self.answer.forget()
        self.show_state()


@as_work
def measured(context: JobContext, opened: Opened, base: Path, method: Method[Any], params: object) -> object:
    """Work that gives the result of a job with these params on the open data. Refuses as the engine does."""
    from sdc_desktop.engine.runner import counts, decide

    job = JOB_CLASSES[method.kind](name=method.kind, params=params)
    counted = counts(job, source_of(opened, base, context), context.within(0.0, 0.1))
    return decide(job, counted, context.within(0.1, 1.0))
