"""What every page of the details can do: show a view at once, and what was found beside the window."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from sdc_desktop.ui.qt_types import layout_of
from sdc_desktop.ui.questions.page_answer import PageAnswer
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.widgets.plain_parts import weigh
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.words import N_

if TYPE_CHECKING:
    from sdc_desktop.ui.jobs import Work

F = TypeVar("F")


class EvidencePage(QWidget):
    """A page of a result; ``line`` is the sentence below the picture."""

    measures = ""  # the kind of job whose settings it has
    answer: PageAnswer | None = None  # of a page that finds what it shows beside the window

    def __init__(self, tools: Tools) -> None:
        super().__init__()
        self._controller, self._words = tools.controller, tools.words
        self.line = ""
        self.label = WholeLabel()  # of the sentence
        self.label.setParent(self)  # it lives as long as the page, also before that is laid out
        self.label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.label.setProperty("scale", "small")

    def show_view(self, view: View, name: str) -> None:
        """Show what can be shown at once of a result, for the variable `name`."""

    def add_line(self) -> None:
        """Show the sentence below all else on the page."""
        layout_of(self).addWidget(self.label)

    def _report_line(self, text: str) -> None:
        self.line = text
        self.label.show_text(text)


class FoundPage(EvidencePage, Generic[F]):
    """What it shows is found beside the window, of every result at once. What is marked abstract is given by
    each heir (Qt's classes take no ABC; a test checks it).
    """

    answer: PageAnswer

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        self._view: View | None = None
        self._sentence = ""
        self.answer = PageAnswer(tools.jobs, tools.words, self.key, self)
        self.answer.answered.connect(self._on_answered)
        self.answer.changed.connect(self.show_state)

    # given by heirs ----------------------------------------------------------------------------------

    @abstractmethod
    def key(self) -> object:
        """Changes when what is found may; None where there is nothing to find."""

    @abstractmethod
    def work(self) -> Work | None:
        """Work that finds it."""

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
        """Find what is not known of a result."""
        self._view = view
        self.bring()

    def bring(self, *, at_once: bool = True) -> None:
        """Find what has not been tried, where that starts `at_once`; show what there is."""
        self.answer.follow()
        work = self.work() if at_once and self.answer.untried else None
        if work is not None:
            self.answer.request(work)
        self.show_state()

    @Slot()
    def show_state(self) -> None:
        """Show the sentence, or why there is none; that of another result goes where work was stopped."""
        self._report_line(self.answer.refusal or ("" if self.answer.stopped else self._sentence))

    def forget(self) -> None:
        """Another file will be open: nothing of this one stays."""
        self.answer.forget()
        self._sentence = ""
        self.show_state()

    @Slot()
    def _on_closed(self) -> None:
        self.forget()

    @Slot(object)
    def _on_answered(self, found: F) -> None:
        self._sentence = self.draw(found)
        self.show_state()


class RunPage(FoundPage[F]):
    """What it shows is found when it is requested by a button. Texts are marked for translators where they
    are given.
    """

    hides_run = True  # its button, while what is shown is current
    run_texts: tuple[str, str]  # of the button, before the first answer and later
    running_text = idle_text = stale_text = lacking_text = ""  # lacking: there is nothing to find
    work_title = ""

    def __init__(self, tools: Tools, run: QPushButton | None = None) -> None:
        super().__init__(tools)
        self.run = run or QPushButton()
        self.run.setText(self._words.say(self.run_texts[0]))
        self.run.clicked.connect(self._on_run)

    @abstractmethod
    def work(self) -> Work | None:
        """Work that finds it; None where it cannot be requested now."""

    def bring(self, *, at_once: bool = False) -> None:
        super().bring(at_once=at_once)

    @property
    def lacking(self) -> bool:
        """Whether there is nothing to find."""
        return False

    @Slot()
    def show_state(self) -> None:
        """Show what can be done, and the sentence."""
        say, answer = self._words.say, self.answer
        text = N_("&Stop") if answer.running else self.run_texts[answer.found is not None]
        self.run.setText(say(text))
        if self.hides_run:
            self.run.setVisible(answer.running or not answer.current)
        self.run.setEnabled(answer.running or not self.lacking)
        weigh(self.run, "" if answer.running or answer.found is not None else "primary")
        self._report_line(self.state())

    def state(self) -> str:
        """What was found in a sentence, or why that is not known."""
        say, answer = self._words.say, self.answer
        if answer.running:
            return say(self.running_text)
        if self.lacking:
            return say(self.lacking_text)
        idle = self.idle_text if answer.found is None else self.stale_text
        return answer.refusal or (self._sentence if answer.current else say(idle) if idle else "")

    @Slot()
    def _on_run(self) -> None:
        work = None if self.answer.running else self.work()
        if self.answer.running:
            self.answer.stop()
        elif work is not None and not self.lacking:
            self.answer.request(work, self._words.say(self.work_title))


def answer_key(answer: Answer) -> tuple[object, ...]:
    """Changes when, and only when, what is released may change."""
    params = answer.job.params
    keys = "suppress_below", "suppress", "suppressed_as", "suppressed_records"
    rare = (*(getattr(params, key) for key in keys), *sorted(params.importance.items()))
    grouped = answer.anopi_result.blocks if answer.k else ()
    blocks = tuple((block.variables, block.k) for block in grouped)
    return (answer.counted.key, tuple(answer.levels.items()), rare, blocks)
