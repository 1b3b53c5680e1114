"""What the bar above the tab shows: the engine's verdict, and what was found."""

from sdc_desktop.engine.verdict import Verdict
from sdc_desktop.ui.tabs.tables.view import Stage, View
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_, Words


def show_verdict(bar: VerdictBar, view: View, verdict: Verdict | None, words: Words) -> None:
    """Show the current verdict; a result of earlier settings has no grade."""
    from sdc_desktop.words.tables_tab import any_verdict, ended_early

    say = words.say
    shown = view.shown
    if view.stage is not Stage.READY or shown is None:
        text = N_("Computing…") if view.running else N_("No result yet.")
        bar.tell(Mark.NONE, say(text))
        return
    text = any_verdict(shown.result, words)
    if view.greyed:
        text = say(N_("Previous result: {verdict}"), verdict=text)
    elif shown is view.answer and view.early:
        text = f"{text} {ended_early(shown.result, words)}"
    if view.running:
        text = say(N_("Computing… {verdict}"), verdict=text)
    bar.judge(verdict, text, words)
