"""The left region of a place: cards, one of them chosen; each says in a line what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from sdc_desktop.ui.theme import beside, colours_of, spread, step, take_out
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.verdict_bar import Mark, Sign
from sdc_desktop.words.words import whole

_PLAIN, _WITH_TRAIL, _SHORT = 5.4, 7.4, 4.4  # heights in steps of the grid
_CAPTIONS = 4.0
_SIGN = 2.0
_SWITCH = (3.2, 1.8)
_SMALL = 0.88
_NOT_KNOWN = "\u2013"


@dataclass(frozen=True)
class Trail:
    """Figures of the records after a card, each with the number of a whole bar. None: not known."""

    figures: tuple[int | None, ...]
    of: tuple[int, ...]


@dataclass(frozen=True)
class CardView:
    """What a card shows. ``key``: its name in signals; ``number``: of a step; ``on``: None where it cannot be
    switched; ``mark``: of a verdict; ``short``: in the rail of a narrow window; ``heading``: above the card;
    ``linked``: drawn together with its neighbours of the same text; ``add``: a button rather than a card;
    ``more``: another line below the summary.
    """

    key: str
    title: str
    summary: str = ""
    trail: Trail | None = None
    number: str = ""
    on: bool | None = None
    mark: Mark | None = None
    mark_name: str = ""
    short: str = ""
    heading: str = ""
    linked: str = ""
    add: bool = False
    tip: str = ""
    enabled: bool = True
    more: str = ""


class Switch(QAbstractButton):
    """On or off."""

    def __init__(self) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setFixedSize(*(step(self, side) for side in _SWITCH))

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter, on = colours_of(self), QPainter(self), self.isChecked()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        ring = colours.ink if self.hasFocus() else colours.accent if on else colours.control_border
        painter.setPen(QPen(QColor(ring), 2.4 if self.hasFocus() else 1.2))
        painter.setBrush(QColor(colours.accent if on else colours.surface))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.on_accent if on else colours.control_border))
        inset = box.height() / 2
        across = box.right() - inset if on else box.left() + inset
        painter.drawEllipse(QPointF(across, box.center().y()), inset - 2.5, inset - 2.5)
        painter.end()


class _TrailBars(QWidget):
    """Three figures, each above a thin bar; or the captions of all cards."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: tuple[str, ...] = ()
        self._shares: tuple[float | None, ...] = ()
        self.setMinimumHeight(step(self, 2.2))

    def show_trail(self, trail: Trail) -> None:
        """Show the figures of a card."""
        self.texts = tuple(_NOT_KNOWN if one is None else whole(one) for one in trail.figures)
        self._shares = tuple(
            None if one is None else min(one / of, 1.0) if of else 0.0
            for one, of in zip(trail.figures, trail.of, strict=True)
        )
        self.setAccessibleName(", ".join(self.texts))
        self.update()

    def show_captions(self, texts: Sequence[str]) -> None:
        """Show the captions."""
        self.texts, self._shares = tuple(texts), ()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.texts:
            return
        colours, painter = colours_of(self), QPainter(self)
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _SMALL)
        painter.setFont(font)
        wide, gap, thick = self.width() / len(self.texts), step(self, 0.6), max(2.0, step(self, 0.25))
        for place, text in enumerate(self.texts):
            box = QRectF(place * wide, 0, wide - gap, self.height())
            painter.setPen(QColor(colours.text if self._shares else colours.muted))
            right = Qt.AlignmentFlag.AlignRight
            upper = box.adjusted(0, 0, 0, -thick if self._shares else 0)
            flags = int(
                right | (Qt.AlignmentFlag.AlignTop if self._shares else Qt.AlignmentFlag.AlignVCenter)
            )
            painter.drawText(upper, flags, text)
            if self._shares and self._shares[place] is not None:
                base = QRectF(box.left(), box.bottom() - thick, box.width(), thick)
                painter.fillRect(base, QColor(colours.grid))
                base.setWidth(base.width() * (self._shares[place] or 0.0))
                painter.fillRect(base, QColor(colours.accent))
        painter.end()


class Card(QFrame):
    """One card. It is chosen by a click, by Enter, or when the focus comes to it by the arrow keys."""

    pressed = Signal(object)  # its key
    switched = Signal(object, bool)

    def __init__(self, view: CardView) -> None:
        super().__init__()
        self.view = view
        self.setProperty("part", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._number, self._title, self._summary, self._more = (ElidedLabel() for _ in range(4))
        self._title.setProperty("tone", "strong")
        for label in (self._number, self._summary, self._more):
            label.setProperty("tone", "muted")
        for label in (self._summary, self._more):
            label.setProperty("scale", "small")
            label.setProperty("elided", True)
        self.switch, self._sign, self._bars = Switch(), Sign(_SIGN), _TrailBars()
        self.switch.clicked.connect(self._on_switch)
        head = beside(self, self._number, (self._title, 1), self.switch, self._sign, spacing=0.6)
        column = QVBoxLayout(self)
        side = step(self, 1.1)
        column.setContentsMargins(side, step(self, 0.4), step(self, 0.8), step(self, 0.4))
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._summary)
        column.addWidget(self._more)
        column.addWidget(self._bars)
        self.show_view(view, chosen=False)

    def show_view(self, view: CardView, *, chosen: bool) -> None:
        """Show what the card is about now."""
        self.view = view
        self._number.setText(view.number)
        self._number.setVisible(bool(view.number))
        self._title.setText(view.title)
        self._summary.setText(view.summary)
        self._summary.setVisible(bool(view.summary))
        self._more.setText(view.more)
        self._more.setVisible(bool(view.more))
        self.switch.setVisible(view.on is not None)
        self.switch.setChecked(bool(view.on))
        self.switch.setAccessibleName(view.title)
        self._sign.setVisible(view.mark is not None)
        self._sign.show_mark(view.mark or Mark.NONE, view.mark_name)
        self._bars.setVisible(view.trail is not None)
        if view.trail is not None:
            self._bars.show_trail(view.trail)
        high = view.trail is not None or bool(view.more)
        height = _WITH_TRAIL if high else _PLAIN if view.summary else _SHORT
        self.setFixedHeight(step(self, height))
        self.setToolTip(view.tip)
        self.setEnabled(view.enabled)
        bars = self._bars.accessibleName()
        parts = (view.number, view.title, view.summary, view.more, bars, view.mark_name)
        self.setAccessibleName(", ".join(filter(None, parts)))
        states = {"chosen": chosen, "off": view.on is False, "add": view.add}
        changed = {name: state for name, state in states.items() if self.property(name) is not state}
        for name, state in changed.items():
            self.setProperty(name, state)
        if changed:
            for part in (self, self._number, self._title, self._summary, self._more):
                part.style().polish(part)

    @Slot()
    def _on_switch(self) -> None:
        self.switched.emit(self.view.key, self.switch.isChecked())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit(self.view.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pressed.emit(self.view.key)
        elif event.key() == Qt.Key.Key_Space and self.view.on is not None:
            self.switched.emit(self.view.key, not self.view.on)
        elif event.key() == Qt.Key.Key_Space:
            self.pressed.emit(self.view.key)
        else:
            super().keyPressEvent(event)


class CardList(QWidget):
    """Cards below one another; they scroll where there are many. Nothing moves when one of them changes."""

    chosen = Signal(object)  # the key of a card, also of one that adds
    switched = Signal(object, bool)  # key, on
    removal_requested = Signal(object)  # key: Delete was pressed
    menu_requested = Signal(object, object)  # key, place on the screen

    def __init__(self, name: str, captions: Sequence[str] = (), foot: QWidget | None = None) -> None:
        super().__init__()
        self._cards: dict[str, Card] = {}
        self._headings: list[ElidedLabel] = []
        self._views: tuple[CardView, ...] = ()
        self.current = ""
        self._head = _TrailBars()
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(name)
        inside = _Inside(self)
        self._column = QVBoxLayout(inside)
        edge = step(self, 0.9)
        self._column.setContentsMargins(edge, edge if not captions else 0, edge, edge)
        self._column.setSpacing(step(self, 0.7))
        self._column.addStretch(1)
        self.area.setWidget(inside)
        self._inside = inside
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0)
        if captions:
            self._head.show_captions(captions)
            line = QWidget()
            line.setFixedHeight(step(self, _CAPTIONS))
            row = QHBoxLayout(line)
            row.setContentsMargins(edge + step(self, 1.1), 0, edge + step(self, 0.8), 0)
            row.addWidget(self._head)
            column.addWidget(line)
        column.addWidget(self.area, 1)
        if foot is not None:
            column.addWidget(foot)

    @property
    def views(self) -> tuple[CardView, ...]:
        """What the cards show, from above."""
        return self._views

    @property
    def captions(self) -> tuple[str, ...]:
        """What the three figures of all cards are."""
        return self._head.texts

    def show_captions(self, texts: Sequence[str]) -> None:
        """Show what the three figures of all cards are."""
        self._head.show_captions(texts)

    def card(self, key: str) -> Card:
        """A card by its key. Raises KeyError."""
        return self._cards[key]

    def show_cards(self, views: Sequence[CardView], current: str) -> None:
        """Show these cards, one of them chosen; a card that stays keeps its place and focus."""
        self.current = current
        for key in [key for key in self._cards if key not in {view.key for view in views}]:
            take_out(self._column, self._cards.pop(key))
        other_order = [view.key for view in views] != [view.key for view in self._views]
        other_headings = [view.heading for view in views] != [view.heading for view in self._views]
        self._views = tuple(views)
        for view in views:
            if view.key not in self._cards:
                self._cards[view.key] = self._made(view)
                other_order = True
            self._cards[view.key].show_view(view, chosen=view.key == current)
        if other_order or other_headings:
            self._lay_out()
        self._inside.update()

    def take_focus(self) -> None:
        """Give the focus to the card that is chosen."""
        card = self._cards.get(self.current)
        if card is not None:
            card.setFocus(Qt.FocusReason.OtherFocusReason)
            self.area.ensureWidgetVisible(card)

    def _made(self, view: CardView) -> Card:
        card = Card(view)
        card.pressed.connect(self.chosen)
        card.switched.connect(self.switched)
        card.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        card.customContextMenuRequested.connect(self._on_menu)
        return card

    def _lay_out(self) -> None:
        for heading in self._headings:
            take_out(self._column, heading)
        self._headings = []
        for card in self._cards.values():
            self._column.removeWidget(card)
        parts: list[QWidget] = []
        for view in self._views:
            if view.heading:
                heading = ElidedLabel(view.heading)
                heading.setProperty("tone", "muted")
                heading.setProperty("scale", "small")
                self._headings.append(heading)
                parts.append(heading)
            parts.append(self._cards[view.key])
        for place, part in enumerate(parts):
            self._column.insertWidget(place, part)
        cards = [self._cards[view.key] for view in self._views]
        for before, after in pairwise(cards):
            QWidget.setTabOrder(before, after)

    @Slot()
    def _on_menu(self) -> None:
        card = self.sender()
        if isinstance(card, Card):
            self.menu_requested.emit(card.view.key, card.mapToGlobal(card.rect().bottomLeft()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go from card to card, Delete asks to remove the one with the focus."""
        there = next((key for key, card in self._cards.items() if card.hasFocus()), None)
        if event.key() == Qt.Key.Key_Delete and there is not None:
            self.removal_requested.emit(there)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and there is not None:
            self._go(there, -1 if event.key() == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)

    def _go(self, key: str, by: int) -> None:
        keys = [view.key for view in self._views if view.enabled and not view.add]
        place = keys.index(key) + by if key in keys else 0
        if 0 <= place < len(keys):
            self._cards[keys[place]].setFocus(Qt.FocusReason.OtherFocusReason)
            self.chosen.emit(keys[place])

    def brackets(self) -> list[tuple[float, float]]:
        """Where cards that belong together begin and end, in pixels from above."""
        found: list[tuple[float, float]] = []
        named = ""
        for view in self._views:
            place = self._cards[view.key].geometry()
            if view.linked and view.linked == named:
                found[-1] = (found[-1][0], place.center().y())
            elif view.linked:
                found.append((place.center().y(), place.center().y()))
            named = view.linked
        return [one for one in found if one[1] > one[0]]


class _Inside(QWidget):
    """Draws the brackets of cards that belong together at their left edge."""

    def __init__(self, cards: CardList) -> None:
        super().__init__()
        self._cards = cards

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(QColor(colours_of(self).accent), 2))
        left, right = step(self, 0.25), step(self, 0.8)
        for top, bottom in self._cards.brackets():
            painter.drawPolyline(
                [QPointF(right, top), QPointF(left, top), QPointF(left, bottom), QPointF(right, bottom)]
            )
        painter.end()


def short_names(views: Sequence[CardView]) -> tuple[str, ...]:
    """The number of each card or its first two letters; its place where another card has the same ones."""
    names = [view.short or view.number or view.title[:2].strip() for view in views]
    return tuple(name if names.count(name) == 1 else str(place) for place, name in enumerate(names, start=1))


class CardRail(QWidget):
    """The same cards in a narrow window: their short names, the rest in the tooltip."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        edge, side = step(self, 0.9), step(self, 0.5)
        self._column.setContentsMargins(side, edge, side, edge)
        self._column.setSpacing(step(self, 0.7))
        self._column.addStretch(1)
        self._cards: list[Card] = []

    def card(self, key: str) -> Card:
        """A card by its key. Raises StopIteration."""
        return next(card for card in self._cards if card.view.key == key)

    def show_cards(self, views: Sequence[CardView], current: str) -> None:
        """Show these cards, one of them chosen."""
        while len(self._cards) > len(views):
            take_out(self._column, self._cards.pop())
        for place, (view, name) in enumerate(zip(views, short_names(views), strict=True)):
            short = CardView(
                view.key,
                name,
                mark=view.mark,
                mark_name=view.mark_name,
                add=view.add,
                tip="\n".join(filter(None, (f"{view.number} {view.title}".strip(), view.summary, view.more))),
                enabled=view.enabled,
            )
            if place == len(self._cards):
                card = Card(short)
                card.pressed.connect(self.chosen)
                self._cards.append(card)
                self._column.insertWidget(place, card)
            self._cards[place].show_view(short, chosen=view.key == current)
            self._cards[place].setAccessibleName(f"{view.title}, {view.summary}")
