"""Noise added to numbers: independent, or with the correlations of the data (Kim 1986).

Noise is normal with mean 0; of a variable its standard deviation is `amount` times the variable's (divisor
n). Numbers keep as many decimals as the variable has; missing values stay missing.
"""

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.key_classes import Vector
from sdc_desktop.engine.microdata.perturbation_spec import NoiseParams
from sdc_desktop.engine.microdata.perturbed_numbers import (
    NumberColumns,
    PerturbedResult,
    chosen_problems,
    numbers_of,
    read_numbers,
    result_of,
    rounded,
    written,
)
from sdc_desktop.engine.problems import Problem, refuse_errors
from sdc_desktop.engine.secret_stream import stream
from sdc_desktop.engine.source import Source

PURPOSE = "noise"  # of the draws


def check(params: NoiseParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is read."""
    return tuple(chosen_problems(numbers_of(params.variables, source.data), source))


def counts(params: NoiseParams, source: Source, context: JobContext) -> NumberColumns:
    """Read the variables. Raises :class:`Refused` where values are no numbers."""
    refuse_errors(check(params, source))
    return read_numbers(source, numbers_of(params.variables, source.data), context)


def decide(params: NoiseParams, counted: NumberColumns, context: JobContext) -> PerturbedResult:
    """Draw the noise from the job's secret: a standard normal number a record and variable, in file order.
    Raises :class:`Refused` without one.
    """
    records = len(counted.columns[0].codes)
    drawn = [stream(context, PURPOSE, column.name).normals(0, records) for column in counted.columns]
    factor = root_of(covariances(counted, params.method == "correlated"))
    values = []
    for place, column in enumerate(counted.columns):
        context.checkpoint()
        noise = np.zeros(records)
        for other, normal in enumerate(drawn):  # no BLAS: its order of adding depends on its threads
            if factor[place, other]:
                noise += factor[place, other] * normal
        new = rounded(column, column.values + params.amount * noise, counted.decimal)
        values.append(np.where(column.missing, column.values, new))
    return result_of(params.method, counted, values, context)


def apply(result: PerturbedResult, counted: NumberColumns, source: Source, context: JobContext) -> Microdata:
    """The records with noise; direct identifiers are left out."""
    return written(result, counted, source.data, context)


def covariances(counted: NumberColumns, correlated: bool) -> Vector:
    """The covariances (variables, variables), divisor n, over records that lack neither value; only the
    variances where noise is to be independent.
    """
    number = len(counted.columns)
    found = np.zeros((number, number))
    for i, one in enumerate(counted.columns):
        for j, other in enumerate(counted.columns[: i + 1]):
            if i != j and not correlated:
                continue
            there = ~(one.missing | other.missing)
            if there.any():
                x, y = one.values[there], other.values[there]
                found[i, j] = found[j, i] = float(((x - x.mean()) * (y - y.mean())).mean())
    return found


def root_of(matrix: Vector) -> Vector:
    """A lower triangular L with L L' equal to a covariance matrix, which may be singular: a variable that
    others determine gets no noise of its own. Where missing values make the matrix no covariance, what is
    below 0 counts as 0.
    """
    number = len(matrix)
    root = np.zeros_like(matrix)
    for i in range(number):
        for j in range(i + 1):
            rest = matrix[i, j] - (root[i, :j] * root[j, :j]).sum()
            if i == j:
                root[i, i] = np.sqrt(rest) if rest > 1e-12 * matrix[i, i] else 0.0
            elif root[j, j] > 0:
                root[i, j] = rest / root[j, j]
    return root
