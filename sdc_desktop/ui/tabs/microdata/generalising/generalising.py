"""The optimal generalisation in the tab: its form, its result, its verdict, as the page composes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.tabs.microdata.generalising.form import GeneraliseForm
from sdc_desktop.ui.tabs.microdata.generalising.presenter import GeneralisingPresenter, GeneralisingView
from sdc_desktop.ui.tabs.microdata.generalising.work import nearby
from sdc_desktop.ui.tabs.microdata.part import Part
from sdc_desktop.ui.tabs.microdata.population_table import table_chosen
from sdc_desktop.ui.tabs.microdata.tab_job import GENERALISED
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.tabs.tab_page import failure_text
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_
from sdc_desktop.words.microdata.hierarchies import coding_title

if TYPE_CHECKING:  # plots take their time to load: the answer is made when there is one
    from sdc_desktop.engine.microdata.lattice.search import Solution
    from sdc_desktop.ui.tabs.microdata.generalising.answer import GeneralisingAnswer
    from sdc_desktop.ui.tabs.microdata.generalising.work import Searched


class Generalising(Part):
    """The place of the result; passes on what the form reports. The presenter decides."""

    ways = (GENERALISED,)
    form: GeneraliseForm
    presenter: GeneralisingPresenter

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools, GeneralisingPresenter(tools))
        self.form = GeneraliseForm(tools.words)
        self.why = LevelExplained(tools, self)
        self._connect()

    def begin(self) -> None:
        self.why.begin()

    @property
    def steps(self) -> Mapping[str, int]:
        view = self.presenter.view
        return {} if view.answer is None or view.stale else view.answer.result.levels

    @property
    def stopped(self) -> bool:
        return self.presenter.view.interrupted

    def show_answer(self, view: GeneralisingView) -> None:
        self.answer.show_view(view)
        self.why.show_view(view)

    def show_verdict(self, bar: VerdictBar) -> None:
        view, say = self.presenter.view, self._words.say
        shown = view.shown
        if shown is None:
            bar.notify(
                Mark.NONE,
                say(N_("Searching levels…") if view.running else N_("Not searched yet.")),
            )
            return
        from sdc_desktop.words.microdata.generalising_tab import tab_verdict

        text = tab_verdict(shown.result, self._words, looked_at=view.preview is not None)
        text = view.qualified(text, self._words, N_("Searching levels… Previous result: {verdict}"))
        bar.judge(self.presenter.verdict() if view.preview is None else None, text, self._words)

    def no_answer(self, view: GeneralisingView) -> tuple[str, str]:
        say = self._words.say
        sentence, button = N_("Counting combinations…"), ""
        if view.running:
            sentence = N_(
                "Progress is shown below. You can stop the search and keep the best levels found so far."
            )
        elif view.torn is not None:
            sentence = N_(
                "Hierarchies must be nested: each level may only merge groups of the previous one. See the "
                "messages below the settings."
            )
            button = say(N_("Change hierarchy of {name}\u2026"), name=view.torn)
        elif view.failed:
            return failure_text(view.problems, self._words), ""
        elif view.waiting and not any(name in view.hierarchies for name in view.variables):
            sentence, button = (
                N_("No key variable has a hierarchy yet. Without one, records can only be suppressed."),
                say(N_("Search")),
            )
        elif view.waiting:
            sentence, button = N_("Search stopped before a solution was found."), say(N_("Search"))
        return say(sentence), button

    def make_answer(self) -> GeneralisingAnswer:
        from sdc_desktop.ui.tabs.microdata.generalising.answer import GeneralisingAnswer

        answer = GeneralisingAnswer(self._tools)
        answer.levels_selected.connect(self.presenter.look_at)
        answer.variable_selected.connect(self._on_variable)
        answer.explore.levels_requested.connect(self.presenter.take_preview)
        answer.explore.all_requested.connect(self.presenter.evaluate_all)
        return answer

    def _connect(self) -> None:
        form, presenter = self.form, self.presenter
        form.changed.connect(presenter.change)
        form.search_requested.connect(presenter.search)
        form.stop_requested.connect(presenter.stop)
        form.keep_requested.connect(presenter.keep_best)
        form.hierarchy_requested.connect(self.hierarchy_requested)
        form.file_requested.connect(self._on_table)

    @Slot(object)
    def _on_table(self, _path: str) -> None:
        params = self.presenter.view.params
        if params is not None:
            table = table_chosen(params.population, self._tools.controller, self._words, self.form)
            if table is not None:
                self.presenter.change({"population": table})

    @Slot(object)
    def _on_variable(self, name: str) -> None:
        self.why.explain(self.presenter.view, name)

    def ask(self) -> None:
        torn = self.presenter.view.torn
        if torn is not None:
            self.hierarchy_requested.emit(torn)
        else:
            self.presenter.search()


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

    def begin(self) -> None:
        """Another project is open: no variable is explained."""
        self._runner.drop()
        self._name = self._explained = None

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
        level = result.levels[name] + 1
        coding = coding_title(level, result.level_names[name], view.levels(name), words)
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
