"""Percentages, means, sums, positions, spreads and other statistics, by the counts behind them."""

import re
from collections.abc import Callable, Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.kinds import add_up
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.words import is_total_label, kind_of, quantile_of, rate_base
from sdc_desktop.engine.submission.judging.behind import SUPPRESSED, Behind, Count
from sdc_desktop.engine.submission.judging.dominance import concentration, judged_as_published
from sdc_desktop.engine.submission.judging.rules import Rules, Spot, change, look, refuse
from sdc_desktop.engine.submission.judging.shares import half_unit, numerators, smallest_base
from sdc_desktop.engine.submission.sheets import MASKED

_AMOUNTS = ("mean", "sum", "magnitude", "weighted")
_SPREAD = ("sd", "p_value", "correlation")
_HUNDRED = Decimal(100)
_QUARTER = 0.25
_MOST_BASES = 50
_FEW_SHARES, _FEW_WHOLE_SHARES = 2, 5  # percentages that are hardly shares of few by chance
_HERFINDAHL, _MOST_PERCENT = 10_000, 100
_OTHER_SPREAD = re.compile(
    r"\b(?:std\.? ?)?err(?:or)?s?\b|\bs\.?e\.?\b|standard ?err|standardfehler|\bvar|varianz|variation|\bcv\b"
    r"|skew|kurt|schiefe|\bci\b|\bki\b|conf|konf|margin",
    re.IGNORECASE,
)
_SHAPES = re.compile(r"skew|kurt|schiefe|\bci\b|\bki\b|conf|konf", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{2,}")
_OF_SPREAD = frozenset(
    ("sd", "std", "dev", "stdev", "standard", "deviation", "standardabweichung", "of", "in", "der", "des")
)


class Amounts:
    """Findings on the figures of a table that are no counts."""

    def __init__(
        self,
        table: FoundTable,
        behind: Behind,
        rules: Rules,
        exact: Callable[[int, int], str | None] = lambda row, column: None,
    ) -> None:
        self._table, self._behind, self._rules, self._exact = table, behind, rules, exact
        self._places: dict[tuple[str, int], int] = {}
        self._of_few: dict[int, bool] = {}
        self._sd_columns = [column for column, kind in enumerate(table.kinds) if kind == "sd"]
        self._sd_rows = [row for row, kinds in table.row_kinds.items() if kinds == ("sd",)]

    def judge(self) -> Iterator[Spot]:
        """Findings, cell by cell, then those on lines of percentages without a base."""
        missing: dict[int, list[tuple[int, Figure]]] = {}
        for row, column in self._table.figures:
            for place, (kind, figure) in enumerate(self._table.parts_at(row, column)):
                if kind == "endpoint" and figure.status == "text":  # the value that pandas calls top
                    yield from self._other(kind, row, column, place, figure)
                if figure.value is None or figure.status != "value":
                    continue
                if kind == "percent":
                    spots = tuple(self._percent(row, column, figure))
                    if any(spot.code == "base_missing" for spot in spots):
                        missing.setdefault(row, []).append((column, figure))
                    yield from (spot for spot in spots if spot.code != "base_missing")
                else:
                    yield from self._other(kind, row, column, place, figure)
                if figure.flags & MASKED and kind != "count":
                    yield refuse("hidden_by_format", row, column, shown=figure.shown)
        for row, figures in missing.items():
            yield from self._without_base(row, figures)

    def _other(self, kind: str, row: int, column: int, place: int, figure: Figure) -> Iterator[Spot]:
        if kind in _AMOUNTS:
            yield from self._amount(kind, row, column, figure)
        elif kind == "endpoint":
            yield (change if self._rules.endpoints == "change" else look)("endpoint", row, column)
        elif kind == "position":
            yield from self._position(row, column, place)
        elif kind in _SPREAD:
            yield from self._spread(kind, row, column, figure)
        elif kind == "rate":
            yield from self._rate(row, column, figure)
        elif kind in ("gini", "mode"):
            yield from self._few(kind, row, column)
        elif kind == "concentration":
            yield from self._concentration(row, column, figure)
        elif kind == "cumulative" and not _is_whole(figure) and "count" not in self._table.kinds:
            yield from self._few("percent", row, column)

    # percentages -----------------------------------------------------------------------------------------

    def _percent(self, row: int, column: int, figure: Figure) -> Iterator[Spot]:
        rules, value = self._rules, figure.value or Decimal(0)
        base = self._behind.of(row, column)
        count = self._numerator(row, column)
        if rules.zeros == "safe" or self._is_whole(row, column):
            pass  # groups may be whole, as for counts
        elif value >= Decimal(str(rules.class_share)):
            yield change("class_100", row, column, share=float(value), total=base.high if base else 0)
        elif value >= Decimal(str(rules.group_share)):
            yield look("class_share", row, column, share=float(value), total=base.high if base else 0)
        if base is None and count is None:
            yield look("base_missing", row, column)
            return
        if base is not None and base.source == SUPPRESSED:
            yield change("count_suppressed", row, column, where=base.where)
            return
        decimals = self._decimals(row, column, figure)
        if base is not None and base.source == "companion" and self._are_of_few(column):
            least = smallest_base([(value, decimals)])
            yield look("base_missing", row, column, number=least)
        if base is None:
            if count is not None and rules.is_few(count):
                yield change("percent_of_few", row, column, number=count, threshold=rules.threshold)
            rest = _rests(value, decimals, count or 0)
            if rest and all(rules.is_few(number) for number in rest):
                yield change("percent_rest_few", row, column, number=rest[0], threshold=rules.threshold)
            return
        found = list(_fitting(value, decimals, base, count))
        if not found:
            if 0 < base.high < rules.threshold:
                yield change("percent_of_few", row, column, number=base.high, threshold=rules.threshold)
            else:
                yield look("base_differs", row, column, number=base.high)
            return
        few = [k for k, _ in found if rules.is_few(k)]
        rest = [n - k for k, n in found if rules.is_few(n - k)]
        if few:
            yield change("percent_of_few", row, column, number=few[0], threshold=rules.threshold)
        elif 0 < base.high < rules.threshold:
            yield change("percent_of_few", row, column, number=base.high, threshold=rules.threshold)
        if len(rest) == len(found):
            yield change("percent_rest_few", row, column, number=rest[0], threshold=rules.threshold)

    def _are_of_few(self, column: int) -> bool:
        """Whether all percentages of a column are shares of few: a base in another table may count others."""
        if column not in self._of_few:
            figures = [
                figure
                for (row, at), figure in self._table.figures.items()
                if at == column and row not in self._table.row_kinds and figure.value is not None
            ]
            decimals = max((figure.decimals for figure in figures), default=0)
            bases = [smallest_base([(figure.value or Decimal(0), decimals)]) for figure in figures]
            enough = len(figures) >= (_FEW_SHARES if decimals else _FEW_WHOLE_SHARES)
            self._of_few[column] = enough and all(
                base is not None and base < self._rules.threshold for base in bases
            )
        return self._of_few[column]

    def _is_whole(self, row: int, column: int) -> bool:
        """Whether a percentage is the total of those above or beside it, which add up to 100."""
        table = self._table
        if is_total_label(table.rows[row].split(" / ")[-1]):
            line = [figure for at, figure in table.figures.items() if at[1] == column and at[0] != row]
        elif is_total_label(table.columns[column].split(" / ")[-1]):
            line = [figure for at, figure in table.figures.items() if at[0] == row and at[1] != column]
        else:
            return False
        return add_up([line], int(_HUNDRED))

    def _decimals(self, row: int, column: int, figure: Figure) -> int:
        """Decimals of a figure: those of its line, where it is stored without them (0, 100)."""
        if len(self._table.parts_at(row, column)) > 1:
            return figure.decimals
        line = ("row", row) if row in self._table.row_kinds else ("column", column)
        if line not in self._places:
            axis = line[0] == "column"
            figures = (f for at, f in self._table.figures.items() if at[axis] == line[1] and not f.parts)
            self._places[line] = max((f.decimals for f in figures), default=0)
        return max(figure.decimals, self._places[line])

    def _numerator(self, row: int, column: int) -> int | None:
        """The count beside a percentage: in a column of its own, or in the same cell."""
        for kind, part in self._table.parts_at(row, column):
            if kind == "count" and part.value is not None and _is_whole(part):
                return int(part.value)
        return self._behind.numerator(row, column)

    def _rate(self, row: int, column: int, figure: Figure) -> Iterator[Spot]:
        """A rate per 1,000 or more: the counts that it can be of its base."""
        base, per = self._behind.of(row, column), rate_base(self._label(row, column))
        low, high = (Decimal(str(end)) for end in self._range(row, column, figure))
        if base is None:
            if not self._is_of_counts(row, low / per, high / per):
                yield look("base_missing", row, column)
        elif base.source == SUPPRESSED:
            yield change("count_suppressed", row, column, where=base.where)
        else:
            least = int((low * base.low / per).to_integral_value(ROUND_CEILING))
            most = int((high * base.high / per).to_integral_value(ROUND_FLOOR))
            number = max(least, 1)
            if least > most:
                yield look("base_differs", row, column, number=base.high)
            elif number <= most and self._rules.is_few(number):
                about = {"number": number, "base": base.high, "threshold": self._rules.threshold}
                yield change("rate_of_few", row, column, **about)

    def _label(self, row: int, column: int) -> str:
        """The label that says the kind of a figure."""
        table = self._table
        label = table.rows[row] if row in table.row_kinds else table.columns[column]
        return label if kind_of(label) == "rate" else table.title

    def _is_of_counts(self, row: int, low: Decimal, high: Decimal) -> bool:
        """Whether a rate is of two counts beside it, which are judged as such."""
        table = self._table
        counts = [
            figure.value
            for column, kind in enumerate(table.kinds)
            if kind == "count" and (figure := table.figure(row, column)) is not None and figure.value
        ]
        return any(low <= a / b <= high for a in counts for b in counts if a < b)

    def _without_base(self, row: int, figures: list[tuple[int, Figure]]) -> Iterator[Spot]:
        base = smallest_base([(f.value or Decimal(0), f.decimals) for _, f in figures])
        for column, _ in figures:
            yield look("base_missing", row, column, number=base)

    # means, sums and others ------------------------------------------------------------------------------

    def _amount(self, kind: str, row: int, column: int, figure: Figure) -> Iterator[Spot]:
        count = self._behind.of(row, column)
        if count is None:
            yield look("count_missing", row, column, kind=kind)
            return
        if count.source == SUPPRESSED:
            yield change("count_suppressed", row, column, where=count.where)
            return
        if self._is_few(count):
            yield change(f"{kind}_of_few", row, column, number=count.high, threshold=self._rules.threshold)
            return
        if count.low < self._rules.threshold:
            yield look("count_unsure", row, column, number=count.low, most=count.high)
        if kind == "weighted":
            return
        answer = self._dominance(kind, row, column, figure, count)
        if answer == "broken":
            yield change("dominance", row, column)
        elif answer == "unknown":
            yield look("dominance_unknown", row, column)

    def _dominance(self, kind: str, row: int, column: int, figure: Figure, count: Count) -> str:
        known = self._exact(row, column)
        if known is not None:
            return known
        sd = self._sd(row, column)
        if sd is None or figure.value is None or count.low != count.high or kind == "magnitude":
            return "unknown"
        number = count.low if kind == "sum" else 1
        low, high = self._range(row, column, figure)
        return judged_as_published(count.low, (low / number, high / number), sd, self._rules)

    def _range(self, row: int, column: int, figure: Figure) -> tuple[float, float]:
        """From and to which value a figure is rounded."""
        value, half = figure.value or Decimal(0), half_unit(self._decimals(row, column, figure))
        return float(value - half), float(value + half)

    def _sd(self, row: int, column: int) -> tuple[float, float] | None:
        """The standard deviation beside a mean, from and to: in its cell, or the only one beside an only mean
        whose label names no other variable.
        """
        table = self._table
        parts = table.parts_at(row, column)
        label = f"{table.rows[row]} {table.columns[column]}"
        for kind, part in parts:
            if kind == "sd" and part.value is not None and len(parts) == 2 and _is_deviation(label):
                return self._range(row, column, part)
        levels = table.column_levels
        same = [c for c in self._sd_columns if levels[c][:-1] == levels[column][:-1]]
        alike = [c for c, kind in enumerate(table.kinds)
                 if kind == table.kinds[column] and levels[c][:-1] == levels[column][:-1]]  # fmt: skip
        figure = None
        if len(same) == 1 and _is_of(table.columns[same[0]], table.columns[column], only=len(alike) == 1):
            figure = table.figure(row, same[0])
            column = same[0]
        elif len(self._sd_rows) == 1 and row in table.row_kinds:
            other = self._sd_rows[0]
            equal = [r for r, kinds in table.row_kinds.items() if kinds == table.row_kinds[row]]
            if _is_of(table.rows[other], table.rows[row], only=len(equal) == 1):
                figure = table.figure(other, column)
                row = other
        return None if figure is None or figure.value is None else self._range(row, column, figure)

    def _position(self, row: int, column: int, place: int) -> Iterator[Spot]:
        count, rules = self._behind.of(row, column), self._rules
        if count is None:
            yield look("count_missing", row, column, kind="position")
            return
        if count.source == SUPPRESSED:
            yield change("count_suppressed", row, column, where=count.where)
            return
        if self._is_few(count):
            yield change("position_of_few", row, column, number=count.high, threshold=rules.threshold)
            return
        share = self._quantile(row, column, place)
        exact = Decimal(str(share))
        if count.low * min(exact, 1 - exact) < rules.tail:
            figures = {"number": count.low, "share": round(100 * share, 1), "tail": rules.tail}
            yield change("position_tail", row, column, **figures)

    def _quantile(self, row: int, column: int, place: int) -> float:
        """The share of values below a position; a quarter where the label names no single one."""
        several = len(self._table.parts_at(row, column)) > 1
        if several:
            return 0.5 if place == 0 and "median" in self._table.rows[row].lower() else _QUARTER
        label = self._table.rows[row] if row in self._table.row_kinds else self._table.columns[column]
        share = quantile_of(label)
        if share is None and row not in self._table.row_kinds:
            share = quantile_of(self._table.title)
        return _QUARTER if share is None else share

    def _spread(self, kind: str, row: int, column: int, figure: Figure) -> Iterator[Spot]:
        count, rules = self._behind.of(row, column), self._rules
        if kind == "correlation" and row != column and abs(figure.value or 0) == 1:
            yield change("low_dof", row, column, dof=0, least=rules.dof)
        if count is None:
            yield look("count_missing", row, column, kind=kind)
        elif count.source == SUPPRESSED:
            yield change("count_suppressed", row, column, where=count.where)
        elif self._is_few(count):
            yield change(f"{kind}_of_few", row, column, number=count.high, threshold=rules.threshold)
        elif (freedom := count.low - (2 if kind == "correlation" else 1)) < rules.dof:
            yield change("low_dof", row, column, dof=freedom, least=rules.dof)
        label = self._table.rows[row] if row in self._table.row_kinds else self._table.columns[column]
        if kind == "sd" and figure.value == 0 and _SHAPES.search(label) is None:
            yield change("class_100", row, column, share=100.0, total=count.high if count else 0)

    def _few(self, kind: str, row: int, column: int) -> Iterator[Spot]:
        count = self._behind.of(row, column)
        if count is None:
            yield look("count_missing", row, column, kind=kind)
        elif count.source == SUPPRESSED:
            yield change("count_suppressed", row, column, where=count.where)
        elif self._is_few(count):
            yield change(f"{kind}_of_few", row, column, number=count.high, threshold=self._rules.threshold)
        elif kind == "mode":
            yield look("count_missing", row, column, kind=kind)  # the share of the modal value

    def _concentration(self, row: int, column: int, figure: Figure) -> Iterator[Spot]:
        low, high = self._range(row, column, figure)
        scale = 1 if high <= 1 else _HERFINDAHL  # between are shares in per cent, or indices of very many
        is_index = low >= 0 and (high <= 1 or low > _MOST_PERCENT) and high <= scale
        answer = concentration(low / scale, high / scale, self._rules) if is_index else "unknown"
        if answer == "broken":
            yield change("dominance", row, column)
        elif answer == "unknown":
            yield look("dominance_unknown", row, column)

    def _is_few(self, count: Count) -> bool:
        """Whether a count is certainly few. None at all behind a figure cannot be."""
        return count.high < self._rules.threshold


def _fitting(value: Decimal, decimals: int, base: Count, count: int | None) -> Iterator[tuple[int, int]]:
    """The pairs of a numerator and a base that fit a percentage."""
    most = min(base.high, base.low + _MOST_BASES)  # of a rounded base
    for n in range(max(base.low, 1), most + 1):
        if count is not None:
            if count <= n:
                yield count, n
            continue
        found = numerators(value, decimals, n)
        if found is not None:
            yield from ((k, n) for k in {found[0], found[1]})


def _rests(value: Decimal, decimals: int, count: int) -> list[int]:
    """What is left of each base that gives a count this percentage; none where any base may."""
    half = half_unit(decimals)
    if not count or value <= half:
        return []
    low = (_HUNDRED * count / (value + half)).to_integral_value(ROUND_CEILING)
    high = (_HUNDRED * count / (value - half)).to_integral_value(ROUND_FLOOR)
    return [n - count for n in range(max(int(low), count), min(int(high), int(low) + _MOST_BASES) + 1)]


def _is_whole(figure: Figure) -> bool:
    return figure.value is not None and figure.value == figure.value.to_integral_value()


def _is_deviation(label: str) -> bool:
    """Whether a label names the standard deviation itself, and not an error, a variance or a shape."""
    return _OTHER_SPREAD.search(label) is None


def _is_of(deviation: str, mean: str, *, only: bool) -> bool:
    """Whether a label names the standard deviation beside a mean: no other variable, and this one where there
    are several means.
    """
    own = {word.casefold() for word in _WORDS.findall(deviation)} - _OF_SPREAD
    of_mean = {word.casefold() for word in _WORDS.findall(mean)}
    return _is_deviation(deviation) and own <= of_mean and (only or bool(own))
