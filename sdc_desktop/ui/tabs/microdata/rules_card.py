"""The rules of the policy on what leaves: each with its mark, where it is not met, and what corrects it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from sdc_desktop.engine.rules.found import RuleFound
from sdc_desktop.engine.verdict import Reason, Verdict
from sdc_desktop.sheets.rules import STATES
from sdc_desktop.ui.theme import below, beside, empty, fill, spread, step
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.verdict_bar import MARKS, Link, Mark, Sign
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.policies.rules import found_sentence, rule_sentence, tally
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.verdict import reason_texts

_SIGN = 1.8  # steps of the grid
_MARKS = {"met": Mark.MET, "not_met": Mark.UNSAFE, "not_checked": Mark.OPEN}
_ORDER = ("not_met", "not_checked", "met")


class RulesCard(QFrame):
    """The rules that are not met come first. The button of a rule corrects its cause."""

    followed = Signal(object)  # Link

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._shown: object = None
        self.setProperty("frame", "card")
        self.title = plain_label(tone="strong")
        self.tally = plain_label(tone="muted")
        self._lines = QVBoxLayout()
        spread(self._lines, self, margin=0, spacing=0.6)
        fill(self, self.title, self.tally, self._lines, margin=1.0, spacing=0.6)

    def show_rules(
        self,
        policy: str,
        found: Sequence[RuleFound],
        verdict: Verdict,
        links_of: Callable[[Reason], Sequence[Link]],
    ) -> None:
        """Show these rules of a policy; ``links_of``: what a click does about a reason of the verdict."""
        of_rules = {one.figures.get("rule"): one for one in verdict.reasons}
        texts = zip(verdict.reasons, reason_texts(verdict, self._words), strict=True)
        others = [(one, text, tuple(links_of(one))) for one, text in texts if "rule" not in one.figures]
        mended = [(MARKS[one.grade], one.grade, text, links) for one, text, links in others if links]
        ordered = sorted(found, key=lambda one: _ORDER.index(one.state))
        lines = [
            (one, tuple(links_of(of_rules[one.rule])) if one.rule in of_rules else ()) for one in ordered
        ]
        if not lines and not mended:
            self.hide()
            return
        self.show()
        if (policy, lines, mended) == self._shown:
            return
        self._shown = policy, lines, mended
        self.title.setText(policy or self._words.say(N_("Corrections in one step")))
        self.tally.setText(tally(found, self._words))
        self.tally.setVisible(bool(lines))
        empty(self._lines)
        for mark, grade, text, links in mended:
            self._lines.addWidget(self._row(mark, grade_name(grade, self._words), text, "", links))
        for one, links in lines:
            self._lines.addWidget(self._line(one, links))

    def _line(self, found: RuleFound, links: Sequence[Link]) -> QWidget:
        words = self._words
        says = rule_sentence({"kind": found.kind, "figure": found.figure, "text": found.text}, words)
        state, where = words.say(STATES[found.state]), found_sentence(found, words)
        return self._row(_MARKS[found.state], state, says, where, links)

    def _row(self, mark: Mark, state: str, says: str, where: str, links: Sequence[Link]) -> QWidget:
        line, sign = QWidget(), Sign(_SIGN)
        sign.show_mark(mark, state)
        text = plain_label(says, selectable=True)
        text.setAccessibleName(f"{state}: {says}")
        texts = below(self, text, spacing=0.2)
        if where:
            texts.addWidget(plain_label(where, tone="muted", scale="small"))
        row = beside(self, below(self, sign, 1), (texts, 1), spacing=0.8)
        buttons = [self._button(link, says) for link in links]
        if len(buttons) > 1:  # beside the texts they would leave them no room
            texts.addWidget(WrappingRow(buttons, step(self, 0.5)))
        else:
            row.addLayout(below(self, *buttons, 1))
        fill(line, row)
        return line

    def _button(self, link: Link, says: str) -> QWidget:
        button = push_button(link.text, weight="quiet", scale="small")
        button.setAccessibleName(f"{link.text}: {says}")
        button.clicked.connect(partial(self._on_link, link))
        return button

    def _on_link(self, link: Link, _checked: bool = False) -> None:
        self.followed.emit(link)
