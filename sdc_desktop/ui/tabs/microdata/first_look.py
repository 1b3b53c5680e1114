"""Risk before anything is protected: shown while hierarchies are still to be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.screen_fit import is_small
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.cards_area import scrolled
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk import first_look as phrases

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.microdata.classes.first_look import FirstLook


class FirstLookView(QWidget):
    """Small classes as bars, key variables by what they add to uniqueness, and the way to hierarchies."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self._shown: FirstLook | None = None
        self.text = QLabel()
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.button = QPushButton(say(N_("Propose hierarchies")))
        self.button.setProperty("weight", "primary")
        top = QHBoxLayout()
        top.addWidget(self.text, 1)
        top.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self.plot = BarsPlot(say(N_("Records")), dark=False)
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(say(N_("Records in small classes before protection")))
        self.table = TextTable(say(N_("Key variables by what they add to uniqueness")), words)
        self.table.table.remember("added-uniqueness")
        self.heading = QLabel(say(N_("Key variables by what they add to uniqueness")))
        self.heading.setProperty("tone", "strong")
        self.heading.setWordWrap(True)
        content = QWidget()
        column = QVBoxLayout(content)
        spread(column, self, margin=0.5, spacing=1)
        self._measured = self.frame, self.heading, self.table
        column.addLayout(top)
        column.addWidget(self.frame, 3)
        column.addWidget(self.heading)
        column.addWidget(self.table, 2)
        column.addStretch()
        whole = QVBoxLayout(self)
        spread(whole, self, margin=0)
        whole.addWidget(scrolled(content) if is_small(self) else content)

    def show_look(self, look: FirstLook | None, lacking: str) -> None:
        """Show what was measured, or that it is being counted, and which variables have no hierarchy yet.

        The button has one place in both, so that it is where it was when the count ends. It is not there
        where every variable has a hierarchy.
        """
        self.button.setVisible(bool(lacking))
        for part in self._measured:
            part.setVisible(look is not None)
        counting = "" if look is not None else self._words.say(N_("Counting combinations\u2026"))
        self.text.setText("\n".join(filter(None, (counting, lacking))))
        if look is None or look is self._shown:
            return

        self._shown, words = look, self._words
        names = phrases.size_names(look, words)
        self.plot.setLabel("left", phrases.unit(look, words))
        self.frame.show_title(phrases.small_title(look, words))
        self.plot.show_bars(names, [small.units for small in look.below])
        self.frame.show_table(*phrases.sizes_table(look, words), (1, 2, 3))
        self.table.show_rows(phrases.header(words), phrases.rows(look, words), phrases.FIGURES)
        lines = [phrases.risky_line(look, words), *phrases.disclosed_lines(look, words)]
        self.table.notify("\n".join(filter(None, lines)))
