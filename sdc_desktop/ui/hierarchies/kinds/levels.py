"""The form of a tree of categories that is read from a file."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QGridLayout, QLineEdit, QWidget

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec, LevelsSpec
from sdc_desktop.engine.running.hierarchy_preview import HierarchyPreview
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.ui.hierarchies.kinds.editor import Editor
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plain_parts import label_of
from sdc_desktop.ui.widgets.questions import with_suffix
from sdc_desktop.ui.widgets.tables.data_table import DataTable, fit_columns
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchy_preview import level_column
from sdc_desktop.words.program.dialect import DELIMITER_WORDS


class LevelsEditor(Editor):
    """The form of the file of levels and of its format."""

    hint = N_("Select cells of one level, name the group and choose Combine; or import a levels file.")

    def __init__(self, base: Path, words: Words) -> None:
        super().__init__(words)
        say = words.say
        self.base = base
        self._shown: LevelsSpec | None = None  # for what the form does not show: encoding, quotes
        self.format_given = False
        self.path = QLineEdit()
        self.delimiter = QComboBox()
        self.header = QCheckBox(say(N_("The first line names the levels")))
        self.header.setChecked(True)
        self.path.setPlaceholderText(say(N_("none (define groups below)")))
        self.delimiter.addItem(say(N_("as in the data")), None)
        for mark, word in DELIMITER_WORDS.items():
            self.delimiter.addItem(say(word), mark)
        self._lay_out()
        self.path.textChanged.connect(self._on_path)
        self.delimiter.activated.connect(self._on_format)
        self.header.clicked.connect(self._on_format)
        self._on_path()

    def _lay_out(self) -> None:
        say = self.words.say
        grid = QGridLayout(self)
        spread(grid, self, margin=0)
        file = label_of(self.path, say(N_("File")), say(N_("File of levels")))
        name = say(N_("Separator of the file of levels"))
        separator = label_of(self.delimiter, say(N_("Separator")), name)
        for column, widget in enumerate((file, self.path, separator, self.delimiter)):
            grid.addWidget(widget, 0, column)
        grid.addWidget(self.header, 1, 1, 1, 3)
        grid.setColumnStretch(1, 1)

    @property
    def spec(self) -> HierarchySpec | None:
        path = self.path.text().strip()
        if not path:
            return None
        shown = Path(path)
        relative = relative_path(shown, self.base) if shown.is_absolute() else shown.as_posix()
        shown_spec = self._shown
        same = shown_spec if shown_spec is not None and shown_spec.path == relative else None
        return LevelsSpec(
            kind="levels",
            path=relative,
            delimiter=self.delimiter.currentData(),
            quote=same and same.quote,
            header=self.header.isChecked(),
            encoding=same and same.encoding,
            lead=same and same.lead,
        )

    @property
    def untouched(self) -> bool:
        return not self.path.text()

    def show_spec(self, spec: HierarchySpec) -> None:
        assert isinstance(spec, LevelsSpec)
        self.format_given = True
        self._shown = spec
        self.header.setChecked(spec.header)
        self.delimiter.setCurrentIndex(max(self.delimiter.findData(spec.delimiter), 0))
        self.path.setText(spec.path)

    def show_file(self, path: Path) -> None:
        """Name another file; its format is detected."""
        self.format_given = False
        self.path.setText(relative_path(path, self.base))

    def show_found(self, spec: LevelsSpec) -> None:
        """Show what was detected about the file; that is no change."""
        self.header.setChecked(spec.header)
        self.delimiter.setCurrentIndex(max(self.delimiter.findData(spec.delimiter), 0))

    @Slot()
    def _on_path(self) -> None:
        path = self.path.text().strip()
        has_file = bool(path) and not path.lower().endswith((".hrc", ".grc"))  # those have neither
        self.delimiter.setEnabled(has_file)
        self.header.setEnabled(has_file)
        self.changed.emit()

    @Slot()
    def _on_format(self) -> None:
        self.format_given = True
        self.changed.emit()


_WIDEST = 34  # characters of a column


class LevelsView(DataTable):
    """A row for each value and a column for each level, with the number of its categories. A category is in
    the row of its first value, with its number of records.
    """

    def __init__(self, words: Words) -> None:
        self.levels = TextTableModel()
        super().__init__(self.levels, words.say(N_("The levels and their categories")), words)
        self.levels.setParent(self)
        self._words = words
        self.verticalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)

    def show_levels(self, found: HierarchyPreview) -> None:
        """Show what a hierarchy makes of the data."""
        columns = [level_column(level, self._words) for level in found.levels]
        rows = tuple(zip_longest(*(cells for _, cells in columns)))
        self.levels.show([head for head, _ in columns], rows)
        fit_columns(self, _WIDEST)

    def clear(self) -> None:
        """Show nothing."""
        self.levels.show((), ())


_SUFFIXES = (".csv", ".txt", ".tsv")


def ask_for_levels(base: Path, words: Words, parent: QWidget) -> Path | None:
    """A file dialog for a file of levels to read; None without a choice."""
    name, _ = QFileDialog.getOpenFileName(
        parent,
        words.say(N_("Import a file of levels")),
        str(base),
        words.say(N_("Files of levels (*.csv *.txt *.tsv *.hrc *.grc);;All files (*)")),
    )
    return Path(name) if name else None


def ask_for_target(title: str, base: Path, variable: str, words: Words, parent: QWidget) -> Path | None:
    """A file dialog for saving a file of levels; a name after the variable is proposed."""
    stem = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in variable)
    name, _ = QFileDialog.getSaveFileName(
        parent,
        title,
        str(base / f"{stem}_levels.csv"),
        words.say(N_("Text files (*.csv *.txt *.tsv);;All files (*)")),
    )
    return with_suffix(Path(name), _SUFFIXES, words, parent) if name else None
