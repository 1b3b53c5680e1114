"""The user guide in a window of its own: contents, search, pages, links between them. Offline."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QUrl, Slot
from PySide6.QtGui import QAction, QImage, QKeySequence, QShortcut, QTextDocument
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QStackedWidget,
    QTextBrowser,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.resources import resource_path
from sdc_desktop.ui.qt_locale import key_names
from sdc_desktop.ui.qt_types import present
from sdc_desktop.ui.screen_fit import go_round, resize_within
from sdc_desktop.ui.theme import colours_of, fill, spread, step
from sdc_desktop.words import N_, Words
from sdc_desktop.words.guide.pages import FIRST, Page, contents, help_pages, linked, terms
from sdc_desktop.words.guide.search import GuideIndex, Hit

_PICTURE = 84  # steps: the width of a picture, so that it grows with the letters


class GuideText(QTextBrowser):
    """Links are signalled by ``anchorClicked``; what follows them is up to the window."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._terms = terms(help_pages(words))
        self._page: Page | None = None
        self._anchor = ""
        self.setAccessibleName(words.say(N_("Text of the page")))
        self.setOpenLinks(False)
        self.document().setDocumentMargin(step(self, 1.5))

    def show_page(self, page: Page, anchor: str = "") -> None:
        """Show a page at one of its anchors; without one, or where it is not there, from its beginning."""
        from sdc_desktop.words.guide.html import Look, page_html  # its parser is for pages alone

        self._page, self._anchor = page, anchor
        colours = colours_of(self)
        look = Look(colours.accent, colours.alternate, colours.border, colours.muted, step(self, _PICTURE))
        self.setHtml(page_html(linked(page, self._terms), look, self._words))
        if anchor:
            self.scrollToAnchor(anchor)

    def show_nothing(self, text: str) -> None:
        """Say why there is no page."""
        self._page = None
        self.setPlainText(text)

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: N802
        """Pictures lie beside the pages: those of the language, or the English ones."""
        name = QUrl(name)
        if kind == QTextDocument.ResourceType.ImageResource.value and not name.scheme():
            for language in (self._words.language, "en"):
                path = resource_path("help", language, *name.path().split("/"))
                if path.is_file():
                    return self._fitted(QImage(str(path)))
        return super().loadResource(kind, name)

    def _fitted(self, picture: QImage) -> QImage:
        """A picture at the width of display: shrunk by the document itself, its words could not be read."""
        width = round(step(self, _PICTURE) * self.devicePixelRatioF())
        if picture.width() <= width:
            return picture
        return picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)

    def changeEvent(self, event: QEvent) -> None:
        """A page is laid out in the colours of its day: lay it out again when they change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "_page", None) is not None:
            kept = self.verticalScrollBar().value()
            self.show_page(present(self._page), self._anchor)
            self.verticalScrollBar().setValue(kept)


_NAME = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class GuidePlace:
    """A place of the guide: a page, and an anchor on it or none."""

    page: str
    anchor: str = ""


class HelpWindow(QDialog):
    """Shows the guide beside the main window; it never gets in the way of work."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        pages = help_pages(words)
        self._pages = {page.name: page for page in pages}
        self._index = GuideIndex(pages)
        self._place = GuidePlace(FIRST)
        self._before: list[GuidePlace] = []
        self._after: list[GuidePlace] = []
        self.setWindowTitle(words.say(N_("User guide – SDC Desktop")))
        self._make()
        self._list_contents()
        self._show(GuidePlace(FIRST))
        self.search.setFocus()

    @property
    def page(self) -> str:
        """The name of the page that is shown."""
        return self._place.page

    @property
    def anchor(self) -> str:
        """The place on it."""
        return self._place.anchor

    def open_page(self, name: str, anchor: str = "") -> None:
        """Show a page by its name, at an anchor of it; the first page where there is none of that name."""
        self._go(GuidePlace(name if name in self._pages else FIRST, anchor))

    def look_for(self, query: str) -> None:
        """Search the guide, and show the first of what is found."""
        self.search.setText(query)
        if self.hits.count():
            self.hits.setCurrentRow(0)
        self.search.setFocus()

    # what it is made of ------------------------------------------------------------------------------

    def _make(self) -> None:
        say = self._words.say
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.setPlaceholderText(say(N_("Search terms")))
        label = QLabel(say(N_("&Search the guide")))
        label.setBuddy(self.search)
        self.contents = QTreeWidget()
        self.contents.setHeaderHidden(True)
        self.contents.setRootIsDecorated(False)
        self.contents.setAccessibleName(say(N_("Pages of the guide")))
        self.hits = QListWidget()
        self.hits.setAccessibleName(say(N_("Search results")))
        self.hits.setWordWrap(True)
        self.hits.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._left = QStackedWidget()
        self._left.addWidget(self.contents)
        self._left.addWidget(self.hits)
        self.text = GuideText(self._words)
        self.back = self._button(Qt.ArrowType.LeftArrow, say(N_("Back")), "Alt+Left")
        self.forward = self._button(Qt.ArrowType.RightArrow, say(N_("Forward")), "Alt+Right")
        self.trail = QLabel()
        self.trail.setProperty("tone", "muted")
        self._lay_out(label)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self._on_return)
        self.contents.currentItemChanged.connect(self._on_chosen)
        self.hits.currentItemChanged.connect(self._on_hit)
        self.text.anchorClicked.connect(self._follow)
        self.back.clicked.connect(self._go_back)
        self.forward.clicked.connect(self._go_forward)
        find = QKeySequence(QKeySequence.StandardKey.Find)
        panes = (QKeySequence("F6"), self.next_pane), (QKeySequence("Shift+F6"), self.previous_pane)
        for keys, act in ((find, self.find), *panes):
            action = QAction(self)
            action.setShortcut(keys)
            action.triggered.connect(act)
            self.addAction(action)
        QShortcut(Qt.Key.Key_Down, self.search, context=Qt.ShortcutContext.WidgetShortcut).activated.connect(
            self._into_list
        )

    def _lay_out(self, label: QLabel) -> None:
        left = QWidget()
        fill(left, label, self.search, self._left, spacing=0.5)
        bar = QHBoxLayout()
        spread(bar, self, margin=0, spacing=0.5)
        for shown in (self.back, self.forward, self.trail):
            bar.addWidget(shown)
        bar.addStretch(1)
        right = QWidget()
        page = QVBoxLayout(right)
        spread(page, self, margin=0, spacing=0.5)
        page.addLayout(bar)
        page.addWidget(self.text, 1)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.addWidget(left)
        halves.addWidget(right)
        halves.setStretchFactor(1, 1)
        fill(self, halves, margin=1, spacing=0.5)
        letter = self.fontMetrics().averageCharWidth()
        halves.setSizes([letter * 38, letter * 100])
        resize_within(self, letter * 142, step(self, 1) * 80)

    def _button(self, arrow: Qt.ArrowType, name: str, keys: str) -> QToolButton:
        button = QToolButton()
        button.setArrowType(arrow)
        button.setAutoRaise(True)
        button.setAccessibleName(name)
        button.setToolTip(f"{name} ({key_names(QKeySequence(keys))})")
        button.setShortcut(QKeySequence(keys))
        return button

    def _list_contents(self) -> None:
        for heading, pages in contents(tuple(self._pages.values())):
            parent = self.contents.invisibleRootItem()
            if heading:
                parent = QTreeWidgetItem(self.contents, [heading])
                parent.setFlags(Qt.ItemFlag.ItemIsEnabled)
                font = self.font()
                font.setBold(True)
                parent.setFont(0, font)
            for page in pages:
                item = QTreeWidgetItem(parent, [page.title])
                item.setToolTip(0, page.title)
                item.setData(0, _NAME, page.name)
        self.contents.expandAll()

    # going about -------------------------------------------------------------------------------------

    def _go(self, place: GuidePlace) -> None:
        """Show a place, and remember the one before."""
        if place != self._place:
            self._before.append(self._place)
            self._after.clear()
        self._show(place)

    def _show(self, place: GuidePlace) -> None:
        self._place = place
        page = self._pages[place.page]
        self.text.show_page(page, place.anchor)
        self.back.setEnabled(bool(self._before))
        self.forward.setEnabled(bool(self._after))
        self.trail.setText(page.title)
        self._mark(place.page)

    def _mark(self, name: str) -> None:
        """Show in the contents where we are."""
        items = self.contents.findItems("*", Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive, 0)
        with QSignalBlocker(self.contents):
            for item in items:
                if item.data(0, _NAME) == name:
                    self.contents.setCurrentItem(item)

    @Slot()
    def _go_back(self) -> None:
        if self._before:
            self._after.append(self._place)
            self._show(self._before.pop())

    @Slot()
    def _go_forward(self) -> None:
        if self._after:
            self._before.append(self._place)
            self._show(self._after.pop())

    @Slot()
    def find(self) -> None:
        """Put the cursor into the search field."""
        self.search.setFocus()
        self.search.selectAll()

    @Slot()
    def next_pane(self) -> None:
        """From the search to the list, to the text, and round: a text of many links is left at once."""
        go_round((self.search, self._left, self.text), forward=True)

    @Slot()
    def previous_pane(self) -> None:
        """The other way round."""
        go_round((self.search, self._left, self.text), forward=False)

    @Slot()
    def _into_list(self) -> None:
        """From the words typed to what they found, or to the pages."""
        if self._left.currentWidget() is self.hits:
            self._on_return()
        else:
            self.contents.setFocus()

    @Slot(str)
    def _search(self, query: str) -> None:
        self.hits.clear()
        if not query.strip():
            self._left.setCurrentWidget(self.contents)
            self._show(self._place)
            return
        self._left.setCurrentWidget(self.hits)
        for hit in self._index.search(query):
            item = QListWidgetItem(hit_text(hit), self.hits)
            item.setData(_NAME, GuidePlace(hit.page, hit.anchor))
        if not self.hits.count():
            self.text.show_nothing(self._words.say(N_("No results. Try fewer or shorter words.")))

    @Slot()
    def _on_return(self) -> None:
        if self.hits.count():
            self.hits.setCurrentRow(0)
            self.hits.setFocus()

    @Slot(QTreeWidgetItem, QTreeWidgetItem)
    def _on_chosen(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        if item is not None and item.data(0, _NAME):
            self._go(GuidePlace(str(item.data(0, _NAME))))

    @Slot(QListWidgetItem, QListWidgetItem)
    def _on_hit(self, item: QListWidgetItem | None, _before: QListWidgetItem | None) -> None:
        if item is not None:
            self._go(item.data(_NAME))

    @Slot(QUrl)
    def _follow(self, link: QUrl) -> None:
        name = link.path().removesuffix(".md") or self.page
        if name in self._pages:
            self.open_page(name, link.fragment())


def hit_text(hit: Hit) -> str:
    """A hit in two lines: where it is, and the words with some around them."""
    place = f"{hit.title} › {hit.heading}" if hit.heading else hit.title
    return f"{place}\n{hit.around}"


class HelpCommand(QObject):
    """Opens the guide at the page of whatever has the focus: the nearest `helpPage` above it."""

    def __init__(self, words: Words, window: QWidget) -> None:
        super().__init__(window)
        self._words = words
        self._window = window
        self.guide: HelpWindow | None = None

    @Slot()
    def notify(self) -> None:
        """Show the guide at what has the focus."""
        place = help_place_of(QApplication.focusWidget() or self._window)
        self.open(place.page, place.anchor)

    @Slot()
    def find(self) -> None:
        """Show the guide with the cursor in the search field."""
        self._shown().find()

    @Slot(object, object)
    def open(self, page: str, anchor: str = "") -> None:
        """Show a page of the guide, which is made on first use."""
        self._shown().open_page(page, anchor)

    @Slot(object)
    def look_for(self, query: str) -> None:
        """Show what the guide has on some words."""
        self._shown().look_for(query)

    def _shown(self) -> HelpWindow:
        if self.guide is None:
            self.guide = HelpWindow(self._words, self._window)
        self.guide.show()
        self.guide.raise_()
        self.guide.activateWindow()
        return self.guide


def open_guide(widget: QWidget, page: str, anchor: str, words: Words) -> None:
    """Show a place of the guide, in the window that the widget's own window has for it."""
    window = widget.window()
    command = window.findChild(HelpCommand) or HelpCommand(words, window)
    command.open(page, anchor)


def give_help(dialog: QDialog, page: str, words: Words) -> None:
    """Let F1 in a dialog open its page of the guide, in a window that the dialog does not block."""
    dialog.setProperty("helpPage", page)
    key = QAction(dialog)
    key.setShortcut(QKeySequence(QKeySequence.StandardKey.HelpContents))
    key.triggered.connect(HelpCommand(words, dialog).notify)
    dialog.addAction(key)


def help_place_of(widget: QWidget | None) -> GuidePlace:
    """The page of a widget, and the place on it: the nearest `helpAnchor` below that page's owner."""
    anchor = ""
    while widget is not None:
        anchor = anchor or str(widget.property("helpAnchor") or "")
        page = widget.property("helpPage")
        if page:
            return GuidePlace(str(page), anchor)
        widget = widget.parentWidget()
    return GuidePlace(FIRST)
