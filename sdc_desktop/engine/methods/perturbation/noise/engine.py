"""Noise added to numbers: independent, or with the correlations of the data (Kim 1986).

Noise is normal with mean 0; its standard deviation is `amount` times that of the variable (divisor n).
Numbers keep the decimals of the variable; missing values stay missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.noise import NoiseParams
from sdc_desktop.engine.methods.perturbation.numbers import (
    NumberColumns,
    PerturbedResult,
    number_stages,
    rounded,
    same_draws,
)
from sdc_desktop.engine.microdata.classes.key_classes import Vector
from sdc_desktop.engine.microdata.person_draws import drawn_with
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.secret_stream import stream

PURPOSE = "noise"  # of the draws


@dataclass(frozen=True)
class NoiseResult(PerturbedResult):
    """With the standard deviation of the noise of each variable: how far a value that stands out can be
    off.
    """

    sigmas: Mapping[str, float]


def changed(params: NoiseParams, read: NumberColumns, context: JobContext) -> list[Vector]:
    """The values with noise from the job's secret: a standard normal number for each record and variable, in
    file order. Equal numbers of a person share one, or all of them do. Raises :class:`Refused` without a
    secret, and where correlated noise would change equal numbers differently.
    """
    records, one = len(read.columns[0].codes), read.persons is not None and params.draws == "person"
    if read.persons is not None and not one and params.method == "correlated" and len(read.columns) > 1:
        raise Refused(error("perturb.correlated_by_value", Place(key="params.draws")))
    of_person = None if read.persons is None or not one else drawn_with(None, read.persons)
    drawn = []
    for column in read.columns:
        normals = stream(context, PURPOSE, column.name).normals(0, records)
        shared = same_draws(column, read.persons) if of_person is None else of_person
        drawn.append(normals[shared])
    factor = root_of(covariances(read, params.method == "correlated"))
    values = []
    for place, column in enumerate(read.columns):
        context.checkpoint()
        noise = np.zeros(records)
        for other, normal in enumerate(drawn):  # no BLAS: its order of adding depends on its threads
            if factor[place, other]:
                noise += factor[place, other] * normal
        values.append(rounded(column, column.values + params.amount * noise, read.decimal))
    return values


def covariances(counted: NumberColumns, correlated: bool) -> Vector:
    """The covariances (variables, variables), divisor n, over records with both values. Only the variances
    are set where noise must be independent.
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
    """A lower triangular L with L L' equal to a covariance matrix, both (variables, variables). It may be
    singular: a variable that others determine gets no noise of its own. Where missing values make the matrix
    no covariance, what is below 0 counts as 0.
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


def decide(params: NoiseParams, counted: NumberColumns, context: JobContext) -> NoiseResult:
    """The values with noise, and what is known of it."""
    result = _NUMBERS.decide(params, counted, context)
    common = {one.name: getattr(result, one.name) for one in fields(result)}
    root = root_of(covariances(counted, params.method == "correlated"))
    deviations = params.amount * np.sqrt((root**2).sum(axis=1))
    return NoiseResult(**common, sigmas=dict(zip(counted.names, deviations.tolist(), strict=True)))


_NUMBERS = number_stages(changed, lambda params: params.method)
STAGES = replace(_NUMBERS, decide=decide)
