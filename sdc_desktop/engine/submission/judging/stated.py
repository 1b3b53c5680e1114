"""Numbers of few persons that a head, label or title states: every figure of its line is of few."""

from collections.abc import Iterator

from sdc_desktop.engine.submission.finding.statements import Statement
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.judging.rules import Rules, Spot, change

_STATING = ("head", "label", "heading", "title")


def judge_stated(table: FoundTable, rules: Rules) -> Iterator[Spot]:
    """Findings at the figures of each line of few; at the table as a whole where its title states it."""
    for one in table.statements:
        if one.source in _STATING and one.is_size and rules.is_few(one.n):
            for row, column in _cells(table, one):
                yield change("few_stated", row, column, number=one.n, threshold=rules.threshold)


def _cells(table: FoundTable, one: Statement) -> list[tuple[int, int]]:
    if one.scope == "table":
        return [(-1, -1)]
    place = 0 if one.scope == "rows" else 1
    return [at for at in table.figures if at[place] in one.lines]
