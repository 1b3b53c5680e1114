"""What the texts of a table state of few persons, and what of it was not read."""

from collections.abc import Iterator

from sdc_desktop.engine.submission.finding.sentences import sentences
from sdc_desktop.engine.submission.finding.statements import Statement
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.words import names_subset
from sdc_desktop.engine.submission.judging.rules import Rules, Spot, change, look

_STATING = ("head", "label", "heading", "title")


def judge_stated(table: FoundTable, rules: Rules) -> Iterator[Spot]:
    """Findings at the figures of each line whose head or label states few, at the table as a whole where its
    title or notes do; and at what was not read.
    """
    for one in table.statements:
        if one.source in _STATING and one.is_size and rules.is_few(one.n):
            for row, column in _cells(table, one):
                yield change("few_stated", row, column, number=one.n, threshold=rules.threshold)
        elif one.source in (*_STATING, "corner") and rules.is_few(one.n) and names_subset(one.text):
            yield look("few_in_text", -1, -1, number=one.n, threshold=rules.threshold)
    for text, is_title in ((table.title, True), (table.notes, False)):
        for sentence in sentences(text, rules.is_few, is_title=is_title):
            if sentence.few is not None:
                yield look("few_in_text", -1, -1, number=sentence.few, threshold=rules.threshold)
    for unread in table.unread:
        yield look(*unread)


def _cells(table: FoundTable, one: Statement) -> list[tuple[int, int]]:
    if one.scope == "table":
        return [(-1, -1)]
    place = 0 if one.scope == "rows" else 1
    return [at for at in table.figures if at[place] in one.lines]
