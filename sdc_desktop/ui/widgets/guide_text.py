"""Shows a page of the guide: text, formulas, pictures, links."""

from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from sdc_desktop.resources import resource_path
from sdc_desktop.ui.theme import colours_of, step
from sdc_desktop.words import N_, Words
from sdc_desktop.words.glossary import linked, terms
from sdc_desktop.words.guide_html import Look, page_html
from sdc_desktop.words.help_pages import Page, help_pages

_PICTURE = 84  # steps: the width of a picture, so that it grows with the letters


class GuideText(QTextBrowser):
    """Links are told by ``anchorClicked``; what follows them is up to the window."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._terms = terms(help_pages(words))
        self._page: Page | None = None
        self._anchor = ""
        self.setAccessibleName(words.say(N_("Text of the page")))
        self.setOpenLinks(False)
        self.document().setDocumentMargin(step(self, 1.5))

    def show_page(self, page: Page, anchor: str = "") -> None:
        """Show a page at one of its anchors; without one, or where it is not there, from its beginning."""
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

    def loadResource(self, kind: int, name: QUrl) -> object:  # noqa: N802
        """Pictures lie beside the pages: those of the language, or the English ones."""
        if kind == QTextDocument.ResourceType.ImageResource.value and not name.scheme():
            for language in (self._words.language, "en"):
                path = resource_path("help", language, *name.path().split("/"))
                if path.is_file():
                    return self._fitted(QImage(str(path)))
        return super().loadResource(kind, name)

    def _fitted(self, picture: QImage) -> QImage:
        """A picture as wide as it is shown: shrunk by the document itself, its words could not be read."""
        width = round(step(self, _PICTURE) * self.devicePixelRatioF())
        if picture.width() <= width:
            return picture
        return picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)

    def changeEvent(self, event: QEvent) -> None:
        """A page is laid out in the colours of its day: lay it out anew when they change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "_page", None) is not None:
            kept = self.verticalScrollBar().value()
            self.show_page(self._page, self._anchor)
            self.verticalScrollBar().setValue(kept)
