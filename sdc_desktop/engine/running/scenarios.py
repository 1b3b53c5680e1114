"""The scenarios of the report: what an intruder reaches by the measures of what is released.

A measure that was not computed for each file of its kind is not known: None, never 0.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.report_spec import ScenarioMeasure, ScenarioSpec
from sdc_desktop.engine.verdict import Reason, Verdict, reserved, verdict_of

EXCEEDED = "scenario_exceeded"
NOT_MEASURED = "scenario_not_measured"
_SLACK = 1e-12


@dataclass(frozen=True)
class Product:
    """What a product's job makes (`records`, `table`), its result, and those of steps that measure its file;
    how many ``records`` the file has, where that is known.
    """

    makes: str
    result: Any
    measured: tuple[Any, ...] = ()
    records: int | None = None


def reached(measure: ScenarioMeasure, products: Iterable[Product]) -> float | None:
    """The worst of the products by a measure: a risk or share from 0 to 1, or the sum of the cells that a
    reader or a contributor derives. None where there is no product of its kind, or one was not measured.
    """
    is_cells = measure == "cells"
    found = [_reached_in(measure, one) for one in products if (one.makes == "table") == is_cells]
    known = [one for one in found if one is not None]
    if not found or len(known) < len(found):
        return None
    return sum(known) if is_cells else max(known)


def derivable(result: Any, *, contributors: bool) -> int | None:
    """The unsafe cells of a table that a reader derives, exactly or too closely, and with `contributors`
    those that a contributor derives, also by the tables that it is linked with; None where that was not
    examined.
    """
    risks = getattr(result, "risks", None)
    if risks is None or not getattr(result, "judged", False):
        return None
    if result.method is None:
        return int(risks.unsafe)
    if risks.failures is None or (not getattr(result, "levels_judged", True) and not risks.failures):
        return None
    number = max(risks.failures, risks.disclosed, getattr(result, "open_jointly", 0))
    if contributors:
        if not getattr(result, "by_contributors", False):
            return None
        number += max(len(result.contributors_derive), result.derived_jointly)
    return int(number)


def _reached_in(measure: ScenarioMeasure, product: Product) -> float | None:
    if measure == "cells":
        return derivable(product.result, contributors=True)
    found = [_of_records(measure, one, product.records) for one in (product.result, *product.measured)]
    return max((one for one in found if one is not None), default=None)


def _of_records(measure: ScenarioMeasure, result: Any, records: int | None) -> float | None:
    if measure == "disclosed":
        return _disclosed(result, records)
    return _highest(result) if measure == "highest" else _average(result)


def _highest(result: Any) -> float | None:
    after, measured = getattr(result, "after", None), getattr(result, "prosecutor", None)
    if isinstance(after, Anonymity):
        return after.highest
    return None if measured is None else float(measured.highest)


def _average(result: Any) -> float | None:
    after, measured = getattr(result, "after", None), getattr(result, "prosecutor", None)
    if isinstance(after, Anonymity):
        return after.average
    return None if measured is None else float(measured.average)


def _disclosed(result: Any, records: int | None) -> float | None:
    """The largest share of all records read; None without a sensitive variable."""
    before = getattr(result, "before", None)
    records = before.units if isinstance(before, Anonymity) else getattr(result, "records", records)
    found = getattr(result, "one_value", None)
    if not found or not isinstance(records, int) or not records:
        return None
    return float(max(one.after.share(records) for one in found.values()))


def exceeds(scenario: ScenarioSpec, found: float | None) -> bool:
    """Whether more is reached than the scenario tolerates."""
    return scenario.tolerated is not None and found is not None and found > scenario.tolerated + _SLACK


def scenario_reasons(scenarios: Sequence[ScenarioSpec], products: Sequence[Product]) -> Iterator[Reason]:
    """A reservation for each scenario that reaches more than is tolerated, or whose reach is not known."""
    for one in scenarios:
        if one.tolerated is None:
            continue
        found = reached(one.measure, products)
        if found is None:
            yield reserved(NOT_MEASURED, scenario=one.name)
        elif exceeds(one, found):
            yield reserved(EXCEEDED, scenario=one.name)


def with_scenarios(verdict: Verdict, found: Iterable[Reason]) -> Verdict:
    """A plan's verdict with the reasons of these scenarios instead of those of other scenarios."""
    kept = [one for one in verdict.reasons if one.code not in (EXCEEDED, NOT_MEASURED)]
    return verdict_of([*kept, *found], audited=verdict.audited)
