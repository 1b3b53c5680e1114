"""A released file beside the records it was made from: which variables can be compared, and their score."""

from dataclasses import replace

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.guess import not_numbers
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.microdata.risk_spec import ScoreWeights
from sdc_desktop.engine.microdata.score import Score, score
from sdc_desktop.engine.plan import DataSpec
from sdc_desktop.engine.source import Source


def released_data(path: str, source: Source, context: JobContext) -> Microdata:
    """The records of a released file, read as the original's are: its decimal mark, its texts that mean
    "missing", and numbers wherever the original has numbers and all texts still are. Raises Refused.
    """
    data = open_data(DataSpec(path=path, decimal=source.data.decimal), source.base, context).data
    known = set(source.data.names)
    return data.with_variables(
        [
            _as_original(data, variable, source.data.variable(variable.name), context)
            if variable.name in known
            else variable
            for variable in data.variables
        ]
    )


def released_score(
    source: Source, released: Microdata, weights: ScoreWeights, context: JobContext
) -> tuple[Score, tuple[str, ...]]:
    """The score on the variables that are continuous in both, and the names of those that are continuous in
    the original alone; direct identifiers take no part. Raises :class:`Refused` where there are none.
    """
    own = [
        variable.name
        for variable in source.data.variables
        if variable.role != "direct_identifier" and variable.level == "continuous"
    ]
    known = {variable.name for variable in released.variables if variable.level == "continuous"}
    names = [name for name in own if name in known]
    found = score(source.data, released, names, weights, context)
    return found, tuple(name for name in own if name not in known)


def _as_original(data: Microdata, shown: Variable, own: Variable, context: JobContext) -> Variable:
    variable = replace(shown, missing=own.missing)
    if own.level != "continuous":
        return replace(variable, level="nominal")
    column = data.index(shown.name)
    strange, _ = not_numbers(data.relation, column, own.missing, data.decimal, 0, context)
    return replace(variable, level="nominal" if strange else "continuous", order=None)
