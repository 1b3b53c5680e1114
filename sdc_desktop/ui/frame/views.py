"""The middle of a place: a row of tabs with the acts of the page in view, the page, and a strip below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from sdc_desktop.ui.frame.panel import TABS, Strip
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabBar
from sdc_desktop.ui.widgets.kept_views import ViewKeeper
from sdc_desktop.words import N_, Words

_STRIP = 4.0  # height in steps of the grid
_BESIDE = 6.0  # width of what is beside the names at least: margins, and the button that lists the acts


class _KeptBar(FoldingTabBar):
    """Turns to the view that the project was saved with."""

    def __init__(self, name: str) -> None:
        super().__init__(small=False)
        self.setProperty("part", "views")
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self._keeper = ViewKeeper(self, name)

    def _room(self) -> int:
        row = self.parentWidget()
        return self.width() if row is None else row.width() - step(self, _BESIDE)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._keeper.begin()


class Views(QWidget):
    """Pages, one of them in view. Each may have acts in the row of the tabs, which become a menu where there
    is no room, and a widget of its own in the strip; where it has none, `line` says something of it.
    """

    currentChanged = Signal(int)  # noqa: N815 - as of Qt's tabs

    def __init__(self, name: str, words: Words, parent: QWidget | None = None) -> None:
        """`name`: below which the number of the page in view is saved with the project."""
        super().__init__(parent)
        self._acts: list[tuple[QPushButton, ...]] = []
        self._feet: list[QWidget] = []
        self._bar, self._stack, self._strips = _KeptBar(name), CurrentStack(), CurrentStack()
        self.line = QLabel()
        self.line.setTextFormat(Qt.TextFormat.PlainText)
        self.line.setWordWrap(True)
        self.line.setProperty("scale", "small")
        self.line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._strips.addWidget(self.line)
        self.more = QToolButton()
        self.more.setText("\u22ef")
        self.more.setAutoRaise(True)
        self.more.setAccessibleName(words.say(N_("More for this page")))
        self.more.setToolTip(self.more.accessibleName())
        self.more.clicked.connect(self._open_menu)
        self.menu: QMenu | None = None
        self._head, strip = Strip("tabs", TABS), Strip("strip", _STRIP)
        self._head.row.setContentsMargins(step(self, 1.5), 0, step(self), 0)
        self._head.row.addWidget(self._bar, 0, Qt.AlignmentFlag.AlignBottom)
        self._head.row.addStretch(1)
        self._head.row.addWidget(self.more)
        strip.row.addWidget(self._strips, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._head, self._stack, strip):
            column.addWidget(part, 1 if part is self._stack else 0)
        self._bar.currentChanged.connect(self._turn)

    # as Qt's tabs ------------------------------------------------------------------------------------

    def tabBar(self) -> FoldingTabBar:  # noqa: N802 - as of Qt's tabs
        """The bar."""
        return self._bar

    def addTab(  # noqa: N802 - as of Qt's tabs
        self, page: QWidget, text: str, acts: Sequence[QPushButton] = (), foot: QWidget | None = None
    ) -> None:
        """Add a page with its acts and what it has in the strip."""
        self._acts.append(tuple(acts))
        self._feet.append(foot or self.line)
        for act in acts:
            self._head.row.insertWidget(self._head.row.indexOf(self.more), act)
        if foot is not None:
            self._strips.addWidget(foot)
        self._stack.addWidget(page)
        self._bar.addTab(text)

    def count(self) -> int:
        """The number of pages."""
        return self._stack.count()

    def widget(self, place: int) -> QWidget | None:
        """The page at a place."""
        return self._stack.widget(place)

    def indexOf(self, part: QWidget) -> int:  # noqa: N802 - as of Qt's tabs
        """The place of the page that a widget is, or is part of; -1: of none."""
        above: QWidget | None = part
        while above is not None and self._stack.indexOf(above) < 0:
            above = above.parentWidget()
        return -1 if above is None else self._stack.indexOf(above)

    def tabText(self, place: int) -> str:  # noqa: N802 - as of Qt's tabs
        """The name of a page."""
        return self._bar.tabText(place)

    def setTabText(self, place: int, text: str) -> None:  # noqa: N802 - as of Qt's tabs
        """Give a page another name."""
        if text != self._bar.tabText(place):
            self._bar.setTabText(place, text)
            self.fit()

    def isTabVisible(self, place: int) -> bool:  # noqa: N802 - as of Qt's tabs
        """Whether a page can be turned to."""
        return self._bar.isTabVisible(place)

    def setTabVisible(self, place: int, shown: bool) -> None:  # noqa: N802 - as of Qt's tabs
        """Offer a page, or not."""
        if shown != self._bar.isTabVisible(place):
            self._bar.setTabVisible(place, shown)
            self.fit()

    def currentIndex(self) -> int:  # noqa: N802 - as of Qt's tabs
        """The place of the page in view."""
        return self._bar.currentIndex()

    def currentWidget(self) -> QWidget | None:  # noqa: N802 - as of Qt's tabs
        """The page in view."""
        return self._stack.currentWidget()

    def setCurrentIndex(self, place: int) -> None:  # noqa: N802 - as of Qt's tabs
        """Turn to a page."""
        self._bar.setCurrentIndex(place)

    def setCurrentWidget(self, part: QWidget) -> None:  # noqa: N802 - as of Qt's tabs
        """Turn to the page that a widget is, or is part of."""
        self._bar.setCurrentIndex(self.indexOf(part))

    @Slot(int)
    def _turn(self, place: int) -> None:
        if 0 <= place < self._stack.count():
            self._stack.setCurrentIndex(place)
            self._strips.setCurrentWidget(self._feet[place])
            self.fit()
            self.currentChanged.emit(place)

    # room --------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the acts of the page in view, or the button that lists them."""
        place = self._bar.currentIndex()
        own = [act for act in self._acts[place] if self._offered(act)] if place >= 0 else []
        spare = self.width() - self._bar.sizeHint().width() - step(self, 3)
        roomy = sum(act.sizeHint().width() + step(self) for act in own) <= spare
        for acts in self._acts:
            for act in acts:
                act.setVisible(act in own and roomy)
        self.more.setVisible(bool(own) and not roomy)

    @staticmethod
    def _offered(act: QPushButton) -> bool:
        return act.property("offered") is not False

    def offer(self, act: QPushButton, offered: bool) -> None:
        """Offer an act of a page, or not."""
        if self._offered(act) is not offered:
            act.setProperty("offered", offered)
            self.fit()

    @Slot()
    def _open_menu(self) -> None:
        self.menu = QMenu(self)
        self.menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for act in self._acts[self._bar.currentIndex()]:
            if self._offered(act):
                action = self.menu.addAction(act.text())
                action.setToolTip(act.toolTip())
                action.setEnabled(act.isEnabled())
                action.triggered.connect(act.click)
        self.menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
