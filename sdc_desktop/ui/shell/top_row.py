"""The row at the top of the window: menus, places, the field for commands, notices and the policy."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLayout,
    QMenu,
    QMenuBar,
    QSizePolicy,
    QStyleOptionTab,
    QTabBar,
    QToolButton,
    QWidget,
)

from sdc_desktop.ui.shell.policy_desk import PolicyButton
from sdc_desktop.ui.theme import step
from sdc_desktop.words import N_, Words

HIGH = 4.4  # steps
_NARROW = 122  # steps: the menus of a narrower window are one button
_BESIDE_TEXT = 3  # steps of a tab
_LEAST = 5  # letters of a name that are always shown
_MOVES = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter),
)


class PlacesBar(QTabBar):
    """The places of the window. Each tab has room for bold text, so that choosing moves nothing; where there
    is too little for all, names are elided, and whole in the tooltip.
    """

    chosen = Signal(int)  # by the user, also the current one again

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.setObjectName("places")
        self.setAccessibleName(words.say(N_("What to do with the data")))
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.tabBarClicked.connect(self.chosen)
        self.show_page(0)

    @Slot(int)
    def show_page(self, page: int) -> None:
        """Mark no tab while the page before all places is shown, number 0."""
        self.setProperty("idle", page == 0)
        self.style().unpolish(self)
        self.style().polish(self)
        self.update()  # polishing alone paints nothing

    def _bold(self) -> QFontMetrics:
        bold = QFont(self.font())
        bold.setBold(True)
        return QFontMetrics(bold)

    def tabSizeHint(self, index: int) -> QSize:
        wide = self._bold().horizontalAdvance(self.tabText(index).replace("&", ""))
        return QSize(wide + step(self, _BESIDE_TEXT), step(self, HIGH) - 1)

    def minimumTabSizeHint(self, index: int) -> QSize:  # noqa: N802 - as in Qt
        least = self._bold().averageCharWidth() * _LEAST + step(self, _BESIDE_TEXT)
        size = self.tabSizeHint(index)
        return QSize(min(size.width(), least), size.height())

    def initStyleOption(self, option: QStyleOptionTab, index: int) -> None:
        """A name is cut to its room in bold type; Qt measures regular type."""
        super().initStyleOption(option, index)
        lacking = self.tabSizeHint(index).width() - self.tabRect(index).width()
        text, metrics = self.tabText(index), self._bold()
        room = metrics.horizontalAdvance(text.replace("&", "")) - lacking
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room, Qt.TextFlag.TextShowMnemonic)
        option.text = elided if lacking > 0 else text  # type: ignore[attr-defined]  # Qt's stub lacks it

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in _MOVES:
            self.chosen.emit(self.currentIndex())


class TopRow(QWidget):
    """Gives way as the window becomes narrower: the policy's name first, then the menus, then the field."""

    def __init__(
        self, menus: QMenuBar, places: PlacesBar, field: QWidget, policy: PolicyButton, words: Words
    ) -> None:
        super().__init__()
        self.setObjectName("top")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.menus, self.places, self.field, self._policy = menus, places, field, policy
        self.menu_button = self._menu_button(words)
        menus.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._line = QFrame()
        self._line.setProperty("part", "divider")
        self._line.setFixedSize(1, step(self, 2.2))
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(step(self, 0.5), 0, step(self), 1)
        row.setSpacing(step(self, 0.5))
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        middle = Qt.AlignmentFlag.AlignVCenter
        for part in (menus, self.menu_button, self._line):
            row.addWidget(part, 0, middle)
        row.addWidget(places)
        row.addStretch(1)
        row.addWidget(field, 0, middle)
        row.addWidget(policy, 0, middle)
        self.setFixedHeight(step(self, HIGH))
        policy.changed.connect(self.fit)

    def add_sign(self, sign: QWidget) -> None:
        """Add a sign before the policy."""
        self._row.insertWidget(self._row.indexOf(self._policy), sign, 0, Qt.AlignmentFlag.AlignVCenter)

    def _menu_button(self, words: Words) -> QToolButton:
        button = QToolButton()
        button.setText(words.say(N_("Menu")))
        button.setToolTip(words.say(N_("All menus (F10)")))
        button.setShortcut("F10")
        button.setProperty("weight", "quiet")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        for action in self.menus.actions():
            menu.addAction(action)
        button.setMenu(menu)
        return button

    def fit(self) -> None:
        """Show what there is room for."""
        menus, field, whole = self._levels()
        self.menus.setVisible(menus)
        self.menu_button.setVisible(not menus)
        self.field.setVisible(field or self.field.hasFocus())
        self._policy.shorten(not whole)

    def _levels(self) -> tuple[bool, bool, bool]:
        """Whether the menus, the field and the whole name of the policy are shown."""
        native = self.menus.isNativeMenuBar()
        narrow = self.width() < step(self, _NARROW) and not native
        bar = 0 if native else self.menus.sizeHint().width()
        button = self.menu_button.sizeHint().width()
        field = max(self.field.sizeHint().width(), self.field.minimumWidth())
        short, long = (self._policy.wanted_width(short=one) for one in (True, False))
        signs = step(self, 6)
        rest = self.places.sizeHint().width() + signs + 8 * self._row.spacing() + step(self, 2)
        choices = {
            (True, True, True): bar + field + long,
            (True, True, False): bar + field + short,
            (False, True, True): button + field + long,
            (False, True, False): button + field + short,
        }
        fitting = (
            one
            for one, needed in choices.items()
            if needed + rest <= self.width() and not (narrow and one[0])
        )
        return next(fitting, (native, False, False))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
