"""Kinds of figures: by the words of columns, rows and title, by amounts, by whole numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.words import is_money, kind_of, kinds_in, stated_base

_AMOUNTS = ("percent", "rate", "sd", "mean", "position", "endpoint", "mode", "gini", "concentration", "ratio")
_PARTS = frozenset((*_AMOUNTS, "count", "weighted", "correlation"))
_HUNDRED = Decimal(100)
_REMEMBERED = 20_000  # headings: those of a submission recur


@dataclass(frozen=True)
class Kinds:
    """Kinds by column, by row where the row says so, and columns whose counts no word confirms."""

    columns: tuple[str, ...]
    rows: Mapping[int, tuple[str, ...]]
    assumed: frozenset[int]
    open: frozenset[int]  # columns whose kind still depends on what adds up


def kinds_of(
    rows: Sequence[str],
    columns: Sequence[str],
    figures: Mapping[tuple[int, int], Figure],
    title: str,
    corner: str,
    *,
    counted: bool,
) -> Kinds:
    """The kinds of a table's figures. ``counted``: something else shows that they are counts.

    What adds up is not known yet: such columns are `count` or `magnitude` and listed as open.
    """
    quarters = _are_quarters(columns)
    named = [None if quarters else _of_header(label) for label in columns]
    by_row = {} if any(named) else dict(_row_kinds(rows, figures))
    by_row |= dict(_composite_rows(rows, figures))
    general = kind_of_title(title) or _of_header(corner)
    money = is_money(_before_by(title)) or is_money(corner)
    found: list[str] = []
    assumed: set[int] = set()
    open_: set[int] = set()
    for column, kind in enumerate(named):
        values = [
            figure
            for (row, at), figure in figures.items()
            if at == column and row not in by_row and figure.status in ("value", "zero")
        ]
        settled = _settled(kind or general, values)
        if settled is None:
            whole = bool(values) and all(_is_count(figure) for figure in values)
            if money or is_money(columns[column]) or any(figure.money for figure in values):
                settled = "sum"
            elif whole or (not values and not general):
                settled = "count"
                if values and not counted:
                    assumed.add(column)
            else:
                settled = "magnitude"
            open_.add(column)
        found.append(settled)
    return Kinds(tuple(found), by_row, frozenset(assumed), frozenset(open_))


def kind_of_title(title: str) -> str | None:
    """The kind that a title says: of each of its parts, the words before `by`."""
    for part in title.replace("\n", ":").split(":"):
        kind = kind_of(_before_by(part))
        if kind is not None:
            return kind
    return None


def _before_by(title: str) -> str:
    lower = f"{title.lower()} "
    ends = [
        place for word in (" by ", " nach ", " je nach ", ", by ", " in ") if (place := lower.find(word)) > 0
    ]
    return title[: min(ends)] if ends else title


def _of_header(label: str) -> str | None:
    """The kind of a column: its last level says more than those above."""
    for part in reversed(label.split(" / ")):
        if stated_base(part) and kind_of(part.partition("(")[0]) is None:
            continue
        kind = kind_of(part)
        if kind is not None:
            return kind
    return None


def _are_quarters(columns: Sequence[str]) -> bool:
    return any(label.strip().lower().endswith("q4") for label in columns)


def _settled(kind: str | None, values: Sequence[Figure]) -> str | None:
    """A kind that the figures allow: counts are whole, or else weighted."""
    if any(figure.percent for figure in values) and kind in (None, "count"):
        return "percent"
    if kind == "count":
        if all(_is_count(figure) for figure in values):
            return "count"
        return None if any(figure.value is not None and figure.value < 0 for figure in values) else "weighted"
    return kind


def _is_count(figure: Figure) -> bool:
    value = figure.value
    return not figure.parts and value is not None and value >= 0 and value == value.to_integral_value()


def _row_kinds(
    rows: Sequence[str], figures: Mapping[tuple[int, int], Figure]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Rows that are statistics, where at least two of them are named and differ: N, Mean, SD."""
    named = [(row, _of_row(label)) for row, label in enumerate(rows)]
    found = {kind for _, kind in named if kind is not None}
    if len(found) < 2 or not found & set(_AMOUNTS):
        return
    for row, kind in named:
        values = [figure for (at, _), figure in figures.items() if at == row and figure.status == "value"]
        settled = _settled(kind, values)
        if settled is not None and not any(figure.parts for figure in values):
            yield row, (settled,)


def _of_row(label: str) -> str | None:
    last = label.split(" / ")[-1]
    kind = kind_of(last)
    return kind if kind in _PARTS else None


def _composite_rows(
    rows: Sequence[str], figures: Mapping[tuple[int, int], Figure]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Rows of cells with several figures whose label says a kind for each."""
    numbers: dict[int, int] = {}
    for (row, _), figure in figures.items():
        if len(figure.parts) > 1:
            numbers[row] = max(numbers.get(row, 0), len(figure.parts))
    for row, number in numbers.items():
        words = [kind for kind in kinds_in(_last_words(rows[row])) if kind in _PARTS]
        if words:
            yield row, _parts_of(words, number)


@lru_cache(maxsize=_REMEMBERED)
def parts_of_column(label: str, kind: str, number: int) -> tuple[str, ...]:
    """Kinds of several figures in a cell: those that the heading of its column names, else by its kind."""
    words = [one for one in kinds_in(_last_words(label)) if one in _PARTS]
    return _parts_of(words or ([kind] if kind in ("mean", "ratio", "position") else []), number)


def _last_words(label: str) -> str:
    """The words of a label that name statistics: behind the last comma, or in brackets at the end."""
    _, comma, after = label.rpartition(",")
    return after if comma and any(kind in _PARTS for kind in kinds_in(after)) else label


def _parts_of(words: Sequence[str], number: int) -> tuple[str, ...]:
    if not words:
        return ("count", *("percent",) * (number - 1)) if number < 3 else ("count", "count", "percent")
    first = words[0]
    if number == 3 and len(words) < 3:
        second = words[1] if len(words) > 1 else first
        if first == "count":
            return ("count", "count", "percent")
        return (first, second, second)
    rest = tuple(words[1:number]) or ({"mean": "sd", "ratio": "sd", "count": "percent"}.get(first, first),)
    made = (first, *rest)
    return made + (made[-1],) * (number - len(made))


def are_shares(values: Sequence[Sequence[Figure]]) -> bool:
    """Whether every one of these lines adds up to 100, within half a unit of the last decimal for each."""
    if len(values) < 2 or any(len(line) < 2 for line in values):
        return False
    for line in values:
        numbers = [figure.value for figure in line]
        if any(number is None or number < 0 for number in numbers):
            return False
        unit = Decimal(1).scaleb(-max(figure.decimals for figure in line))
        if abs(sum(number for number in numbers if number is not None) - _HUNDRED) > len(line) * unit / 2:
            return False
    return True
