"""Weights that are not numbers above zero, reported by the first record that has one."""

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import not_positive
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.problems import Place, Problem, error


def weights_problem(data: Microdata, name: str, values: int, context: JobContext) -> Problem:
    """The problem of a weight with values that are not numbers above zero: how many records have one, and the
    first of these from 1, where there are records. ``values``: how many different ones, missing included.
    """
    where = Place(key="params.weight", variable=name)
    if not data.relation.by_counts:
        missing, column = data.variable(name).missing, data.index(name)
        records, first = not_positive(data.relation, column, missing, data.decimal, 1, context)
        if first:
            return error("data.weights_not_positive", where, name=name, number=records, record=first[0] + 1)
    return error("data.weight_values_not_positive", where, name=name, number=values)
