"""What every page of the details can do: show a view at once, and take what was found beside the window."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.questions.page_answer import refusal_text
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
from sdc_desktop.words import Words


@dataclass(frozen=True)
class Request:
    """Work to be done beside the window, and a key that changes when its outcome may."""

    key: object
    work: Callable[[JobContext], object]


class EvidencePage(QWidget):
    """One tab of the details. ``title`` is the tab's, ``line`` the sentence below the picture."""

    line_changed = Signal()
    title = ""
    measures = ""  # the kind of job whose settings it has
    tall = False  # it wants the room of the planes, too

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.line = ""

    def show_view(self, view: View, name: str) -> None:
        """Show what can be shown at once of a result, for the variable `name`."""

    def request(self, view: View) -> Request | None:
        """What must be found beside the window for a result; None where nothing must."""
        return None

    def take(self, found: object) -> None:
        """Show what was found."""

    def refuse(self, problems: tuple[Problem, ...]) -> None:
        """State why nothing was found; what was shown before is of other settings."""
        self._report_line(refusal_text(problems, self._words))

    def _report_line(self, text: str) -> None:
        self.line = text
        self.line_changed.emit()


def answer_key(answer: Answer) -> tuple[object, ...]:
    """Changes when, and only when, what is released may change."""
    params = answer.job.params
    importance = tuple(sorted(params.importance.items()))
    rare = (
        params.suppress_below,
        params.suppress,
        params.suppressed_as,
        params.suppressed_records,
        importance,
    )
    chosen = tuple(answer.levels.items())
    if not answer.k:
        return (answer.counted.key, chosen, rare)
    blocks = tuple((block.variables, block.k) for block in answer.anopi_result.blocks)
    return (answer.counted.key, chosen, rare, blocks)
