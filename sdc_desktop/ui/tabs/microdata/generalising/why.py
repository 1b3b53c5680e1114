"""Why a variable is released at its level: reported in the Why panel while that level is selected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.tabs.microdata.generalising.view import GeneralisingView
from sdc_desktop.ui.tabs.microdata.generalising.work import nearby
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.words.microdata.hierarchies import coding_name

if TYPE_CHECKING:
    from sdc_desktop.engine.microdata.lattice.search import Solution
    from sdc_desktop.ui.tabs.microdata.generalising.work import Searched


class LevelExplained(QObject):
    """Tells at once what is known, and what the next levels would do as soon as that is found."""

    def __init__(self, tools: Tools, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = tools.words
        self._why = tools.why
        self._name: str | None = None
        self._view = GeneralisingView()
        self._explained: tuple[Searched, str] | None = None
        self._nearby: Mapping[int, Solution] | None = None
        self._runner = DraftRunner(tools.jobs, self)
        self._runner.answered.connect(self._on_found)

    def explain(self, view: GeneralisingView, name: str) -> None:
        """Speak of this variable from now on."""
        self._name = name
        if not self._look(view):
            self._report()

    def show_view(self, view: GeneralisingView) -> None:
        """Keep the panel true where it explains a variable. For an unchanged result nothing is explained
        again, so that other contents of the panel stay.
        """
        self._look(view)

    def _look(self, view: GeneralisingView) -> bool:
        """Whether all that there is to say was said."""
        shown, name = view.shown, self._name
        self._view = view
        if shown is None or name is None or name not in shown.result.levels:
            return True
        if self._explained is not None and self._explained[0] is shown and self._explained[1] == name:
            return False
        self._explained, self._nearby = (shown, name), None
        self._runner.request(nearby(shown, name))
        self._report()
        return True

    def _report(self) -> None:
        shown, name, view = self._view.shown, self._name, self._view
        assert shown is not None
        assert name is not None
        from sdc_desktop.words.microdata.generalising_tab import why_rows, why_title

        result, words = shown.result, self._words
        coding = coding_name(result.level_names[name], view.hierarchies.get(name), words)
        rows = why_rows(
            result,
            shown.job.params.criteria,
            name,
            len(shown.level_names[name]) - 1,
            self._nearby,
            words,
            looked_at=view.preview is not None,
        )
        self._why.show(why_title(name, coding, words), rows)

    @Slot(object)
    def _on_found(self, found: Mapping[int, Solution]) -> None:
        if self._explained is not None and self._view.shown is self._explained[0]:
            self._nearby = found
            self._report()
