"""The effects of suppression, from a result. No widgets here."""

from sdc_desktop.engine.methods.recoding.recode.engine import RecodeResult
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.suppression import Effect, effect_rows, lines_of, nothing_requested


def effects(answer: Answer) -> tuple[Effect, ...]:
    """What suppression did to each variable; empty without suppression."""
    rare = answer.result.suppression
    if rare is None:
        return ()
    cells = rare.figures.cells_by_variable
    return tuple(
        Effect(name, cells.get(name, 0), *_before_and_after(answer, name)) for name in answer.variables
    )


def _before_and_after(answer: Answer, name: str) -> tuple[tuple[float, float], tuple[float, float], bool]:
    """Utility, privacy, and whether they are in points."""
    result = answer.result
    if isinstance(result, RecodeResult):
        variable = answer.counts.variable(name)
        own = float(variable.entropies[0])
        coded = float(variable.entropies[answer.levels[name] - 1])
        left = own if result.suppression is None else result.suppression.entropies[name]
        return (coded, left), (own - coded, own - left), False
    released = result.released[name]
    if name in result.columns:
        entropy, own = result.columns[name].entropy, result.information[name].entropy_as_is
        user, intruder = result.user_points[name], result.intruder_points[name]
        utility, privacy = user * entropy, intruder * (own - entropy)
        return (utility, released.utility), (privacy, released.privacy), True
    choice = result.codings[name]
    return (choice.utility, released.utility), (choice.privacy, released.privacy), True


def suppression_explained(answer: Answer, words: Words) -> tuple[str, tuple[str | tuple[str, str], ...]]:
    """Title and rows for the Why panel."""
    title, rare = words.say(N_("Rare records")), answer.result.suppression
    if rare is None:
        return title, (nothing_requested(words),)
    return title, (*lines_of(rare, rare.classes.records, words), *effect_rows(effects(answer), words))
