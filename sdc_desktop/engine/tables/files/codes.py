"""Small files of codes: labels (.cdl), recodings (.grc), a-priori wishes (.hst)."""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from sdc_desktop.engine.methods.tables.table import CellWish
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning


def parse_cdl(text: str, file: str) -> dict[str, str]:
    """Code -> label, codes as they are written. Raises :class:`Refused` for a line without a comma."""
    labels: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        code, comma, label = line.partition(",")
        if not comma:
            raise Refused(error("tauargus.malformed", Place(file=file, line=number), text=line.strip()))
        labels[code] = label.strip()
    return labels


@dataclass(frozen=True)
class Recoding:
    """``groups``: code -> the codes it takes (a pair is a range); or ``cut``: codes of a tree to stop at."""

    groups: dict[str, tuple[tuple[str, str], ...]]
    cut: tuple[str, ...] = ()

    def code_of(self, code: str) -> str:
        """What a code becomes; itself where no group takes it. Ranges compare padded codes as they stand."""
        bare = code.strip()
        for group, ranges in self.groups.items():
            for low, high in ranges:
                width = max(len(bare), len(low), len(high))
                if low.rjust(width) <= bare.rjust(width) <= high.rjust(width):
                    return group
        return code


def parse_grc(text: str, file: str) -> Recoding:
    """A recoding: `new: old, low-high, ...`, or a tree recoding (<TREERECODE>). Raises :class:`Refused`."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if lines and lines[0][1].upper() == "<TREERECODE>":
        return Recoding({}, tuple(line for _, line in lines[1:]))
    groups: dict[str, tuple[tuple[str, str], ...]] = {}
    for number, line in lines:
        if line.startswith("<"):
            continue  # labels and missing codes of the recoded variable
        new, colon, old = line.partition(":")
        if not colon:
            raise Refused(error("tauargus.malformed", Place(file=file, line=number), text=line))
        ranges = []
        for part in old.split(","):
            low, dash, high = part.strip().partition("-")
            ranges.append((low.strip(), high.strip() if dash else low.strip()))
        groups[new.strip()] = tuple(ranges)
    return Recoding(groups)


def grc_notes(text: str, file: str) -> tuple[Problem, ...]:
    """What of a recoding has no effect here: the labels and missing codes that it gives the new variable."""
    lines = enumerate(text.splitlines(), start=1)
    tags = ((number, line.strip()) for number, line in lines if line.strip().startswith("<"))
    return tuple(
        warning("tauargus.part_left_out", Place(file=file, line=number), part=tag)
        for number, tag in tags
        if tag.upper() != "<TREERECODE>"
    )


_STATUSES = {"u": "unsafe", "s": "safe", "p": "frozen"}


def parse_hst(
    text: str, dimensions: int, separator: str, file: str
) -> tuple[tuple[CellWish, ...], tuple[Problem, ...]]:
    """A-priori wishes: the codes of a cell, then u, s or p (frozen), `c, cost` (or w), `pl, lower, upper`.

    Lines of a kind that this program does not know are told in warnings, never ignored in silence. Raises
    :class:`Refused` for lines that are malformed.
    """
    wishes: list[CellWish] = []
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
            wishes.append(CellWish(cell=cell, status=_STATUSES[kind.lower()]))
        elif kind.lower() in ("c", "w") and len(told) == 1:
            wishes.append(CellWish(cell=cell, cost=told[0]))
        elif kind.lower() == "pl" and len(told) == 2:
            wishes.append(CellWish(cell=cell, lower=told[0], upper=told[1]))
        else:
            notes.append(warning("tauargus.unknown_wish", where, kind=kind))
    return tuple(wishes), tuple(notes)
