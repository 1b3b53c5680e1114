"""Kinds of figures: by the words of columns, rows and title, by amounts, by whole numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

from sdc_desktop.engine.submission.finding.closed_words import is_twofold, quantile_kind, statistic_of
from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.words import (
    is_model,
    is_money,
    is_total_label,
    kind_of,
    kinds_in,
    stated_base,
)

_AMOUNTS = ("percent", "rate", "sd", "mean", "position", "endpoint", "mode", "gini", "concentration", "ratio")
_PARTS = frozenset((*_AMOUNTS, "count", "weighted", "correlation"))
_ESTIMATED = frozenset(
    ("mean", "sd", "p_value", "position", "endpoint", "ratio", "correlation", "mode", "survival")
)
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
    notes: str,
    *,
    counted: bool,
) -> Kinds:
    """The kinds of a table's figures. ``counted``: something else shows that they are counts.

    What adds up is not known yet: such columns are `count` or `magnitude` and listed as open.
    """
    quarters = _are_quarters(columns)
    general = kind_of_title(title) or _of_header(corner)
    estimated = general in _ESTIMATED or is_model(title)
    named = [None if quarters else _of_header(label) for label in columns]
    named = _without_twofold(columns, named, figures, 1, estimated=estimated)
    beside = bool({*named} & {"mean", "sd", "position", "endpoint"})
    quantiles = _quantiles(columns, figures, axis=1, beside=beside)
    named = [quantiles.get(column, kind) for column, kind in enumerate(named)]
    of_columns = any(named) and not _are_statistics(rows)
    by_row = {} if of_columns or _head_quarters(corner) else dict(_row_kinds(rows, figures, estimated))
    by_row |= dict(_composite_rows(rows, columns, figures, f"{title}\n{notes}"))
    money = is_money(_before_by(title)) or is_money(corner)
    found: list[str] = []
    assumed: set[int] = set()
    open_: set[int] = set()
    for column, kind in enumerate(named):
        places = ((row, column) for row in range(len(rows)) if row not in by_row)
        values = [one for at in places if (one := figures.get(at)) and one.status in ("value", "zero")]
        settled = _settled(kind or general, values)
        if settled is None:
            whole = bool(values) and all(_is_count(figure) for figure in values)
            of_money = is_money(columns[column]) and not (
                is_total_label(columns[column]) and not any(named) and _adds_up(column, columns, figures)
            )
            if money or of_money or any(figure.money for figure in values):
                settled = "sum"
            elif whole or (not values and not general):
                settled = "count"
                if values and not counted and not _rows_of_counts(rows, column, figures, by_row):
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
    closed = statistic_of(label.replace(" / ", " "))
    if closed is not None:
        return closed
    for part in reversed(label.split(" / ")):
        if stated_base(part) and kind_of(part.partition("(")[0]) is None:
            continue
        kind = kind_of(part)
        if kind is not None:
            return kind
    return None


def _without_twofold(
    labels: Sequence[str],
    named: list[str | None],
    figures: Mapping[tuple[int, int], Figure],
    axis: int,
    *,
    estimated: bool,
) -> list[str | None]:
    """The kinds of lines without those of SE, t and the like that may be categories, whose figures may be
    counts: nothing else of the table is an estimate.
    """
    twofold = [is_twofold(label.split(" / ")[-1]) for label in labels]
    estimated = estimated or any(
        not own and (kind in _ESTIMATED or is_model(label))
        for own, kind, label in zip(twofold, named, labels, strict=True)
    )
    if estimated or not any(twofold):
        return named
    other = {at[axis] for at, figure in figures.items() if figure.status == "value" and not _is_count(figure)}
    return [
        None if own and line not in other else kind
        for line, (own, kind) in enumerate(zip(twofold, named, strict=True))
    ]


def _are_quarters(columns: Sequence[str]) -> bool:
    return any(label.strip().lower().endswith("q4") for label in columns)


def _head_quarters(corner: str) -> bool:
    """Whether the labels below are quarters of years: Q1 is then no quartile."""
    return any(word in corner.lower() for word in ("quarter", "quartal"))


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


def _adds_up(column: int, columns: Sequence[str], figures: Mapping[tuple[int, int], Figure]) -> bool:
    """Whether all known cells of a column are the sums of counts beside them."""
    others = [one for one in range(len(columns)) if one != column]
    whole = []
    for row in [row for row, at in figures if at == column]:
        line = [figures.get((row, one)) for one in (column, *others)]
        values = [figure.value or 0 for figure in line if figure is not None and _is_count(figure)]
        if len(values) == len(columns):
            whole.append(values)
    return len(others) > 1 and bool(whole) and all(line[0] == sum(line[1:]) for line in whole)


def _rows_of_counts(
    rows: Sequence[str],
    column: int,
    figures: Mapping[tuple[int, int], Figure],
    by_row: Mapping[int, tuple[str, ...]],
) -> bool:
    """Whether all rows with whole figures in a column have labels for counts."""
    return all(
        kind_of(rows[row]) == "count"
        for (row, at), figure in figures.items()
        if at == column and row not in by_row and figure.status in ("value", "zero") and not figure.parts
    )


def _quantiles(
    labels: Sequence[str], figures: Mapping[tuple[int, int], Figure], axis: int, *, beside: bool = False
) -> dict[int, str]:
    """Kinds of lines whose labels are shares: 0, 0.25, 50%; one alone only ``beside`` other statistics. Whole
    figures that do not rise along them may be counts of categories such as doses, and 0 and 1 alone are
    categories.
    """
    found = {
        line: kind for line, label in enumerate(labels) if (kind := quantile_kind(label.split(" / ")[-1]))
    }
    inner = "position" in found.values()
    if not inner and not all("%" in labels[line] for line in found):
        return {}
    if len(found) < 2:
        return found if beside or all("%" in labels[line] for line in found) else {}
    across: dict[int, list[Figure]] = {}
    for at, figure in figures.items():
        if at[axis] in found and figure.status == "value":
            across.setdefault(at[1 - axis], []).append(figure)
    cells = [figure for line in across.values() for figure in line]
    if any(figure.parts for figure in cells):
        return {}
    if not all(map(_is_count, cells)):
        return found
    return found if inner and len(across) > 1 and all(map(_never_falls, across.values())) else {}


def _never_falls(figures: Sequence[Figure]) -> bool:
    values = [figure.value for figure in figures if figure.value is not None]
    return all(b >= a for a, b in pairwise(values))


def _are_statistics(rows: Sequence[str]) -> bool:
    """Whether rows are the statistics of a description: three or more, most rows, of several kinds."""
    found = [kind for label in rows if (kind := _statistic(label))]
    most = len(found) > 2 and len(found) * 2 > len(rows)
    return most and len({*found}) > 1 and bool({*found} & {*_AMOUNTS})


def _statistic(label: str) -> str | None:
    last = label.split(" / ")[-1]
    return statistic_of(last) or quantile_kind(last)


def _row_kinds(
    rows: Sequence[str], figures: Mapping[tuple[int, int], Figure], estimated: bool
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Rows that are statistics, where at least two of them are named and differ: N, Mean, SD; or all rows are
    quantiles.
    """
    named = _without_twofold(rows, [_of_row(label) for label in rows], figures, 0, estimated=estimated)
    found = {kind for kind in named if kind is not None}
    if found & {"mean", "sd", "position", "endpoint"}:
        named = [
            kind or quantile_kind(label.split(" / ")[-1]) for kind, label in zip(named, rows, strict=True)
        ]
    elif not found:
        quantiles = _quantiles(rows, figures, axis=0)
        named = [quantiles.get(row) for row in range(len(rows))] if len(quantiles) == len(rows) else named
        yield from ((row, (kind,)) for row, kind in enumerate(named) if kind is not None)
        return
    found = {kind for kind in named if kind is not None}
    if len(found) < 2 or not found & set(_AMOUNTS):
        return
    width = 1 + max((column for _, column in figures), default=0)
    for row, kind in enumerate(named):
        places = ((row, column) for column in range(width))
        values = [one for at in places if (one := figures.get(at)) and one.status == "value"]
        settled = _settled(kind, values)
        if settled is not None and not any(figure.parts for figure in values):
            yield row, (settled,)


def _of_row(label: str) -> str | None:
    last = label.split(" / ")[-1]
    kind = None if quantile_kind(last) else kind_of(last)
    return kind if kind in _PARTS or statistic_of(last) else None


def _composite_rows(
    rows: Sequence[str], columns: Sequence[str], figures: Mapping[tuple[int, int], Figure], about: str
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Rows of cells with several figures: a kind for each by the label, else by their form where no heading
    says one.
    """
    cells: dict[int, list[Figure]] = {}
    for (row, _), figure in figures.items():
        if len(figure.parts) > 1:
            cells.setdefault(row, []).append(figure)
    headed = any(kind in _PARTS for label in columns for kind in kinds_in(_last_words(label)))
    for row, found in cells.items():
        number = max(len(figure.parts) for figure in found)
        words = [kind for kind in kinds_in(_last_words(rows[row])) if kind in _PARTS]
        if words == ["percent"] and number == 2 and _are_counts_with_shares(row, rows, figures):
            yield row, ("count", "percent")
        elif words:
            yield row, _parts_of(words, number)
        elif not headed and not _may_be_shares(found):
            position = kind_of(about) == "position" or "median" in about.lower()
            yield row, ("position",) * number if position else ("mean", *("sd",) * (number - 1))


def _are_counts_with_shares(row: int, rows: Sequence[str], figures: Mapping[tuple[int, int], Figure]) -> bool:
    """Whether the cells of a row are counts with their percentages of the only row n: 1200 (60.0) of 2000."""
    sizes = [at for at, label in enumerate(rows) if statistic_of(label.split(" / ")[-1]) == "count"]
    cells = [(column, figure.parts) for (at, column), figure in figures.items() if at == row and figure.parts]
    if len(sizes) != 1:
        return False
    for column, (count, share) in cells:
        size = figures.get((sizes[0], column))
        if not (size and size.value and count.value is not None and share.value is not None):
            return False
        half = Decimal(1).scaleb(-share.decimals) / 2
        if not _is_count(count) or abs(_HUNDRED * count.value / size.value - share.value) > half:
            return False
    return True


def _may_be_shares(figures: Sequence[Figure]) -> bool:
    """Whether cells may be counts with their percentages: a (b), a/n (b); never a (b, c)."""
    return all(
        figure.parts[0].value is not None
        and figure.parts[0].value == figure.parts[0].value.to_integral_value()
        and (len(figure.parts) < 3 or "/" in figure.shown)
        for figure in figures
    )


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
    """Whether every one of these lines, two and more, adds up to 100."""
    return len(values) > 1 and add_up(values, 100)


def add_up(values: Sequence[Sequence[Figure]], whole: int) -> bool:
    """Whether every one of these lines adds up to a number, within half a unit of the last decimal."""
    if any(len(line) < 2 for line in values):
        return False
    for line in values:
        numbers = [figure.value for figure in line if figure.value is not None and figure.value >= 0]
        if len(numbers) < len(line):
            return False
        unit = Decimal(1).scaleb(-max(figure.decimals for figure in line))
        if abs(sum(numbers, Decimal(-whole))) > len(line) * unit / 2:
            return False
    return True
