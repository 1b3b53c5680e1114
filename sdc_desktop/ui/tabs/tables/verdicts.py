"""What the bar above the tab shows: the engine's verdict, and what was found."""

from sdc_desktop.ui.job_verdict import verdict_on
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.tables.view import Stage, View
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_, Words


def show_verdict(bar: VerdictBar, view: View, controller: ProjectController, words: Words) -> None:
    """Show the current verdict; a result of earlier settings has no grade."""
    from sdc_desktop.words.tables_tab import any_verdict, ended_early

    say = words.say
    shown = view.shown
    if view.stage is not Stage.READY or shown is None:
        text = N_("Computing…") if view.running else N_("No result yet.")
        bar.tell(Mark.NONE, say(text))
        return
    text = any_verdict(shown.result, words)
    if shown is view.answer and view.stale:
        text = say(N_("Previous result: {verdict}"), verdict=text)
        if view.running:
            text = say(N_("Computing… {verdict}"), verdict=text)
        bar.tell(Mark.NONE, text)
        return
    if shown is view.answer and view.early:
        text = f"{text} {ended_early(shown.result, words)}"
    if view.running:
        text = say(N_("Computing… {verdict}"), verdict=text)
    bar.judge(verdict_on(controller, shown.job, shown.result), text, words)
