"""A published table from a workbook or an HTML file, read in a child process as submitted outputs are.

Notes state what was found: where, which signs stand for suppressed cells, which sums. Categories without any
sum are a warning, because no audit can know what they reveal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from pathlib import Path, PurePosixPath

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, warning
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.submission.finding.axes import Axis, CrossTable, NotUnique, cross_table
from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.published import label_text, tables_of
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.reader import Reader
from sdc_desktop.engine.submission.sheets import ReadFile
from sdc_desktop.engine.tables.specs.settings import BOOK_ENDINGS, Coordinates, SplitSpec, TableSpec

_KEY = "params.table"
_MOST_BYTES = 50 * 2**20
_LISTED = 12  # tables, categories
_DASHES = frozenset({"-", "–", "—"})
_VALUES_UNSEEN = frozenset(  # what may hold values of suppressed cells
    {
        *("hidden_sheet", "hidden_row", "hidden_column", "hidden_text", "white_text", "comment", "revisions"),
        *("pivot_cache", "embedded_file", "external_link", "unused_strings", "data_attribute"),
    }
)
_BLANK = "␣"  # a cell without a sign

Bounds = tuple[tuple[Coordinates, Number], ...]


@dataclass(frozen=True)
class GivenTable:
    """A table of a file as the plan would contain it, with its cells and sums; what the signs state of
    suppressed cells, and the notes on its reading.
    """

    spec: TableSpec
    relations: tuple[SplitSpec, ...] = ()
    lower: Bounds = ()
    upper: Bounds = ()
    notes: tuple[Problem, ...] = ()


def given_table(
    spec: TableSpec, relations: tuple[SplitSpec, ...], base: Path, rounded: Number | None = None
) -> GivenTable:
    """The table that a plan gives; one of a workbook or an HTML file is read. ``relations``: sums that the
    plan states instead of those found; ``rounded``: the base of its rounding, where
    ``spec`` does not state it. Raises :class:`Refused`.
    """
    if spec.file is None:
        return GivenTable(spec, relations)
    if spec.rows or spec.cells or spec.instance or spec.tab or spec.sums:
        raise Refused(error("table.instance_and_more", Place(key=_KEY)))
    rounded = spec.rounded_to if rounded is None else rounded
    step = None if rounded is None else Decimal(str(rounded))
    path = base / spec.file
    return _given_of(path.name, _bytes_of(path), spec, relations, step)


def _bytes_of(path: Path) -> bytes:
    """The bytes of a file that may have a table. Raises :class:`Refused`."""
    where = Place(key=f"{_KEY}.file", file=path.name)
    if path.suffix.lower() not in BOOK_ENDINGS:
        raise Refused(error("table.file_ending", where, endings=BOOK_ENDINGS))
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise Refused(error("table.file_unread", where))
        return path.read_bytes()
    except OSError as failure:
        raise Refused(error("file.unreadable", where, reason=failure.strerror or "")) from None


@lru_cache(maxsize=2)  # a table is opened to be checked, counted and shown
def _given_of(
    name: str, data: bytes, spec: TableSpec, relations: tuple[SplitSpec, ...], step: Decimal | None
) -> GivenTable:
    read = _read_in_child(name, data)
    found, dashes = _read(read, spec, step)
    return _given(spec, relations, *found, read, dashes)


@lru_cache(maxsize=2)
def _read_in_child(name: str, data: bytes) -> ReadFile:
    with Reader() as reader:
        found = reader.read(name, data, JobContext()).read
    if found.refused:
        raise Refused(error("table.file_unread", Place(key=f"{_KEY}.file", file=name)))
    return found


@dataclass(frozen=True)
class Listed:
    """A table of a file in a list to choose from: its number from 1, sheet, range and title."""

    number: int
    sheet: str
    address: str
    title: str

    @property
    def text(self) -> str:
        """The table in a line."""
        place = f"{self.sheet}!{self.address}" if self.sheet else self.address
        return f"{self.number}: {place} {self.title}".strip()


def listed_tables(path: Path) -> tuple[Listed, ...]:
    """The tables of a file. Raises :class:`Refused`."""
    return tuple(_listed(tables_of(_read_in_child(path.name, _bytes_of(path)))))


def _listed(tables: Sequence[FoundTable]) -> Iterator[Listed]:
    for number, table in enumerate(tables, start=1):
        yield Listed(number, table.sheet.name, table.address, label_text(" ".join(table.title.split()))[:60])


def _read(
    read: ReadFile, spec: TableSpec, step: Decimal | None
) -> tuple[tuple[FoundTable, CrossTable], str | None]:
    """The table chosen, and as what its dashes were read; None where there are none. They are zero, except
    where they are the only sign and more adds up if they are not.
    """
    zero = _chosen(tables_of(read), spec, step)
    signs = {one.shown for one in zero[1].figures.values() if one.status != "value"}
    if not signs & _DASHES:
        return zero, None
    if spec.dashes == "zero" or (spec.dashes is None and signs - _DASHES):
        return zero, "zero"
    hidden = _chosen(tables_of(read, "suppressed"), spec, step)
    if spec.dashes == "suppressed" or _sums(hidden[1]) > _sums(zero[1]):
        return hidden, "suppressed"
    return zero, "zero"


def _sums(table: CrossTable) -> int:
    return sum(len(axis.sums) for axis in table.axes)


def _chosen(
    tables: Sequence[FoundTable], spec: TableSpec, step: Decimal | None
) -> tuple[FoundTable, CrossTable]:
    name = PurePosixPath((spec.file or "").replace("\\", "/")).name
    where = Place(key=_KEY, file=name)
    listed = list(_listed(tables))
    wanted = [one for one in listed if spec.sheet in (None, one.sheet) and spec.number in (None, one.number)]
    texts = tuple(one.text for one in listed[:_LISTED])
    if not listed:
        raise Refused(error("table.no_table_in_file", where))
    if not wanted:
        raise Refused(error("table.not_in_file", where, tables=texts))
    if len(wanted) > 1:
        raise Refused(error("table.several_in_file", where, number=len(wanted), tables=texts))
    table = tables[wanted[0].number - 1]
    try:
        return table, cross_table(table, step)
    except NotUnique:
        raise Refused(error("table.labels_twice", where, cells=wanted[0].text)) from None


def _given(
    spec: TableSpec,
    relations: tuple[SplitSpec, ...],
    table: FoundTable,
    cross: CrossTable,
    read: ReadFile,
    dashes: str | None,
) -> GivenTable:
    axes = _named(cross.axes)
    coordinates = {
        at: tuple(axis.codes[place] for axis, place in zip(axes, at, strict=True)) for at in cross.figures
    }
    cells: list[tuple[Coordinates, Number | None]] = []
    lower: list[tuple[Coordinates, Number]] = []
    upper: list[tuple[Coordinates, Number]] = []
    signs: dict[str, int] = {}
    for at, figure in cross.figures.items():
        value = _value(figure, coordinates[at])
        cells.append((coordinates[at], value))
        if value is None:
            signs[figure.shown] = signs.get(figure.shown, 0) + 1
        if value is None and figure.high is not None:
            lower.append((coordinates[at], figure.low or 0))
            upper.append((coordinates[at], figure.high))
    sums = {
        axis.name: tuple(
            (axis.codes[parent], tuple(axis.codes[part] for part in parts)) for parent, parts in axis.sums
        )
        for axis in axes
    }
    return GivenTable(
        TableSpec(
            dimensions=tuple(axis.name for axis in axes),
            cells=tuple(cells),
            sums=None if relations else sums,
            total_code=spec.total_code,
            dashes=dashes,
            rounded_to=spec.rounded_to,
            totals=spec.totals,
        ),
        relations,
        tuple(lower),
        tuple(upper),
        tuple(_notes(table, axes, signs, read, dashes, stated=bool(relations))),
    )


def _named(axes: Sequence[Axis]) -> list[Axis]:
    """The axes with names, each its own."""
    found: list[Axis] = []
    for number, axis in enumerate(axes, start=1):
        name = label_text(axis.name) or str(number)
        taken = {one.name for one in found}
        found.append(replace(axis, name=name if name not in taken else f"{name} ({number})"))
    return found


def _value(figure: Figure, cell: Coordinates) -> Number | None:
    """The number of a cell; None where a sign stands for it. Raises :class:`Refused` for other texts."""
    if figure.parts or (figure.status == "text" and any(sign.isdigit() for sign in figure.shown)):
        name = " / ".join(map(str, cell))
        raise Refused(error("table.no_figure", Place(key=_KEY), cell=name, text=figure.shown[:30]))
    if figure.value is None:
        return None
    value = figure.value
    return int(value) if value == value.to_integral_value() else float(value)


def _notes(
    table: FoundTable,
    axes: Sequence[Axis],
    signs: Mapping[str, int],
    read: ReadFile,
    dashes: str | None,
    *,
    stated: bool,
) -> Iterator[Problem]:
    where = Place(key=_KEY)
    place = f"{table.sheet.name}!{table.address}" if table.sheet.name else table.address
    yield note("table.read_from", where, cells=place, rows=len(table.rows), columns=len(table.columns))
    if signs:
        texts = tuple(sign or _BLANK for sign in sorted(signs))
        yield note("table.signs_read", where, signs=texts, number=sum(signs.values()))
    if dashes is not None:
        yield note(f"audit.dashes_{dashes}", where)
    if read.carried:
        tell = warning if any(one.code in _VALUES_UNSEEN for one in read.carried) else note
        yield tell("table.carries_unseen", where, number=len(read.carried))
    for axis in () if stated else axes:
        loose = axis.loose
        if axis.sums:
            yield note("table.sums_read", where, name=axis.name, number=len(axis.sums))
        if loose:
            yield warning(
                "table.loose_codes", where, name=axis.name, codes=loose[:_LISTED], number=len(loose)
            )
