"""Coarser values under the same name: years of dates, a top class of ages, the first signs of codes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import suspicion_of
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.methods.preparing.prepare.conditions import State
from sdc_desktop.engine.methods.preparing.prepare.steps import CoarsenedSpec
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.rules.ages import topped
from sdc_desktop.engine.rules.dates import coarsened_dates
from sdc_desktop.engine.rules.post_codes import cut

SUPPRESSED = "*"


def coarser(given: CoarsenedSpec, texts: Sequence[str]) -> Mapping[str, str] | None:
    """The different values of a variable that change, each with what it becomes. None where they are dates
    that can be read in several ways.
    """
    if given.dates is not None:
        return coarsened_dates(texts, given.dates)
    if given.ages_from is not None:
        return topped(texts, given.ages_from, as_number=given.as_number)
    assert given.first is not None
    return cut(texts, given.first, given.hidden, given.hidden_as)


def coarsened(
    given: CoarsenedSpec, key: str, variables: Sequence[Variable], state: State, context: JobContext
) -> tuple[State, int]:
    """The records with coarser values, and how many cells that changed; ``variables`` are those that the step
    leaves. Raises :class:`Refused` where dates can be read in several ways, Cancelled.
    """
    data, cells = state.data, 0
    labels: dict[str, Mapping[str, str]] = {}
    for name in given.variables:
        gone = (*data.variable(name).missing, SUPPRESSED)
        texts, frequencies = data.relation.frequencies(data.index(name), context)
        numbers = dict(zip(texts, frequencies.tolist(), strict=True))
        made = coarser(given, [text for text in texts if text not in gone])
        if made is None:
            where = Place(key=f"{key}.coarsen.variables", variable=name)
            raise Refused(error("prepare.dates_in_several_forms", where, name=name))
        cells += sum(numbers[text] for text in made)
        if made:
            labels[name] = made
    recoded = data.recoded(labels, context) if labels else data
    left = [_looked_at(one, recoded, context) if one.name in labels else one for one in variables]
    return state.with_data(replace(recoded, variables=tuple(left))), cells


def _looked_at(variable: Variable, data: Microdata, context: JobContext) -> Variable:
    """The variable with the suspicion that its coarser values give."""
    if variable.suspicion is None:
        return variable
    column = data.index(variable.name)
    found = suspicion_of(
        data.relation, column, variable.name, variable.level, variable.missing, None, context, variable.role
    )
    return replace(variable, suspicion=found)
