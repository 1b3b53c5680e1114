"""The strategies that a project keeps, side by side with the plan that is reported on."""

from collections.abc import Sequence

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.strategies import Strategy
from sdc_desktop.report.model import Column, Edition, Paragraph, Section, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words import strategies as told
from sdc_desktop.words.problems import spoken

KEY = "strategies"
_EXTERNAL = (0, 1, 2)  # columns that tell nothing of single records, nor how they were protected


def section(found: Sequence[Strategy], plans: Sequence[Plan], edition: Edition, words: Words) -> Section:
    """A row for the data as they are and for every plan: risk, utility and, internally, small groups and
    what is different.
    """
    shown = _EXTERNAL if edition == "external" else range(len(told.header(words)))
    shares = (2.2, 0.8, 0.8, 0.9, 0.7, 3.0)
    columns = tuple(
        Column(head, "right" if place in told.FIGURES else "left", shares[place])
        for place, head in enumerate(told.header(words))
        if place in shown
    )
    rows = tuple(tuple(row[place] for place in shown) for row in told.rows(found, plans, words, values=False))
    title = words.say(N_("Risk and utility of each strategy"))
    return _section((Table(title, columns, rows), Paragraph(told.reading(words))), words)


def refused(problems: Sequence[Problem], words: Words) -> Section:
    """The chapter where nothing could be compared: it says why."""
    return _section((Paragraph(" ".join(spoken(problem, words) for problem in problems)),), words)


def _section(blocks: tuple[Table | Paragraph, ...], words: Words) -> Section:
    return Section(words.say(N_("Strategies side by side")), blocks, KEY)
