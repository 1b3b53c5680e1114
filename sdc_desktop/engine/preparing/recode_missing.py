"""Texts that mean that the answer is missing become one text."""

from collections.abc import Sequence
from dataclasses import replace

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.preparing.prepare_spec import MissingSpec
from sdc_desktop.engine.preparing.state import State


def missing_recoded(
    told: MissingSpec, variables: Sequence[Variable], state: State, context: JobContext
) -> tuple[State, int]:
    """The records with one text for what is missing, and how many cells that changed; ``variables`` are those
    that the step leaves.
    """
    data = state.data
    labels: dict[str, dict[str, str]] = {}
    cells = 0
    for name in told.variables or data.names:
        gone = data.variable(name).missing if told.texts is None else told.texts
        texts, frequencies = data.relation.frequencies(data.index(name), context)
        numbers = dict(zip(texts, frequencies.tolist(), strict=True))
        changed = {text: told.to for text in gone if text in numbers and text != told.to}
        cells += sum(numbers[text] for text in changed)
        if changed:
            labels[name] = changed
    recoded = data.recoded(labels, context) if labels else data
    return state.with_data(replace(recoded, variables=tuple(variables))), cells
