"""Records: how much each hides, as a histogram, and the numbers of those that hide least."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy.typing as npt
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QHeaderView, QVBoxLayout

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
from sdc_desktop.ui.models.text_table_model import TextsModel
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.ui.tabs.microdata.evidence.page import FoundPage, answer_key
from sdc_desktop.ui.tabs.microdata.records.choices import OFFER
from sdc_desktop.ui.theme import fill, spread
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.ui.widgets.plots.plot_style import small_font
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    import numpy as np

    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.data.spec import Known
    from sdc_desktop.engine.microdata.suppression.hidden_information import HiddenInformation
    from sdc_desktop.engine.microdata.suppression.suppression import Integers, ReleasedClasses, Treatment
    from sdc_desktop.ui.jobs import JobManager, Work
    from sdc_desktop.ui.project.project_controller import ProjectController
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
    before = released_classes(answer.counted.counts, {})
    context.checkpoint()
    after, treatment = _released(answer)
    context.checkpoint()
    rare = answer.result.suppression
    kept = rare is None or rare.suppressed_records == "keep"
    return key_frequencies(before, after, treatment, sorted({*THRESHOLDS, k}), kept=kept)


@as_work
def hidden_of(context: JobContext, opened: Opened, answer: Answer) -> Hidden:
    """Work that finds what each record hides. By hand no one gave points: every variable has one then."""
    counts = answer.counted.counts
    if answer.k:
        found = hidden_by_record_of(answer.anopi_result, answer.anopi_counts)
    else:
        classes, treatment = _released(answer)
        found = hidden_by_record(
            opened.data, counts, _steps(answer), points_of(answer), classes, treatment, context
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


def _steps(answer: Answer) -> dict[str, int]:
    return {name: level - 1 for name, level in answer.levels.items()}


def _released(answer: Answer) -> tuple[ReleasedClasses, Treatment | None]:

    rare = answer.result.suppression
    if rare is not None:
        return classes_left(rare), rare.treatment
    if answer.k:
        columns = answer.anopi_result.columns
        return classes_released(answer.anopi_counts, _steps(answer), columns), None
    return released_classes(answer.counted.counts, _steps(answer)), None


Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class ArrayColumn:
    """A title, an array (rows,) of numbers, and a function for the text of a number."""

    title: str
    values: npt.NDArray[Any]
    text_of: Callable[[Any], str]


class ArrayTableModel(TextsModel):
    """Columns of figures, all equally long."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: Sequence[ArrayColumn] = ()

    def show(self, columns: Sequence[ArrayColumn]) -> None:
        """Show other columns."""
        self.beginResetModel()
        self._columns, self._figures = tuple(columns), range(len(columns))
        self.header = tuple(column.title for column in columns)
        self.endResetModel()

    def value(self, row: int, column: int) -> object:
        """The number in a cell, as a native Python value."""
        return self._columns[column].values[row].item()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or not self._columns else len(self._columns[0].values)

    def _row(self, number: int) -> Sequence[str]:
        places = range(len(self._columns))
        return [self._columns[place].text_of(self.value(number, place)) for place in places]

    @property
    def figure_columns(self) -> Collection[int]:
        """All columns hold figures."""
        return range(len(self._columns))

    def rows_of(self, rows: Sequence[int], columns: Sequence[int]) -> Iterator[list[object]]:
        """These columns of these rows, as shown."""
        for row in rows:
            yield [self._columns[column].text_of(self.value(row, column)) for column in columns]


class RecordsPage(FoundPage[Hidden]):
    """Privacy is a mean; here are the single records that it says nothing of."""

    record_requested = Signal(object)  # int: its number, from 1

    def __init__(self, controller: ProjectController, jobs: JobManager, words: Words) -> None:
        super().__init__(jobs, words)
        self._controller = controller
        say = words.say
        self.plot = BarsPlot(say(N_("Records")), dark=True)
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(say(N_("Hidden information per record")))
        self._model = ArrayTableModel(self)
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
        self._model.show(
            (
                ArrayColumn(words.say(N_("Record")), found.records, whole),
                ArrayColumn(
                    words.say(N_("Hides")), found.values, lambda value: words.figure(value, decimals)
                ),
            )
        )
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
        beside = QVBoxLayout(card)
        spread(beside, self, margin=0.75, spacing=0.25)
        beside.addWidget(heading)
        beside.addWidget(self.table, 1)
        row, column = QHBoxLayout(), QVBoxLayout(self)
        spread(row, self, margin=0)
        spread(column, self, margin=0, spacing=0.25)
        row.addWidget(self.frame, 3)
        row.addWidget(card, 1)
        column.addLayout(row, 1)

    @Slot(QModelIndex)
    def _on_activated(self, index: QModelIndex) -> None:
        self.record_requested.emit(self._model.value(index.row(), 0))


class KeysPage(FoundPage[KeyFrequencies]):
    """Combinations to the left, records or persons to the right: peers count one or the other."""

    records_requested = Signal(object)  # Choice: the records of a bar

    def __init__(self, jobs: JobManager, words: Words) -> None:
        super().__init__(jobs, words)
        self.plots = tuple(PairsPlot(text, _whole) for text in frequency_sheet.titles(None, words))
        for plot in self.plots:
            plot.requested.connect(self._on_bar)
        self._pictures = SideBySide(self.plots)
        self.frame = FigureFrame(self._pictures, words)
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


def _whole(value: float) -> str:
    return whole(round(value))
