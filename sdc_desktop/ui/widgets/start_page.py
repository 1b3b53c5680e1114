"""What is shown while nothing is open: the ways to begin."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, SignalInstance, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.words import N_, Words

_SHOWN = 5
_DEMO = 13  # steps: the width of a demo's words
Choice = tuple[str, str, SignalInstance]  # its words, what they mean, what it asks for


class StartPage(QWidget):
    """Open a data file, a project, a demo, or what was open recently. A file may also be dropped."""

    open_data_requested = Signal()
    open_project_requested = Signal()
    demo_requested = Signal()
    table_demo_requested = Signal()
    audit_requested = Signal()
    salaries_requested = Signal()
    episodes_requested = Signal()
    curve_requested = Signal()
    release_demo_requested = Signal()
    output_demo_requested = Signal()
    outputs_requested = Signal()
    file_requested = Signal(object)  # Path

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._recent = QVBoxLayout()
        self._recent_label = QLabel(words.say(N_("Recent files")))
        self._recent_label.setProperty("tone", "strong")
        card = QFrame()
        card.setProperty("frame", "card")
        column = QVBoxLayout(card)
        spread(column, card, margin=3)
        title = QLabel(words.say(N_("Get started")))
        title.setProperty("scale", "title")
        column.addWidget(title)
        hint = plain_label(
            words.say(N_("Open a file or drop it here. No data leave this computer.")), tone="muted"
        )
        column.addWidget(hint)
        self._add_ways(column)
        column.addSpacing(step(self))
        demos = QLabel(words.say(N_("Guided demos (fictitious data)")))
        demos.setProperty("tone", "strong")
        column.addWidget(demos)
        self._add_demos(column)
        column.addSpacing(step(self))
        column.addWidget(self._recent_label)
        column.addLayout(self._recent)
        inside = QHBoxLayout()
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addStretch(1)
        inside.addWidget(card, 4, Qt.AlignmentFlag.AlignCenter)
        inside.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(CardsArea(inside))
        self.show_recent(())

    def take_focus(self) -> None:
        """The first way to begin is what Enter does."""
        first = self.findChild(QPushButton)
        if first is not None:
            first.setFocus()

    def show_recent(self, paths: Sequence[Path]) -> None:
        """Show what was open recently, newest first."""
        while (item := self._recent.takeAt(0)) is not None:
            item.widget().deleteLater()
        for path in paths[:_SHOWN]:
            button = push_button(path.name.replace("&", "&&"), weight="quiet")
            button.setProperty("path", str(path))
            button.setToolTip(str(path))
            button.setAccessibleName(self._words.say(N_("Open {name}"), name=path.name))
            button.clicked.connect(self._open_recent)
            self._recent.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self._recent_label.setVisible(bool(paths))

    def _ways(self) -> tuple[Choice, ...]:
        return (
            (
                N_("Open data f&ile…"),
                N_("Text (CSV), Excel, SPSS, Stata, SAS, Parquet or Arrow"),
                self.open_data_requested,
            ),
            (
                N_("Open &project…"),
                N_("Saved work (.sdcproj or .sdcplan)"),
                self.open_project_requested,
            ),
            (
                N_("&Audit table…"),
                N_("Find what a table with suppressed cells discloses"),
                self.audit_requested,
            ),
            (
                N_("Risk &curve from values…"),
                N_("Paste values and measure an intruder's remaining uncertainty"),
                self.curve_requested,
            ),
            (
                N_("Check &outputs…"),
                N_("Check tables and files that researchers want to publish"),
                self.outputs_requested,
            ),
        )

    def _demos(self) -> tuple[Choice, ...]:
        return (
            (
                N_("Patie&nts"),
                N_("Recode year of birth and marital status of 60 patients"),
                self.demo_requested,
            ),
            (
                N_("Hospital sta&ys"),
                N_("Protect 900 patients with 3\u202f000 hospital episodes"),
                self.episodes_requested,
            ),
            (
                N_("Ente&rprises"),
                N_("Suppress and audit a turnover table"),
                self.table_demo_requested,
            ),
            (
                N_("Sa&laries"),
                N_("Measure what an intruder can learn about the pay of 2\u202f500 people"),
                self.salaries_requested,
            ),
            (
                N_("&Soldiers"),
                N_("Release the records of 10\u202f000 soldiers one at a time"),
                self.release_demo_requested,
            ),
            (
                N_("Outp&uts"),
                N_("Check five tables that a researcher submits"),
                self.output_demo_requested,
            ),
        )

    def _add_ways(self, column: QVBoxLayout) -> None:
        """A row each: the button, and beside it what it means."""
        grid = QGridLayout()
        grid.setSpacing(step(self))
        grid.setColumnStretch(1, 1)
        for row, choice in enumerate(self._ways()):
            button, label = self._choice(choice)
            grid.addWidget(button, row, 0)
            grid.addWidget(label, row, 1)
        column.addLayout(grid)

    def _add_demos(self, column: QVBoxLayout) -> None:
        """Side by side, with what each is about below it: what was open recently needs the room."""
        grid = QGridLayout()
        grid.setSpacing(step(self))
        for place, choice in enumerate(self._demos()):
            button, label = self._choice(choice)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            grid.addWidget(button, 0, place)
            grid.addWidget(label, 1, place)
            grid.setColumnMinimumWidth(place, step(self, _DEMO))
            grid.setColumnStretch(place, 1)
        column.addLayout(grid)

    def _choice(self, choice: Choice) -> tuple[QPushButton, QLabel]:
        label, help_text, signal = choice
        button = push_button(self._words.say(label), weight="choice")
        button.setAccessibleDescription(self._words.say(help_text))
        button.clicked.connect(signal)
        help_label = plain_label(self._words.say(help_text), tone="muted")
        return button, help_label

    @Slot()
    def _open_recent(self) -> None:
        self.file_requested.emit(Path(str(self.sender().property("path"))))
