"""What leaves before anything is protected: the rules of the policy, small classes, and ways to begin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.verdict import Reason
from sdc_desktop.ui.tabs.microdata.rules_card import RulesCard
from sdc_desktop.ui.theme import below, beside, fill, step
from sdc_desktop.ui.widgets.cards_area import scrolled
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.ui.widgets.verdict_bar import MARKS, Link, Sign
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk import first_look as phrases
from sdc_desktop.words.verdicts.grades import grade_name

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.microdata.classes.first_look import FirstLook
    from sdc_desktop.engine.proposals.as_read import AsRead

_SIGN = 2.4
_TABLE = 22.0  # height of the table of key variables, in steps of the grid


class FirstLookView(QWidget):
    """The verdict on the original file with the rules of the policy, small classes as bars, key variables by
    what they add to uniqueness, and the ways to proposals, a policy and hierarchies.
    """

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self._shown: FirstLook | None = None
        self.verdict = plain_label(tone="strong", selectable=True)
        self.no_policy = plain_label(
            say(N_("No policy is active. A policy has the rules that you are bound to.")), tone="muted"
        )
        self.propose = push_button(say(N_("Propose protections")), weight="primary")
        self.choose_policy = push_button(say(N_("Choose policy…")), weight="quiet")
        self.rules = RulesCard(words)
        self.text = plain_label()
        self.button = push_button(say(N_("Propose hierarchies")), weight="quiet")
        self.sign = Sign(_SIGN)
        head = beside(self, self.sign, (self.verdict, 1), spacing=1)
        about = below(self, head, self.no_policy, 1, spacing=0.4)
        buttons = WrappingRow((self.choose_policy, self.propose), step(self, 0.6), to_the_right=True)
        top = beside(self, (about, 3), (below(self, buttons, 1), 2), spacing=1)
        lacking = beside(self, (self.text, 1), below(self, self.button, 1))
        self.plot = BarsPlot(say(N_("Records")), dark=False)
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(say(N_("Records in small classes before protection")))
        self.table = TextTable(say(N_("Key variables by what they add to uniqueness")), words)
        self.table.table.remember("added-uniqueness")
        self.table.setMinimumHeight(step(self, _TABLE))
        self.heading = plain_label(say(N_("Key variables by what they add to uniqueness")), tone="strong")
        self._measured = self.frame, self.heading, self.table
        content = QWidget()
        parts = top, self.rules, lacking, (self.frame, 3), self.heading, (self.table, 2), 0
        self._column = fill(content, *parts, margin=0.5, spacing=1)
        fill(self, scrolled(content))
        self.show_verdict(None, "", lambda _: ())

    def show_verdict(
        self, found: AsRead | None, policy: str, links_of: Callable[[Reason], Sequence[Link]]
    ) -> None:
        """Show the verdict on the original file, None while unknown, and the rules of the policy."""
        if found is None:
            self.verdict.setText(self._words.say(N_("The file before protection")))
        else:
            grade = grade_name(found.verdict.grade, self._words)
            self.verdict.setText(self._words.say(N_("The file before protection: {grade}"), grade=grade))
            self.sign.show_mark(MARKS[found.verdict.grade], grade)
            self.rules.show_rules(policy, found.rules, found.verdict, links_of)
        self.sign.setVisible(found is not None)
        if found is None:
            self.rules.hide()
        self.no_policy.setVisible(not policy)
        self.choose_policy.setVisible(not policy)

    def show_look(self, look: FirstLook | None, lacking: str, no_look: str) -> None:
        """Show what was measured, or why nothing is yet, and which variables have no hierarchy yet.

        The button has one place in both, so that it is where it was when the count ends. It is not there
        where every variable has a hierarchy.
        """
        self.button.setVisible(bool(lacking))
        for part in self._measured:
            part.setVisible(look is not None)
        self._column.setStretch(self._column.count() - 1, int(look is None))
        text = "\n".join(filter(None, ("" if look is not None else no_look, lacking)))
        self.text.setText(text)
        self.text.setVisible(bool(text))
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
