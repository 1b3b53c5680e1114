"""What the verdict bar of the tab says where levels are chosen, by ANOPI or manually."""

from __future__ import annotations

from collections.abc import Callable

from sdc_desktop.engine.verdict import Verdict
from sdc_desktop.ui.tabs.microdata.anopi.view import Stage, View
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_, Words


def show_verdict(bar: VerdictBar, view: View, words: Words, judged: Callable[[], Verdict | None]) -> None:
    """Show what is known for a view where levels are chosen, by ANOPI or manually. `judged` gives the verdict
    on the current result.
    """
    say, answer = words.say, view.evidence
    if view.stage is Stage.NO_HIERARCHIES:
        _show_first_verdict(bar, view, words)
        return
    if view.shown is None:
        text = N_("Not computed yet.") if view.manual else N_("Not weighed yet.")
        bar.notify(Mark.NONE, say(text))
        return
    if view.promised or answer is None:
        bar.notify(Mark.NONE, _promised(view, view.shown, words))
        return
    found = judged()
    bar.judge(found, view.qualified(_verdict(answer, found, words), words), words)


def _show_first_verdict(bar: VerdictBar, view: View, words: Words) -> None:
    """Show the finding on the unprotected file; it is measured, and no result is judged."""
    if view.first_look is None:
        bar.notify(Mark.NONE, words.say(N_("Counting combinations\u2026")))
        return
    from sdc_desktop.words.risk.first_look import verdict

    bar.notify(Mark.WARNING if view.first_look.uniques else Mark.MEASURED, verdict(view.first_look, words))


def _verdict(answer: Answer, judged: Verdict | None, words: Words) -> str:
    from sdc_desktop.engine.verdict_records import as_judged
    from sdc_desktop.words.microdata.recoding import verdict

    after = as_judged(answer.result.after, judged)
    return verdict(after, answer.variables, words, answer.result.suppression)


def _promised(view: View, shown: Answer, words: Words) -> str:
    """While groups are still to be formed: what they will be. In one line, so that nothing jumps."""
    from sdc_desktop.words.microdata.anopi_k import promise_text

    if view.draft is not None:
        text = N_("Draft: {promise}. Release the slider to form the groups.")
    elif view.forming:
        text = N_("Groups are being formed: {promise}.")
    else:
        text = N_("Groups are not formed yet: {promise}.")
    return words.say(text, promise=promise_text(shown.anopi_result.blocks, words))
