"""A-priori files (.hst): what is given of single cells before they are protected."""

from decimal import Decimal, InvalidOperation

from sdc_desktop.engine.methods.tables.table import AprioriEntry
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning

_STATUSES = {"u": "unsafe", "s": "safe", "p": "frozen"}


def parse_hst(
    text: str, dimensions: int, separator: str, file: str
) -> tuple[tuple[AprioriEntry, ...], tuple[Problem, ...]]:
    """A-priori entries: the codes of a cell, then u, s or p (frozen), `c, cost` (or w), `pl, lower, upper`.

    Lines of a kind that this program does not know are told in warnings, never ignored in silence. Raises
    :class:`Refused` for lines that are malformed.
    """
    entries: list[AprioriEntry] = []
    notes: list[Problem] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("//"):
            continue
        where = Place(file=file, line=number)
        fields = [part.strip().strip('"') for part in line.split(separator)]
        if len(fields) <= dimensions:
            raise Refused(error("tauargus.malformed", where, text=line.strip()))
        cell, (kind, *numbers) = tuple(fields[:dimensions]), fields[dimensions:]
        try:
            told = [float(Decimal(text)) for text in numbers]
        except InvalidOperation:
            raise Refused(error("tauargus.malformed", where, text=line.strip())) from None
        if kind.lower() in _STATUSES and not told:
            entries.append(AprioriEntry(cell=cell, status=_STATUSES[kind.lower()]))
        elif kind.lower() in ("c", "w") and len(told) == 1:
            entries.append(AprioriEntry(cell=cell, cost=told[0]))
        elif kind.lower() == "pl" and len(told) == 2:
            entries.append(AprioriEntry(cell=cell, lower=told[0], upper=told[1]))
        else:
            notes.append(warning("tauargus.unknown_wish", where, kind=kind))
    return tuple(entries), tuple(notes)
