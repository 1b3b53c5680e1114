"""What can be wrong with a plan or its data, said in codes and figures.

The engine never writes sentences: :mod:`sdc_desktop.words` turns a problem into what happened, where, and
what to do. What a user can cause is a problem; an exception of any other type is an internal error.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

Param = str | int | float | bool | tuple[str, ...] | None


class Severity(StrEnum):
    """How grave a problem is: an error stops the work, a warning needs a decision, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Place:
    """Where a problem sits. Give what is known; ``line`` and ``column`` count from 1 (column = field)."""

    key: str | None = None  # the path of a key in the plan: jobs[0].params.alpha
    job: str | None = None
    file: str | None = None  # as written in the plan, or the name of the file opened
    line: int | None = None
    column: int | None = None
    variable: str | None = None


NOWHERE = Place()


@dataclass(frozen=True)
class Problem:
    """One problem: a code that `words` has sentences for, its place, and the figures of the sentence."""

    code: str
    where: Place = NOWHERE
    params: Mapping[str, Param] = field(default_factory=lambda: MappingProxyType({}))
    severity: Severity = Severity.ERROR


def error(code: str, where: Place = NOWHERE, **params: Param) -> Problem:
    """A problem that stops the work."""
    return Problem(code, where, MappingProxyType(params), Severity.ERROR)


def warning(code: str, where: Place = NOWHERE, **params: Param) -> Problem:
    """A problem that lets the work continue but wants a decision."""
    return Problem(code, where, MappingProxyType(params), Severity.WARNING)


def note(code: str, where: Place = NOWHERE, **params: Param) -> Problem:
    """A fact to know; no action needed."""
    return Problem(code, where, MappingProxyType(params), Severity.NOTE)


class Refused(Exception):  # noqa: N818 - a refusal is not an internal error
    """Plan or data are refused for these problems, at least one of them an error."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__(", ".join(problem.code for problem in self.problems))


def refuse_errors(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems if none is an error, else raise :class:`Refused` with all of them."""
    listed = tuple(problems)
    if any(problem.severity is Severity.ERROR for problem in listed):
        raise Refused(listed)
    return listed


def no_records() -> Problem:
    """Why there is nothing to write, or for another job to read."""
    return error("cae.no_records", Place(key="output"))
