"""What a linear solver found, in one message: to ask variable by variable takes as long as to solve."""

from typing import Any

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]


def values_of(solver: Any) -> Vector:
    """The values of all variables, in the order in which they were made."""
    return np.array(_response(solver).variable_value, dtype=np.float64)


def reduced_costs_of(solver: Any) -> Vector:
    """The reduced costs of all variables of a linear program."""
    return np.array(_response(solver).reduced_cost, dtype=np.float64)


def _response(solver: Any) -> Any:
    from ortools.linear_solver import linear_solver_pb2  # type: ignore[import-untyped]

    response = linear_solver_pb2.MPSolutionResponse()
    solver.FillSolutionResponseProto(response)
    return response
