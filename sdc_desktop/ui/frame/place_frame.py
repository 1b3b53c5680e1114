"""A place of the window: the verdict bar above, and below it the left region, the result and the panel.

The regions keep their sizes until they are dragged or folded by hand.
"""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QRect, QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from sdc_desktop.ui.frame.panel import WHY, Panel
from sdc_desktop.ui.screen_fit import first_focus, focus_owner, give_back_focus
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.verdict_bar import VerdictBar

LEFT, PANEL, RAIL, LEFT_RAIL = 26.7, 33.8, 3.6, 8.0  # widths in steps of the grid
_LEFT_BOUNDS, _PANEL_BOUNDS = (22.0, 40.0), (30.0, 53.0)  # what they can be dragged to
_SLIMMER = 1.8  # both sides in a window that is not wide
_LEAST_WIDTH = 60  # below what the regions need side by side: in less room some of them fold
_OVER = 35.5  # width of the panel while it lies over the result


class Room(IntEnum):
    """How much a window has across: what is beside the result gives way in this order."""

    NARROW = 0  # the left region and the panel are rails, and one of them can lie over the result
    FOLDED = 1  # the panel begins folded
    SLIM = 2
    WIDE = 3


_LEAST = {Room.WIDE: 160.0, Room.SLIM: 142.0, Room.FOLDED: 122.0}  # widths in steps of the grid


def room_of(width: int, one_step: int) -> Room:
    """The room of a window of this width, with this number of pixels per step of the grid."""
    return next((room for room, least in _LEAST.items() if width >= least * one_step), Room.NARROW)


class PlaceFrame(QWidget):
    """Composes the regions. The left one and the panel can be folded; in a narrow window, where `rail` takes
    the place of the left one, each of them opens over the result, and Escape closes it.
    """

    def __init__(
        self,
        bar: VerdictBar,
        middle: QWidget,
        panel: Panel,
        left: QWidget | None = None,
        rail: QWidget | None = None,
        left_width: float = LEFT,
    ) -> None:
        super().__init__()
        self.bar, self.middle, self.panel, self.left = bar, middle, panel, left
        self._rail, self._left_width = rail, left_width
        self.room = Room.WIDE
        self._panel_open: bool | None = None  # as chosen by hand; None: as the window has room
        self._left_open = True
        self._alone = False  # the result alone is shown
        self._over: QWidget | None = None  # the left region or the panel, while it lies over the result
        self._before: QWidget | None = None  # what had the focus before
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setMinimumWidth(step(self, _LEAST_WIDTH))
        self.splitter.setHandleWidth(step(self, 0.5))
        self._left_side, self._panel_side = QStackedWidget(), QStackedWidget()
        self._stack(self._left_side, (left, rail))
        self._fold_rail = self._made_rail()
        self._stack(self._panel_side, (panel, self._fold_rail))
        shell = QFrame()
        shell.setProperty("part", "middle")
        fill(shell, middle)
        for region in (self._left_side, shell, self._panel_side):
            self.splitter.addWidget(region)
        self.splitter.setStretchFactor(1, 1)
        fill(self, bar, (self.splitter, 1), spacing=0)
        panel.fold_requested.connect(self.fold_panel)
        self._arrange(fresh=True)

    @staticmethod
    def _stack(side: QStackedWidget, parts: tuple[QWidget | None, ...]) -> None:
        for part in parts:
            if part is not None:
                side.addWidget(part)

    def _made_rail(self) -> QFrame:
        rail = QFrame()
        rail.setProperty("part", "rail")
        column = QVBoxLayout(rail)
        column.setContentsMargins(0, step(self), 0, step(self))
        column.addWidget(self.panel.rail, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.panel.rail.tabBarClicked.connect(self._on_rail)
        return rail

    # what is open ------------------------------------------------------------------------------------

    @property
    def panel_open(self) -> bool:
        """Whether the panel is in view, beside the result or over it."""
        if self._alone:
            return False
        if self.room is Room.NARROW:
            return self._over is self.panel
        return self.room > Room.FOLDED if self._panel_open is None else self._panel_open

    @property
    def left_open(self) -> bool:
        """Whether the left region is in view with its whole width, beside the result or over it."""
        if self._alone or self.left is None:
            return False
        return self._over is self.left if self.room is Room.NARROW else self._left_open

    @Slot()
    def fold_panel(self) -> None:
        """Fold the panel to a rail, or unfold it."""
        self._show_panel(not self.panel_open)
        self._lead_in()

    @Slot()
    def fold_left(self) -> None:
        """Fold the left region, or unfold it."""
        shown = not self.left_open
        if self.room is Room.NARROW:
            self._lay(self.left if shown else None)
        else:
            self._left_open = shown
        self._alone = False
        self._arrange()
        self._lead_in()

    def fold_sides(self, alone: bool) -> None:
        """Show the result alone, or all regions again."""
        self._alone = alone
        self._arrange()

    def reset(self) -> None:
        """Show the regions as they first were."""
        self._panel_open, self._left_open, self._alone, self._over = None, True, False, None
        self._arrange(fresh=True)

    @Slot()
    def turn_panel(self) -> None:
        """Show the other page of the panel: Settings or Why."""
        self.turn_to(WHY - self.panel.page if self.panel_open else self.panel.page)

    def turn_to(self, page: int) -> None:
        """Show a page of the panel, unfolded."""
        self.panel.turn_to(page)
        self._show_panel(True)

    def panes(self) -> list[QWidget]:
        """The regions in the order of F6."""
        left = self._left_side if self._over is None or self._over is not self.left else self._over
        panel = self.panel if self._over is self.panel else self._panel_side
        return [left, self.middle, panel, self.bar]

    def _show_panel(self, shown: bool) -> None:
        self._alone = False
        if self.room is Room.NARROW:
            self._lay(self.panel if shown else None)
        else:
            self._panel_open = shown
        self._arrange()

    def _lay(self, region: QWidget | None) -> None:
        """Remember what had the focus before a region lies over the result."""
        if self._over is None:
            self._before = focus_owner()
        self._over = region

    def _lead_in(self) -> None:
        """Give the focus to the region that was opened over the result by hand."""
        target = first_focus(self._over) if self._over is not None else None
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(int)
    def _on_rail(self, page: int) -> None:
        if page >= 0:
            self.turn_to(page)

    # where it is -------------------------------------------------------------------------------------

    def minimumSizeHint(self) -> QSize:
        """The size that the result and both rails need: the sides give way to it."""
        least = super().minimumSizeHint()
        rails = step(self, LEFT_RAIL) if self._rail is not None else 0
        width = self.middle.minimumSizeHint().width() + rails + step(self, RAIL + 1)
        return QSize(min(width, least.width()), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = room_of(self.width(), step(self))
        is_first = not event.oldSize().isValid()  # before it, there was no room to give each region its width
        if room is not self.room or is_first:
            self.room, self._over = room, None
            self._arrange(fresh=True)
        elif self._over is not None:
            self._over.setGeometry(self._place_over(self._over))

    def _arrange(self, *, fresh: bool = False) -> None:
        """Give each region its width; one that is dragged keeps it, unless the room is another (`fresh`)."""
        self._lay_over()
        left = self.left_open and self._over is None
        slimmer = _SLIMMER if self.room < Room.WIDE else 0
        rail = self._rail if not left and self.room is Room.NARROW and not self._alone else None
        shown = self.left if left else rail
        self._left_side.setVisible(shown is not None)
        if shown is not None:
            self._left_side.setCurrentWidget(shown)
        self._panel_side.setVisible(not self._alone)
        beside = self.panel_open and self._over is None
        self._panel_side.setCurrentWidget(self.panel if beside else self._fold_rail)
        self._bound(self._left_side, _LEFT_BOUNDS if left else (LEFT_RAIL, LEFT_RAIL))
        self._bound(self._panel_side, _PANEL_BOUNDS if beside else (RAIL, RAIL))
        was = self.splitter.sizes()
        sides = [
            step(self, self._left_width - slimmer) if left else step(self, LEFT_RAIL),
            step(self, PANEL - slimmer) if beside else step(self, RAIL),
        ]
        if not fresh and left and was[0] >= step(self, _LEFT_BOUNDS[0]):
            sides[0] = was[0]
        self.splitter.setSizes([sides[0], max(self.width() - sum(sides), 1), sides[1]])

    def _bound(self, side: QWidget, bounds: tuple[float, float]) -> None:
        least, most = bounds
        side.setMinimumWidth(step(self, least))
        side.setMaximumWidth(step(self, most))

    def _lay_over(self) -> None:
        """In a narrow window the open region is a child of the frame and lies over the result."""
        inside = focus_owner()
        for side, region in ((self._left_side, self.left), (self._panel_side, self.panel)):
            if region is None:
                continue
            over = region is self._over and not self._alone
            if over and region.parentWidget() is not self:
                side.removeWidget(region)
                region.setParent(self)
                region.setAutoFillBackground(True)
            elif not over and region.parentWidget() is self:
                had_focus = inside is not None and region.isAncestorOf(inside)
                side.insertWidget(0, region)
                if had_focus:
                    give_back_focus(self._before, self.middle)
            if over:
                region.setGeometry(self._place_over(region))
                region.show()
                region.raise_()

    def _place_over(self, region: QWidget) -> QRect:
        """Where a region lies over the result: at its own edge, below the bar."""
        wanted = self._left_width if region is self.left else _OVER
        width, top = min(step(self, wanted), self.width()), self.bar.height()
        left = 0 if region is self.left else self.width() - width
        return QRect(left, top, width, self.height() - top)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes the region that lies over the result."""
        if self._over is not None and event.key() == Qt.Key.Key_Escape:
            self._lay(None)
            self._arrange()
        else:
            super().keyPressEvent(event)
