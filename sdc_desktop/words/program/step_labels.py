"""The names of steps of the history that are made in the tab Microdata."""

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams
from sdc_desktop.engine.spec import Number
from sdc_desktop.words.microdata.hierarchies import Known, coding_what, level_number
from sdc_desktop.words.setting_words import value_words
from sdc_desktop.words.words import N_, Words


def points_text(tenths: int, words: Words) -> str:
    """Points in the form shown: 60, 33.3."""
    return str(tenths // 10) if tenths % 10 == 0 else words.figure(tenths / 10, 1)


def alpha_label(before: float, after: float, words: Words) -> str:
    """The step's name when the weight of utility was moved."""
    return words.say(
        N_("Utility weight: {before} → {after}"),
        before=words.figure(before),
        after=words.figure(after),
    )


def points_label(side: str, name: str, before: int, after: int, words: Words) -> str:
    """The step's name when points (in tenths) were moved; side is a key of its params."""
    return words.say(
        N_("{setting} of {name}: {before} → {after}"),
        setting=words.say(AnopiParams.settings[side].label),
        name=name,
        before=points_text(before, words),
        after=points_text(after, words),
    )


def override_label(params: AnopiParams, name: str, known: Known, words: Words) -> str:
    """The step's name when a level was chosen or left to ANOPI again."""
    level = params.override.get(name)
    if level is None:
        return words.say(N_("Level of {name}: set by ANOPI"), name=name)
    return level_label(name, level, known, words)


def bound_label(
    key: str, name: str, bound: Number | DegreeBound | None, words: Words, *, by_k: bool = False
) -> str:
    """The step's name when a lower bound was set; key is a key of its params. A degree is a k if `by_k`."""
    return words.say(
        N_("{setting} of {name}: {bound}"),
        setting=words.say(AnopiParams.settings[key].label),
        name=name,
        bound=bound_text(bound, words, by_k=by_k),
    )


def bound_text(bound: Number | DegreeBound | None, words: Words, *, by_k: bool = False) -> str:
    """A lower bound in words."""
    if bound is None:
        return words.say(N_("none"))
    if isinstance(bound, DegreeBound) and by_k:
        return words.say(N_("that of k = {k}"), k=bound.degree)
    if isinstance(bound, DegreeBound):
        return words.say(N_("of {level}"), level=level_number(bound.degree, words))
    return words.figure(bound)


def level_label(name: str, level: int, known: Known, words: Words) -> str:
    """The step's name when a level was chosen by hand (1 = as is)."""
    return words.say(N_("Level of {name}: {level}"), name=name, level=coding_what(level, known, words))


def suppression_label(before: SuppressionParams, after: SuppressionParams, words: Words) -> str:
    """The step's name when the treatment of rare records was set."""
    if after.suppress_below is None:
        return words.say(N_("Suppression: off"))
    if before.importance != after.importance:
        names = after.importance.keys() | before.importance.keys()
        moved = [n for n in sorted(names) if before.importance.get(n, 1) != after.importance.get(n, 1)]
        if len(moved) == 1:
            figures = before.importance.get(moved[0], 1), after.importance.get(moved[0], 1)
            return words.say(
                N_("Importance of {name}: {before} \u2192 {after}"),
                name=moved[0],
                before=words.figure(figures[0], 1),
                after=words.figure(figures[1], 1),
            )
    if before.suppressed_records != after.suppressed_records:
        setting = after.settings["suppressed_records"]
        becomes = str(value_words(setting, after.suppressed_records, words))
        return words.say(N_("Suppressed records: {becomes}"), becomes=becomes)
    keys = ("suppress", "suppressed_as") if after.suppress == "cells" else ("suppress",)
    way = ", ".join(str(value_words(after.settings[key], getattr(after, key), words)) for key in keys)
    return words.say(N_("Suppression below k = {k}: {way}"), k=after.suppress_below, way=way)
