"""A table that can be saved as CSV; its rows come from a model that makes their texts on demand."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QFrame, QHeaderView

from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.models.text_table_model import TextsModel
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.plots.picture_files import plain_rows, save_rows
from sdc_desktop.ui.widgets.questions import with_suffix
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words

Index = QModelIndex | QPersistentModelIndex
Row = Callable[[int], Sequence[str]]


class LazyTableModel(TextsModel):
    """`row(number)` gives a row's texts."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._number = 0
        self._text_of: Row = lambda number: ()

    def show(self, number: int, row: Row, header: Sequence[str] | None = None) -> None:
        """Show this many other rows."""
        self.beginResetModel()
        self._number, self._text_of = number, row
        self.header = self.header if header is None else tuple(header)
        self.endResetModel()

    def rows(self) -> Iterator[Sequence[str]]:
        """All rows."""
        return map(self._text_of, range(self._number))

    def _row(self, number: int) -> Sequence[str]:
        return self._text_of(number)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else self._number


class SavedTable(QFrame):
    """A card with a title, a table and a button."""

    saved = Signal(object)  # Path
    not_saved = Signal(object)  # tuple[Problem, ...]
    row_selected = Signal(object)  # int

    def __init__(self, title: str, header: Sequence[str], words: Words, figures: Sequence[int] = ()) -> None:
        super().__init__()
        self.setProperty("frame", "card")
        self._words = words
        self._title = title
        self.folder = Path.home()
        self.model = LazyTableModel(self)
        self.model.header, self.model.figure_columns = tuple(header), tuple(figures)
        self.title = ElidedLabel(title)
        self.title.setProperty("tone", "strong")
        self.table = DataTable(self.model, title, words)
        self.table.list_rows(small=True)
        self.table.viewport().installEventFilter(self)
        self.model.modelReset.connect(self._fit)
        self.table.horizontalHeader().setResizeContentsPrecision(0)  # by the rows that are seen
        self._fitted: tuple[tuple[str, ...], int] | None = None
        self._shared = True
        self._fit()
        self.title.setBuddy(self.table)
        self.save_button = push_button(words.say(N_("Save table\u2026")), weight="quiet", scale="small")
        self.save_button.setAccessibleName(f"{self.save_button.text()} {title}")
        self.save_button.clicked.connect(self.ask_save)
        self.table.row_selected.connect(self.row_selected)
        foot = beside(self, 1, self.save_button)
        fill(self, self.title, (self.table, 1), foot, margin=0.75, spacing=0.25)

    def show_rows(self, number: int, row: Row, title: str | None = None) -> None:
        """Show this many other rows, and perhaps another title."""
        self.model.show(number, row)
        self.title.setText(self._title if title is None else title)

    def widen_last(self, characters: Sequence[float]) -> None:
        """The columns have these widths, and the last one, of long texts, what they leave."""
        self._shared = False
        sections = self.table.horizontalHeader()
        sections.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        sections.setStretchLastSection(True)
        for section, width in enumerate(characters):
            self.table.set_characters(section, width)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return False

    @Slot()
    def _fit(self) -> None:
        """Columns share the width, unless a header would be cut: then the table scrolls."""
        header, room = self.table.horizontalHeader(), self.table.viewport().width()
        if not self._shared or self._fitted == (self.model.header, room):
            return
        self._fitted = self.model.header, room
        needed = [header.sectionSizeHint(column) for column in range(header.count())]
        shared = max(needed, default=0) * len(needed) <= room
        modes = QHeaderView.ResizeMode
        header.setSectionResizeMode(modes.Stretch if shared else modes.ResizeToContents)

    @property
    def plain_rows(self) -> Iterator[Sequence[str]]:
        """All rows, figures as other programs read them."""
        return plain_rows(self.model.rows(), self.model.figure_columns, self._words)

    @Slot()
    def ask_save(self) -> None:
        """Ask where to, then save."""
        say = self._words.say
        name, _ = QFileDialog.getSaveFileName(
            self, say(N_("Save table")), str(self.folder / "table.csv"), say(N_("CSV data (*.csv)"))
        )
        path = with_suffix(Path(name), (".csv",), self._words, self) if name else None
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> None:
        """Save all rows as CSV; the outcome is reported."""
        try:
            save_rows(path, self.model.header, self.plain_rows)
        except Refused as refusal:
            self.not_saved.emit(refusal.problems)
        else:
            self.saved.emit(path)
