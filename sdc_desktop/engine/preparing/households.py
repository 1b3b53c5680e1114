"""Households kept whole where filters took some of their records."""

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.preparing.outline import household_of
from sdc_desktop.engine.preparing.prepare_spec import HouseholdsSpec
from sdc_desktop.engine.preparing.state import Mask, State
from sdc_desktop.engine.problems import Place, Refused, error


def whole_households(told: HouseholdsSpec, key: str, state: State, context: JobContext) -> tuple[State, int]:
    """The state with whole households, and how many households were broken. A record whose household is
    missing is a household by itself. Raises :class:`Refused` where no record is left.
    """
    assert state.filtered is not None
    before, kept = state.filtered.before, state.filtered.kept
    name = household_of(told, before.data.variables)
    assert name is not None
    codes, texts = before.column(name, context)
    missing = before.data.variable(name).missing
    alone = np.array([text in missing for text in texts], dtype=np.bool_)[codes]
    left = np.zeros(len(codes), dtype=np.bool_)
    left[kept] = True
    some_left = np.bincount(codes[left], minlength=len(texts)) > 0
    some_gone = np.bincount(codes[~left], minlength=len(texts)) > 0
    stays: Mask = some_left & ~some_gone if told.whole == "drop" else some_left
    chosen = np.where(alone, left, stays[codes])
    if not chosen.any():
        raise Refused(error("prepare.no_records_left", Place(key=f"{key}.keep_households")))
    named = np.array([text not in missing for text in texts], dtype=np.bool_)
    broken = int((some_left & some_gone & named).sum())
    return before.picked(np.flatnonzero(chosen).astype(np.int64), context), broken
