"""Risk in figures: how it is measured, before and after; behind them the picture of all records."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk import RISK, RiskParams
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.sheets.sheet import read_by
from sdc_desktop.ui.forms.choices import Choices, choices_of
from sdc_desktop.ui.questions.question import as_work, data_key, source_of
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
from sdc_desktop.ui.tabs.microdata.evidence.page import FoundPage, answer_key
from sdc_desktop.ui.tabs.microdata.kit.measure_page import MeasureForm
from sdc_desktop.ui.tabs.microdata.population_table import table_chosen, table_stamp
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.words import N_
from sdc_desktop.words.counted import UNITS
from sdc_desktop.words.microdata.step_risk import number_text

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.risk.risk.counted import RiskCounts
    from sdc_desktop.engine.methods.risk.risk.result import RiskResult
    from sdc_desktop.engine.microdata.recoding import RecodingCounts
    from sdc_desktop.ui.jobs import Work
    from sdc_desktop.ui.tabs.microdata.generalising.work import Searched
    from sdc_desktop.ui.tabs.microdata.grouping.work import GroupingAnswer

    Made = Answer | GroupingAnswer | Searched  # from its job, counts and result the records are made

_MOST_SUDA = 8  # offered: larger sets take long


@dataclass(frozen=True)
class Known:
    """What one pass over the records gave, and the identifier of all that it depends on."""

    key: str
    counts: RiskCounts
    recoding: RecodingCounts | None  # where levels are moved
    result: RiskResult


@dataclass(frozen=True)
class RiskFound:
    """Risk before and after; records, or persons with several, by the re-identification risk, in the bands of
    `BANDS` of the sheet.
    """

    known: Known
    after: RiskResult
    bands_before: tuple[int, ...]
    bands_after: tuple[int, ...]


class RiskPage(FoundPage[RiskFound]):
    """Shows what was found; what is given for measuring becomes part of the plan."""

    measures = RISK.kind

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        say = self._words.say
        self._made: Made | None = None
        self._released: object = None  # changes when what is released does
        self._decisions = 0  # how many were shown
        self.settings = MeasureForm(
            RISK,
            tools,
            self,
            first=RiskParams,
            choices=self._choices,
            shown=_of_released,
            in_report=N_("Risk in the report"),
            change=N_("Risk settings"),
        )
        self.form, self.report = self.settings.form, self.settings.report
        self.plot = PairsPlot(say(N_("Records")), number_text)
        self.plot.setLabel("bottom", say(N_("Re-identification risk")))
        self.frame = FigureFrame(self.plot, self._words)
        title = N_("Re-identification risk, {before} before, {after} after")
        self.frame.show_title(
            say(title, before=BEFORE_MARK, after=AFTER_MARK), say(N_("Re-identification risk"))
        )
        self.frame.data_button.click()  # the figures first, the picture behind them
        self.report.setToolTip(say(N_("Adds the risk of the protected file to the plan and the report.")))
        self.frame.foot.add(self.report, 0)
        fill(self, self.form, (self.frame, 1), spacing=0.25)
        self.form.file_requested.connect(self._on_file)
        self._controller.data_closed.connect(self._on_closed)

    def show_view(self, view: View, name: str) -> None:
        """Show the risk of the records that ANOPI or manual levels release."""
        answer = view.evidence
        if answer is not None:
            self.show_made(answer, answer_key(answer))

    def show_made(self, made: Made, released: object = None) -> None:
        """Show the risk of another result; the figures follow when they are found. ``released``: changes when
        what is released may; else it may with each result.
        """
        self._decisions += self._made is None or made.result is not self._made.result
        self._made, self._released = made, self._decisions if released is None else released
        if self._controller.steps.opened is not None:
            self.settings.show()
            self.bring()

    @property
    def _params(self) -> RiskParams:
        """What is asked, of what is released."""
        params = self.settings.params()
        assert params is not None
        return _of_released(params)

    def key(self) -> object:
        return None if self._made is None else (self._counted_key(), self._released)

    def _counted_key(self) -> str:
        """Changes when the file or what is asked does, or the file of a population table."""
        opened, params = self._controller.steps.opened, self._params
        data = "" if opened is None else data_key(opened, hierarchies=True)
        return "\n".join(
            (data, params.model_dump_json(), table_stamp(params.population, self._controller.base))
        )

    def work(self) -> Work | None:
        opened, made, known = self._controller.steps.opened, self._made, None
        if opened is None or made is None:
            return None
        key = self._counted_key()
        if self.found is not None and self.found.known.key == key:
            known = self.found.known
        return risk_of(opened, self._controller.base, made, self._params, key, known)

    def draw(self, found: RiskFound) -> str:
        from sdc_desktop.sheets.risk import band_names, compared

        words, before = self._words, found.known.result
        numbers = list(zip(found.bands_before, found.bands_after, strict=True))
        bands = [(name, *pair) for name, pair in zip(band_names(words), numbers, strict=True)]
        self.plot.setLabel("left", words.say(UNITS.of(before.people)))
        self.plot.show_pairs(bands)
        return self.frame.show_sheet(read_by("window", compared(before, found.after, numbers, words)))

    @Slot()
    def show_state(self) -> None:
        """Figures of earlier settings are grey while others are computed."""
        super().show_state()
        self.frame.setVisible(self.found is not None and not self.answer.refusal)
        for part in (self.frame, self.label):
            part.setEnabled(self.answer.current or bool(self.answer.refusal))

    def forget(self) -> None:
        self._made = None
        super().forget()

    def _choices(self, params: RiskParams) -> Choices:
        opened = self._controller.steps.opened
        assert opened is not None
        names = tuple(v.name for v in opened.data.variables if v.role not in (*NEVER_RELEASED, "key"))
        choices = choices_of(params, opened.data)
        offered = {**choices.offered, "weight": names, "household": names}
        return replace(choices, offered=offered, most={"suda_size": _MOST_SUDA})

    @Slot(object)
    def _on_file(self, _path: str) -> None:
        population = self._params.population
        if isinstance(population, PopulationTable):
            chosen = table_chosen(population, self._controller, self._words, self)
            if chosen is not None:
                self.settings.change({"population": chosen})


def _of_released(params: RiskParams) -> RiskParams:
    return params.model_copy(update={"released": None, "criteria": ()})


@as_work
def risk_of(
    context: JobContext,
    opened: Opened,
    base: Path,
    made: Made,
    params: RiskParams,
    key: str,
    known: Known | None,
) -> RiskFound:
    """Work that measures risk before and after. Where values are only recoded and the counts are `known`, no
    record is read again, so that it follows a slider; else the records are made as for release.
    """
    from sdc_desktop.engine.methods.risk.risk import engine as risk
    from sdc_desktop.engine.runner import apply
    from sdc_desktop.engine.source import Source
    from sdc_desktop.sheets.risk import bands_of

    levels, source = isinstance(made, Answer), Source(opened.data, {}, base)
    moved = isinstance(made, Answer) and not made.k and made.result.suppression is None
    if (levels or isinstance(params.population, PopulationTable)) and not (moved and known):
        source = source_of(opened, base, context)  # the hierarchies recode the table, too
    if known is None:
        counts = risk.counts(params, source, context.within(0.0, 0.3))
        recoding = risk.recoding_for(counts, source, context) if levels else None
        known = Known(key, counts, recoding, risk.decide(params, counts, context.within(0.3, 0.4)))
    if isinstance(made, Answer) and moved:
        assert known.recoding is not None
        counted = risk.at_levels(known.counts, known.recoding, made.steps)
    else:
        rest = context.within(0.4, 0.9)
        released = source.with_data(apply(made.job, made.result, made.counts, source, rest))
        counted = risk.counts(params, released, rest)
    after = risk.decide(params, counted, context.within(0.9, 1.0))
    before = bands_of(known.counts, known.result, context)
    return RiskFound(known, after, before, bands_of(counted, after, context))
