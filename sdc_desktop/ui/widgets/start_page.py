"""What is shown while nothing is open: the ways to begin."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.theme import spread, step
from sdc_desktop.words import N_, Words

_SHOWN = 5


class StartPage(QWidget):
    """Open a data file, a project, a demo, or what was open lately. A file may also be dropped."""

    open_data_wanted = Signal()
    open_project_wanted = Signal()
    demo_wanted = Signal()
    table_demo_wanted = Signal()
    audit_wanted = Signal()
    salaries_wanted = Signal()
    curve_wanted = Signal()
    release_demo_wanted = Signal()
    file_wanted = Signal(object)  # Path

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._recent = QVBoxLayout()
        self._recent_label = QLabel(words.say(N_("Open lately")))
        self._recent_label.setProperty("tone", "strong")
        card = QFrame()
        card.setProperty("frame", "card")
        column = QVBoxLayout(card)
        spread(column, card, margin=3)
        title = QLabel(words.say(N_("What would you like to protect?")))
        title.setProperty("scale", "title")
        column.addWidget(title)
        hint = QLabel(
            words.say(N_("Choose a way to begin, or drop a file here. Nothing leaves this computer."))
        )
        hint.setProperty("tone", "muted")
        hint.setWordWrap(True)
        column.addWidget(hint)
        choices = QGridLayout()
        choices.setSpacing(step(self))
        choices.setColumnStretch(1, 1)
        for label, help_text, signal in (
            (
                N_("Open a &data file …"),
                N_("Text (CSV), Excel, SPSS, Stata, SAS or Parquet"),
                self.open_data_wanted,
            ),
            (
                N_("Open a &project …"),
                N_("Work that was saved earlier (.sdcproj or .sdcplan)"),
                self.open_project_wanted,
            ),
            (
                N_("&Audit a table \u2026"),
                N_("A published table with gaps: what does it give away?"),
                self.audit_wanted,
            ),
            (
                N_("&Values without a file \u2026"),
                N_("How uncertain an intruder stays about values that you paste"),
                self.curve_wanted,
            ),
            (N_("Try the de&mo"), N_("60 patients, year of birth and marital status"), self.demo_wanted),
            (
                N_("Try a &table"),
                N_("Enterprises, turnover by activity and region"),
                self.table_demo_wanted,
            ),
            (
                N_("Try the demo on &salaries"),
                N_("2\u2009500 made-up people, and what an intruder learns of their pay"),
                self.salaries_wanted,
            ),
            (
                N_("Try the &queue demo"),
                N_("10 000 soldiers, let out one at a time"),
                self.release_demo_wanted,
            ),
        ):
            self._add_choice(choices, words.say(label), words.say(help_text), signal)
        column.addLayout(choices)
        column.addSpacing(step(self))
        column.addWidget(self._recent_label)
        column.addLayout(self._recent)
        outer = QHBoxLayout(self)
        outer.addStretch(1)
        outer.addWidget(card, 4, Qt.AlignmentFlag.AlignCenter)
        outer.addStretch(1)
        self.show_recent(())

    def show_recent(self, paths: Sequence[Path]) -> None:
        """Show what was open lately, newest first."""
        while (item := self._recent.takeAt(0)) is not None:
            item.widget().deleteLater()
        for path in paths[:_SHOWN]:
            button = QPushButton(path.name.replace("&", "&&"))
            button.setProperty("weight", "quiet")
            button.setProperty("path", str(path))
            button.setToolTip(str(path))
            button.setAccessibleName(self._words.say(N_("Open {name}"), name=path.name))
            button.clicked.connect(self._open_recent)
            self._recent.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self._recent_label.setVisible(bool(paths))

    def _add_choice(self, grid: QGridLayout, label: str, help_text: str, signal: Signal) -> None:
        button = QPushButton(label)
        button.setProperty("weight", "choice")
        button.setAccessibleDescription(help_text)
        button.clicked.connect(signal)
        said = QLabel(help_text)
        said.setProperty("tone", "muted")
        said.setWordWrap(True)
        row = grid.rowCount()
        grid.addWidget(button, row, 0)
        grid.addWidget(said, row, 1)

    @Slot()
    def _open_recent(self) -> None:
        self.file_wanted.emit(Path(str(self.sender().property("path"))))
