"""What the Why panel shows of a level, of a manual level or of a k. No widgets here."""

from sdc_desktop.ui.tabs.microdata.anopi.k_planes import candidates_of
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
from sdc_desktop.words import Words

Explanation = tuple[str, tuple[tuple[str, str], ...]]


def explained(view: View, answer: Answer, name: str, choice: int, words: Words) -> Explanation | None:
    """Title and rows for a level (1 = as is) or a k of a variable; None where there is no such choice."""
    if name in answer.k:
        from sdc_desktop.words.microdata.anopi_k import k_why_rows, k_why_title

        candidate = next((one for one in candidates_of(answer, name) if one.k == choice), None)
        if candidate is None:
            return None
        rows = k_why_rows(answer.anopi_result, name, candidate, words)
        return k_why_title(name, choice, words), rows
    if name not in answer.levels:
        return None
    spec = view.hierarchies.get(name)
    if answer.manual:
        from sdc_desktop.words.microdata.microdata_tab import level_rows, level_title

        variable, level = answer.counted.counts.variable(name), answer.levels[name]
        return level_title(variable, level, spec, words), level_rows(variable, level, words)
    if choice > len(answer.anopi_result.candidates[name]):
        return None
    from sdc_desktop.words.microdata.microdata_tab import why_rows, why_title

    coding = answer.anopi_result.candidates[name][choice - 1]
    return why_title(name, coding, spec, words), why_rows(answer.anopi_result, name, choice, spec, words)
