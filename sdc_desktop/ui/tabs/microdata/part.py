"""A part of the place: a family of methods with its forms, a result and a verdict of its own.

To add one: its ways in `tab_job.WAYS` (one kind of job each), the part in `page.py`. The page and the
settings know parts only by this interface.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.plan import Plan
from sdc_desktop.ui.deferred_build import Slices
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.tabs.microdata.middle.sections import Sections
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.widgets.verdict_bar import VerdictBar
from sdc_desktop.words import N_


class Part(QObject):
    """``ways`` are the kinds of its jobs, ``form`` has the settings, ``changed``: there is something else to
    show. It calls the engine only while one of its ways is current. What is marked abstract is given by each
    part (Qt's classes take no ABC; a test checks it).
    """

    changed = Signal()
    way_requested = Signal(object)  # the kind of another job, of this part or not
    hierarchy_requested = Signal(object)  # variable: make or change its hierarchy
    records_requested = Signal(object)  # Choice: show these records before and after

    ways: tuple[str, ...] = ()
    form: Any
    presenter: QuestionPresenter[Any, Any, Any]

    def __init__(self, tools: Tools, presenter: QuestionPresenter[Any, Any, Any]) -> None:
        super().__init__()
        self._tools, self._words = tools, tools.words
        self.presenter = presenter
        self.answer: Any = None  # made when there is one: plots take their time to load
        self._making = Slices(self)
        presenter.setParent(self)
        presenter.changed.connect(self._on_changed, Qt.ConnectionType.DirectConnection)
        tools.controller.project_begun.connect(self.begin)

    # given by each part ------------------------------------------------------------------------------

    @abstractmethod
    def make_answer(self) -> Any:
        """What shows the result."""

    @abstractmethod
    def no_answer(self, view: Any) -> tuple[str, str]:
        """Why there is no result, and the text of the button; "": no button."""

    @abstractmethod
    def show_verdict(self, bar: VerdictBar) -> None:
        """Show the finding with its verdict in one sentence."""

    def show_answer(self, view: Any) -> None:
        """Show the result of the view."""
        self.answer.show_view(view)

    def form_of(self, way: str) -> QWidget:
        """The form of one of the ways."""
        form: QWidget = self.form
        return form

    @property
    def steps(self) -> Mapping[str, int]:
        """The levels that the result releases, 0 = as is, where it recodes: to begin with manually."""
        return {}

    @property
    def stopped(self) -> bool:
        """Whether the result is what was found until it was stopped: not what the step gives."""
        return False

    @Slot()
    def begin(self) -> None:
        """Another project is open: what was selected belongs to the one before."""

    # what the page uses ------------------------------------------------------------------------------

    @property
    def drafted_plan(self) -> Plan | None:
        """The plan with what is being moved, which is no step yet; None while nothing is."""
        return self.presenter.drafted_plan

    def show_now(self) -> None:
        """Show the settings and their result."""
        view = self.presenter.view
        self.form.show_view(view)
        if view.shown is None:
            self._making.begin((self._make_answer,))  # before there is something to show in it
        else:
            self._make_answer()
            self.show_answer(view)

    @property
    def making(self) -> bool:
        """Whether something is still to be made."""
        return self._making.waiting

    def _make_answer(self) -> None:
        if self.answer is None:
            self.answer = self.make_answer()

    @property
    def sections(self) -> Sections | None:
        """What is shown of the step in view; None without a result of it."""
        shown, job = self.presenter.view.shown, self.presenter.job
        is_of_step = shown is not None and job is not None and shown.job.name == job.name
        return self.answer if is_of_step else None

    @property
    def nothing(self) -> tuple[str, str, str]:
        """Title, sentence and the text of the button where there is no result."""
        return (self._words.say(N_("No result yet")), *self.no_answer(self.presenter.view))

    def settle(self) -> None:
        """What is being moved or typed becomes a step of the plan."""
        self.presenter.settle()

    def ask(self) -> None:
        """Do what the button offers where there is no result."""
        self.presenter.run()

    @Slot(object)
    def _on_changed(self, _view: object) -> None:
        self.changed.emit()
