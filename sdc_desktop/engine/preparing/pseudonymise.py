"""Identifiers replaced by random numbers without repetition; the key tells which is which."""

from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.preparing.prepare_spec import PseudonymSpec
from sdc_desktop.engine.preparing.state import State

_FEWEST_DIGITS = 6
_SPARE = 100  # how many numbers there are at least for each one used; with few, drawing takes much memory


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
    values = sorted(
        {text for name, (_, texts) in columns.items() for text in texts if text not in missing[name]}
    )
    context.checkpoint()
    numbers = dict(zip(values, _numbers(len(values), random), strict=True))
    replaced = {
        name: (codes, [text if text in missing[name] else numbers[text] for text in texts])
        for name, (codes, texts) in columns.items()
    }
    return state.replaced(replaced, context), KeyTable(told.key, tuple(numbers.items()))


def _numbers(count: int, random: np.random.Generator) -> list[str]:
    """So many different whole numbers of one length, that does not begin with 0."""
    digits = max(_FEWEST_DIGITS, len(str(_SPARE * count)))
    first = 10 ** (digits - 1)
    drawn = random.choice(9 * first, size=count, replace=False)
    return [str(first + number) for number in drawn.tolist()]
