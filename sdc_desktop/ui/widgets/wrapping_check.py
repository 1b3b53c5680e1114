"""A switch whose text continues on the next line where the width ends."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QStyle, QStyleOptionButton


class WrappingCheckBox(QCheckBox):
    """Yes or no, with a text of any length. `label` is the text in one line."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.label = text
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text.replace("&", ""))

    def minimumSizeHint(self) -> QSize:
        """That of the longest word, in the lines of now."""
        widest = max(map(self._advance, self.label.split()), default=0)
        return QSize(self._around() + widest, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wrap()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._wrap()

    def _wrap(self) -> None:
        room, lines = self.width() - self._around(), [""]
        for word in self.label.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self._advance(longer) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        text = "\n".join(lines)
        if text != self.text():
            self.setText(text)
            self.updateGeometry()

    def _advance(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text)

    def _around(self) -> int:
        """What the box and the edges take."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        contents = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        return self.width() - contents.width() + 2
