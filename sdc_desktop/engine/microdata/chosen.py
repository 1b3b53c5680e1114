"""The variables that a job is about: those that its params name, or else those that a setting picks."""

from collections.abc import Sequence

from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.problems import Place, Problem, error
from sdc_desktop.engine.setting import Settings
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED


def chosen(params: Settings, data: Microdata) -> tuple[str, ...]:
    """The variables under the first key that picks some: as named, or else in file order."""
    key, pick = next((key, one.picks) for key, one in params.settings.items() if one.picks is not None)
    named = getattr(params, key)
    if named is not None:
        return tuple(named)
    return tuple(v.name for v in data.variables if pick.takes(v.role, v.level))


def chosen_problems(names: Sequence[str], source: Source, *, numbers: bool) -> list[Problem]:
    """Those of :func:`variable_problems`, and that there is no variable at all. ``numbers``: whether the
    method changes numbers; else it changes categories.
    """
    if not names:
        code = "perturb.no_numbers" if numbers else "perturb.no_categories"
        return [error(code, Place(key="params.variables"))]
    return variable_problems(names, source)


def variable_problems(names: Sequence[str], source: Source, key: str = "params.variables") -> list[Problem]:
    """Variables that do not exist, are named twice, or are never released."""
    problems = []
    for place, name in enumerate(names):
        where = Place(key=key, variable=name)
        if name not in source.data.names:
            problems.append(error("plan.unknown_variable", where, name=name))
        elif source.data.variable(name).role in NEVER_RELEASED:
            problems.append(error("recode.direct_identifier", where, name=name))
        elif name in names[:place]:
            problems.append(error("perturb.doubled", where, name=name))
    return problems
