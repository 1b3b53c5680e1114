"""Texts of the tab Microdata beyond the results' own sentences: tables of levels, rows of Why."""

from collections.abc import Sequence

from sdc_desktop.engine.methods.recoding.anopi.codings import Coding
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.engine.microdata.recoding import RecodedVariable
from sdc_desktop.words.microdata.hierarchies import Known, coding_short, coding_title
from sdc_desktop.words.microdata.recoding import next_best, reason
from sdc_desktop.words.program.variables import few
from sdc_desktop.words.words import N_, Words, whole

Rows = tuple[tuple[str, str], ...]


def why_title(variable: str, coding: Coding, known: Known, words: Words) -> str:
    """What the Why panel is about."""
    return words.say(
        N_("{variable}, {coding}"),
        variable=variable,
        coding=coding_short(coding.level, coding.level_name, known, words),
    )


def why_rows(result: AnopiResult, variable: str, level: int, known: Known, words: Words) -> Rows:
    """All that is known of one level: figures, the optimum it is compared with, why it is (not) chosen."""
    coding = result.candidates[variable][level - 1]
    choice, optimum = result.codings[variable], result.levels[variable]
    say = words.say
    rows = [
        (say(N_("Coding")), coding_title(level, coding.level_name, known, words)),
        (
            say(N_("Hierarchy level")),
            say(N_("{level} of {last}"), level=level - 1, last=len(result.candidates[variable]) - 1),
        ),
        (say(N_("Categories")), whole(coding.categories)),
        (
            say(N_("Utility")),
            say(
                N_("{value} (optimum {optimum})"),
                value=words.figure(coding.utility),
                optimum=words.figure(optimum.utility),
            ),
        ),
        (
            say(N_("Privacy")),
            say(
                N_("{value} (optimum {optimum})"),
                value=words.figure(coding.privacy),
                optimum=words.figure(optimum.privacy),
            ),
        ),
        (say(N_("Deviation")), words.figure(coding.deviation, 3)),
    ]
    if choice.level == level:
        rows.append((say(N_("Why this one")), reason(variable, choice, words)))
        if choice.next_best is not None:
            rows.append((say(N_("What else")), next_best(result, variable, known, words)))
    elif not coding.allowed:
        rows.append((say(N_("Why not")), say(N_("Below a lower bound that you set."))))
    else:
        chosen = result.candidates[variable][choice.level - 1]
        rows.append((say(N_("Why not")), _why_not(coding, chosen, choice.reason, known, words)))
    return tuple(rows)


def level_title(variable: RecodedVariable, level: int, known: Known, words: Words) -> str:
    """What the Why panel is about where the user chooses the levels."""
    coding = coding_short(level, variable.codings.level_names[level - 1], known, words)
    return words.say(N_("{variable}, {coding}"), variable=variable.name, coding=coding)


def level_rows(variable: RecodedVariable, level: int, words: Words) -> Rows:
    """What a level chosen by the user (1 = as is) leaves of a variable."""
    say, own, left = words.say, variable.entropies[0], variable.entropies[level - 1]
    categories = say(
        N_("{before} before, {after} after"),
        before=whole(variable.categories(0)),
        after=whole(variable.categories(level - 1)),
    )
    kept = words.percent(float(left / own)) if own > 0 else words.percent(0.0)
    return (
        (say(N_("Categories")), categories),
        (
            say(N_("Entropy (base 10)")),
            say(N_("{left} of {own}"), left=words.figure(left, 3), own=words.figure(own, 3)),
        ),
        (say(N_("Information kept")), kept),
        (say(N_("Why this one")), say(N_("Level set manually."))),
    )


def _why_not(coding: Coding, chosen: Coding, why: str, known: Known, words: Words) -> str:
    name = coding_short(chosen.level, chosen.level_name, known, words)
    if why == "override":
        return words.say(N_("You chose {name}."), name=name)
    if why == "no_points":
        return words.say(N_("Without points the coarsest coding, {name}, is taken."), name=name)
    if words.figure(chosen.deviation, 3) == words.figure(coding.deviation, 3):
        text = N_("{name} is equally near to the optimum; the most detailed level is used.")
        return words.say(text, name=name)
    return words.say(
        N_("{name} is nearer to the optimum: deviation {chosen} instead of {own}."),
        name=name,
        chosen=words.figure(chosen.deviation, 3),
        own=words.figure(coding.deviation, 3),
    )


def table_header(words: Words) -> tuple[str, ...]:
    """The columns of the table of levels."""
    titles = (N_("Coding"), N_("Values"), N_("Utility"), N_("Privacy"), N_("Deviation"))
    return tuple(words.say(title) for title in titles)


def table_rows(result: AnopiResult, variable: str, known: Known, words: Words) -> tuple[tuple[str, ...], ...]:
    """The table of levels, one row per level; beside its name, whether it is chosen or ruled out."""
    chosen = result.codings[variable].level
    return tuple(
        (
            _noted(coding, chosen, known, words),
            whole(coding.categories),
            words.figure(coding.utility),
            words.figure(coding.privacy),
            words.figure(coding.deviation, 3),
        )
        for coding in result.candidates[variable]
    )


def _noted(coding: Coding, chosen: int, known: Known, words: Words) -> str:
    title = coding_title(coding.level, coding.level_name, known, words)
    if coding.level == chosen:
        return words.say(N_("chosen: {coding}"), coding=title)
    return title if coding.allowed else words.say(N_("ruled out: {coding}"), coding=title)


def chosen_text(result: AnopiResult, name: str, known: Known, words: Words) -> str:
    """What ANOPI is choosing, for the chooser's first entry."""
    choice = result.codings[name]
    title = coding_short(choice.level, choice.level_name, known, words)
    return words.say(N_("By ANOPI: {coding}"), coding=title)


def plane_question(variable: str, words: Words) -> str:
    """The title of the utility-privacy plane."""
    return words.say(N_("Utility and privacy of {variable}"), variable=variable)


def facts_text(categories: int, entropy: float, words: Words) -> str:
    """Distinct values and entropy of a variable."""
    return words.say_many(
        N_("{number} value, entropy {entropy}"),
        N_("{number} values, entropy {entropy}"),
        categories,
        entropy=words.figure(entropy, 3),
    )


def lacking_text(names: Sequence[str], words: Words) -> str:
    """Which variables still need a hierarchy."""
    return words.say_many(
        N_("{names} has no hierarchy yet. It states how values are grouped."),
        N_("{names} have no hierarchies yet. They state how values are grouped."),
        len(names),
        names=few(names, words),
    )


def axis_text(variable: str, classes: str, words: Words) -> str:
    """The name of an axis of values; `classes` says how numbers are classed: "log", "quantile" or ""."""
    if classes == "log":
        return words.say(N_("{variable}, logarithmic classes"), variable=variable)
    if classes == "quantile":
        return words.say(N_("{variable}, classes of about equal counts"), variable=variable)
    return variable
