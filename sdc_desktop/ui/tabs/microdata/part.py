"""A part of the tab: a question with an answer and a verdict of its own; most are ways to protect.

To add one that protects: its ways in `tab_job.WAYS` (one kind of job each), their names in
`words.step_labels.WAYS`, the part in `parts.py`. The page and the question know parts only by what stands
here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.plan import Plan
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.widgets.verdict_bar import VerdictBar
from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import Words


@dataclass(frozen=True)
class Tools:
    """What every part works with."""

    controller: ProjectController
    jobs: JobManager
    words: Words
    why: WhyPanel


class Part(QWidget):
    """The place of the answer; ``form`` is the question. ``changed``: there is something else to show. What
    is marked abstract is given by each part (Qt's classes take no ABC; a test looks).
    """

    changed = Signal()

    form: QWidget
    _tools: Tools

    @property
    @abstractmethod
    def ready(self) -> bool:
        """Whether the answer is that of the question, so that it can be written."""

    @property
    def asked_plan(self) -> Plan | None:
        """The plan with what is being moved, which is no step yet; None while nothing is."""
        return None

    @abstractmethod
    def show_now(self) -> None:
        """Show the question and the answer as they stand."""

    @abstractmethod
    def tell_verdict(self, bar: VerdictBar) -> None:
        """Say what is known, in one sentence."""

    def settle(self) -> None:
        """What is being moved or typed becomes a step of the plan."""


class ProtectingPart(Part):
    """A part with a button: ``ways`` are the kinds of job that it is about, the first of which its button
    asks for. It asks the engine only while one of its ways is in force.
    """

    way_wanted = Signal(object)  # the kind of another job, of this part or not
    hierarchy_wanted = Signal(object)  # variable: its hierarchy is to be made or changed

    ways: tuple[str, ...] = ()

    @property
    @abstractmethod
    def title(self) -> str:
        """What the button says, with its mnemonic."""

    @property
    @abstractmethod
    def tip(self) -> str:
        """What the button's tooltip says."""

    @property
    def steps(self) -> Mapping[str, int]:
        """The levels that the answer releases, 0 = as is, where it recodes: to begin with by hand."""
        return {}
