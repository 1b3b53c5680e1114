"""Identifiers replaced by random numbers without repetition; the key tells which is which."""

from dataclasses import dataclass
from heapq import merge

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.preparing.prepare_spec import PseudonymSpec
from sdc_desktop.engine.preparing.state import Integers, State

_FEWEST_DIGITS = 6
_SPARE = 100  # how many numbers there are at least for each one used


@dataclass(frozen=True)
class KeyTable:
    """Which number stands for which value: the rows of a file of its own, in the order of the values."""

    path: str
    rows: tuple[tuple[str, str], ...]


HEAD = ("value", "number")


def pseudonymised(
    told: PseudonymSpec, state: State, random: np.random.Generator, context: JobContext
) -> tuple[State, KeyTable]:
    """The records with numbers in place of values, the same for the same value in all the variables named;
    missing values stay.
    """
    columns = {name: state.column(name, context) for name in told.variables}
    missing = {name: frozenset(state.data.variable(name).missing) for name in columns}
    listed = [[text for text in texts if text not in missing[name]] for name, (_, texts) in columns.items()]
    values = list(dict.fromkeys(merge(*listed)))  # each is in text order; one sort would hold up the window
    context.checkpoint()
    drawn = _numbers(len(values), random)
    numbers = {value: number for value, number in zip(values, drawn, strict=True)}  # noqa: C416 - not in C
    replaced = {
        name: (codes, [text if text in missing[name] else numbers[text] for text in texts])
        for name, (codes, texts) in columns.items()
    }
    return state.replaced(replaced, context), KeyTable(told.key, tuple(numbers.items()))


def _numbers(count: int, random: np.random.Generator) -> list[str]:
    """So many different whole numbers of one length, that does not begin with 0."""
    digits = max(_FEWEST_DIGITS, len(str(_SPARE * count)))
    first = 10 ** (digits - 1)
    return [str(first + number) for number in _distinct(count, 9 * first, random).tolist()]


def _distinct(count: int, limit: int, random: np.random.Generator) -> Integers:
    """So many different numbers below `limit`: those that came before are drawn again."""
    drawn = random.integers(0, limit, size=count, dtype=np.int64)
    while True:
        _, first = np.unique(drawn, return_index=True)
        if len(first) == count:
            return drawn
        again = np.ones(count, dtype=np.bool_)
        again[first] = False
        drawn[again] = random.integers(0, limit, size=count - len(first), dtype=np.int64)
