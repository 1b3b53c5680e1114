"""The catalogue with the words for the values of a SAS data set, where the data set needs one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.formats import CATALOG
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.ui.dialogs.dialog import ReadingDialog
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.theme import beside, fill, step
from sdc_desktop.ui.widgets.plain_parts import label_of, plain_label
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import listed


class CatalogDialog(ReadingDialog):
    """Shows itself where variables have formats of their own and no catalogue is beside the data set."""

    def __init__(self, path: Path, jobs: JobManager, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(path, jobs, words, parent)
        say = words.say
        self._question = plain_label()
        self.catalog = QLineEdit()
        self.catalog.setMinimumWidth(step(self, 44))
        self.catalog.setPlaceholderText(say(N_("no labels")))
        self.browse = QPushButton(say(N_("&Browse\u2026")))
        label = label_of(self.catalog, say(N_("&Catalogue")), say(N_("Catalogue of value labels")))
        line = beside(self, label, (self.catalog, 1), self.browse)
        fill(self, self._question, line, self._message, self.buttons, margin=2, spacing=1.0)
        give_field_help(self, "data", {"catalog": self.catalog}, words)
        self.browse.clicked.connect(self._browse)
        self.catalog.textChanged.connect(self._look)
        self._look()

    @property
    def hints_given(self) -> dict[str, object]:
        text = self.catalog.text().strip()
        folder = self.path.resolve().parent
        return {"catalog": relative_path(Path(text).resolve(), folder)} if text else {}

    def ask(self) -> None:
        path = self.path

        def work(context: JobContext) -> tuple[str, ...]:
            from sdc_desktop.engine.data.foreign.reading_child import answer_of_child
            from sdc_desktop.engine.data.reading import catalog_beside

            if catalog_beside(path, path.name) is not None:
                return ()
            reader = "sdc_desktop.engine.data.foreign.statistics_files:unlabelled_formats"
            found: tuple[str, ...] = answer_of_child(reader, path, path.name, context)
            return found

        self._jobs.start(self._words.say(N_("Opening {name}"), name=path.name), work, self._show, self._go_on)

    @Slot(object)
    def _show(self, formats: tuple[str, ...]) -> None:
        if not formats:
            self._go_on()
            return
        text = N_(
            "Value labels are in a catalogue (.sas7bcat), which is not beside the data set. Formats: {names}."
        )
        self._question.setText(self._words.say(text, names=listed(formats[:8], self._words)))
        self.catalog.setFocus(Qt.FocusReason.OtherFocusReason)
        self.open()

    @Slot()
    def _browse(self) -> None:
        say = self._words.say
        name, _ = QFileDialog.getOpenFileName(
            self, self.windowTitle(), str(self.path.parent), say(N_("Catalogues of SAS (*.sas7bcat)"))
        )
        if name:
            self.catalog.setText(name)

    @Slot()
    def _look(self) -> None:
        text = self.catalog.text().strip()
        there = not text or (Path(text).is_file() and text.lower().endswith(CATALOG))
        self.open_button.setEnabled(there)
        self._message.setText("" if there else self._words.say(N_("Select a file that ends in .sas7bcat.")))
