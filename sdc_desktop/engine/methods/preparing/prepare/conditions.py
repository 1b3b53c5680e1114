"""Filters: which records meet a condition, and the numbers that a text means."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import reduce
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.hierarchies.kinds import leading_day
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.preparing.prepare.condition_specs import (
    AllSpec,
    ComparisonSpec,
    ConditionSpec,
)
from sdc_desktop.engine.methods.preparing.prepare.outline import day_of
from sdc_desktop.engine.methods.preparing.prepare.steps import FilterSpec
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number

Integers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Given = TypeVar("Given")
_BATCH = 10_000  # distinct values between two checks for cancellation


@dataclass(frozen=True)
class Filtered:
    """What filters that follow one another began with, and which of its records (numbers from 0) are left."""

    before: "State"
    kept: Integers


@dataclass(frozen=True)
class State:
    """Records between two steps. ``origin``: which record of the input each is, from 0; None: all of them, in
    order. ``filtered`` where the last step was a filter.
    """

    data: Microdata
    origin: Integers | None = None
    filtered: Filtered | None = field(default=None, repr=False)

    def column(self, name: str, context: JobContext) -> tuple[Integers, tuple[str, ...]]:
        """For each record the number of its text, and the distinct texts in their order."""
        index = self.data.index(name)
        texts, _ = self.data.relation.frequencies(index, context)
        return self.data.relation.codes(index, context), texts

    def record(self, place: int) -> int:
        """The number of a record (place from 0 here) in the input, from 1."""
        return 1 + (place if self.origin is None else int(self.origin[place]))

    def counted(self, wrong: Mask) -> dict[str, int]:
        """How many records are wrong, and the number of the first: the figures of a problem."""
        return {"number": int(wrong.sum()), "record": self.record(int(np.argmax(wrong)))}

    def with_data(self, data: Microdata) -> "State":
        """The state with other data of the same records: other values or variables."""
        return State(data, self.origin)

    def picked(self, kept: Integers, context: JobContext) -> "State":
        """The records with these numbers (kept,), from 0, in the order given."""
        origin = kept if self.origin is None else self.origin[kept]
        return State(self.data.picked(kept, context), origin)

    def replaced(self, columns: Mapping[str, tuple[Integers, Sequence[str]]], context: JobContext) -> "State":
        """New texts of whole variables, as codes (records,) and the texts that they index."""
        return self.with_data(self.data.replaced(columns, context))


def looked_up(texts: Sequence[str], given: Callable[[str], Given], context: JobContext) -> list[Given]:
    """What a function says of each text, with a look now and then whether to stop."""
    found: list[Given] = []
    for start in range(0, len(texts), _BATCH):
        context.checkpoint()
        found += [given(text) for text in texts[start : start + _BATCH]]
    return found


def number_reader(decimal: DecimalMark) -> Callable[[str], Decimal | None]:
    """A function that gives the number of a text; None where the text is not a number."""
    pattern = re.compile(number_pattern(decimal), re.ASCII)

    def read(text: str) -> Decimal | None:
        return Decimal(text.strip(" ").replace(decimal, ".")) if pattern.fullmatch(text) else None

    return read


def exact(number: Number) -> Decimal:
    """A number of the plan as a decimal, exactly as stated there."""
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
    values = looked_up(texts, _teller(given, missing, state), context)
    unreadable = np.array([one is None for one in values], dtype=np.bool_)[codes]
    if unreadable.any():
        where = Place(key=key, variable=given.variable)
        if given.compared_as == "date":
            raise Refused(error("prepare.not_dates", where, **state.counted(unreadable)))
        raise Refused(error("prepare.not_numbers", where, **state.counted(unreadable)))
    return np.array(values, dtype=np.bool_)[codes]


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
    found = leading_day(text)
    return None if found is None else found[0]
