"""Counts: few persons, and cells that hold all or nearly all of a row or column."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from sdc_desktop.engine.submission.finding.closed_words import is_roman, statistic_of
from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.totals import Total
from sdc_desktop.engine.submission.finding.words import is_subset, is_total_label, kind_of
from sdc_desktop.engine.submission.judging.rules import Rules, Spot, change, look, refuse
from sdc_desktop.engine.submission.sheets import MASKED, whole_number

_YEARS = (1900, 2100)
_SIZES = ("N", "n", "Obs", "Obs.", "obs", "Base", "Basis")
_MOST_PERCENT = Decimal("100.1")  # as rounded shares are added up


def judge_counts(table: FoundTable, rules: Rules) -> Iterator[Spot]:
    """Findings on the counts of a table."""
    counts = dict(_counts(table))
    for (row, column), figure in counts.items():
        value = figure.value
        if value is None:
            continue
        if figure.flags & MASKED:
            yield refuse("hidden_by_format", row, column, shown=figure.shown)
        if table.rounded and not figure.parts:
            continue
        if rules.is_few(float(value)):
            yield change("low_count", row, column, number=int(value), threshold=rules.threshold)
        elif not value and rules.zeros == "unsafe":
            yield change("low_count", row, column, number=0, threshold=rules.threshold)
    if table.rounded and table.rounded < rules.round_base:
        for row, column in counts:
            yield change("rounding_base", row, column, base=table.rounded, least=rules.round_base)
    if rules.zeros != "safe" and not table.rounded:
        yield from _classes(table, counts, rules)
    if not table.rounded:
        for axis, (totals, labels) in enumerate(
            ((table.row_totals, table.rows), (table.column_totals, table.columns))
        ):
            if not totals:
                yield from _left_out(counts, labels, axis, rules)
        yield from _beside_subsets(table, counts, rules)
    yield from _cumulative(table, rules)
    for (row, column), figure in table.figures.items():
        if (figure.worded == "word" or is_roman(figure.shown)) and table.kinds_at(row, column)[0] == "count":
            yield look("number_word", row, column, shown=figure.shown)


def _left_out(
    counts: Mapping[tuple[int, int], Figure], labels: Sequence[str], axis: int, rules: Rules
) -> Iterator[Spot]:
    """An only total that has few more than all lines beside it: a line that is not shown is few."""
    named = [line for line, label in enumerate(labels) if is_total_label(label.split(" / ")[-1])]
    if len(named) != 1:
        return
    for across in sorted({at[1 - axis] for at in counts}):
        values = {at[axis]: counts[at].value for at in counts if at[1 - axis] == across}
        total = values.pop(named[0], None)
        if total is None or not values or len(values) < len(labels) - 1:
            continue
        rest = total - sum((value for value in values.values() if value is not None), Decimal(0))
        if rules.is_few(float(rest)):
            at = (named[0], across) if axis == 0 else (across, named[0])
            yield change("rest_of_few", *at, number=int(rest), threshold=rules.threshold)


def _beside_subsets(
    table: FoundTable, counts: Mapping[tuple[int, int], Figure], rules: Rules
) -> Iterator[Spot]:
    """Cells that are few more than a part of them: a row `of these` below it, the only column beside N."""
    whole = 0
    pairs: list[tuple[tuple[int, int], tuple[int, int]]] = []
    columns = sorted({column for _, column in counts})
    for row, label in enumerate(table.rows):
        if is_subset(label.split(" / ")[-1]):
            pairs += (((whole, column), (row, column)) for column in columns)
        else:
            whole = row
    sizes = [column for column in columns if table.columns[column].split(" / ")[-1].strip() in _SIZES]
    others = [column for column in columns if not statistic_of(table.columns[column].split(" / ")[-1])]
    if len(columns) == 2 and len(sizes) == len(others) == 1:
        pairs += (((row, sizes[0]), (row, others[0])) for row in range(len(table.rows)))
    for size, part in pairs:
        if size == part or size not in counts or part not in counts:
            continue
        rest = (counts[size].value or 0) - (counts[part].value or 0)
        if rules.is_few(float(rest)):
            yield look("rest_of_few", *size, number=int(rest), threshold=rules.threshold)


def _counts(table: FoundTable) -> Iterator[tuple[tuple[int, int], Figure]]:
    """The counts of a table, of cells with several figures the first that is one."""
    for (row, column), figure in table.figures.items():
        if figure.status not in ("value", "zero"):
            continue
        for kind, part in table.parts_at(row, column):
            if kind == "count" and part.value is not None:
                yield (row, column), part._replace(flags=figure.flags, parts=figure.parts)
                break


def _classes(table: FoundTable, counts: Mapping[tuple[int, int], Figure], rules: Rules) -> Iterator[Spot]:
    """Cells with all, or a large share, of a total that they are part of."""
    worst: dict[tuple[int, int], tuple[Decimal, Decimal]] = {}
    for at, share, total in _shares(table, counts):
        if share > worst.get(at, (Decimal(0), Decimal(0)))[0]:
            worst[at] = share, total
    for (row, column), (share, total) in worst.items():
        percent = round(float(100 * share), 1)
        if share >= Decimal(str(rules.class_share)) / 100:
            yield change("class_100", row, column, share=percent, total=int(total))
        elif share >= Decimal(str(rules.group_share)) / 100:
            yield look("class_share", row, column, share=percent, total=int(total))


def _shares(
    table: FoundTable, counts: Mapping[tuple[int, int], Figure]
) -> Iterator[tuple[tuple[int, int], Decimal, Decimal]]:
    rows = sorted({row for row, _ in counts})
    columns = sorted({column for _, column in counts})
    for column in columns:
        for total, parts in _groups(table.row_totals, rows, table.rows):
            yield from _of_group(
                counts, [(row, column) for row in parts], None if total is None else (total, column)
            )
    if _are_years([table.columns[column] for column in columns]):
        return
    groups = list(_groups(table.column_totals, list(_dividing(table, columns)), table.columns))
    for row in rows:
        for total, parts in groups:
            yield from _of_group(
                counts, [(row, column) for column in parts], None if total is None else (row, total)
            )


def _dividing(table: FoundTable, columns: Sequence[int]) -> Iterator[int]:
    """The columns of counts that are categories: not a base N beside other statistics, and no statistic
    beside another one: at risk, events.
    """
    lasts = [label.split(" / ")[-1] for label in table.columns]
    several = len({label.casefold() for label in lasts if statistic_of(label)}) > 1
    mixed = bool(set(table.kinds) - {"count"}) and not table.row_kinds
    for column in columns:
        last = lasts[column]
        if not (several and statistic_of(last)) and not (mixed and kind_of(last) == "count"):
            yield column


def _groups(
    totals: Sequence[Total], lines: Sequence[int], labels: Sequence[str]
) -> Iterator[tuple[int | None, Sequence[int]]]:
    """Totals with their parts; without any all lines together."""
    used = [(one.line, [part for part in one.parts if part in lines]) for one in totals]
    yield from ((total, parts) for total, parts in used if parts)
    if not used and len(lines) > 1 and not _are_years([labels[line] for line in lines]):
        yield None, lines


def _of_group(
    counts: Mapping[tuple[int, int], Figure], parts: Sequence[tuple[int, int]], total: tuple[int, int] | None
) -> Iterator[tuple[tuple[int, int], Decimal, Decimal]]:
    known = [(at, counts[at].value) for at in parts if at in counts]
    whole = counts[total].value if total is not None and total in counts else None
    if whole is None:
        if len(known) < 2 or (total is not None and len(known) < len(parts)):
            return
        whole = sum((value for _, value in known if value is not None), Decimal(0))
    if whole <= 0 or len(parts) < 2:
        return
    for at, value in known:
        if value:
            yield at, min(value / whole, Decimal(1)), whole


def _are_years(labels: Sequence[str]) -> bool:
    lasts = [label.split(" / ")[-1].strip() for label in labels]
    years = [label for label in lasts if _YEARS[0] <= (whole_number(label) or 0) <= _YEARS[1]]
    return len(years) >= 2 and len(years) >= len(lasts) - 1


def _cumulative(table: FoundTable, rules: Rules) -> Iterator[Spot]:
    """Cumulative counts: the steps between lines are counts."""
    for column, kind in enumerate(table.kinds):
        if kind != "cumulative" or _has_decimals(table, column):
            continue
        last = None
        for row in range(len(table.rows)):
            figure = table.figure(row, column)
            value = None if figure is None else figure.value
            if (
                value is None
                or value != value.to_integral_value()
                or value < 0
                or figure is None
                or figure.percent
            ):
                last = None
                continue
            step = value - last if last is not None else value
            if rules.is_few(abs(float(step))):
                yield change("low_count", row, column, number=int(abs(step)), threshold=rules.threshold)
            last = value


def _has_decimals(table: FoundTable, column: int) -> bool:
    """Whether a column is of cumulative percentages: none above 100, some with decimals or a sign."""
    figures = [figure for at, figure in table.figures.items() if at[1] == column and figure.value is not None]
    small = all(figure.value is not None and figure.value <= _MOST_PERCENT for figure in figures)
    return small and any(figure.decimals or figure.percent for figure in figures)
