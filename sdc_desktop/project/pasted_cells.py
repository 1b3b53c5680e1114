"""Entries of cells from a spreadsheet: a line for each, with codes, status, then figures."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.specs.table import MOST_REASON, AprioriEntry
from sdc_desktop.project.pasted import rows_of

Coordinates = tuple[str, ...]
_FIGURES = ("cost", "upper", "lower")  # in this order behind the status
_LETTERS: Mapping[str, str] = {"u": "unsafe", "s": "safe", "p": "frozen"}  # as in a-priori files
_CHOICES = AprioriEntry.settings["status"].choices


def entries_of(
    text: str, dimensions: Sequence[Dimension], statuses: Mapping[str, str]
) -> tuple[AprioriEntry, ...]:
    """The entries of the lines that have any: the codes of a cell, one per field or all in the first as
    `row / column`, then status, cost, upper and lower protection level, reason of the status. What is blank
    stays by the rules. A first line that names the dimensions is a header. ``statuses``: keys of statuses by
    the user's words.

    Raises :class:`Refused` for a cell that the table does not have, for a status or figure that is none, and
    for a cell named twice. Then no entry is read.
    """
    found: dict[Coordinates, AprioriEntry] = {}
    known = {**_LETTERS, **{key: key for key in _CHOICES}, **statuses}
    for number, line in enumerate(text.splitlines(), start=1):
        fields = [field.strip().strip('"') for field in line.split("\t")]
        if not any(fields) or (number == 1 and _is_header(fields, dimensions)):
            continue
        where = Place(line=number)
        cell, rest = _cell(fields, dimensions)
        if cell is None:
            raise Refused(error("table.no_such_cell", where, cell=" / ".join(fields[: len(dimensions)])))
        if cell in found:
            raise Refused(error("table.cell_twice", where, cell=" / ".join(cell)))
        status = None
        if rest and rest[0]:
            status = known.get(rest[0].casefold())
            if status is None:
                raise Refused(error("pasted_cells.status", where, line=number, text=rest[0][:30]))
        behind = rest[1 + len(_FIGURES) :]
        if any(behind[1:]):
            raise Refused(error("pasted_cells.too_long", where, line=number))
        figures = {key: _figure(one, number) for key, one in zip(_FIGURES, rest[1:], strict=False) if one}
        reason = " ".join(behind)[:MOST_REASON] or None
        if status is not None or figures:
            entry = {"cell": cell, "status": status, "reason": status and reason, **figures}
            found[cell] = AprioriEntry.model_validate(entry)
    if not found:
        raise Refused(error("pasted_cells.nothing"))
    return tuple(found.values())


def _is_header(fields: Sequence[str], dimensions: Sequence[Dimension]) -> bool:
    names = [dimension.name for dimension in dimensions]
    return list(fields[: len(names)]) == names or fields[0] == " / ".join(names)


def _cell(fields: Sequence[str], dimensions: Sequence[Dimension]) -> tuple[Coordinates | None, Sequence[str]]:
    """The cell that a line begins with, and the fields behind it."""
    joined = tuple(part.strip() for part in fields[0].split(" / "))
    for cell, rest in ((tuple(fields[: len(dimensions)]), fields[len(dimensions) :]), (joined, fields[1:])):
        if len(cell) == len(dimensions) and all(
            code in dimension.row_of for code, dimension in zip(cell, dimensions, strict=True)
        ):
            return cell, rest
    return None, ()


def _figure(text: str, line: int) -> Number:
    plain = text.replace("\u202f", "").replace("\u2212", "-")
    try:
        rows = rows_of(plain.replace(",", ".") if "." not in plain else plain)
    except Refused:
        rows = ()
    value = rows[0][0] if rows else None
    if value is None or value < 0:
        raise Refused(error("pasted_cells.figure", Place(line=line), line=line, text=text[:30]))
    return value
