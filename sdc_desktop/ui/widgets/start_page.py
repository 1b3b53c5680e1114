"""What is shown while nothing is open: the ways to begin."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.ui.theme import empty, fill, spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.words import N_, Words

_SHOWN = 5
_WIDE, _NARROW = 112, 84  # steps: of all cards at most; below, the cards are below one another
_CARD = 26  # steps: the least width of one
_DEMO_COLUMNS = 2
Choice = tuple[str, str, SignalInstance]  # its words, what they mean, what it asks for


class StartPage(QWidget):
    """Open a data file, a project, a demo, or what was open recently. A file may also be dropped."""

    open_data_requested = Signal()
    tables_requested = Signal()
    open_project_requested = Signal()
    demo_requested = Signal()
    table_demo_requested = Signal()
    audit_requested = Signal()
    salaries_requested = Signal()
    episodes_requested = Signal()
    curve_requested = Signal()
    release_requested = Signal()
    release_demo_requested = Signal()
    output_demo_requested = Signal()
    outputs_requested = Signal()
    policy_requested = Signal()
    file_requested = Signal(object)  # Path

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self._first = QPushButton()
        begin = [self._begin_card(title, about, choice) for title, about, choice in self._beginnings()]
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        self._none_yet = plain_label(say(N_("Nothing was open yet.")), tone="muted")
        self._rows = tuple(self._row(cards) for cards in (begin, [self._recent_card(), self._more_card()]))
        title = QLabel(say(N_("New release")))
        title.setProperty("scale", "title")
        hint = plain_label(
            say(N_("Drop a file anywhere in the window. No data leave this computer.")), tone="muted"
        )
        inside = QWidget()
        inside.setMaximumWidth(step(self, _WIDE))
        column = QVBoxLayout(inside)
        spread(column, self, margin=1.5, spacing=1.8)
        column.addWidget(title)
        for row in self._rows:
            column.addLayout(row)
        column.addWidget(hint)
        middle = QHBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.addStretch(1)
        middle.addWidget(inside, 1000, Qt.AlignmentFlag.AlignVCenter)
        middle.addStretch(1)
        fill(self, CardsArea(middle, step(self, _CARD)))
        self.show_recent(())

    def take_focus(self) -> None:
        """The first way to begin is what Enter does."""
        self._first.setFocus()

    def show_recent(self, paths: Sequence[Path]) -> None:
        """Show what was open recently, newest first."""
        empty(self._recent)
        for path in paths[:_SHOWN]:
            self._recent.addWidget(self._recent_line(path))
        self._none_yet.setVisible(not paths)

    def _recent_line(self, path: Path) -> QWidget:
        """The name, which opens it, and its folder."""
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        button = push_button(path.name.replace("&", "&&"), weight="link")
        button.setProperty("path", str(path))
        button.setToolTip(str(path))
        button.setAccessibleName(self._words.say(N_("Open {name}"), name=path.name))
        button.clicked.connect(self._open_recent)
        folder = ElidedLabel(path.parent.name)
        folder.setProperty("tone", "muted")
        folder.setProperty("scale", "small")
        line.addWidget(button)
        line.addWidget(folder, 1)
        return row

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < step(self, _NARROW)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        for row in self._rows:
            row.setDirection(way)

    def _row(self, cards: Sequence[QWidget]) -> QBoxLayout:
        """Cards of one width beside one another; below one another where there is no room."""
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(step(self, 1.8))
        for card in cards:
            row.addWidget(card, 1)
        return row

    def _beginnings(self) -> tuple[tuple[str, str, Choice], ...]:
        return (
            (
                N_("Records"),
                N_("Persons, households or firms: roles, steps of protection, risk and utility."),
                (
                    N_("Open data f&ile…"),
                    N_("Text (CSV), Excel, SPSS, Stata, SAS, R, Parquet or Arrow"),
                    self.open_data_requested,
                ),
            ),
            (
                N_("Tables"),
                N_("Counts and sums of records: unsafe cells found, protected and audited."),
                (
                    N_("Open data for tables…"),
                    N_("Text (CSV), Excel, SPSS, Stata, SAS, R, Parquet or Arrow"),
                    self.tables_requested,
                ),
            ),
            (
                N_("Outputs of researchers"),
                N_("Every table in submitted files detected, judged and compared with earlier releases."),
                (
                    N_("Check &outputs…"),
                    N_("Check tables and files that researchers want to publish"),
                    self.outputs_requested,
                ),
            ),
        )

    def _others(self) -> tuple[Choice, ...]:
        return (
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
                N_("Release &queue"),
                N_("Release records one at a time, each checked against all before"),
                self.release_requested,
            ),
            (
                N_("Choose policy…"),
                N_("HIPAA, EMA, CMS, ESS, SACRO and others, or your organisation's own rules"),
                self.policy_requested,
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

    def _begin_card(self, title: str, about: str, choice: Choice) -> QFrame:
        """What a place is for, and the button that begins; the first is what Enter does."""
        first = self._first.text() == ""
        name = QLabel(self._words.say(title))
        name.setProperty("scale", "title")
        button = self._button(choice, "primary" if first else "")
        if first:
            self._first = button
        card, column = _card(2)
        column.addWidget(name)
        column.addWidget(plain_label(self._words.say(about), tone="muted"))
        column.addStretch(1)
        column.addSpacing(step(self))
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return card

    def _recent_card(self) -> QFrame:
        card, column = _card(2)
        column.addWidget(self._heading(N_("Recent files")))
        column.addWidget(self._none_yet)
        column.addLayout(self._recent)
        column.addStretch(1)
        choice = N_("Open &project…"), N_("Saved work (.sdcproj or .sdcplan)"), self.open_project_requested
        column.addWidget(self._button(choice), 0, Qt.AlignmentFlag.AlignLeft)
        return card

    def _more_card(self) -> QFrame:
        """What is begun less often, each with what it is for, and the demos."""
        card, column = _card(2)
        column.addWidget(self._heading(N_("Also")))
        for choice in self._others():
            pair = QVBoxLayout()
            pair.setSpacing(0)
            pair.addWidget(self._button(choice, "link"), 0, Qt.AlignmentFlag.AlignLeft)
            pair.addWidget(plain_label(self._words.say(choice[1]), tone="muted", scale="small", narrow=True))
            column.addLayout(pair)
        column.addSpacing(step(self, 0.6))
        column.addWidget(self._heading(N_("Guided demos (fictitious data)")))
        grid = QGridLayout()
        grid.setSpacing(0)
        for place, choice in enumerate(self._demos()):
            button = self._button(choice, "link")
            grid.addWidget(button, *divmod(place, _DEMO_COLUMNS), Qt.AlignmentFlag.AlignLeft)
        for place in range(_DEMO_COLUMNS):
            grid.setColumnStretch(place, 1)
        column.addLayout(grid)
        column.addStretch(1)
        return card

    def _heading(self, text: str) -> QLabel:
        label = QLabel(self._words.say(text))
        label.setProperty("tone", "strong")
        return label

    def _button(self, choice: Choice, weight: str = "") -> QPushButton:
        label, about, signal = choice
        button = push_button(self._words.say(label), weight=weight)
        button.setToolTip(self._words.say(about))
        button.setAccessibleDescription(self._words.say(about))
        button.clicked.connect(signal)
        return button

    @Slot()
    def _open_recent(self) -> None:
        self.file_requested.emit(Path(str(self.sender().property("path"))))


def _card(margin: float) -> tuple[QFrame, QVBoxLayout]:
    card = QFrame()
    card.setProperty("frame", "card")
    card.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # all as wide as one another
    card.setMinimumWidth(step(card, _CARD))
    column = QVBoxLayout(card)
    spread(column, card, margin=margin, spacing=0.6)
    return card, column
