"""Top and bottom coding: numbers beyond a bound are replaced, by the bound or by the mean beyond it."""

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Numbers
from sdc_desktop.engine.methods.perturbation.numbers import NumberColumns, number_stages, rounded
from sdc_desktop.engine.methods.perturbation.top_code import TopCodeParams
from sdc_desktop.engine.microdata.chosen import variable_problems
from sdc_desktop.engine.microdata.classes.key_classes import Vector
from sdc_desktop.engine.microdata.person_draws import Flags
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.source import Source

LEAST_PERSONS = 3  # of whom a mean may be released


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
    """The values (records,) of each variable with those beyond the bounds replaced; nothing is drawn. Raises
    :class:`Refused` where a mean would be that of fewer than three persons with several records.
    """
    values = []
    for column in read.columns:
        bounds = params.bounds[column.name]
        new, there = column.values.copy(), ~column.missing
        if bounds.top is not None:
            above = there & (column.values > bounds.top)
            _refuse_few(column.name, above, params, read.persons)
            _replace(new, above, bounds.top, params.replacement)
        if bounds.bottom is not None:
            below = there & (column.values < bounds.bottom)
            _refuse_few(column.name, below, params, read.persons)
            _replace(new, below, bounds.bottom, params.replacement)
        if params.replacement == "mean":
            new = np.where(new == column.values, new, rounded(column, new, read.decimal))
        values.append(new)
    return values


def _refuse_few(name: str, beyond: Flags, params: TopCodeParams, persons: Numbers | None) -> None:
    if persons is None or params.replacement != "mean" or not beyond.any():
        return
    number = len(np.unique(persons[beyond & (persons != NOBODY)]))
    if number < LEAST_PERSONS:
        where = Place(key=f"params.bounds.{name}", variable=name)
        raise Refused(error("perturb.few_beyond", where, name=name, persons=number, least=LEAST_PERSONS))


def _replace(values: Vector, beyond: Flags, bound: float, replacement: str) -> None:
    if beyond.any():
        values[beyond] = values[beyond].mean() if replacement == "mean" else bound


STAGES = number_stages(changed, lambda params: params.replacement, check)
