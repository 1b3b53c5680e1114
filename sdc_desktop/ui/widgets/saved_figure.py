"""A picture that can also be saved to a file."""

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFileDialog, QGraphicsView, QPushButton, QWidget

from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.dialogs.questions import with_suffix
from sdc_desktop.ui.widgets.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.picture_files import SUFFIXES, plain_rows, save_picture
from sdc_desktop.words import N_, Words

_FILTERS = {".png": N_("PNG picture"), ".svg": N_("SVG drawing"), ".pdf": N_("PDF"), ".csv": N_("CSV data")}


class SavedFigure(FigureFrame):
    """A figure with one more button."""

    saved = Signal(object)  # Path
    not_saved = Signal(object)  # tuple[Problem, ...]

    def __init__(self, plot: QGraphicsView, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(plot, words, parent)
        self.folder = Path.home()
        self.save_button = QPushButton(words.say(N_("Save picture\u2026")))
        self.save_button.setProperty("weight", "quiet")
        self.save_button.setProperty("scale", "small")
        self.save_button.clicked.connect(self.ask_save)
        self.foot.addWidget(self.save_button)

    def show_title(self, text: str) -> None:
        super().show_title(text)
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
        """Save picture or data, by the suffix; what became of it is told."""
        assert isinstance(self.picture, QGraphicsView)
        try:
            save_picture(path, self.picture, self.header, self.plain_rows)
        except Refused as refusal:
            self.not_saved.emit(refusal.problems)
        else:
            self.saved.emit(path)
