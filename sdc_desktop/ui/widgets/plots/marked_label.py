"""A text that names bars before and after by their marks: each mark has the colour of its bars."""

from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QShowEvent

from sdc_desktop.ui.theme import colours_of
from sdc_desktop.ui.widgets.whole_label import WholeLabel

BEFORE_MARK, AFTER_MARK = "\u25a1", "\u25a0"  # as the bars: hollow, filled
_LOOKS = (QEvent.Type.PaletteChange, QEvent.Type.EnabledChange)


class MarkedLabel(WholeLabel):
    """Plain text; the marks in it have the colours of :class:`PairsPlot`."""

    plain = ""  # the text without its colours

    def __init__(self) -> None:
        super().__init__("")
        self.setTextFormat(Qt.TextFormat.PlainText)

    def show_text(self, text: str) -> None:
        self.plain = text
        marked = self._is_marked
        self.setTextFormat(Qt.TextFormat.RichText if marked else Qt.TextFormat.PlainText)
        self.setAccessibleName(text if marked else "")
        super().show_text(self._coloured() if marked else text)

    @property
    def _is_marked(self) -> bool:
        return BEFORE_MARK in self.plain or AFTER_MARK in self.plain

    def _coloured(self) -> str:
        colours, text = colours_of(self), escape(self.plain)
        pale = None if self.isEnabled() else colours.control_border
        for mark, colour in ((BEFORE_MARK, pale or colours.muted), (AFTER_MARK, pale or colours.blue)):
            text = text.replace(mark, f'<span style="color:{colour}">{mark}</span>')
        return text

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in _LOOKS and self._is_marked:
            self.setText(self._coloured())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_marked:  # out of view it may have missed other colours
            self.setText(self._coloured())
