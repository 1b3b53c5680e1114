"""A linear program over sparse arrays: built in one message, solved again from its basis, stopped at once.

One call for each variable or term takes longer than to solve; so the model goes over as the bytes of its
protocol buffer (MPModelProto of OR-Tools), which NumPy lays out at once.
"""

from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext, stoppable
from sdc_desktop.engine.tables.relations import Integers, Rows

Vector = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]
_LONG = 2000  # columns: programs of fewer end before a thread is started that could stop them
Outcome = Literal["optimal", "infeasible", "unbounded", "failed"]


class LinearProgram:
    """Minimises ``costs @ x`` where lower <= x <= upper and least <= rows @ x <= most.

    ``iterations``: of the simplex algorithm so far; the same program takes the same number every time.
    """

    def __init__(
        self, rows: Rows, least: Vector, most: Vector, lower: Vector, upper: Vector, costs: Vector
    ) -> None:
        pywraplp, messages = solver_modules()
        self._solver: Any = pywraplp.Solver.CreateSolver("GLOP")
        model = messages.MPModelProto.FromString(_model(rows, least, most, lower, upper, costs))
        self._solver.LoadModelFromProto(model)
        self._objective = self._solver.Objective()
        self._lower, self._upper, self._costs = lower.copy(), upper.copy(), costs.copy()
        self._response = messages.MPSolutionResponse
        self.iterations = 0

    @cached_property
    def _variables(self) -> list[Any]:
        """The columns of the solver: made only where one changes, which takes as long as to build them."""
        found: list[Any] = self._solver.variables()
        return found

    def bound(self, columns: Integers, lower: Vector, upper: Vector) -> None:
        """Set the bounds of the columns with these numbers, one of each per column."""
        changed = (self._lower[columns] != lower) | (self._upper[columns] != upper)
        columns, lower, upper = columns[changed], lower[changed], upper[changed]
        self._lower[columns], self._upper[columns] = lower, upper
        for column, low, high in zip(columns.tolist(), lower.tolist(), upper.tolist(), strict=True):
            self._variables[column].SetBounds(low, high)

    def bound_one(self, column: int, lower: float, upper: float) -> None:
        """Set the bounds of one column."""
        self._lower[column], self._upper[column] = lower, upper
        self._variables[column].SetBounds(lower, upper)

    def price(self, columns: Integers, costs: Vector) -> None:
        """Set the costs of the columns with these numbers, one per column."""
        changed = self._costs[columns] != costs
        columns, costs = columns[changed], costs[changed]
        self._costs[columns] = costs
        for column, cost in zip(columns.tolist(), costs.tolist(), strict=True):
            self._objective.SetCoefficient(self._variables[column], cost)

    def solve(self, parameters: Any, context: JobContext) -> Outcome:
        """Solve with these parameters of the solver. Raises Cancelled soon after a request to stop."""
        solver = self._solver
        context.checkpoint()
        if len(self._costs) < _LONG:
            status = solver.Solve(parameters)
        else:
            with stoppable(context, solver.InterruptSolve):
                status = solver.Solve(parameters)
            context.checkpoint()
        self.iterations += solver.iterations()
        known: dict[int, Outcome] = {
            solver.OPTIMAL: "optimal",
            solver.INFEASIBLE: "infeasible",
            solver.UNBOUNDED: "unbounded",
        }
        return known.get(status, "failed")

    def values(self) -> Vector:
        """(columns,): the solution found last."""
        return np.array(self._answer().variable_value, dtype=np.float64)

    def solution(self) -> tuple[Vector, Vector]:
        """(columns,) and (rows,): the solution found last, and the factors of the rows that prove it."""
        answer = self._answer()
        return np.array(answer.variable_value, dtype=np.float64), np.array(
            answer.dual_value, dtype=np.float64
        )

    def _answer(self) -> Any:
        response = self._response()
        self._solver.FillSolutionResponseProto(response)
        return response


def solution_of(solver: Any) -> tuple[Vector, Vector]:
    """(columns,) twice: the solution of a solver, and the reduced costs, in one message."""
    _, messages = solver_modules()
    response = messages.MPSolutionResponse()
    solver.FillSolutionResponseProto(response)
    return np.array(response.variable_value, dtype=np.float64), np.array(
        response.reduced_cost, dtype=np.float64
    )


def solver_modules() -> tuple[Any, Any]:
    """OR-Tools' linear solvers and their messages, imported where they are first used: it takes a while."""
    from ortools.linear_solver import linear_solver_pb2, pywraplp  # type: ignore[import-untyped]

    return pywraplp, linear_solver_pb2


# The layout of MPModelProto: each field is a byte that names it and its type, and the value. Numbers of
# columns and lengths take five bytes, seven bits each, so that all terms are of one length.
_VARIABLE = np.dtype(
    [
        ("head", "S2"),
        ("a", "u1"),
        ("lower", "<f8"),
        ("b", "u1"),
        ("upper", "<f8"),
        ("c", "u1"),
        ("cost", "<f8"),
    ]
)
_ROW = np.dtype(
    [("head", "u1"), ("length", "u1", 5), ("a", "u1"), ("least", "<f8"), ("b", "u1"), ("most", "<f8")]
)
_TERM = np.dtype([("a", "u1"), ("column", "u1", 5), ("b", "u1"), ("coefficient", "<f8")])
_ENDS = 18  # bytes of the two ends of a row


def _model(rows: Rows, least: Vector, most: Vector, lower: Vector, upper: Vector, costs: Vector) -> bytes:
    variables = np.zeros(len(costs), dtype=_VARIABLE)
    variables["head"] = b"\x1a\x1b"  # field 3, 27 bytes
    for name, tag, values in (("lower", "a", lower), ("upper", "b", upper), ("cost", "c", costs)):
        variables[name] = values
        variables[tag] = {"a": 0x09, "b": 0x11, "c": 0x19}[tag]
    lengths = np.diff(rows.starts)
    heads = np.zeros(len(rows), dtype=_ROW)
    heads["head"], heads["length"] = 0x22, _seven_bits(_ENDS + _TERM.itemsize * lengths)
    heads["a"], heads["least"], heads["b"], heads["most"] = 0x11, least, 0x19, most
    terms = np.zeros(len(rows.columns), dtype=_TERM)
    terms["a"], terms["column"] = 0x30, _seven_bits(rows.columns)
    terms["b"], terms["coefficient"] = 0x39, rows.coefficients
    number = np.arange(len(rows))
    found = np.empty(heads.nbytes + terms.nbytes, dtype=np.uint8)
    _lay(found, heads, number * _ROW.itemsize + rows.starts[:-1] * _TERM.itemsize)
    before = np.repeat(number + 1, lengths)
    _lay(found, terms, before * _ROW.itemsize + np.arange(len(terms)) * _TERM.itemsize)
    return variables.tobytes() + found.tobytes()


def _lay(found: Bytes, items: npt.NDArray[Any], places: Integers) -> None:
    """Put each item where it begins."""
    size = items.dtype.itemsize
    found[(places[:, None] + np.arange(size)).ravel()] = items.view(np.uint8)


def _seven_bits(numbers: Integers) -> Bytes:
    parts = (np.asarray(numbers, dtype=np.int64)[:, None] >> (7 * np.arange(5))) & 0x7F
    parts[:, :4] |= 0x80
    return parts.astype(np.uint8)
