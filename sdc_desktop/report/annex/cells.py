"""`report.cells.csv`: the cells of all tables of a plan."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.cells import CellResult
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.report.annex.csv_text import csv_text
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.confidential import names_of, without_amounts
from sdc_desktop.words.tables.cells import is_disclosed
from sdc_desktop.words.tables.figures import Decimals, decimals_of

_INTERNAL = ("value", "published", "status", "rule", "lower", "upper", "protects", "derivable")
_EXTERNAL = ("published",)


def cells_text(subjects: Sequence[Subject]) -> str:
    """The file's text: a row per cell, sorted by job and coordinates.

    Internal: true and published value, status, rules that call the cell unsafe, its feasibility interval, the
    cells that it protects, and whether it is exactly disclosed to anyone. External: the published value
    alone, and only of tables that are safe, if need be with reservations. Categories that are values of
    respondents have numbers, and amounts of a sensitive variable are blank where a cell is unsafe or
    suppressed.
    """
    tables = [subject for subject in subjects if _is_shown(subject)]
    internal = all(subject.is_internal for subject in subjects)
    widest = max((len(_dimensions(subject)) for subject in tables), default=0)
    head = ("job", *(f"coordinate_{place}" for place in range(1, widest + 1)))
    rows = (row for subject in tables for row in _rows(subject, widest))
    return csv_text((*head, *(_INTERNAL if internal else _EXTERNAL)), sorted(rows))


def _is_shown(subject: Subject) -> bool:
    if not method_of(subject.job.kind).makes_cells:
        return False
    return subject.is_internal or subject.result.verdict.meets(Grade.RESERVATIONS)


def _dimensions(subject: Subject) -> tuple[str, ...]:
    """The variables of a table; numbers for a table that names none."""
    result = subject.result.result
    if hasattr(result, "dimensions"):
        return tuple(result.dimensions)
    if result.table is not None:
        return tuple(result.table.names)
    return tuple(str(place) for place, _ in enumerate(result.cells[0].coordinates if result.cells else ()))


def _rows(subject: Subject, widest: int) -> Iterator[tuple[str, ...]]:
    result, params = subject.result.result, subject.job.params
    names = names_of(subject.confidential, _dimensions(subject), result.cells, subject.total_code)
    cells = names.cells(result.cells) if names.hidden else result.cells
    if getattr(params, "value", None) in subject.confidential:
        cells = tuple(map(_without_amount, without_amounts(cells)))
    decimals = decimals_of(result)
    for cell in cells:
        padding = ("",) * (widest - len(cell.coordinates))
        published = _number(cell.published, decimals.published)
        figures = _internal(cell, decimals) if subject.is_internal else (published,)
        yield (subject.job.name, *cell.coordinates, *padding, *figures)


def _without_amount(cell: CellResult) -> CellResult:
    """A cell of sums of a confidential variable, whose amount can be that of one respondent."""
    if cell.published is not None and cell.status != "unsafe":
        return cell
    return replace(cell, value=None, published=None, lower=None, upper=None)


def _internal(cell: CellResult, decimals: Decimals) -> tuple[str, ...]:
    return (
        _number(cell.value, decimals.value),
        _number(cell.published, decimals.published),
        cell.status,
        "; ".join(dict.fromkeys(reason.kind for reason in cell.reason)),
        _number(cell.lower, decimals.bound),
        _number(cell.upper, decimals.bound),
        "; ".join(" × ".join(one.primary) for one in cell.protects),
        "yes" if is_disclosed(cell) or cell.by_contributor else "no",
    )


def _number(value: Number | None, decimals: int) -> str:
    """A value with these decimals; a bound that is a fraction of a unit in full."""
    if value is None:
        return ""
    text = f"{value:.{decimals}f}"
    return text if float(text) == value else repr(value)
