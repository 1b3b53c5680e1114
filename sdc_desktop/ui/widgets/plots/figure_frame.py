"""A picture under its title, with its data behind it: "Show data", "Copy picture"."""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QGraphicsView,
    QHeaderView,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from sdc_desktop.engine.problems import Refused
from sdc_desktop.sheets.blocks import Block, Finding, Heading, Paragraph, Table
from sdc_desktop.sheets.sheet import plain_rows as texts_of
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.plots.marked_label import MarkedLabel
from sdc_desktop.ui.widgets.plots.picture_files import SUFFIXES, plain_rows, save_picture
from sdc_desktop.ui.widgets.questions import with_suffix
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words

_LEAST_HEIGHT = 11  # of a picture or its table, in steps of the grid


class FigureFrame(QFrame):
    """A card with a title, a picture, and a table that can be shown in the picture's place."""

    row_selected = Signal(object)  # int
    row_requested = Signal(object)  # int: Enter or double click
    turned = Signal()  # from picture to data or back

    def __init__(self, picture: QWidget, words: Words) -> None:
        super().__init__()
        self.setProperty("frame", "card")
        self._words = words
        self._titles = "", ""  # of picture and table
        self.title = MarkedLabel()
        self.title.setProperty("tone", "strong")
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.picture = picture
        self.header: Sequence[str] = ()  # what is behind the picture
        self.rows: Sequence[Sequence[str]] = ()
        self.figure_columns: Collection[int] = ()
        self._model = TextTableModel(self)
        self.table = DataTable(self._model, "", words, self)
        self.table.list_rows(small=True)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setResizeContentsPrecision(50)
        self.table.row_selected.connect(self.row_selected)
        self.table.activated.connect(self._on_requested)
        self.data_button, self.copy_button = (push_button(weight="quiet", scale="small") for _ in range(2))
        self.data_button.clicked.connect(self._turn)
        self.copy_button.clicked.connect(self._copy_picture)
        self.pages = QStackedWidget()
        self.pages.addWidget(picture)
        self.pages.addWidget(self.table)
        for page in (picture, self.table):  # a picture may need more
            page.setMinimumHeight(max(page.minimumHeight(), step(self, _LEAST_HEIGHT)))
        self._lay_out()
        self._name_buttons()

    def show_title(self, text: str, of_table: str = "") -> None:
        """Show another title; the parts are named after it. ``of_table``: the table's, where that of the
        picture explains marks.
        """
        self._titles = text, of_table or text
        self.picture.setAccessibleName(text)
        self.table.setAccessibleName(self._titles[1])
        self._name_page()
        self._name_buttons()

    def _name_page(self) -> None:
        self.title.show_text(self._titles[self.shows_data])

    def show_table(
        self, header: Sequence[str], rows: Sequence[Sequence[str]], figures: Collection[int] = ()
    ) -> None:
        """Put other data behind the picture."""
        self.header, self.rows, self.figure_columns = tuple(header), tuple(rows), tuple(figures)
        self._model.show(header, rows, figures)
        sections = self.table.horizontalHeader()
        if sections.sectionResizeMode(0) != QHeaderView.ResizeMode.Stretch:
            sections.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def show_sheet(self, blocks: Iterable[Block | Heading]) -> str:
        """Put the table of a sheet behind the picture. Returns the texts beside it."""
        texts = []
        for block in blocks:
            if isinstance(block, Finding | Paragraph):
                texts.append(block.text)
            elif isinstance(block, Table):
                heads = [column.head for column in block.columns]
                figures = [place for place, column in enumerate(block.columns) if column.align == "right"]
                self.show_table(heads, texts_of(block), figures)
        return " ".join(texts)

    def lend_buttons(self) -> None:
        """Leave "Show data" and "Copy picture" to a row that has them for all figures in view."""
        self.data_button.hide()
        self.copy_button.hide()

    @property
    def shows_data(self) -> bool:
        """Whether the table is shown now."""
        return self.pages.currentWidget() is self.table

    def select_row(self, row: int | None) -> None:
        """Select a row without telling of it."""
        with QSignalBlocker(self.table.selectionModel()):
            if row is None:
                self.table.clearSelection()
            else:
                self.table.selectRow(row)
        self.table.viewport().update()

    def _lay_out(self) -> None:
        self.foot = WrappingRow((self.data_button, self.copy_button), 0, to_the_right=True)
        fill(self, self.title, (self.pages, 1), self.foot, margin=0.75, spacing=0.25)

    def _name_buttons(self) -> None:
        data = N_("Show picture") if self.shows_data else N_("Show data")
        for button, text in ((self.data_button, data), (self.copy_button, N_("Copy picture"))):
            name = self._words.say(text)
            button.setText(name)
            button.setAccessibleName(f"{name}: {self.title.plain}")

    @Slot()
    def _turn(self) -> None:
        shown = self.picture if self.shows_data else self.table
        self.pages.setCurrentWidget(shown)
        self._name_page()
        self._name_buttons()
        self.turned.emit()
        shown.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _copy_picture(self) -> None:
        QGuiApplication.clipboard().setPixmap(self.picture.grab())

    @Slot(QModelIndex)
    def _on_requested(self, index: QModelIndex) -> None:
        self.row_requested.emit(index.row())


_FILTERS = {".png": N_("PNG picture"), ".svg": N_("SVG drawing"), ".pdf": N_("PDF"), ".csv": N_("CSV data")}


class SavedFigure(FigureFrame):
    """A figure with one more button."""

    saved = Signal(object)  # Path
    not_saved = Signal(object)  # tuple[Problem, ...]

    def __init__(self, plot: QGraphicsView, words: Words) -> None:
        super().__init__(plot, words)
        self.folder = Path.home()
        self.caption = ""  # below a saved picture: its figures
        self.save_button = push_button(words.say(N_("Save picture\u2026")), weight="quiet", scale="small")
        self.save_button.clicked.connect(self.ask_save)
        self.foot.add(self.save_button)

    def show_title(self, text: str, of_table: str = "") -> None:
        super().show_title(text, of_table)
        self.save_button.setAccessibleName(f"{self.save_button.text()} {text}")

    @property
    def plain_rows(self) -> list[tuple[str, ...]]:
        """What is behind the picture, figures as other programs read them."""
        return list(plain_rows(self.rows, self.figure_columns, self._words))

    @Slot()
    def ask_save(self) -> None:
        """Ask where to, then save."""
        filters = ";;".join(f"{self._words.say(name)} (*{suffix})" for suffix, name in _FILTERS.items())
        title = self._words.say(N_("Save picture"))
        name, kind = QFileDialog.getSaveFileName(self, title, str(self.folder / "curve.png"), filters)
        if not name:
            return
        first = next((suffix for suffix in SUFFIXES if suffix in kind), SUFFIXES[0])
        path = with_suffix(Path(name), (first, *SUFFIXES), self._words, self)
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> None:
        """Save picture or data, by the suffix; the outcome is reported."""
        assert isinstance(self.picture, QGraphicsView)
        try:
            texts = self.title.plain, self.caption
            save_picture(path, self.picture, self.header, self.plain_rows, *texts)
        except Refused as refusal:
            self.not_saved.emit(refusal.problems)
        else:
            self.saved.emit(path)
