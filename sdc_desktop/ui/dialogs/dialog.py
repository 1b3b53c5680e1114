"""What dialogs have in common: their title and help, labels of fields, and those on how a file is read."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QWidget

from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.models.records_model import PreviewModel
from sdc_desktop.ui.widgets.help_window import give_help
from sdc_desktop.ui.widgets.plain_parts import accept_or_cancel, plain_label
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words

_FITTED = 40  # columns whose widths follow the few records shown
_WIDEST = 40  # characters


class Dialog(QDialog):
    """A dialog with its title, and with a page of the guide for F1."""

    def __init__(self, title: str, page: str, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setWindowTitle(title)
        give_help(self, page, words)


def bring_up(dialog: QDialog) -> None:
    """Show a dialog beside its window, in front of others."""
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()


class ReadingDialog(Dialog):
    """How a data file is to be read. `chosen` has the file, and a plan's settings of how it is read; what is
    marked abstract is given by each dialog.
    """

    chosen = Signal(object)  # (Path, Mapping[str, object])

    def __init__(self, path: Path, jobs: JobManager, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words.say(N_("Open {name}"), name=path.name), "data", words, parent)
        self.path = path
        self._jobs = jobs
        self._message = plain_label()
        self.open_button, self.buttons = accept_or_cancel(self, words.say(N_("&Open")), words)

    @property
    def message(self) -> str:
        """What is said below the preview."""
        return self._message.text()

    @property
    @abstractmethod
    def hints_given(self) -> Mapping[str, object]:
        """A plan's settings of how the file is read, without what is only detected."""

    @abstractmethod
    def ask(self) -> None:
        """Show the dialog where there is a choice, else report that there is none."""

    def accept(self) -> None:
        """The file is read as shown."""
        if self.open_button.isEnabled():
            self._end(self.hints_given)

    @Slot(object)
    def _go_on(self, _problems: object = ()) -> None:
        """There is nothing to ask; reading the file says what is wrong, where something is."""
        self._end({})

    def _end(self, reading: Mapping[str, object]) -> None:
        super().accept()
        self.chosen.emit((self.path, reading))


class PreviewTable(DataTable):
    """The first records of a file as they would be read."""

    def __init__(self, words: Words) -> None:
        self.preview = PreviewModel()
        super().__init__(self.preview, words.say(N_("Preview of the first records")), words)
        self.preview.setParent(self)
        self.horizontalHeader().setMaximumSectionSize(self.width_of(_WIDEST))

    def show_records(self, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Show names and records; the columns follow their texts."""
        self.preview.show(names, rows)
        for column in range(min(_FITTED, self.preview.columnCount())):
            self.resizeColumnToContents(column)
