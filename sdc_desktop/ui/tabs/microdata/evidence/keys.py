"""Rare combinations: key combinations and the records in them by their size, before and after."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.engine.microdata.classes.key_frequencies import KeyFrequencies
from sdc_desktop.ui.forms.suppression import FIRST_K
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.page import Asked, EvidencePage, answer_key
from sdc_desktop.ui.tabs.microdata.evidence.work import key_frequencies_of
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk import key_frequencies as said
from sdc_desktop.words.words import whole

_FIGURES = (1, 2, 3, 4)


class KeysPage(EvidencePage):
    """Combinations to the left, records to the right: peers count one or the other."""

    title = N_("Class sizes")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._k = FIRST_K
        texts = (N_("Combinations"), N_("Records"))
        self.plots = tuple(PairsPlot(words.say(text), _whole) for text in texts)
        self._pictures = SideBySide(self.plots)
        names = (
            N_("Combinations, {before} before, {after} after"),
            N_("Their records, {before} before, {after} after"),
        )
        for place, text in enumerate(names):
            self._pictures.name(place, words.say(text, before=BEFORE_MARK, after=AFTER_MARK))
        self.frame = FigureFrame(self._pictures, words)
        self.frame.show_title(words.say(N_("Equivalence classes by size")))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.frame)

    def asked(self, view: View) -> Asked | None:
        """Counting the classes of all combinations."""
        answer = view.evidence
        if answer is None:
            return None
        self._k = view.suppression.suppress_below or FIRST_K
        return Asked((answer_key(answer), self._k), key_frequencies_of(answer, self._k))

    def take(self, found: object) -> None:
        """Show the two distributions."""
        assert isinstance(found, KeyFrequencies)
        words = self._words
        names = [said.band_name(band) for band in found.bands]
        cells = [(band.classes_before, band.classes_after) for band in found.bands]
        records = [(band.records_before, band.records_after) for band in found.bands]
        for plot, pairs in zip(self.plots, (cells, records), strict=True):
            plot.show_pairs([(name, *pair) for name, pair in zip(names, pairs, strict=True)])
        self.frame.show_table(said.header(words), said.rows(found, words), _FIGURES)
        self._tell_line(said.below_line(found, self._k, words))


def _whole(value: float) -> str:
    return whole(round(value))
