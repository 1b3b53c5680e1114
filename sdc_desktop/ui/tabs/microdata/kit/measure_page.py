"""A measure that runs when it is requested: form, button, figures, a sentence, and its way to the report."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.method import Method
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.questions.page_answer import PageAnswer
from sdc_desktop.ui.questions.question import data_key
from sdc_desktop.ui.tabs.microdata.evidence.page import EvidencePage
from sdc_desktop.ui.tabs.microdata.kit.measure_form import MeasureForm, P
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.ui.jobs import JobManager, Work
    from sdc_desktop.ui.project.project_controller import ProjectController
    from sdc_desktop.ui.tabs.microdata.anopi.view import View

F = TypeVar("F")


class MeasurePage(EvidencePage, Generic[P, F]):
    """Texts are marked for translators where they are given. What is marked abstract is given by each heir
    (Qt's classes take no ABC; a test checks it).
    """

    tall = True
    method: Method[P]
    run_texts: tuple[str, str]  # of the button, before the first answer and later
    running_text = idle_text = stale_text = lacking_text = ""  # lacking: there is nothing to measure
    work_title = report_title = ""

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, picture: QWidget, title: str
    ) -> None:
        super().__init__(words)
        self._controller = controller
        self._sentence = ""
        self.answer = PageAnswer(jobs, words, self._key, self)
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
        self.run = QPushButton(words.say(self.run_texts[0]))
        inside, column = QVBoxLayout(), QVBoxLayout(self)
        spread(inside, self, margin=0, spacing=0.25)
        inside.addWidget(self.form)
        inside.addWidget(WrappingRow((self.run, self.report), step(self, 0.5)))
        inside.addWidget(self.frame, 1)
        inside.addStretch()
        spread(column, self, margin=0)
        column.addWidget(CardsArea(inside))  # on a small screen it scrolls
        self.run.clicked.connect(self._on_run)
        self.answer.answered.connect(self._on_answered)
        self.answer.changed.connect(self.show_state)
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
    def work(self, params: P) -> Work:
        """Work that answers."""

    @abstractmethod
    def draw(self, found: F) -> str:
        """Show what was found, and give it in a sentence."""

    # the same for all --------------------------------------------------------------------------------

    @property
    def found(self) -> F | None:
        """What was found last."""
        found: F | None = self.answer.found
        return found

    def show_view(self, view: View, name: str) -> None:
        """Show whether what was found is of the current settings."""
        self.settings.show()
        self.answer.follow()
        self.show_state()

    def _key(self) -> object:
        opened, params = self._controller.opened, self.settings.params()
        if opened is None or params is None:
            return None
        return data_key(opened), self.question(), params.model_dump_json()

    @Slot()
    def show_state(self) -> None:
        """Show what can be done, and the sentence."""
        answer, lacking = self.answer, self.settings.params() is None
        text = N_("&Stop") if answer.running else self.run_texts[answer.found is not None]
        self.run.setText(self._words.say(text))
        self.run.setVisible(answer.running or not answer.current)
        self.run.setEnabled(not lacking)
        self.run.setProperty("weight", "" if answer.running or answer.found is not None else "primary")
        self.run.style().polish(self.run)
        self.report.setEnabled(answer.current)
        self.frame.setVisible(answer.found is not None)
        self.frame.setEnabled(answer.current)
        idle = self.idle_text if answer.found is None else self.stale_text
        if answer.running:
            self._report_line(self._words.say(self.running_text))
        elif lacking:
            self._report_line(self._words.say(self.lacking_text))
        else:
            sentence = self._sentence if answer.current else self._words.say(idle)
            self._report_line(answer.refusal or sentence)

    @Slot()
    def _on_run(self) -> None:
        params = self.settings.params()
        if self.answer.running:
            self.answer.stop()
        elif params is not None and self._controller.opened is not None:
            self.answer.request(self.work(params), self._words.say(self.work_title))

    @Slot(object)
    def _on_answered(self, found: F) -> None:
        self._sentence = self.draw(found)

    @Slot()
    def _forget(self) -> None:
        """Another file will be open: nothing of this one stays."""
        self.answer.forget()
        self.show_state()
