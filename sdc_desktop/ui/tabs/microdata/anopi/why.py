"""Why of ANOPI and of levels chosen manually: the level or the rare records that are selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.words import Words

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
    from sdc_desktop.ui.widgets.why_panel import WhyPanel


Explanation = tuple[str, tuple[tuple[str, str], ...]]


class LevelsExplained:
    """Keeps the panel Why true while it is about this method."""

    def __init__(self, why: WhyPanel, words: Words) -> None:
        self._why = why
        self._words = words
        self._coding: tuple[str, int] | None = None  # a variable and its level (from 1) or k
        self._rare = False
        self._way = ""

    def begin(self) -> None:
        """Another project is open."""
        self._coding, self._rare = None, False

    def leave(self) -> None:
        """Something else is shown in the tab: what was explained belongs to what was shown before."""
        self.begin()
        self._why.clear()

    def about_coding(self, coding: tuple[str, int], view: View) -> None:
        """Explain a level or a k from now on."""
        self._coding = coding
        self.about_no_records()
        self._report(view)

    def about_rare(self, view: View) -> None:
        """Explain the rare records from now on."""
        self._rare = True
        self._report(view)

    def about_no_records(self) -> None:
        """Explain the rare records no longer."""
        self._rare = False

    def show_view(self, view: View) -> None:
        """What is explained follows the view; another method ends it."""
        if view.way != self._way:
            self._way = view.way
            self.leave()
        self._report(view)

    def _report(self, view: View) -> None:
        if view.evidence is not None and self._rare:
            from sdc_desktop.ui.tabs.microdata.anopi.suppressed import suppression_explained

            self._why.show(*suppression_explained(view.evidence, self._words))
        elif view.shown is not None and self._coding is not None:
            explanation = explained(view, view.shown, *self._coding, self._words)
            if explanation is None:
                self._coding = None
            else:
                self._why.show(*explanation)


def explained(view: View, answer: Answer, name: str, choice: int, words: Words) -> Explanation | None:
    """Title and rows for a level (1 = as is) or a k of a variable; None where there is no such choice."""
    if name in answer.k:
        from sdc_desktop.ui.tabs.microdata.anopi.planes import candidates_of
        from sdc_desktop.words.microdata.anopi_k import k_why_rows, k_why_title

        candidate = next((one for one in candidates_of(answer, name) if one.k == choice), None)
        if candidate is None:
            return None
        rows = k_why_rows(answer.anopi_result, name, candidate, words)
        return k_why_title(name, choice, words), rows
    if name not in answer.levels:
        return None
    known = view.levels(name)
    if answer.manual:
        from sdc_desktop.words.microdata.microdata_tab import level_rows, level_title

        variable, level = answer.counts.variable(name), answer.levels[name]
        return level_title(variable, level, known, words), level_rows(variable, level, words)
    if choice > len(answer.anopi_result.candidates[name]):
        return None
    from sdc_desktop.words.microdata.microdata_tab import why_rows, why_title

    coding = answer.anopi_result.candidates[name][choice - 1]
    return why_title(name, coding, known, words), why_rows(answer.anopi_result, name, choice, known, words)
