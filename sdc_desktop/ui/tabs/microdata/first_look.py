"""Risk before anything is protected: shown while hierarchies are still to be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.screen_fit import is_small
from sdc_desktop.ui.theme import below, beside, fill
from sdc_desktop.ui.widgets.cards_area import scrolled
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
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
        self.text = plain_label()
        self.button = push_button(say(N_("Propose hierarchies")), weight="primary")
        top = beside(self, (self.text, 1), below(self, self.button, 1))
        self.plot = BarsPlot(say(N_("Records")), dark=False)
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(say(N_("Records in small classes before protection")))
        self.table = TextTable(say(N_("Key variables by what they add to uniqueness")), words)
        self.table.table.remember("added-uniqueness")
        self.heading = plain_label(say(N_("Key variables by what they add to uniqueness")), tone="strong")
        self._measured = self.frame, self.heading, self.table
        content = QWidget()
        fill(content, top, (self.frame, 3), self.heading, (self.table, 2), 0, margin=0.5, spacing=1)
        fill(self, scrolled(content) if is_small(self) else content)

    def show_look(self, look: FirstLook | None, lacking: str, no_look: str) -> None:
        """Show what was measured, or why nothing is yet, and which variables have no hierarchy yet.

        The button has one place in both, so that it is where it was when the count ends. It is not there
        where every variable has a hierarchy.
        """
        self.button.setVisible(bool(lacking))
        for part in self._measured:
            part.setVisible(look is not None)
        self.text.setText("\n".join(filter(None, ("" if look is not None else no_look, lacking))))
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
