"""Key figures beside one another, each below what it is called."""

from collections.abc import Iterable

from PySide6.QtWidgets import QLabel, QWidget

from sdc_desktop.sheets.blocks import KeyFigure
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow


class FigureRow(WrappingRow):
    """Wraps where there is too little room; ``pairs`` has title and figure of each."""

    def __init__(self, around: QWidget) -> None:
        super().__init__((), step(around))
        self.pairs: list[tuple[QLabel, QLabel]] = []
        self._boxes: list[QWidget] = []

    def show_figures(self, figures: Iterable[KeyFigure]) -> None:
        """Show these figures."""
        shown_now = tuple(figures)
        for place, box in enumerate(self._boxes):
            box.setVisible(place < len(shown_now))
        for place, one in enumerate(shown_now):
            if place == len(self.pairs):
                self._add()
            title, shown = self.pairs[place]
            title.setText(one.label)
            shown.setText(one.value)
            shown.setToolTip(one.reading)
            shown.setAccessibleName(f"{one.label}: {one.value} {one.reading}".rstrip())

    def _add(self) -> None:
        pair = QWidget()
        title = plain_label(tone="muted", scale="small")
        shown = plain_label(tone="strong", selectable=True)
        for label in (title, shown):
            label.setWordWrap(False)
        fill(pair, title, shown, spacing=0.25)
        self.add(pair)
        self.pairs.append((title, shown))
        self._boxes.append(pair)
