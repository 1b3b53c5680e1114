"""Top and bottom coding: numbers beyond a bound are replaced, by the bound or by the mean beyond it."""

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.numbers import NumberColumns, number_stages, rounded
from sdc_desktop.engine.methods.perturbation.top_code import TopCodeParams
from sdc_desktop.engine.microdata.chosen import variable_problems
from sdc_desktop.engine.microdata.classes.key_classes import Vector
from sdc_desktop.engine.problems import Place, Problem, error
from sdc_desktop.engine.source import Source


def check(params: TopCodeParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is read."""
    if not params.bounds:
        return (error("perturb.no_bounds", Place(key="params.bounds")),)
    problems = variable_problems(tuple(params.bounds), source, "params.bounds")
    for name, bounds in params.bounds.items():
        where = Place(key=f"params.bounds.{name}", variable=name)
        if bounds.bottom is None and bounds.top is None:
            problems.append(error("perturb.no_bound", where, name=name))
        elif bounds.bottom is not None and bounds.top is not None and bounds.bottom > bounds.top:
            problems.append(error("perturb.bounds_reversed", where, bottom=bounds.bottom, top=bounds.top))
    return tuple(problems)


def changed(params: TopCodeParams, read: NumberColumns, context: JobContext) -> list[Vector]:
    """The values (records,) of each variable with those beyond the bounds replaced; nothing is drawn."""
    values = []
    for column in read.columns:
        bounds = params.bounds[column.name]
        new, there = column.values.copy(), ~column.missing
        if bounds.top is not None:
            _replace(new, there & (column.values > bounds.top), bounds.top, params.replacement)
        if bounds.bottom is not None:
            _replace(new, there & (column.values < bounds.bottom), bounds.bottom, params.replacement)
        if params.replacement == "mean":
            new = np.where(new == column.values, new, rounded(column, new, read.decimal))
        values.append(new)
    return values


def _replace(values: Vector, beyond: npt.NDArray[np.bool_], bound: float, replacement: str) -> None:
    if beyond.any():
        values[beyond] = values[beyond].mean() if replacement == "mean" else bound


STAGES = number_stages(changed, lambda params: params.replacement, check)
