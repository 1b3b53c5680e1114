"""The right region: the settings of what is selected, or why something is so; a foot that stays in view."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QTabBar, QToolButton, QWidget

from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import N_, Words

TABS, TITLE, FOOT = 4.0, 4.0, 5.4  # heights in steps of the grid
SETTINGS, WHY = 0, 1  # the places of the pages


class Strip(QFrame):
    """A row of a fixed height at the edge of a region; `part` names it for the style sheet."""

    def __init__(self, part: str, height: float) -> None:
        super().__init__()
        self.setProperty("part", part)
        self.setFixedHeight(step(self, height))
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(step(self, 1.5), 0, step(self, 1.5), 0)
        self.row.setSpacing(step(self))


class Panel(QWidget):
    """Settings and Why. A page that has something new to show while another is in view has a dot."""

    fold_requested = Signal()

    def __init__(
        self,
        settings: QWidget,
        why: QWidget,
        words: Words,
        *,
        name: str = N_("Settings"),
        second: str = N_("Why"),
        foot: Sequence[QWidget] = (),
        notes: Sequence[QWidget] = (),
        below_why: Sequence[QWidget] = (),
    ) -> None:
        """``name`` and ``second``: titles of the pages; ``notes`` are above the foot while there are some;
        ``below_why``: what can be done about what is explained.
        """
        super().__init__()
        self._words, self._names = words, (words.say(name), words.say(second))
        self.why = why
        self.tabs = self._bar(QTabBar.Shape.RoundedNorth)
        self.rail = self._bar(QTabBar.Shape.RoundedEast)  # shown instead of the panel while it is folded
        self.pages = QStackedWidget()
        explanation = QWidget() if below_why else why
        if below_why:
            fill(explanation, (why, 1), *below_why, spacing=0)
        for page in (settings, explanation):
            self.pages.addWidget(page)
        self.title = ElidedLabel()
        self.title.setProperty("tone", "strong")
        self.fold = QToolButton()
        self.fold.setAutoRaise(True)
        self.fold.setArrowType(Qt.ArrowType.RightArrow)
        self.fold.setAccessibleName(words.say(N_("Fold the panel")))
        self.fold.setToolTip(words.say(N_("Fold the panel (F9)")))
        self.fold.clicked.connect(self.fold_requested)
        self.foot = Strip("foot", FOOT)
        self._lay_out(notes)
        self.show_foot(foot)
        self.tabs.currentChanged.connect(self.turn_to)
        if isinstance(why, WhyPanel):
            why.explained.connect(self._on_explained)

    def _bar(self, shape: QTabBar.Shape) -> QTabBar:
        bar = QTabBar()
        bar.setShape(shape)
        bar.setDrawBase(False)
        bar.setExpanding(False)
        bar.setUsesScrollButtons(False)
        bar.setElideMode(Qt.TextElideMode.ElideNone)
        bar.setAccessibleName(self._words.say(N_("Pages of the panel")))
        for text in self._names:
            bar.addTab(text)
        return bar

    def _lay_out(self, notes: Sequence[QWidget]) -> None:
        head = Strip("tabs", TABS)
        head.row.setContentsMargins(step(self), 0, step(self, 0.5), 0)
        head.row.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignBottom)
        head.row.addStretch(1)
        head.row.addWidget(self.fold)
        self._heading = Strip("title", TITLE)
        self._heading.row.addWidget(self.title, 1)
        self._heading.hide()
        fill(self, head, self._heading, (self.pages, 1), *notes, self.foot, spacing=0)

    def show_foot(self, parts: Sequence[QWidget]) -> None:
        """Put the acts that must not scroll away into the foot; without any there is no foot."""
        for part in parts:
            self.foot.row.addWidget(part, 1)
        self.foot.setVisible(bool(parts))

    def show_title(self, text: str) -> None:
        """Show whose settings these are; an empty text leaves the room to them."""
        self.title.setText(text)
        self._heading.setVisible(bool(text))

    @property
    def page(self) -> int:
        """The number of the page in view: 0 for the settings, 1 for Why."""
        return self.pages.currentIndex()

    @Slot(int)
    def turn_to(self, page: int) -> None:
        """Show a page."""
        with QSignalBlocker(self.tabs):
            self.tabs.setCurrentIndex(page)
        self.pages.setCurrentIndex(page)
        if page == WHY:
            self._mark(new=False)

    @Slot(object)
    def _on_explained(self, explained: bool) -> None:
        self._mark(new=explained and self.page != WHY)

    def _mark(self, *, new: bool) -> None:
        """A dot behind Why while something is explained there that is not in view."""
        text = self._names[WHY]
        for bar in (self.tabs, self.rail):
            bar.setTabText(WHY, f"{text} •" if new else text)
