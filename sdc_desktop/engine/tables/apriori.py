"""What an a-priori file (.hst) says of the cells of a table: statuses, costs, protection levels."""

from collections.abc import Sequence
from pathlib import Path

from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.tables.files.codes import parse_hst
from sdc_desktop.engine.tables.files.places import file_text
from sdc_desktop.engine.tables.table import Table
from sdc_desktop.engine.tables.table_job_spec import CellWish

_SEPARATORS = (";", "\t", ",")  # a decimal comma leaves the first two alone
_NAMED = 20  # unknown cells named one by one; the rest are counted

Wishes = tuple[tuple[int, CellWish], ...]  # cell -> wish


def read_wishes(name: str, base: Path, dimensions: int) -> tuple[tuple[CellWish, ...], tuple[Problem, ...]]:
    """The wishes of the file `name` below `base` for a table of so many dimensions, and warnings.

    Raises :class:`Refused` where it cannot be read or a line is malformed.
    """
    text = file_text(base / name)
    return parse_hst(text, dimensions, separator_of(text, dimensions), name)


def separator_of(text: str, dimensions: int) -> str:
    """What stands between the fields: the first candidate that every line has enough of."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("//")]
    return next(
        (one for one in _SEPARATORS if lines and all(line.count(one) >= dimensions for line in lines)),
        _SEPARATORS[0],
    )


def placed_wishes(wishes: Sequence[CellWish], table: Table, file: str) -> Wishes:
    """The wishes by cell. An empty code stands for the total; padding does not count. Raises
    :class:`Refused` with the cells that the table lacks.
    """
    bare = [{label.strip(): label for label in dimension.places} for dimension in table.dimensions]
    totals = [
        "" if dimension.total is None else dimension.categories[dimension.total]
        for dimension in table.dimensions
    ]
    placed, unknown = [], []
    for wish in wishes:
        codes = [str(code).strip() for code in wish.cell]
        labels = [
            own.get(code, code) if code or "" in own else total
            for own, code, total in zip(bare, codes, totals, strict=True)
        ]
        cell = table.find(labels)
        if cell is None:
            unknown.append(" / ".join(codes))
        else:
            placed.append((cell, wish))
    if unknown:
        raise Refused(_unknown(list(dict.fromkeys(unknown)), file))
    return tuple(placed)


def _unknown(cells: Sequence[str], file: str) -> list[Problem]:
    where = Place(key="params.protect.apriori", file=file)
    problems = [error("apriori.no_such_cell", where, cell=cell) for cell in cells[:_NAMED]]
    if len(cells) > _NAMED:
        problems.append(error("apriori.more_unknown", where, number=len(cells) - _NAMED))
    return problems
