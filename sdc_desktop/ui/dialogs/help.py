"""The user guide in a window of its own: pages, search, links between pages. Offline."""

from PySide6.QtCore import QEvent, QObject, Qt, QUrl, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.ui.theme import colours_of, spread, step
from sdc_desktop.words import N_, Words
from sdc_desktop.words.help_pages import FIRST, Page, found, help_pages


class HelpWindow(QDialog):
    """Shows the guide beside the main window; it never gets in the way of work."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._pages = help_pages(words)
        self._shown: tuple[Page, ...] = ()
        self.setWindowTitle(words.say(N_("User guide – SDC Desktop")))
        self._make()
        self._list_pages(self._pages)
        self.open_page(FIRST)

    def _make(self) -> None:
        say = self._words.say
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.setPlaceholderText(say(N_("Words to look for")))
        label = QLabel(say(N_("&Search the guide")))
        label.setBuddy(self.search)
        self.pages = QListWidget()
        self.pages.setAccessibleName(say(N_("Pages of the guide")))
        self.text = QTextBrowser()
        self.text.setAccessibleName(say(N_("Text of the page")))
        self.text.setOpenLinks(False)
        left = QWidget()
        column = QVBoxLayout(left)
        spread(column, self, margin=0, spacing=0.5)
        for widget in (label, self.search, self.pages):
            column.addWidget(widget)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.addWidget(left)
        halves.addWidget(self.text)
        halves.setStretchFactor(1, 1)
        whole = QVBoxLayout(self)
        spread(whole, self, margin=1, spacing=1)
        whole.addWidget(halves)
        letter = self.fontMetrics().averageCharWidth()
        halves.setSizes([letter * 34, letter * 90])
        self.resize(letter * 128, step(self, 1) * 80)
        self.search.textChanged.connect(self._search)
        self.pages.currentRowChanged.connect(self._choose)
        self.text.anchorClicked.connect(self._follow)

    def changeEvent(self, event: QEvent) -> None:
        """A page is laid out in the colours of its day: lay it out anew when they change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.pages.currentRow() >= 0:
            self._choose(self.pages.currentRow())

    @property
    def page(self) -> str:
        """The name of the page that is shown; empty when none is."""
        row = self.pages.currentRow()
        return self._shown[row].name if 0 <= row < len(self._shown) else ""

    def open_page(self, name: str) -> None:
        """Show a page by its name; the first page where there is none of that name."""
        if name not in [page.name for page in self._shown]:
            self.search.clear()
        names = [page.name for page in self._shown]
        self.pages.setCurrentRow(names.index(name) if name in names else 0)

    def _list_pages(self, pages: tuple[Page, ...]) -> None:
        self._shown = pages
        self.pages.clear()
        self.pages.addItems([page.title for page in pages])

    @Slot(str)
    def _search(self, query: str) -> None:
        kept = self.page
        self._list_pages(found(self._pages, query) if query.strip() else self._pages)
        names = [page.name for page in self._shown]
        if names:
            self.pages.setCurrentRow(names.index(kept) if kept in names and not query.strip() else 0)
        else:
            self.text.setPlainText(
                self._words.say(N_("No page has these words. Try fewer, or shorter ones."))
            )

    @Slot(int)
    def _choose(self, row: int) -> None:
        if not 0 <= row < len(self._shown):
            return
        accent = colours_of(self).accent
        self.text.document().setDefaultStyleSheet(f"a {{ color: {accent}; }}")
        self.text.setMarkdown(self._shown[row].text)

    @Slot(QUrl)
    def _follow(self, link: QUrl) -> None:
        self.open_page(link.path().removesuffix(".md"))


class HelpCommand(QObject):
    """Opens the guide at the page of whatever has the focus: the nearest `helpPage` above it."""

    def __init__(self, words: Words, window: QWidget) -> None:
        super().__init__(window)
        self._words = words
        self._window = window
        self.guide: HelpWindow | None = None

    @Slot()
    def tell(self) -> None:
        """Show the guide; it is made when first asked for."""
        page = help_page_of(QApplication.focusWidget())
        if self.guide is None:
            self.guide = HelpWindow(self._words, self._window)
        self.guide.open_page(page)
        self.guide.show()
        self.guide.raise_()
        self.guide.activateWindow()


def give_help(dialog: QDialog, page: str, words: Words) -> None:
    """Let F1 in a dialog open its page of the guide, in a window that the dialog does not block."""
    dialog.setProperty("helpPage", page)
    key = QAction(dialog)
    key.setShortcut(QKeySequence(QKeySequence.StandardKey.HelpContents))
    key.triggered.connect(HelpCommand(words, dialog).tell)
    dialog.addAction(key)


def help_page_of(widget: QWidget | None) -> str:
    """The page that a widget, or what it is part of, names in its property `helpPage`; else the first."""
    while widget is not None:
        page = widget.property("helpPage")
        if page:
            return str(page)
        widget = widget.parentWidget()
    return FIRST
