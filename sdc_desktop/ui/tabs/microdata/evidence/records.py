"""Records: how much each hides, as a histogram, and the numbers of those that hide least."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from sdc_desktop.ui.models.array_table_model import ArrayColumn, ArrayTableModel
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.page import Asked, EvidencePage, answer_key
from sdc_desktop.ui.tabs.microdata.evidence.work import Hidden, hidden_of, points_of
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.plot_style import small_font
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk import hidden_information as said
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.ui.project.project_controller import ProjectController

_BINS = 12


class RecordsPage(EvidencePage):
    """Privacy is a mean; here are the single records that it says nothing of."""

    record_wanted = Signal(object)  # int: its number, from 1
    title = N_("Records")

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._controller = controller
        say = words.say
        self.plot = BarsPlot(say(N_("Records")), dark=True)
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(say(N_("Hidden information per record")))
        self._model = ArrayTableModel(self)
        self.table = DataTable(self._model, say(N_("Records with the least hidden information")), words)
        self.table.setToolTip(say(N_("Press Enter or double-click to show the record in the Data panel.")))
        self.table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        for part in (self.table, self.table.horizontalHeader()):
            part.setFont(small_font(part))
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setMinimumWidth(self.table.width_of(17))
        self.table.activated.connect(self._on_activated)
        self._lay_out()

    def asked(self, view: View) -> Asked | None:
        """One pass over the records."""
        answer, opened = view.evidence, self._controller.opened
        if answer is None or opened is None:
            return None
        points = tuple(points_of(answer).items())
        return Asked((answer_key(answer), points), hidden_of(opened, answer))

    def take(self, found: object) -> None:
        """Show the distribution and the list."""
        assert isinstance(found, Hidden)
        words, decimals = self._words, 2 if found.in_points else 3
        edges, counts = found.spread.histogram(_BINS)
        self.plot.setLabel("bottom", said.unit(found.in_points, words))
        self.plot.show_bars([words.figure(edge, decimals - 1) for edge in edges[:-1]], counts.tolist())
        table = said.histogram_table(edges.tolist(), counts.tolist(), decimals, words)
        self.frame.show_table(*table, (0, 1, 2))
        self._model.show(
            (
                ArrayColumn(words.say(N_("Record")), found.records, whole),
                ArrayColumn(
                    words.say(N_("Hides")), found.values, lambda value: words.figure(value, decimals)
                ),
            )
        )
        self._tell_line(said.summary(found.spread, found.in_points, words))

    def _lay_out(self) -> None:
        heading = ElidedLabel(self._words.say(N_("Least hidden")))
        heading.setProperty("tone", "strong")
        card = QFrame()
        card.setProperty("frame", "card")
        beside = QVBoxLayout(card)
        spread(beside, self, margin=0.75, spacing=0.25)
        beside.addWidget(heading)
        beside.addWidget(self.table, 1)
        row = QHBoxLayout(self)
        spread(row, self, margin=0)
        row.addWidget(self.frame, 3)
        row.addWidget(card, 1)

    @Slot(QModelIndex)
    def _on_activated(self, index: QModelIndex) -> None:
        self.record_wanted.emit(self._model.value(index.row(), 0))
