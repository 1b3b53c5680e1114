"""A table as an office publishes it: title, unit, labels beside codes, signs with their footnotes, source.

Rows, columns and pages are those of the window: the first dimension down, the second across, and a block of
rows for each combination of the others. Only what is published is read of a cell.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from sdc_desktop.engine.data.formats import decimals_in
from sdc_desktop.engine.data.publication import ZERO, PublicationSpec
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.cells import CellResult, as_released
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.table import Table

Value = Number | str  # a number, or the sign of a cell without one
Labels = Mapping[str, Mapping[str, str]]  # by variable the label of each code
_BETWEEN = ", "


@dataclass(frozen=True)
class Row:
    """A line of the table: labels at a depth with their values; without values the heading of a block."""

    labels: tuple[str, ...]
    depth: int = 0
    values: tuple[Value, ...] = ()


@dataclass(frozen=True)
class Publication:
    """A published table, line by line. ``heads``: its header rows, over ``label_columns`` columns of labels
    and then those of the values, whose levels are ``depths``; ``notes``: the lines below the table.
    """

    title: str
    unit: str
    heads: tuple[tuple[str, ...], ...]
    label_columns: int
    depths: tuple[int, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    decimals: int


@dataclass(frozen=True)
class _Axis:
    """A dimension in the order shown: its codes, the printed text of each, and their levels."""

    heading: str
    codes: tuple[str, ...]
    texts: tuple[str, ...]
    labels: tuple[str, ...]  # empty where no code has one
    depths: tuple[int, ...]

    def whole(self, place: int) -> str:
        """Code and label of a category in one text."""
        return " ".join(filter(None, (self.texts[place], *self.labels[place : place + 1])))


def published_form(
    table: Table,
    cells: Sequence[CellResult],
    value_name: str,
    spec: PublicationSpec,
    names: Mapping[str, str],
    labels: Labels,
    decimals: int,
) -> Publication:
    """The table in its form. ``names``, ``labels``: what the data file calls variables and codes;
    ``decimals``: those of the values, where the form states none. Raises :class:`Refused` where the values
    have more decimals than the form.
    """
    axes = [_axis(dimension, spec, names, labels) for dimension in table.dimensions]
    down, across, pages = axes[0], axes[1] if len(axes) > 1 else None, axes[2:]
    values = {cell.coordinates: _value(cell, spec) for cell in as_released(cells)}
    _refuse_few_decimals(list(values.values()), spec)
    empty = _empty(spec)
    rows: list[Row] = []
    for places in product(*(range(len(axis.codes)) for axis in pages)):
        if pages:
            texts = [f"{axis.heading}: {axis.whole(at)}" for axis, at in zip(pages, places, strict=True)]
            rows.append(Row((_BETWEEN.join(texts),)))
        page = tuple(axis.codes[at] for axis, at in zip(pages, places, strict=True))
        for at, code in enumerate(down.codes):
            found = ((code, *other, *page) for other in _columns(across))
            own = tuple(values.get(one, empty) for one in found)
            rows.append(Row((down.texts[at], *down.labels[at : at + 1]), down.depths[at], own))
    heading = _BETWEEN.join(axis.heading for axis in axes)
    value = names.get(value_name) or value_name
    return Publication(
        spec.heading or f"{value}: {heading}",
        spec.unit or "",
        _heads(down, across, spec.unit or value),
        1 + bool(down.labels),
        (0,) if across is None else across.depths,
        tuple(rows),
        tuple(_notes(rows, spec)),
        decimals if spec.decimals is None else spec.decimals,
    )


def _axis(dimension: Dimension, spec: PublicationSpec, names: Mapping[str, str], labels: Labels) -> _Axis:
    name, rows = dimension.name, dimension.shown_order
    codes = tuple(dimension.rows[row] for row in rows)
    known = {**labels.get(name, {}), **spec.labels.get(name, {})}
    found = tuple(known.get(code, "") for code in codes)
    return _Axis(
        spec.names.get(name) or names.get(name) or name,
        codes,
        tuple(code if code.strip() else spec.missing for code in codes),
        found if any(found) else (),
        tuple(dimension.row_depths[row] for row in rows),
    )


def _columns(across: _Axis | None) -> Iterator[tuple[str, ...]]:
    if across is None:
        yield ()
    else:
        yield from ((code,) for code in across.codes)


def _heads(down: _Axis, across: _Axis | None, value: str) -> tuple[tuple[str, ...], ...]:
    """The header rows, the last with the heading of the rows. Levels below one another are rows of their own,
    else the labels of the columns are the row below their codes.
    """
    corner = (down.heading, *([""] if down.labels else []))
    if across is None:
        return ((*corner, value),)
    blank = ("",) * len(corner)
    number = len(across.codes)
    deepest = max(across.depths, default=0)
    if deepest > 1:
        whole = [across.whole(at) for at in range(number)]
        lines = [
            tuple(text if depth == level else "" for text, depth in zip(whole, across.depths, strict=True))
            for level in range(deepest + 1)
        ]
    else:
        lines = [across.texts, *([across.labels] if across.labels else [])]
    spanner = (*blank, across.heading, *([""] * (number - 1)))
    return (spanner, *((*blank, *line) for line in lines[:-1]), (*corner, *lines[-1]))


def _value(cell: CellResult, spec: PublicationSpec) -> Value:
    if cell.status == "empty":
        return _empty(spec)
    return spec.symbol if cell.published is None else cell.published


def _empty(spec: PublicationSpec) -> Value:
    return 0 if spec.empty == ZERO else spec.empty


def _refuse_few_decimals(values: Sequence[Value], spec: PublicationSpec) -> None:
    needed = max((decimals_in(value) for value in values if not isinstance(value, str)), default=0)
    if spec.decimals is not None and spec.decimals < needed:
        where = Place(key="output.publication.decimals")
        raise Refused(error("output.few_decimals", where, decimals=spec.decimals, needed=needed))


def _notes(rows: Sequence[Row], spec: PublicationSpec) -> Iterator[str]:
    """What the signs in the table mean, then the notes, then the source."""
    used = {value for row in rows for value in row.values if isinstance(value, str)}
    for sign, meaning in ((spec.symbol, spec.symbol_note), (spec.empty, spec.empty_note)):
        if sign in used and meaning.strip():
            yield f"{sign}  {meaning.strip()}"
    yield from spec.notes
    if spec.source:
        yield spec.source
