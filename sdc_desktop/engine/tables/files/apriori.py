"""A-priori files (.hst): what is given of individual table cells before they are protected."""

from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation

from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning
from sdc_desktop.engine.tables.specs.table import AprioriEntry

_STATUSES = {"u": "unsafe", "s": "safe", "p": "frozen"}
_SEPARATORS = (";", ",", "\t", "|")
_NAMED = 8  # entries that a warning names


def separator_of(text: str, dimensions: int) -> str:
    """The first separator that makes enough fields of the first line that says something."""
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("//"))
    first = next(lines, "")
    return next((s for s in _SEPARATORS if first.count(s) >= dimensions), _SEPARATORS[0])


def apriori_lines(
    text: str, dimensions: int, separator: str, file: str
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The entries of a file: their lines and fields, without blanks and quotation marks around these. Raises
    :class:`Refused` for a line with too few fields.
    """
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("//"):
            continue
        fields = tuple(part.strip().strip('"') for part in line.split(separator))
        if len(fields) <= dimensions:
            raise Refused(error("tauargus.malformed", Place(file=file, line=number), text=line.strip()))
        found.append((number, fields))
    return tuple(found)


def apriori_text(lines: Iterable[tuple[int, Sequence[str]]], file: str) -> str:
    """Entries as a file, separated by semicolons. Raises :class:`Refused` for a code that has one."""
    lines = tuple(lines)
    for number, fields in lines:
        if any(";" in one or '"' in one for one in fields):
            raise Refused(error("tauargus.malformed", Place(file=file, line=number), text=";".join(fields)))
    return "".join(";".join(f'"{one}"' for one in fields) + "\n" for _, fields in lines)


def parse_hst(
    text: str, dimensions: int, separator: str, file: str
) -> tuple[tuple[AprioriEntry, ...], tuple[Problem, ...]]:
    """A-priori entries: a cell's codes, then u, s or p (`frozen`), `c, cost` (or w), `pl, lower, upper`.

    Lines of a kind that this program does not know are reported in one warning for each kind, never ignored
    in silence. Raises :class:`Refused` for lines that are malformed.
    """
    entries: list[AprioriEntry] = []
    unknown: dict[str, list[int]] = {}
    for number, fields in apriori_lines(text, dimensions, separator, file):
        where = Place(file=file, line=number)
        cell, (kind, *numbers) = fields[:dimensions], fields[dimensions:]
        numbers_given = [_number(text, where) for text in numbers if text]
        if kind.lower() in _STATUSES and not numbers_given:
            entries.append(AprioriEntry(cell=cell, status=_STATUSES[kind.lower()]))
        elif kind.lower() in ("c", "w") and len(numbers_given) == 1:
            entries.append(AprioriEntry(cell=cell, cost=numbers_given[0]))
        elif kind.lower() == "pl" and len(numbers_given) == 2:
            entries.append(AprioriEntry(cell=cell, lower=numbers_given[0], upper=numbers_given[1]))
        else:
            unknown.setdefault(kind, []).append(number)
    notes = (_unknown(kind, lines, file) for kind, lines in unknown.items())
    return tuple(entries), tuple(notes)


def _number(text: str, where: Place) -> float:
    """A cost or protection level. Raises :class:`Refused` for what is none, or below zero."""
    try:
        value = float(Decimal(text.replace(",", ".")))
    except InvalidOperation:
        value = -1.0
    if not 0 <= value < _LARGEST:
        raise Refused(error("tauargus.malformed", where, text=text))
    return value


_LARGEST = 1e15


def _unknown(kind: str, lines: Sequence[int], file: str) -> Problem:
    where = Place(file=file, line=lines[0])
    return warning("tauargus.unknown_wish", where, kind=kind, number=len(lines))


def notes_on_cells(unknown: Sequence[str], several: Sequence[str], file: str) -> tuple[Problem, ...]:
    """Warnings that name the first cells that a table does not have, and cells with ``several`` statuses."""
    return (
        *_naming("tauargus.no_such_cell", unknown, file),
        *_naming("tauargus.different_statuses", several, file),
    )


def _naming(code: str, cells: Sequence[str], file: str) -> tuple[Problem, ...]:
    if not cells:
        return ()
    shown = "; ".join(cells[:_NAMED]) + ("; …" if len(cells) > _NAMED else "")
    return (warning(code, Place(file=file), cells=shown, number=len(cells)),)
