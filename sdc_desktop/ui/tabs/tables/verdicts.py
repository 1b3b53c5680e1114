"""What the bar above the tab says, and how it is marked: safe only where the full audit has passed."""

from sdc_desktop.ui.tabs.tables.view import Stage, View
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import N_, Words


def verdict_of(view: View, words: Words) -> tuple[Mark, str, str]:
    """The mark, the sentence, and the mark in words."""
    from sdc_desktop.words.tables_tab import any_verdict, ended_early

    say = words.say
    shown = view.shown
    if view.stage is not Stage.READY or shown is None:
        text = N_("Being computed.") if view.running else N_("Nothing is judged yet.")
        return Mark.NONE, say(text), ""
    text = any_verdict(shown.result, words)
    if shown is view.answer and view.stale:
        text = say(N_("Of the question before: {verdict}"), verdict=text)
        if view.running:
            text = say(N_("Being computed. {verdict}"), verdict=text)
        return Mark.NONE, text, ""
    if shown is view.answer and view.early:
        text = f"{text} {ended_early(shown.result, words)}"
    if view.running:
        text = say(N_("Being computed. {verdict}"), verdict=text)
    mark = _mark(shown.result)
    return mark, text, say(_NAMES[mark])


_NAMES = {Mark.SAFE: N_("Safe"), Mark.WARNING: N_("Warning"), Mark.NEUTRAL: N_("Finding")}


def _mark(result: object) -> Mark:
    from sdc_desktop.engine.tables.audit import AuditResult
    from sdc_desktop.engine.tables.linked_audit import LinkedAuditResult
    from sdc_desktop.engine.tables.table_job import SuppressedTable, TableResult

    if isinstance(result, SuppressedTable):
        return Mark.SAFE if result.safe and result.risks.below_max_risk is not False else Mark.WARNING
    if isinstance(result, TableResult):
        risks = result.risks
        bad = risks.disclosed or risks.failures or risks.below_max_risk is False
        return Mark.WARNING if bad or (result.method is None and risks.unsafe) else Mark.NEUTRAL
    if isinstance(result, AuditResult):
        bad = result.disclosed or result.failures or result.below_max_risk is False
        return Mark.WARNING if bad else Mark.NEUTRAL
    assert isinstance(result, LinkedAuditResult)
    return Mark.WARNING if any(own.disclosed for own in result.scenarios) else Mark.NEUTRAL
