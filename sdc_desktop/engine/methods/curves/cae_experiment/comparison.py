"""Techniques side by side at equal utility: what each leaves where users' answers are as wrong.

Utility is one measure for all, the mean absolute error of random range queries (range_queries.py). Between
two parameters of a technique H0 and A are taken to go straight.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.methods.curves.cae_experiment.engine import ExperimentResult


@dataclass(frozen=True)
class Left:
    """What a technique leaves somebody who knows most: H0 in bits, A in bits times the attribute's unit."""

    h0: float
    area: float


@dataclass(frozen=True)
class EqualUtility:
    """``left`` by technique where the mean error is ``error``."""

    error: float
    left: Mapping[str, Left]


def at_equal_error(results: Sequence[ExperimentResult]) -> EqualUtility | None:
    """What the techniques leave at the middle of the errors that all of them reach; None where there is no
    such error, or only one technique has a measured one.
    """
    lines = {result.technique: _line(result) for result in results}
    lines = {technique: line for technique, line in lines.items() if len(line)}
    if len(lines) < 2:
        return None
    least = max(line[0, 0] for line in lines.values())
    most = min(line[-1, 0] for line in lines.values())
    if least > most:
        return None
    error = float((least + most) / 2)
    left = {
        technique: Left(*(float(np.interp(error, line[:, 0], line[:, column])) for column in (1, 2)))
        for technique, line in lines.items()
    }
    return EqualUtility(error, left)


def _line(result: ExperimentResult) -> np.ndarray:
    """The points (error, H0, A) of somebody who knows most, by error; (points, 3)."""
    told = []
    for use in result.utility:
        if use.error is not None:
            point = [point for point in result.points if point.parameter == use.parameter][-1]
            told.append((use.error, point.h0, point.area))
    return np.array(sorted(told)).reshape(-1, 3)
