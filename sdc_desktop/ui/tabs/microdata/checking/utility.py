"""Utility of the file that is checked: the comparison with the open file, run when it is requested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pydantic import ValidationError
from PySide6.QtCore import Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.experiments.utility import COMPARED, UTILITY, UtilityParams
from sdc_desktop.sheets.blocks import Table
from sdc_desktop.sheets.sheet import About, read_by
from sdc_desktop.sheets.utility import finding, scope, sheet
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.questions.question import as_work, source_of
from sdc_desktop.ui.tabs.microdata.checking import work
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import has_utility, with_measure
from sdc_desktop.ui.tabs.microdata.evidence.page import RunPage
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.heat_map import MatrixPlot
from sdc_desktop.ui.widgets.sheet_view import SheetView
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.experiments.utility.result import UtilityResult
    from sdc_desktop.engine.problems import Problem
    from sdc_desktop.ui.jobs import Work
    from sdc_desktop.ui.tabs.microdata.checking.form import CheckForm
    from sdc_desktop.ui.tabs.microdata.checking.presenter import CheckingPresenter
    from sdc_desktop.ui.tabs.microdata.tab_job import TabJob
    from sdc_desktop.ui.tabs.microdata.tools import Tools

_MOST_DRAWN = 14  # variables whose pairs can be read as a picture


class UtilityPage(RunPage["UtilityResult"]):
    """Tables as a picture, all measures below; settings and button are in the form of the check. The params
    are those of the last comparison: a check is no step of the plan until it is added to the report.
    """

    hides_run = False
    run_texts = N_("Compa&re"), N_("Compa&re")
    running_text = N_("Comparing the two files\u2026")
    idle_text = N_("Compares tables, propensity score and models of both files.")
    stale_text = N_("Settings have changed since this comparison.")
    lacking_text = N_("Choose the protected file, or another one, to compare it with the open file.")
    work_title = N_("Utility of a released file")

    def __init__(self, tools: Tools, form: CheckForm, presenter: CheckingPresenter) -> None:
        self._form, self._presenter = form, presenter
        self._params = UtilityParams()
        super().__init__(tools, run=form.compare)
        say = self._words.say
        self.plot = MatrixPlot(say(N_("Variable")), say(N_("Variable")))
        self.frame = FigureFrame(self.plot, self._words)
        self.frame.show_title(say(N_("Total variation of variables and pairs, %")))
        self.report = push_button(say(N_("Add to the &report")), weight="quiet", scale="small")
        self.frame.foot.add(self.report, 0)
        self.sheet = SheetView("file_utility", self._words)
        self.sheet.line.hide()
        fill(self, self.label, (self.frame, 3), (self.sheet, 2), spacing=0.5)
        form.utility.changed.connect(self._on_changed)
        form.utility.refused.connect(self.show_state)
        self.report.clicked.connect(self._on_report)
        self._controller.data_closed.connect(self._on_closed)

    @Slot()
    def show_state(self) -> None:
        super().show_state()
        self._form.utility.show_params(self._params, self._choices())
        for part in (self.frame, self.sheet):
            part.setVisible(self.found is not None and not self.lacking)
            part.setEnabled(self.answer.current)
        self.report.setVisible(not has_utility(self._controller.plan, self._lines(), self._input()))

    @property
    def lacking(self) -> bool:
        return self._released() is None

    # inside ------------------------------------------------------------------------------------------

    def _released(self) -> TabJob | Path | None:
        """What is compared with the open file: what a job makes of it, or another file."""
        return self._presenter.other or self._presenter.checked_job

    def _input(self) -> str:
        job = self._presenter.checked_job
        return "data" if self._presenter.other is not None or job is None else job.name

    def _lines(self) -> UtilityParams:
        """The params as the plan would have them."""
        return self._params.model_copy(update={"released": self._presenter.relative})

    def key(self) -> object:
        opened = self._controller.opened
        if opened is None or self._released() is None:
            return None
        presenter = self._presenter
        return (
            work.check_key(opened, presenter.checked_job, presenter.rule, presenter.other),
            self._params.model_dump_json(),
        )

    def _choices(self) -> Choices:
        opened = self._controller.opened
        variables = () if opened is None else opened.data.variables
        fit = tuple(v.name for v in variables if COMPARED.takes(v.role, v.level))
        every = tuple(v.name for v in variables)
        keys = ("variables", "key_variables", "targets", "models.outcome", "models.terms")
        chosen = {
            "variables": self._params.variables or fit,
            "key_variables": self._params.key_variables or _with_role(opened, "key"),
            "targets": self._params.targets or _with_role(opened, "sensitive"),
        }
        return Choices(dict.fromkeys(keys, fit) | {"models.weight": every}, chosen)

    def work(self) -> Work | None:
        opened, job, path = self._controller.opened, self._presenter.checked_job, self._presenter.other
        return None if opened is None else compared(opened, self._controller.base, job, path, self._params)

    def draw(self, found: UtilityResult) -> str:
        words, names = self._words, found.variables
        pairs = {one.variables: one.variation for one in found.tables if len(one.variables) == 2}
        numbers = np.diag([round(100 * found.single[name]) for name in names])
        for (one, other), variation in pairs.items():
            place = names.index(one), names.index(other)
            numbers[place] = numbers[place[::-1]] = round(100 * variation)
        has_picture = bool(pairs) and len(names) <= _MOST_DRAWN
        self.plot.show_matrix(names, names, numbers if has_picture else numbers[:0, :0], 100)
        blocks = list(read_by("window", sheet(About(self._params, found), words)))
        listed = next(one for one in blocks if isinstance(one, Table))
        self.frame.show_sheet((listed,))
        self.sheet.show_blocks(one for one in blocks if one is not listed)
        return " ".join((finding(found, words), *noted(found.notes, words), scope(words)))

    # what the officer does ---------------------------------------------------------------------------

    @Slot(object)
    def _on_changed(self, fields: Mapping[str, object]) -> None:
        with suppress(ValidationError):  # what cannot be read is shown as it was
            self._params = UtilityParams.model_validate(self._params.model_dump() | dict(fields))
        self.bring()

    def forget(self) -> None:
        self.answer.forget()
        self._params = UtilityParams()
        self.plot.show_matrix((), (), np.zeros((0, 0), dtype=np.int64), 100)
        self.frame.show_table((), (), ())
        self.sheet.show_blocks(())

    @Slot()
    def _on_report(self) -> None:
        label = self._words.say(N_("Comparison of utility in the report"))
        controller, given = self._controller, self._lines()
        plan = with_measure(controller.plan, UTILITY, given, self._input(), controller.policy)
        self._controller.change_plan(label, plan)
        self.bring()


def noted(notes: Sequence[Problem], words: Words) -> tuple[str, ...]:
    """Notes as sentences."""
    texts = (sentence(note, words).message for note in notes)
    return tuple(f"{text[:1].upper()}{text[1:]}." for text in texts)


def _with_role(opened: Opened | None, role: str) -> tuple[str, ...]:
    return () if opened is None else tuple(v.name for v in opened.data.variables if v.role == role)


@as_work
def compared(
    context: JobContext,
    opened: Opened,
    base: Path,
    job: TabJob | None,
    path: Path | None,
    params: UtilityParams,
) -> UtilityResult:
    """Work that compares what a job makes of the open file, or another file, with it. Refuses as the engine
    does.
    """
    from sdc_desktop.engine.methods.experiments.utility import engine
    from sdc_desktop.engine.runner import run_job

    source, given = source_of(opened, base, context.within(0.0, 0.1)), params
    if path is not None:
        given = params.model_copy(update={"released": str(path)})
    elif job is not None:
        made = run_job(job, source, context.within(0.1, 0.5)).source
        assert made is not None
        source = made
    counted = engine.counts(given, source, context.within(0.5, 0.7))
    return engine.decide(given, counted, context.within(0.7, 1.0))
