"""Model results, survival tables, ratios and concentration curves."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.models import Model
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.words import is_at_risk
from sdc_desktop.engine.submission.judging.behind import Behind
from sdc_desktop.engine.submission.judging.rules import Rules, Spot, change, look
from sdc_desktop.engine.submission.judging.shares import half_unit

_EVENTS = re.compile(
    r"events?\b|deaths?\b|\bobserved\b|fail(?:ed|ures?)?\b|ereignisse|todesfälle|\bd\b", re.IGNORECASE
)
_CENSORED = re.compile(r"censor|lost|withdraw|zensiert", re.IGNORECASE)
_DUMMY = re.compile(r"^C\(|\[T\.|\d+[bo]?\.\w+|^i\.|_cat\b|factor\(", re.IGNORECASE)
_INTERACTION = re.compile(r"[#:×*]|\bx\b")
_CONSTANT = re.compile(r"^\(?_?(?:cons(?:t(?:ant)?)?|intercept)\)?$", re.IGNORECASE)
_CUT = re.compile(r"^/?cut\d|^sigma|^/ln|^lambda|^rho", re.IGNORECASE)


@dataclass(frozen=True)
class TwoByTwo:
    """Four counts of two groups by two outcomes, and the table that has them."""

    counts: tuple[int, int, int, int]
    table: str
    corners: tuple[tuple[int, int], ...] = ()


# models ---------------------------------------------------------------------------------------------------


def judge_coefficients(table: FoundTable, model: Model | None, rules: Rules) -> Iterator[Spot]:
    """Degrees of freedom behind coefficients, and models that are no more than a table."""
    if model is None or model.freedom is None:
        yield look("count_missing", -1, -1, kind="coefficient")
    elif model.freedom < rules.dof:
        yield change("low_dof", -1, -1, dof=model.freedom, least=rules.dof)
    names = [name for name in table.rows if not _CONSTANT.match(name) and not _CUT.match(name)]
    categories = [name for name in names if _DUMMY.search(name)]
    if names and len(categories) == len(names) and any(_INTERACTION.search(name) for name in names):
        yield look("saturated", -1, -1, number=len(names))


def judge_model(model: Model, rules: Rules) -> Iterator[Spot]:
    """The degrees of freedom of a model's summary."""
    if model.residuals:
        yield look("endpoint", -1, -1)
    if model.residuals and model.n is None and model.freedom is None:
        return  # its summary is a part of its own
    if model.freedom is None and not model.is_size and (model.n is None or model.n >= rules.threshold):
        yield look("count_missing", -1, -1, kind="coefficient")
    elif model.freedom is not None and model.freedom < rules.dof:
        yield change("low_dof", -1, -1, dof=model.freedom, least=rules.dof)
    if model.n is not None and rules.is_few(model.n):
        yield change("low_count", -1, -1, number=model.n, threshold=rules.threshold)


# survival -------------------------------------------------------------------------------------------------


def judge_survival(table: FoundTable, rules: Rules) -> Iterator[Spot]:
    """Steps of few: events, events and censored up to the next line, and persons at risk."""
    at_risk = next((place for place, label in enumerate(table.columns) if is_at_risk(label)), None)
    events = _column(table, _EVENTS, but=at_risk)
    censored = _column(table, _CENSORED, but=at_risk)
    few = rules.survival
    if at_risk is None:
        return
    if events is None:
        yield look("count_missing", -1, -1, kind="survival")
    lines = range(len(table.rows))
    risk = {row: _number(table, row, at_risk) for row in lines}
    for row in lines:
        found = {
            "events": None if events is None else _number(table, row, events),
            "censored": None if censored is None else _number(table, row, censored),
            "at_risk": risk[row],
            "step": _step(risk, row),
        }
        smallest = {name: number for name, number in found.items() if number is not None and 0 < number < few}
        if smallest:
            name = min(smallest, key=lambda key: (smallest[key], key))
            yield change("step_of_few", row, at_risk if name in ("at_risk", "step") else events or at_risk,
                         number=smallest[name], threshold=few, what=name)  # fmt: skip


def _step(risk: "dict[int, int | None]", row: int) -> int | None:
    """Events and censored up to the next line with a number; of the last line nothing follows."""
    here = risk.get(row)
    following = next((risk[later] for later in sorted(risk) if later > row and risk[later] is not None), None)
    return None if here is None or following is None else here - following


def _column(table: FoundTable, pattern: re.Pattern[str], but: int | None = None) -> int | None:
    return next(
        (place for place, label in enumerate(table.columns) if place != but and pattern.search(label)), None
    )


def _number(table: FoundTable, row: int, column: int) -> int | None:
    figure = table.figure(row, column)
    return None if figure is None or figure.value is None else int(figure.value)


# ratios ---------------------------------------------------------------------------------------------------


def judge_ratios(table: FoundTable, rules: Rules, offered: Sequence[TwoByTwo]) -> Iterator[Spot]:
    """Every cell of the two-by-two behind an odds, risk or hazard ratio."""
    for row, column in table.figures:
        for place, (kind, figure) in enumerate(table.parts_at(row, column)):
            if kind != "ratio" or figure.value is None or place:
                continue
            yield from _judged(row, column, figure, [*_of_row(table, row), *offered], rules)


def _judged(
    row: int, column: int, figure: Figure, offered: Sequence[TwoByTwo], rules: Rules
) -> Iterator[Spot]:
    fitting = [one for one in offered if fits_ratio(one.counts, figure)]
    if not fitting:
        yield look("count_missing", row, column, kind="ratio")
        return
    few = [number for number in fitting[0].counts if rules.is_few(number)]
    if few:
        yield change(
            "ratio_of_few", row, column, number=min(few), threshold=rules.threshold, table=fitting[0].table
        )
    elif any(rules.is_few(number) for one in fitting for number in one.counts):
        yield look("count_missing", row, column, kind="ratio")  # another one gives the same figure
    if 0 in fitting[0].counts:
        yield change("class_100", row, column, share=100.0, total=sum(fitting[0].counts))


def fits_ratio(counts: tuple[int, int, int, int], figure: Figure) -> bool:
    """Whether a printed figure is the odds ratio or the risk ratio of a two-by-two, either way round."""
    a, b, c, d = (Decimal(number) for number in counts)
    value, half = figure.value or Decimal(0), half_unit(figure.decimals)
    ratios = []
    if b * c:
        ratios.append(a * d / (b * c))
    if (a + b) * (c + d) * c:
        ratios.append((a / (a + b)) / (c / (c + d)))
    ratios += [1 / ratio for ratio in ratios if ratio]
    return any(abs(ratio - value) <= half + Decimal("1e-9") for ratio in ratios)


def _of_row(table: FoundTable, row: int) -> Iterator[TwoByTwo]:
    """Four counts in the line of a ratio: of two groups events and others, or events of all."""
    numbers: list[int] = []
    for column in range(len(table.columns)):
        for kind, part in table.parts_at(row, column):
            if kind == "count" and part.value is not None and part.value == part.value.to_integral_value():
                numbers.append(int(part.value))
    if len(numbers) != 4:
        return
    a, b, c, d = numbers
    for first, second in (((a, b), (c, d)), ((a, c), (b, d))):
        yield TwoByTwo((*first, *second), "")
        for (k, n), (m, o) in ((first, second), (first[::-1], second[::-1])):
            if k <= n and m <= o:
                yield TwoByTwo((k, n - k, m, o - m), "")


def two_by_two(table: FoundTable, name: str) -> TwoByTwo | None:
    """The four counts of a table of two by two, without its totals."""
    if table.form != "table" or any(kind != "count" for kind in table.kinds) or table.row_kinds:
        return None
    rows = [row for row in range(len(table.rows)) if row not in {one.line for one in table.row_totals}]
    columns = [c for c in range(len(table.columns)) if c not in {one.line for one in table.column_totals}]
    if len(rows) != 2 or len(columns) != 2:
        return None
    figures = [table.figure(row, column) for row in rows for column in columns]
    values = [None if figure is None else figure.value for figure in figures]
    if any(value is None for value in values):
        return None
    a, b, c, d = (int(value) for value in values if value is not None)
    return TwoByTwo((a, b, c, d), name, tuple((row, column) for row in rows for column in columns))


# Lorenz curves --------------------------------------------------------------------------------------------


def is_lorenz(table: FoundTable) -> bool:
    """Whether a table states points of a Lorenz curve: shares of the population against shares of a sum."""
    text = f"{table.title} {table.corner} {' '.join(table.columns)}".casefold()
    return "lorenz" in text or ("cumulative share" in text and "population" in text)


def judge_lorenz(table: FoundTable, behind: Behind, rules: Rules) -> Iterator[Spot]:
    """Points of a Lorenz curve with few persons below or above, or few to the next point."""
    if not is_lorenz(table):
        return
    column = next((c for c, label in enumerate(table.columns) if "popul" in label.casefold()), None)
    shares = [(row, _share(table, row, column)) for row in range(len(table.rows))]
    known = [(row, share) for row, share in shares if share is not None]
    for place, (row, share) in enumerate(known):
        count = behind.of(row, 0)
        if count is None:
            yield look("count_missing", row, 0, kind="gini")
            continue
        step = share - known[place - 1][1] if place else share
        sizes = [size for part in (share, 1 - share, step) if (size := round(count.low * part, 9)) > 0]
        if sizes and min(sizes) < rules.threshold:
            number = round(min(sizes), 1)
            yield change("gini_of_few", row, 0, number=number, threshold=rules.threshold)


def _share(table: FoundTable, row: int, column: int | None) -> float | None:
    """The share of the population of a point, 0 to 1: in its column, or in its label."""
    if column is not None:
        figure = table.figure(row, column)
        value = None if figure is None else figure.value
        text = None
    else:
        value, text = None, re.sub(r"[^\d.,]", "", table.rows[row]).replace(",", ".")
    if value is None and text:
        try:
            value = Decimal(text)
        except ArithmeticError:
            return None
    if value is None or not 0 <= value <= 100:
        return None
    return float(value / 100) if value > 1 or _has_percent(table, column) else float(value)


def _has_percent(table: FoundTable, column: int | None) -> bool:
    texts = table.rows if column is None else (table.columns[column],)
    return any("%" in text for text in texts)
