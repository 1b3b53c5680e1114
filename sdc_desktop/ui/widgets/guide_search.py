"""The field at the right of the menu bar that searches the guide."""

from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from sdc_desktop.ui.theme import step
from sdc_desktop.words import N_, Words
from sdc_desktop.words.guide.pages import help_pages
from sdc_desktop.words.guide.search import GuideIndex

_SHOWN = 9
_WIDTH = 26  # steps
_PLACE = Qt.ItemDataRole.UserRole


class GuideSearch(QLineEdit):
    """Shows places while words are typed. Tab passes it by: the menu and F1 are the way of the keys."""

    page_requested = Signal(object, object)  # str: the page, str: the anchor
    search_requested = Signal(object)  # str: the words

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._index: GuideIndex | None = None
        self._found = QStandardItemModel(self)
        self.setAccessibleName(words.say(N_("Search the guide")))
        self.setPlaceholderText(words.say(N_("Search the guide (F1)")))
        self.setClearButtonEnabled(True)
        self.setProperty("scale", "small")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFixedWidth(step(self, _WIDTH))
        offered = QCompleter(self._found, self)
        offered.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        offered.setMaxVisibleItems(_SHOWN)
        self.setCompleter(offered)
        self.textEdited.connect(self._on_edited)
        self.returnPressed.connect(self._on_return)
        activated: Any = offered.activated  # the stubs do not know that a signal is chosen by its types
        activated[QModelIndex].connect(self._on_activated)

    @property
    def offered(self) -> tuple[str, ...]:
        """What is offered for the words typed."""
        return tuple(self._found.item(row).text() for row in range(self._found.rowCount()))

    @Slot(str)
    def _on_edited(self, text: str) -> None:
        if self._index is None:
            self._index = GuideIndex(help_pages(self._words))
        self._found.clear()
        for hit in self._index.search(text)[:_SHOWN]:
            shown = f"{hit.title} › {hit.heading}" if hit.heading else hit.title
            item = QStandardItem(shown)
            item.setData((hit.page, hit.anchor), _PLACE)
            item.setToolTip(hit.around)
            self._found.appendRow(item)
        self.completer().popup().setMinimumWidth(step(self, 2 * _WIDTH))

    @Slot()
    def _on_return(self) -> None:
        if self.text().strip() and not self.completer().popup().currentIndex().isValid():
            self.search_requested.emit(self.text())

    @Slot(QModelIndex)
    def _on_activated(self, index: QModelIndex) -> None:
        place = self.completer().completionModel().data(index, _PLACE)
        if place is not None:
            self.page_requested.emit(*place)
