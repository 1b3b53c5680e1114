"""The table view used everywhere: copies itself as TSV, lets Tab continue, scales its rows with the text."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QGuiApplication,
    QIntValidator,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyledItemDelegate,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.ui.models.records_model import RecordsModel
from sdc_desktop.ui.models.text_table_model import selected_text
from sdc_desktop.ui.theme import colours_of, step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.tables.choice_delegate import StyleOption
from sdc_desktop.ui.widgets.tables.kept_widths import KeepingHeader
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole

_NONE = range(0)
_NUMBER = 10  # steps of the grid: the width of a record's number
_ROW_LINES = 1.5  # a row's height in lines of text


class SeenDelegate(QStyledItemDelegate):
    """Ends a text in an ellipsis where the edge of the view would cut it: a part of a number is another."""

    def paint(
        self, painter: QPainter, option: StyleOption, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        view = self.parent()
        if isinstance(view, QTableView):
            seen = view.viewport().rect()
            seen.setTop(option.rect.top())
            seen.setBottom(option.rect.bottom())
            option.rect = option.rect.intersected(seen)
        super().paint(painter, option, index)


_WITH_HEADERS = 100  # columns of wide tables that are measured


class DataTable(QTableView):
    """A QTableView with the manners of this program."""

    copy_refused = Signal()  # too much was selected for the clipboard
    row_selected = Signal(object)  # int
    empty_text = ""  # shown while there are no rows
    _row_lines = _ROW_LINES  # the height of a row, in lines of text

    def __init__(
        self, model: QAbstractItemModel, name: str, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = words
        self.setHorizontalHeader(KeepingHeader(self))
        self.setModel(model)
        self.selectionModel().currentRowChanged.connect(self._on_row)
        self.setItemDelegate(SeenDelegate(self))
        self.setAccessibleName(name)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.copy_action = QAction(words.say(N_("&Copy with headers")), self)
        self.copy_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy_action.triggered.connect(self.copy_selection)
        self.addAction(self.copy_action)
        self._scale()

    def list_rows(self, *, small: bool = False) -> None:
        """Select whole rows, and number none."""
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.verticalHeader().hide()
        if small:
            from sdc_desktop.ui.widgets.plots.plot_style import small_font  # loads the plots

            for part in (self, self.horizontalHeader()):
                part.setFont(small_font(part))

    def remember(self, name: str, variables: range = _NONE) -> None:
        """Keep the widths of dragged columns in the settings; `variables`: the columns that keep none."""
        header = self.horizontalHeader()
        assert isinstance(header, KeepingHeader)
        header.remember(name, variables)

    def use_kept_widths(self) -> None:
        """Give columns that were dragged the widths that are kept."""
        header = self.horizontalHeader()
        assert isinstance(header, KeepingHeader)
        header.use_widths()

    def say_when_empty(self, text: str) -> None:
        """Show this text in the table while it has no rows."""
        if text != self.empty_text:
            self.empty_text = text
            self.setAccessibleDescription(text)
            self.viewport().update()

    @Slot()
    def copy_selection(self) -> None:
        """Put the selected cells on the clipboard as tab-separated text with headers."""
        text = selected_text(self, self._words.plain)
        if text is None:
            self.copy_refused.emit()
        elif text:
            QGuiApplication.clipboard().setText(text)

    @Slot()
    def settle(self) -> None:
        """Take over what is typed in a cell that is being edited."""
        editor = self.indexWidget(self.currentIndex())
        if editor is not None:
            self.commitData(editor)
            self.closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def width_of(self, characters: float) -> int:
        """The width of a column for this many characters, with its padding."""
        return round(self.fontMetrics().averageCharWidth() * (characters + 3))

    def width_of_header(self, column: int) -> int:
        """The width of a column that shows its header whole."""
        return self.horizontalHeader().sectionSizeHint(column)

    def set_characters(self, column: int, characters: float) -> None:
        """Give a column the width of this many characters, or of its header where that is wider."""
        self.setColumnWidth(column, max(self.width_of(characters), self.width_of_header(column)))

    @Slot()
    def show_headers(self) -> None:
        """Widen the first columns whose header would be cut."""
        for column in range(min(self.model().columnCount(), _WITH_HEADERS)):
            self.setColumnWidth(column, max(self.columnWidth(column), self.width_of_header(column)))

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            self.row_selected.emit(current.row())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.empty_text and not self.model().rowCount():
            margin = step(self)
            painter = QPainter(self.viewport())
            painter.setPen(QColor(colours_of(self).muted))
            area = self.viewport().rect().adjusted(margin, margin // 2, -margin, 0)
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap, self.empty_text)
            painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):  # else Qt copies the current cell only
            self.copy_selection()
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._scale()

    def _scale(self) -> None:
        height = round(self.fontMetrics().height() * self._row_lines)
        header = self.verticalHeader()
        if header.defaultSectionSize() != height:
            header.setMinimumSectionSize(1)
            header.setDefaultSectionSize(height)


def fit_columns(table: DataTable, widest: int) -> None:
    """Give each column the width of what it holds, `widest` characters at most."""
    table.resizeColumnsToContents()
    most = table.width_of(widest)
    for column in range(table.model().columnCount()):
        if table.columnWidth(column) > most:
            table.setColumnWidth(column, most)


class RecordsView(QWidget):
    """Shows a :class:`RecordsModel`; reports when another record is the current one."""

    record_chosen = Signal()

    def __init__(self, model: RecordsModel, words: Words) -> None:
        super().__init__()
        self._model = model
        self._words = words
        self._validator = QIntValidator(1, 1, self)
        self._validator.setLocale(QLocale.c())
        self.box = QLineEdit()
        self.box.setValidator(self._validator)
        self.box.returnPressed.connect(self.go)
        label = QLabel(words.say(N_("&Go to record")))
        label.setBuddy(self.box)
        self._count = QLabel()
        self._count.setProperty("tone", "muted")
        button = QPushButton(words.say(N_("Go")))
        button.setAccessibleName(words.say(N_("Go to the record")))
        button.clicked.connect(self.go)
        self.table = DataTable(model, words.say(N_("Records")), words)
        self.box.setMaximumWidth(step(self, _NUMBER))
        self._going = WrappingRow((label, self.box, self._count, button), step(self, 0.75))
        self._rarest = plain_label(
            words.say(N_("The rarest combinations first; n is the number of records.")), tone="muted"
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, step(self, 0.5), 0, 0)
        layout.setSpacing(step(self, 0.5))
        layout.addWidget(self._going)
        layout.addWidget(self._rarest)
        layout.addWidget(self.table, 1)
        self.table.selectionModel().currentRowChanged.connect(self.record_chosen)
        model.modelReset.connect(self._count_records)
        model.modelReset.connect(self.table.show_headers)
        self._count_records()

    @Slot()
    def go(self) -> None:
        """Show the record whose number is in the box, and select its first cell."""
        if self.box.hasAcceptableInput():
            self.show_record(int(self.box.text()))

    def show_record(self, number: int) -> None:
        """Show a record (numbered from 1) and select its first cell."""
        column = max(self.table.currentIndex().column(), 0)
        index = self._model.index(number - 1, column)
        self.table.setCurrentIndex(index)
        self.table.scrollTo(index, DataTable.ScrollHint.PositionAtCenter)

    @property
    def current(self) -> int | None:
        """The row of the current record (from 0); None where there is none."""
        index = self.table.currentIndex()
        return index.row() if index.isValid() else None

    @Slot()
    def _count_records(self) -> None:
        records = self._model.rowCount()
        self._rarest.setVisible(self._model.counted)
        self._going.setVisible(not self._model.counted)
        self._validator.setRange(1, max(records, 1))
        self._count.setText(self._words.say(N_("of {records}"), records=whole(records)))
        self.box.setAccessibleName(
            self._words.say(N_("Number of the record to go to, 1 to {records}"), records=whole(records))
        )
