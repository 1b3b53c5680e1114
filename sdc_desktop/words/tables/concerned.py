"""The cells that a reason of the verdict on a table, or problems, are about: the window can show them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sdc_desktop.engine.problems import Param, Problem
from sdc_desktop.engine.tables.cells import CellResult
from sdc_desktop.engine.verdict import Reason
from sdc_desktop.words.tables.cells import is_disclosed

Coordinates = tuple[str, ...]
BETWEEN_CODES, _BETWEEN_NAMES = " / ", "; "  # as the engine writes them
Finder = Callable[[Reason, Any, str], Iterator[Coordinates]]


def concerned(reason: Reason, result: Any, job: str) -> tuple[Coordinates, ...]:
    """The cells that a reason is about, each once, in the order of the table; none where it is about the
    whole table or another job. ``result``: of a table or an audit, ``job``: its name.
    """
    find = _FINDERS.get(reason.code)
    if find is None or (reason.job and reason.job != job):
        return ()
    found = set(find(reason, result, job))
    if not found:
        return ()
    return tuple(cell.coordinates for cell in _once(result) if cell.coordinates in found)


def named_cells(problems: Sequence[Problem], result: Any, job: str) -> tuple[Coordinates, ...]:
    """The cells of a result that problems of its job name, each once, in the order named."""
    table = getattr(result, "table", None)  # tables audited together have none
    found: dict[Coordinates, None] = {}
    for problem in problems:
        if table is not None and problem.where.job in (None, job):
            for name in (*_names(problem.params.get("cell")), *_names(problem.params.get("cells"))):
                cell = table.find(name.split(BETWEEN_CODES))
                if cell is not None:
                    found[table.coordinates(cell)] = None
    return tuple(found)


def _names(figure: Param | None) -> Sequence[str]:
    """The names of cells in a figure of a problem; numbers of cells are none."""
    if isinstance(figure, tuple):
        return figure
    return figure.split(_BETWEEN_NAMES) if isinstance(figure, str) else ()


def _once(result: Any) -> Iterator[CellResult]:
    return (cell for cell in result.cells if not cell.repeats)


def _where(test: Callable[[CellResult], bool]) -> Finder:
    def find(_reason: Reason, result: Any, _job: str) -> Iterator[Coordinates]:
        return (cell.coordinates for cell in _once(result) if test(cell))

    return find


def _listed(name: str) -> Finder:
    def find(_reason: Reason, result: Any, _job: str) -> Iterator[Coordinates]:
        yield from getattr(result, name, None) or ()

    return find


def _of_sums(_reason: Reason, result: Any, _job: str) -> Iterator[Coordinates]:
    for parts in getattr(result, "unsafe_sums", ()):
        yield from parts


def _of_groups(_reason: Reason, result: Any, _job: str) -> Iterator[Coordinates]:
    return (one.cell for one in result.group_disclosure)


def _over_limit(reason: Reason, result: Any, _job: str) -> Iterator[Coordinates]:
    allowed = reason.figures.get("allowed")
    assert isinstance(allowed, int | float)
    return (
        cell.coordinates
        for cell in _once(result)
        if cell.disclosed or (cell.risk is not None and cell.risk > allowed)
    )


def _certain(reason: Reason, result: Any, _job: str) -> Iterator[Coordinates]:
    limit = reason.figures.get("limit")
    assert isinstance(limit, int | float)
    counts = {one.count for one in result.certain if one.count and one.probability > limit}
    return (cell.coordinates for cell in _once(result) if cell.published in counts)


def _of_differences(_reason: Reason, result: Any, job: str) -> Iterator[Coordinates]:
    return (cells[job] for _, cells in result.differences if job in cells)


def _derived_together(_reason: Reason, result: Any, job: str) -> Iterator[Coordinates]:
    return (own[job] for own in result.linked.contributors_derive if job in own)


def _sums_together(_reason: Reason, result: Any, job: str) -> Iterator[Coordinates]:
    return (own[job] for parts in result.linked.unsafe_sums for own in parts if job in own)


def _over_risk_together(_reason: Reason, result: Any, job: str) -> Iterator[Coordinates]:
    return (one.coordinates[job] for one in result.linked.over_risk or () if job in one.coordinates)


_BY_CONTRIBUTORS = _listed("contributors_derive")
_CLOSE = _where(lambda cell: cell.lower_met is False or cell.upper_met is False)
_FINDERS: Mapping[str, Finder] = {
    "audit.disclosed": _where(lambda cell: cell.disclosed),
    "linked.contributors_derive": _derived_together,
    "linked.contributors_estimate": _derived_together,
    "linked.over_risk": _over_risk_together,
    "linked.unsafe_differences": _of_differences,
    "linked.unsafe_sums": _sums_together,
    "linked.unsafe_together": _where(lambda cell: cell.joint is not None),
    "table.contributors_derive": _BY_CONTRIBUTORS,
    "table.contributors_estimate": _BY_CONTRIBUTORS,
    "table.disclosed": _where(lambda cell: is_disclosed(cell) and (cell.value != 0 or bool(cell.reason))),
    "table.group_amounts": _of_groups,
    "table.group_disclosure": _of_groups,
    "table.levels": _CLOSE,
    "table.lowered": _listed("lowered"),
    "table.max_risk": _over_limit,
    "table.no_range": _where(
        lambda cell: (
            cell.published is None and cell.asked is not None and not (cell.asked.below or cell.asked.above)
        )
    ),
    "table.overruled": _listed("overruled"),
    "table.small_counts_certain": _certain,
    "table.unsafe_published": _where(lambda cell: cell.status == "unsafe" and cell.published is not None),
    "table.unsafe_sums": _of_sums,
    "table.zero_sums": _listed("zero_sums"),
}
