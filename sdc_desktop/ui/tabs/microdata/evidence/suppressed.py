"""What suppression costs and gains: utility and privacy of each variable before and after it."""

from functools import partial

from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.microdata.anopi.suppressed import effects
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.page import EvidencePage
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.suppression import effect_header, effect_table, told

_FIGURES = (1, 2, 3, 4, 5)
_NAMES = {
    True: (N_("Utility, {before} before, {after} after"), N_("Privacy, {before} before, {after} after")),
    False: (
        N_("Entropy kept, {before} before, {after} after"),
        N_("Entropy withheld, {before} before, {after} after"),
    ),
}


class SuppressedPage(EvidencePage):
    """Utility to the left, privacy to the right, a pair of bars a variable."""

    title = N_("Suppression")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        units = (N_("Utility"), N_("Privacy"))
        self.plots = tuple(PairsPlot(words.say(unit), partial(_short, words=words)) for unit in units)
        self._pictures = SideBySide(self.plots)
        self.frame = FigureFrame(self._pictures, words)
        self.frame.show_title(words.say(N_("Effect of suppression on utility and privacy")))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.frame)

    def show_view(self, view: View, name: str) -> None:
        """Show what suppression did to each variable."""
        answer, words = view.evidence, self._words
        rare = answer.result.suppression if answer is not None else None
        if answer is None or rare is None:
            return
        found = effects(answer)
        has_points = all(effect.has_points for effect in found)
        for place, text in enumerate(_NAMES[has_points]):
            self._pictures.name(place, words.say(text, before=BEFORE_MARK, after=AFTER_MARK))
        self.plots[0].show_pairs([(effect.name, *effect.utility) for effect in found])
        self.plots[1].show_pairs([(effect.name, *effect.privacy) for effect in found])
        self.frame.show_table(effect_header(has_points, words), effect_table(found, words), _FIGURES)
        self._tell_line(told(rare, rare.classes.records, words)[0])


def _short(value: float, words: Words) -> str:
    """As exact as there is room for above a bar; the table behind has the rest."""
    return words.figure(value, 1 if value >= 10 else 2)
