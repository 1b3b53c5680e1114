"""A-priori files (.hst) and the table they are about: wishes by the table's own codes."""

from collections.abc import Mapping

from sdc_desktop.engine.methods.tables.table import CellWish
from sdc_desktop.engine.problems import Place, Problem, warning
from sdc_desktop.engine.tables.files.codes import parse_hst
from sdc_desktop.engine.tables.table import Table

_SEPARATORS = (";", ",", "\t", "|")


def read_wishes(
    text: str, table: Table, file: str, separator: str | None = None
) -> tuple[tuple[CellWish, ...], tuple[Problem, ...]]:
    """The wishes, and warnings of lines that have no effect: of a kind not known here, or about a cell that
    the table lacks. Codes are matched without their padding. Raises :class:`Refused` for malformed lines.
    """
    dimensions = len(table.dimensions)
    told, notes = parse_hst(text, dimensions, separator or separator_of(text, dimensions), file)
    own = [_bare(dimension.places) for dimension in table.dimensions]
    wishes: list[CellWish] = []
    unknown: list[Problem] = []
    for wish in told:
        cell = tuple(
            names.get(str(code).strip(), str(code)) for names, code in zip(own, wish.cell, strict=True)
        )
        if table.find(cell) is None:
            name = " / ".join(map(str, wish.cell))
            unknown.append(warning("tauargus.no_such_cell", Place(file=file), cell=name))
        else:
            wishes.append(wish.model_copy(update={"cell": cell}))
    return tuple(wishes), (*notes, *unknown)


def separator_of(text: str, dimensions: int) -> str:
    """The first separator that makes enough fields of the first line that says something."""
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("//"))
    first = next(lines, "")
    return next((s for s in _SEPARATORS if first.count(s) >= dimensions), _SEPARATORS[0])


def _bare(places: Mapping[str, int]) -> dict[str, str]:
    return {label.strip(): label for label in places}
