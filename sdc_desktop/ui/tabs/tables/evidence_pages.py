"""What every page of the details on tables can do."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHeaderView,
    QPlainTextEdit,
    QScrollArea,
    QSplitter,
    QWidget,
)

from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.sheets.cell_keys import certainty, noise_losses, ratios
from sdc_desktop.sheets.sheet import plain_rows, read_by, running_text, tables_in
from sdc_desktop.sheets.tables_together import Shown, sheet
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.theme import fill, spread
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.plots.bounds_plot import BoundsPlot, Moment
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.links_picture import LinksPicture
from sdc_desktop.ui.widgets.plots.merges_picture import MergesPicture
from sdc_desktop.ui.widgets.plots.paired_bars import Pair, PairedBars
from sdc_desktop.ui.widgets.plots.plot_style import small_font
from sdc_desktop.ui.widgets.sheet_view import SheetView
from sdc_desktop.ui.widgets.tables.check_list import CheckList
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables import linked as words_linked
from sdc_desktop.words.tables.cell_explained import equation_cells
from sdc_desktop.words.tables.figures import decimals_of
from sdc_desktop.words.tables.table_evidence import (
    derivation_lines,
    derived_cells,
    listed_header,
    listed_row,
    merges_header,
    merges_line,
    merges_of,
    search_header,
    search_line,
    search_row,
)
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
    from sdc_desktop.engine.tables.cells import CellResult
    from sdc_desktop.ui.tabs.tables.view import View


class TableEvidencePage(QWidget):
    """One tab of the details. ``title`` is the tab's, ``line`` the sentence below the picture."""

    line_changed = Signal()
    cell_requested = Signal(object)  # tuple[str, ...]: the coordinates of a cell to look at in the table
    title = ""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.line = ""

    def _report_line(self, text: str) -> None:
        self.line = text
        self.line_changed.emit()

    def _framed(self, picture: QWidget, title: str) -> FigureFrame:
        """A picture with its title, and with the data behind it."""
        frame = FigureFrame(picture, self._words)
        frame.show_title(self._words.say(title))
        return frame


def scrolling(widget: QWidget) -> QScrollArea:
    """A picture that scrolls where it is larger than its room."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(widget)
    return area


_FIGURES = (1, 2)


class DerivationPage(TableEvidencePage):
    """Cells to the left, the equations of the selected cell to the right; their cells can be pointed at."""

    cells_marked = Signal(object)  # tuple of coordinates: the cells of the equations looked at
    title = N_("Equations")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        say = words.say
        self._result: TableResult | AuditResult | None = None
        self._cells: tuple[CellResult, ...] = ()
        self._model = TextTableModel(self)
        self.table = DataTable(self._model, say(N_("Cells that can be derived")), words)
        self.table.remember("derivable-cells")
        self.table.list_rows()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(say(N_("Equations")))
        for part in (self.table, self.table.horizontalHeader(), self.text):
            part.setFont(small_font(part))
        beside = QSplitter(Qt.Orientation.Horizontal)
        beside.addWidget(self.table)
        beside.addWidget(self.text)
        beside.setStretchFactor(0, 2)
        beside.setStretchFactor(1, 3)
        fill(self, beside)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.table.activated.connect(self._on_requested)

    def show_view(self, result: TableResult | AuditResult) -> None:
        """List the cells of a result that come with a derivation."""
        if result is self._result or result.table is None:
            return
        self._result, self._cells = result, derived_cells(result)
        decimals = decimals_of(result)
        columns = (0, 3, 4)  # of the list of cells: cell, interval, risk
        header = listed_header(self._words)
        rows = [listed_row(cell, decimals, self._words) for cell in self._cells]
        self._model.show(
            [header[column] for column in columns],
            [[row[column] for column in columns] for row in rows],
            _FIGURES,
        )
        if self._cells:
            self.table.selectRow(0)
            self._show_equations(0)
            message = N_("{number} cell is shown with the equations that derive it.")
            many = N_("{number} cells are shown with the equations that derive them.")
            self._report_line(self._words.say_many(message, many, len(self._cells)))
        else:
            self.text.setPlainText("")
            self.cells_marked.emit(())
            self._report_line(self._words.say(N_("No cell can be derived.")))

    def _show_equations(self, row: int) -> None:
        cell = self._cells[row]
        self.text.setPlainText("\n".join(derivation_lines(cell, cell.proof, self._words)))
        self.cells_marked.emit(equation_cells(cell.proof))

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and current.row() < len(self._cells):
            self._show_equations(current.row())

    @Slot(QModelIndex)
    def _on_requested(self, index: QModelIndex) -> None:
        self.cell_requested.emit(self._cells[index.row()].coordinates)


class LinkedPage(TableEvidencePage):
    """The other tables, those ticked that are protected together with this one; below them boxes and lines
    for what is shared, and what all tables reveal together. A click on a box shows its table.
    """

    title = N_("Linked tables")
    table_requested = Signal(object)  # str
    linked_chosen = Signal(object)  # tuple[str, ...]: the others to be protected together with this one
    together_requested = Signal()

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self._names: tuple[str, ...] = ()
        self._others: dict[str, str] = {}  # the names of the tables that can be ticked, by title
        self.picture = LinksPicture()
        self.picture.chosen.connect(self._on_box)
        self.frame = self._framed(scrolling(self.picture), N_("Cells that tables share"))
        heading = plain_label(words.say(N_("Protect together with")))
        self.others = CheckList(heading.text())
        self.others.ticked.connect(self._on_ticked)
        self.protect = push_button(words.say(N_("Protect together")), scale="small")
        self.protect.setToolTip(words.say(words_linked.TOGETHER))
        self.protect.clicked.connect(self.together_requested)
        self.choice = QWidget()
        beside = QGridLayout(self.choice)
        spread(beside, self, margin=0)
        beside.addWidget(heading, 0, 0, 1, 2)
        beside.addWidget(self.others, 1, 0)
        beside.addWidget(self.protect, 1, 1, Qt.AlignmentFlag.AlignBottom)
        self.findings = SheetView("linked-tables", words)
        whole = QSplitter(Qt.Orientation.Vertical)
        whole.setChildrenCollapsible(False)
        for part, share in ((self.frame, 3), (self.findings, 2)):
            whole.addWidget(part)
            whole.setStretchFactor(whole.indexOf(part), share)
        fill(self, self.choice, (whole, 1), spacing=1.0)

    def show_view(self, view: View) -> None:
        """Show what links the table of a view with others."""
        found = view.together
        self._show_others(view)
        results = ((name, one) for name, one in view.results.items() if isinstance(one, TableResult))
        tables = [Shown(name, one) for name, one in results if found is not None or view.apart]
        self.findings.show_blocks(read_by("window", sheet(tables, self._words)))
        self.findings.setVisible(len(tables) > 1)
        if found is None:
            self._show_none(view)
            return
        entries = {entry.name: entry for entry in view.tables}
        self._names = (*found.jobs, *found.released)
        boxes = [(name, entries[name].dimensions if name in entries else "") for name in self._names]
        links = words_linked.links_of(found, self._words)
        current = self._names.index(view.current) if view.current in self._names else -1
        self.picture.show_links(boxes, links, current)
        rows = words_linked.rows(found, self._words)
        self.frame.show_table(words_linked.header(self._words), rows)
        origin = words_linked.origin_line(found, self._words)
        self._report_line(f"{words_linked.audit_line(found, self._words)} {origin}")

    def _show_others(self, view: View) -> None:
        """List the tables that can be protected together with this one, those that share cells first."""
        titles = {entry.name: entry.title for entry in view.tables if entry.can_link}
        linkable = titles.pop(view.current or "", None) is not None
        names = dict.fromkeys((*view.sharing, *titles)) if linkable else ()
        self._others = {titles[name]: name for name in names}
        linked = [title for title, name in self._others.items() if name in view.linked]
        self.others.show_names(tuple(self._others), linked)
        self.choice.setVisible(bool(names))
        self.choice.setEnabled(not view.running)
        self.protect.setEnabled(not set(view.sharing) <= set(view.linked))

    def _show_none(self, view: View) -> None:
        """Nothing is known of other tables: why."""
        self.picture.show_links((), (), -1)
        self.frame.show_table((), ())
        text = N_("Only one table is in the plan.")
        if view.apart:
            text = N_("This table shares no cells with the other tables.")
        elif len(view.tables) > 1:
            text = N_("Cells that tables share are shown when their results have been audited together.")
        self._report_line(self._words.say(text))

    @Slot(object)
    def _on_box(self, number: int) -> None:
        if number < len(self._names):
            self.table_requested.emit(self._names[number])

    @Slot(object)
    def _on_ticked(self, titles: tuple[str, ...]) -> None:
        self.linked_chosen.emit(tuple(self._others[title] for title in titles))


class NoisePage(TableEvidencePage):
    """Two bars for each small count that is published; the perturbation table can be exported."""

    export_requested = Signal()
    title = N_("Noise")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        say = words.say
        labels = say(N_("from the count alone")), say(N_("with the rest of the table"))
        self.plot = PairedBars(labels, say(N_("limit")))
        self.frame = self._framed(self.plot, N_("Probability of the true count by published count"))
        self.export = push_button(say(N_("Export perturbation ta&ble\u2026")), scale="small", weight="quiet")
        self.export.clicked.connect(self.export_requested)
        self.frame.foot.add(self.export)
        fill(self, self.frame)

    def show_view(self, result: TableResult, limit: float | None) -> None:
        """Show how certain small counts are; `limit` is the highest probability allowed."""
        small = [one for one in result.certain if one.count]
        pairs = [Pair(whole(one.count), one.probability, one.together) for one in small]
        self.plot.show_pairs(pairs, limit)
        sheet = (*certainty(result, self._words), *noise_losses(result, self._words, shows_amounts=True))
        blocks = list(read_by("window", sheet))
        for block in tables_in(blocks)[: bool(result.certain)]:
            heads = [one.head for one in block.columns]
            self.frame.show_table(heads, plain_rows(block), range(1, len(heads)))
        self.plot.setVisible(bool(result.certain))
        self.export.setVisible(bool(result.certain))
        self._report_line(running_text(one for one in blocks if isinstance(one, Paragraph)))


class RatiosPage(TableEvidencePage):
    """The cells as ratios."""

    title = N_("Ratios")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self._result: TableResult | None = None
        self.model = TextTableModel(self)
        self.table = DataTable(self.model, words.say(N_("Ratios")), words)
        self.table.remember("ratios")
        self.table.list_rows(small=True)
        self.table.horizontalHeader().setStretchLastSection(True)
        fill(self, self.table)
        self.table.activated.connect(self._on_requested)

    def show_view(self, result: TableResult) -> None:
        """List the ratios of a result."""
        if result is self._result or result.noise is None:
            return
        self._result = result
        blocks = list(read_by("window", ratios(result, self._words)))
        for block in tables_in(blocks):
            self.model.show_block(block)
        self._report_line(running_text(blocks))

    @Slot(QModelIndex)
    def _on_requested(self, index: QModelIndex) -> None:
        if self._result is not None and self._result.noise is not None:
            self.cell_requested.emit(self._result.noise.ratios[index.row()].coordinates)


class RedesignPage(TableEvidencePage):
    """A bracket for each merge of categories."""

    title = N_("Merged")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.picture = MergesPicture()
        self.frame = self._framed(scrolling(self.picture), N_("Merged categories"))
        fill(self, self.frame)

    def show_view(self, result: TableResult) -> None:
        """Show the merges of a result."""
        found = merges_of(result)
        self.picture.show_merges(found)
        rows = [(name, part, merged) for name, parts, merged in found for part in parts]
        self.frame.show_table(merges_header(self._words), rows)
        self._report_line(merges_line(result, len(found), self._words))


_MOST_ROWS = 500  # behind the picture: the newest


class SearchPage(TableEvidencePage):
    """Follows a search while it runs, and stays when it has ended."""

    title = N_("Search")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        say = words.say
        self.plot = BoundsPlot(
            say(N_("Seconds")), say(N_("Cost")), say(N_("best found")), say(N_("lower bound"))
        )
        self.frame = self._framed(self.plot, N_("Search progress: best cost and lower bound"))
        fill(self, self.frame)
        self.show_view(())

    def show_view(self, points: Sequence[tuple[float, float | None, float]]) -> None:
        """Show a search as (seconds, cost of the best found, bound), in the order of time. The cost is None,
        or infinite, while nothing is found.
        """
        moments = [
            Moment(seconds, None if cost is None or isinf(cost) else cost, bound)
            for seconds, cost, bound in points
        ]
        self.plot.show_moments(moments)
        if not moments:
            self.frame.show_table((), ())
            self._report_line(self._words.say(N_("No optimal search has been run.")))
            return

        rows = [search_row(m.seconds, m.cost, m.bound, self._words) for m in moments[-_MOST_ROWS:]]
        self.frame.show_table(search_header(self._words), rows, range(4))
        last = moments[-1]
        self._report_line(search_line(last.seconds, last.cost, last.bound, self._words))
