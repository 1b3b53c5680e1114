"""Records: how much each hides, as a histogram, and the numbers of those that hide least."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy.typing as npt
from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtWidgets import QFrame, QHeaderView

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.anopi.engine import hidden_by_record_of
from sdc_desktop.engine.methods.recoding.anopi.groups import classes_released
from sdc_desktop.engine.methods.recoding.recode.engine import RecodeResult
from sdc_desktop.engine.microdata.classes.compared_records import OfSizes
from sdc_desktop.engine.microdata.classes.key_frequencies import THRESHOLDS, KeyFrequencies, key_frequencies
from sdc_desktop.engine.microdata.suppression.hidden_information import hidden_by_record
from sdc_desktop.engine.microdata.suppression.rare_records import classes_left
from sdc_desktop.engine.microdata.suppression.suppression import released_classes
from sdc_desktop.sheets import hidden_information
from sdc_desktop.sheets import key_frequencies as frequency_sheet
from sdc_desktop.sheets.sheet import read_by
from sdc_desktop.ui.forms.editors.suppression import FIRST_K
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.ui.tabs.microdata.evidence.page import FoundPage, answer_key
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.ui.widgets.plots.plot_style import small_font
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_
from sdc_desktop.words.microdata.compared import OFFER
from sdc_desktop.words.microdata.step_risk import number_text
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    import numpy as np

    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.data.spec import Known
    from sdc_desktop.engine.microdata.suppression.hidden_information import HiddenInformation
    from sdc_desktop.engine.microdata.suppression.suppression import Integers, ReleasedClasses, Treatment
    from sdc_desktop.ui.jobs import Work
    from sdc_desktop.ui.tabs.microdata.anopi.work import Answer

MOST_LISTED = 1000  # records that hide least


@dataclass(frozen=True)
class Hidden:
    """What records hide: the distribution, and those that hide least (numbers from 1) with their figures."""

    spread: HiddenInformation
    records: Integers
    values: npt.NDArray[np.float64]
    in_points: bool


@as_work
def key_frequencies_of(context: JobContext, answer: Answer, k: int) -> KeyFrequencies:
    """Work that counts key combinations before and after by their size, and those below `k` among others."""
    before = released_classes(answer.counts, {})
    context.checkpoint()
    after, treatment = _released(answer)
    context.checkpoint()
    rare = answer.result.suppression
    kept = rare is None or rare.suppressed_records == "keep"
    return key_frequencies(before, after, treatment, sorted({*THRESHOLDS, k}), kept=kept)


@as_work
def hidden_of(context: JobContext, opened: Opened, answer: Answer) -> Hidden:
    """Work that finds what each record hides. By hand no one gave points: every variable has one then."""
    counts = answer.counts
    if answer.k:
        found = hidden_by_record_of(answer.anopi_result, answer.anopi_counts)
    else:
        classes, treatment = _released(answer)
        found = hidden_by_record(
            opened.data, counts, answer.steps, points_of(answer), classes, treatment, context
        )
    context.checkpoint()
    least = found.least(MOST_LISTED)
    in_points = not isinstance(answer.result, RecodeResult)
    return Hidden(found.distribution(), least + 1, found.values[least], in_points)


def points_of(answer: Answer) -> Mapping[str, float]:
    """The intruder's points; 1 for every variable where no one gave any."""
    if isinstance(answer.result, RecodeResult):
        return dict.fromkeys(answer.variables, 1.0)
    return answer.result.intruder_points


def _released(answer: Answer) -> tuple[ReleasedClasses, Treatment | None]:
    rare = answer.result.suppression
    if rare is not None:
        return classes_left(rare), rare.treatment
    if answer.k:
        columns = answer.anopi_result.columns
        return classes_released(answer.anopi_counts, answer.steps, columns), None
    return released_classes(answer.counts, answer.steps), None


class RecordsPage(FoundPage[Hidden]):
    """Privacy is a mean; here are the single records that it says nothing of."""

    record_requested = Signal(object)  # int: its number, from 1

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        words, say = self._words, self._words.say
        self.plot = BarsPlot(say(N_("Records")), dark=True)
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(say(N_("Hidden information per record")))
        self._model = TextTableModel(self)
        self.table = DataTable(self._model, say(N_("Records with the least hidden information")), words)
        self.table.remember("hidden-information")
        self.table.setToolTip(say(N_("Press Enter or double-click to show the record on the card File.")))
        self.table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        for part in (self.table, self.table.horizontalHeader()):
            part.setFont(small_font(part))
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.activated.connect(self._on_activated)
        self._lay_out()

    def key(self) -> object:
        answer = None if self._view is None else self._view.evidence
        return None if answer is None else (answer_key(answer), tuple(points_of(answer).items()))

    def work(self) -> Work | None:
        answer, opened = None if self._view is None else self._view.evidence, self._controller.steps.opened
        return None if answer is None or opened is None else hidden_of(opened, answer)

    def draw(self, found: Hidden) -> str:
        words, decimals = self._words, 2 if found.in_points else 3
        names, counts = hidden_information.bars(found.spread, found.in_points, words)
        unit = hidden_information.unit(found.in_points, words)
        self.plot.show_bars(names[:-1], counts, across=unit, end=names[-1])
        sheet = hidden_information.sheet(found.spread, found.in_points, words)
        line = self.frame.show_sheet(read_by("window", sheet))
        figures = zip(found.records.tolist(), found.values.tolist(), strict=True)
        rows = [(whole(record), words.figure(hidden, decimals)) for record, hidden in figures]
        self._model.show((words.say(N_("Record")), words.say(N_("Hides"))), rows, (0, 1))
        self._give_room()
        return line

    def _give_room(self) -> None:
        """Columns as wide as the wider header, beside a scroll bar."""
        table = self.table
        widest = max(table.width_of_header(column) for column in range(self._model.columnCount()))
        beside = table.verticalScrollBar().sizeHint().width() + 2 * table.frameWidth()
        table.setMinimumWidth(max(table.width_of(17), widest * self._model.columnCount() + beside))

    def _lay_out(self) -> None:
        heading = ElidedLabel(self._words.say(N_("Least hidden")))
        heading.setProperty("tone", "strong")
        card = QFrame()
        card.setProperty("frame", "card")
        fill(card, heading, (self.table, 1), margin=0.75, spacing=0.25)
        fill(self, (beside(self, (self.frame, 3), (card, 1), spacing=1), 1), spacing=0.25)

    @Slot(QModelIndex)
    def _on_activated(self, index: QModelIndex) -> None:
        if self.found is not None:
            self.record_requested.emit(int(self.found.records[index.row()]))


class KeysPage(FoundPage[KeyFrequencies]):
    """Combinations to the left, records or persons to the right: peers count one or the other."""

    records_requested = Signal(object)  # Choice: the records of a bar

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        titles = frequency_sheet.titles(None, self._words)
        self.plots = tuple(PairsPlot(text, number_text) for text in titles)
        for plot in self.plots:
            plot.requested.connect(self._on_bar)
        self._pictures = SideBySide(self.plots)
        self.frame = FigureFrame(self._pictures, self._words)
        self._name(None)
        fill(self, self.frame)

    @property
    def _k(self) -> int:
        return (None if self._view is None else self._view.suppression.suppress_below) or FIRST_K

    def key(self) -> object:
        answer = None if self._view is None else self._view.evidence
        return None if answer is None else (answer_key(answer), self._k)

    def work(self) -> Work | None:
        answer = None if self._view is None else self._view.evidence
        return None if answer is None else key_frequencies_of(answer, self._k)

    def draw(self, found: KeyFrequencies) -> str:
        words = self._words
        self._name(found.known)
        names = [frequency_sheet.band_name(band) for band in found.bands]
        cells = [(band.classes_before, band.classes_after) for band in found.bands]
        records = [(band.records_before, band.records_after) for band in found.bands]
        for plot, pairs in zip(self.plots, (cells, records), strict=True):
            plot.show_pairs([(name, *pair) for name, pair in zip(names, pairs, strict=True)])
        sheet = frequency_sheet.sheet(found, self._k, words)
        return self.frame.show_sheet(read_by("window", sheet))

    def _name(self, known: Known | None) -> None:
        """Name the pictures by what is counted; a bar of several records has none of its own to show."""
        words = self._words
        for place, text in enumerate(frequency_sheet.pictures(known)):
            self._pictures.name(place, words.say(text, before=BEFORE_MARK, after=AFTER_MARK))
        for plot, unit in zip(self.plots, frequency_sheet.titles(known, words), strict=True):
            plot.setLabel("left", unit)
            plot.offer_records(words.say(OFFER) if known in (None, 1) else "")
        self.frame.show_title(frequency_sheet.title(known, words))

    @Slot(object)
    def _on_bar(self, place: int) -> None:
        if self.found is not None:
            band = self.found.bands[place]
            self.records_requested.emit(OfSizes(band.least, band.most, released=band.records_after > 0))
