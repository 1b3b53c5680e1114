"""Filters: which records meet a condition, and the numbers that a text means."""

import operator
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import reduce
from typing import Any

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.methods.preparing.prepare.outline import day_of
from sdc_desktop.engine.methods.preparing.prepare.state import Filtered, Mask, State, looked_up
from sdc_desktop.engine.methods.preparing.prepare.steps import (
    AllSpec,
    ComparisonSpec,
    ConditionSpec,
    FilterSpec,
)
from sdc_desktop.engine.microdata.hierarchies.date_parts import told_day
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number


def number_reader(decimal: DecimalMark) -> Callable[[str], Decimal | None]:
    """A function that gives the number a text tells; None where it tells none."""
    pattern = re.compile(number_pattern(decimal), re.ASCII)

    def read(text: str) -> Decimal | None:
        return Decimal(text.strip(" ").replace(decimal, ".")) if pattern.fullmatch(text) else None

    return read


def exact(number: Number) -> Decimal:
    """A number of the plan as it is written there."""
    return Decimal(repr(number))


_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    "at_most": operator.le,
    "at_least": operator.ge,
    "more": operator.gt,
}


def filtered(step: FilterSpec, key: str, state: State, context: JobContext) -> State:
    """The records that meet the condition. Raises :class:`Refused` where values cannot be compared, and where
    no record is left.
    """
    met = _met(step.filter, f"{key}.filter", state, context)
    kept = np.flatnonzero(met).astype(np.int64)
    if not len(kept):
        raise Refused(error("prepare.no_records_left", Place(key=f"{key}.filter")))
    picked = state.picked(kept, context)
    before = state if state.filtered is None else state.filtered.before
    of_before = kept if state.filtered is None else state.filtered.kept[kept]
    return State(picked.data, picked.origin, Filtered(before, of_before))


def _met(condition: ConditionSpec, key: str, state: State, context: JobContext) -> Mask:
    if isinstance(condition, ComparisonSpec):
        return _compared(condition, key, state, context)
    if isinstance(condition, AllSpec):
        parts = [_met(one, f"{key}.all[{i}]", state, context) for i, one in enumerate(condition.all)]
        return reduce(np.logical_and, parts)
    parts = [_met(one, f"{key}.any[{i}]", state, context) for i, one in enumerate(condition.any)]
    return reduce(np.logical_or, parts)


def _compared(given: ComparisonSpec, key: str, state: State, context: JobContext) -> Mask:
    codes, texts = state.column(given.variable, context)
    missing = frozenset(state.data.variable(given.variable).missing)
    said = looked_up(texts, _teller(given, missing, state), context)
    unreadable = np.array([one is None for one in said], dtype=np.bool_)[codes]
    if unreadable.any():
        where = Place(key=key, variable=given.variable)
        if given.compared_as == "date":
            raise Refused(error("prepare.not_dates", where, **state.counted(unreadable)))
        raise Refused(error("prepare.not_numbers", where, **state.counted(unreadable)))
    return np.array(said, dtype=np.bool_)[codes]


def _teller(given: ComparisonSpec, missing: frozenset[str], state: State) -> Callable[[str], bool | None]:
    """A function that says whether a text meets a comparison; None where it cannot be read."""
    match given.test:
        case "missing":
            return lambda text: text in missing
        case "not_missing":
            return lambda text: text not in missing
        case "in" | "not_in":
            listed, wanted = frozenset(given.values or ()), given.test == "in"
            return lambda text: (text in listed) is wanted
    test, value = _TESTS[given.test], given.value
    if given.compared_as == "text":
        return lambda text: test(text, value)
    read: Callable[[str], object | None]
    if given.compared_as == "date":
        bound: object = day_of(str(value))
        read = _day
    else:
        assert isinstance(value, int | float)
        bound, read = exact(value), number_reader(state.data.decimal)

    def met(text: str) -> bool | None:
        if text in missing:
            return False
        known = read(text)
        return None if known is None else test(known, bound)

    return met


def _day(text: str) -> object | None:
    found = told_day(text)
    return None if found is None else found[0]
