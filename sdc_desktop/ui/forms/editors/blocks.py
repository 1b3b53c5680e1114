"""Blocks of variables as a tree: variables go to another block by drag and drop, by keys or by the menu.

A block is never empty.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QDropEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QTreeWidgetItemIterator,
)

from sdc_desktop.engine.spec import Level
from sdc_desktop.ui.forms.choices import Blocks, Choices
from sdc_desktop.ui.forms.editors.entry import Entry, WideEditor
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.grouping_question import block_name
from sdc_desktop.words.program.variables import level_word

NEW, OUT = -1, -2  # places besides the numbers of blocks: a new block at the end, none at all
_PLACE = Qt.ItemDataRole.UserRole  # of a row that stands for a place: the number of a block, NEW or OUT
_MOST_ROWS = 14  # shown without scrolling


class BlocksEditor(QTreeWidget):
    """Shows blocks and emits those requested; changes nothing itself."""

    blocks_requested = Signal(object)  # Blocks
    selected = Signal(object)  # variable
    _dropped = Signal(object)  # Blocks; emitted when the drag is over

    def __init__(
        self,
        words: Words,
        *,
        out: str = N_("In no block, unchanged ({number})"),
        take_out: str = N_("Remove: leave unchanged"),
    ) -> None:
        """`out` and `take_out` are the texts for variables in no block."""
        super().__init__()
        self._words = words
        self._out_text, self._take_out_text = out, take_out
        self.blocks: Blocks = ()
        self._shown: object = None
        self._moved: tuple[str, ...] = ()  # to be selected again where they have gone
        self.setAccessibleName(words.say(N_("Blocks of variables")))
        keys = N_("Alt+Up and Alt+Down move a variable to the previous or next block. Delete removes it.")
        self.setAccessibleDescription(words.say(keys))
        hint = N_("Drag a variable to another block, or press Alt+Up and Alt+Down. Delete takes it out.")
        self.setToolTip(words.say(hint))
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setExpandsOnDoubleClick(False)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._dropped.connect(self.blocks_requested, Qt.ConnectionType.QueuedConnection)
        self.itemSelectionChanged.connect(self._on_selection)
        self.itemExpanded.connect(self.updateGeometry)
        self.itemCollapsed.connect(self.updateGeometry)
        for key, down in (("Alt+Up", False), ("Alt+Down", True)):
            shortcut = QShortcut(QKeySequence(key), self, context=Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(partial(self._step, down))

    def show_blocks(
        self,
        blocks: Blocks,
        left_out: Sequence[str],
        levels: Mapping[str, Level],
        key_variables: Collection[str],
    ) -> None:
        """Show other blocks; what was selected or just moved stays selected."""
        shown = (blocks, tuple(left_out), dict(levels), frozenset(key_variables))
        if shown == self._shown:
            return
        names = self._moved or self._selected()
        folded = self._folded()
        self._shown, self.blocks, self._moved = shown, blocks, ()
        with QSignalBlocker(self):
            self.clear()
            for number, block in enumerate(blocks):
                self._add_place(block_name(number + 1, self._words), number, block, levels)
            self._add_place(self._words.say(N_("New block: drop a variable here")), NEW, (), levels)
            if left_out:
                text = self._words.say(self._out_text, number=len(left_out))
                out = self._add_place(text, OUT, left_out, levels)
                has_keys = bool(set(left_out) & set(key_variables))
                out.setExpanded(has_keys if folded is None else not folded)
            self._select(names)
            self._mute()
        self.updateGeometry()

    def item_of(self, name: str) -> QTreeWidgetItem | None:
        """The row of a variable."""
        return next((item for item in self._rows() if _is_variable(item) and item.text(0) == name), None)

    def _rows(self) -> Iterator[QTreeWidgetItem]:
        rows = QTreeWidgetItemIterator(self)
        while (item := rows.value()) is not None:
            yield item
            rows += 1

    def place_item(self, place: int) -> QTreeWidgetItem | None:
        """The row of a block by its number, of NEW or of OUT."""
        items = (self.topLevelItem(row) for row in range(self.topLevelItemCount()))
        return next((item for item in items if item is not None and item.data(0, _PLACE) == place), None)

    def menu_for(self, names: Sequence[str]) -> QMenu:
        """Where some variables can go."""
        menu = QMenu(self)
        here = {place_of(self.blocks, name) for name in names}
        say = self._words.say
        for number in range(len(self.blocks)):
            if here != {number}:
                text = say(N_("Move to {block}"), block=block_name(number + 1, self._words))
                menu.addAction(text, partial(self._want, names, number))
        if next_place(self.blocks, names, True) != OUT or here == {OUT}:
            menu.addAction(say(N_("Move to a new block")), partial(self._want, names, NEW))
        if here != {OUT}:
            menu.addAction(say(self._take_out_text), partial(self._want, names, OUT))
        return menu

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            with QSignalBlocker(self):
                self._mute()

    # what the officer does ---------------------------------------------------------------------------

    def dropEvent(self, event: QDropEvent) -> None:
        names = self._selected()  # what is dragged: InternalMove lets nothing in from elsewhere
        wanted = self._after_drop(names, event.position().toPoint())
        event.setDropAction(Qt.DropAction.IgnoreAction)  # else Qt would take the rows away by itself
        event.accept()
        self.setState(QAbstractItemView.State.NoState)
        if wanted is not None and wanted != self.blocks:
            self._moved = names
            self._dropped.emit(wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._want(self._selected(), OUT)
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        names = self._selected()
        if names:
            place = event.globalPos()
            if event.reason() == QContextMenuEvent.Reason.Keyboard:
                place = self.viewport().mapToGlobal(self.visualItemRect(self.currentItem()).bottomLeft())
            menu = self.menu_for(names)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(place)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height(_MOST_ROWS))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._height(_MOST_ROWS))

    # inside ------------------------------------------------------------------------------------------

    def _height(self, most: int) -> int:
        rows = 0
        for index in range(self.topLevelItemCount()):
            item = self.topLevelItem(index)
            rows += 1 + (item.childCount() if item is not None and item.isExpanded() else 0)
        row = max(self.sizeHintForRow(0), self.fontMetrics().height())
        return row * min(max(rows, 3), most) + 2 * self.frameWidth()

    def _add_place(
        self, text: str, place: int, names: Sequence[str], levels: Mapping[str, Level]
    ) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self, [text])
        item.setData(0, _PLACE, place)
        item.setFirstColumnSpanned(True)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDropEnabled)
        if place != NEW:
            font = item.font(0)
            font.setBold(True)
            item.setFont(0, font)
        for name in names:
            level = level_word(levels[name], self._words) if name in levels else ""
            row = QTreeWidgetItem(item, [name, level])
            row.setFlags(
                Qt.ItemFlag.ItemIsEnabled
                | Qt.ItemFlag.ItemIsSelectable
                | Qt.ItemFlag.ItemIsDragEnabled
                | Qt.ItemFlag.ItemIsDropEnabled
            )
            row.setToolTip(0, name)
        item.setExpanded(True)
        return item

    def _mute(self) -> None:
        """Give levels and the place of a new block the colour of muted text: rows keep theirs."""
        muted = self.palette().placeholderText()
        for item in self._rows():
            place = item.data(0, _PLACE)
            if place in (NEW, None):
                item.setForeground(0 if place == NEW else 1, muted)

    def _folded(self) -> bool | None:
        """Whether the variables in no block are folded away; None where there are none yet."""
        out = self.place_item(OUT)
        return None if out is None else not out.isExpanded()

    def _selected(self) -> tuple[str, ...]:
        """The variables selected, in the order shown."""
        return tuple(item.text(0) for item in self._rows() if item.isSelected() and _is_variable(item))

    def _select(self, names: Sequence[str]) -> None:
        items = [item for item in map(self.item_of, names) if item is not None]
        if items:
            self.setCurrentItem(items[0])
            for item in items:
                item.setSelected(True)

    def _after_drop(self, names: Sequence[str], at: QPoint) -> Blocks | None:
        item = self.itemAt(at)
        if not names:
            return None
        if item is None:
            return moved(self.blocks, names, NEW)
        parent = item.parent()
        if parent is None:
            return moved(self.blocks, names, item.data(0, _PLACE))
        return moved(self.blocks, names, parent.data(0, _PLACE), before=item.text(0))

    def _want(self, names: Sequence[str], place: int) -> None:
        wanted = moved(self.blocks, names, place)
        if names and wanted != self.blocks:
            self._moved = tuple(names)
            self.blocks_requested.emit(wanted)

    def _step(self, down: bool) -> None:
        names = self._selected()
        place = next_place(self.blocks, names, down) if names else None
        if place is not None:
            self._want(names, place)

    @Slot()
    def _on_selection(self) -> None:
        names = self._selected()
        if names:
            self.selected.emit(names[0])


def _is_variable(item: QTreeWidgetItem) -> bool:
    return item.data(0, _PLACE) is None


class BlocksField(WideEditor):
    """The blocks of a setting, with buttons for one block of all variables and one block for each."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self.blocks = BlocksEditor(entry.context.words)
        texts = N_("Single block"), N_("One block per variable")
        buttons = [push_button(entry.say(text), scale="small", weight="quiet") for text in texts]
        self.together, self.apart = buttons
        self.setFocusProxy(self.blocks)
        fill(self, self.blocks, WrappingRow(buttons, step(self, 0.5)), spacing=0.5)
        self.blocks.blocks_requested.connect(entry.change)
        self.together.clicked.connect(self._on_together)
        self.apart.clicked.connect(self._on_apart)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show blocks, and the variables in no block."""
        blocks = value or ()
        free = choices.offered.get(self._entry.path, ())
        self.blocks.show_blocks(blocks, free, choices.levels, choices.key_variables)
        self.together.setEnabled(len(blocks) > 1)
        self.apart.setEnabled(any(len(block) > 1 for block in blocks))

    @Slot()
    def _on_together(self) -> None:
        self._entry.change(together(self.blocks.blocks))

    @Slot()
    def _on_apart(self) -> None:
        self._entry.change(apart(self.blocks.blocks))


def moved(blocks: Blocks, names: Collection[str], place: int, before: str | None = None) -> Blocks:
    """The blocks after some variables went to a place: the number of a block, NEW or OUT.

    They keep the order they come in, and stand before a variable of that block, or at its end.
    """
    kept = [[name for name in block if name not in names] for block in blocks]
    if place == NEW:
        kept.append(list(names))
    elif place != OUT:
        target = kept[place]
        at = target.index(before) if before in target else len(target)
        target[at:at] = names
    return tuple(tuple(block) for block in kept if block)


def together(blocks: Blocks) -> Blocks:
    """One block of all variables that are in some."""
    every = tuple(name for block in blocks for name in block)
    return (every,) if every else ()


def apart(blocks: Blocks) -> Blocks:
    """A block for each variable that is in some."""
    return tuple((name,) for block in blocks for name in block)


def place_of(blocks: Blocks, name: str) -> int:
    """The number of a variable's block, or OUT."""
    return next((number for number, block in enumerate(blocks) if name in block), OUT)


def next_place(blocks: Blocks, names: Sequence[str], down: bool) -> int | None:
    """The next place of variables by a step down or up: from block to block, a new one, none.

    None at either end.

    It is the way of the first of them. A block is never moved whole to a new block.
    """
    here = place_of(blocks, names[0])
    last = len(blocks) - 1
    if here == OUT:
        return None if down else (NEW if last < 0 else last)
    if not down:
        return here - 1 if here > 0 else None
    if here < last:
        return here + 1
    return OUT if set(blocks[here]) <= set(names) else NEW
