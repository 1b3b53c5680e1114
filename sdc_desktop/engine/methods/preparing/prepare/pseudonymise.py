"""Identifiers replaced by random numbers without repetition; the key lists both.

A number is a draw of its value alone: it reveals nothing of the order of values, and a value has the same
number in every file with the same number of digits. Where two values have the same number, the later one in
text order is drawn again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import merge
from typing import overload

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.preparing.prepare.conditions import Integers, State
from sdc_desktop.engine.methods.preparing.prepare.steps import PseudonymSpec
from sdc_desktop.engine.secret_stream import keyed, secret_of

PURPOSE = "pseudonym"  # of the draws
_FEWEST_DIGITS = 6
_SPARE = 100  # how many numbers there are at least for each one used


HEAD = ("value", "number")


class KeyRows(Sequence[tuple[str, str]]):
    """The rows of a file, made on demand: a million tuples at once would hold up the window. They would also
    hold up the garbage collector, which visits them.
    """

    def __init__(self, first: Sequence[str], second: Sequence[str]) -> None:
        self._columns = first, second

    def __len__(self) -> int:
        return len(self._columns[0])

    @overload
    def __getitem__(self, place: int) -> tuple[str, str]: ...

    @overload
    def __getitem__(self, place: slice) -> list[tuple[str, str]]: ...

    def __getitem__(self, place: int | slice) -> tuple[str, str] | list[tuple[str, str]]:
        first, second = self._columns
        if isinstance(place, slice):
            return list(zip(first[place], second[place], strict=True))
        return first[place], second[place]


@dataclass(frozen=True)
class KeyTable:
    """Which number stands for which value, in the order of the values."""

    path: str
    values: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def rows(self) -> KeyRows:
        """A row for each value."""
        return KeyRows(self.values, self.numbers)

    @property
    def written(self) -> KeyRows:
        """The rows of its file."""
        return KeyRows((HEAD[0], *self.values), (HEAD[1], *self.numbers))


def pseudonymised(given: PseudonymSpec, state: State, context: JobContext) -> tuple[State, KeyTable]:
    """The records with numbers instead of values, the same for the same value in all the variables named;
    missing values stay. Raises :class:`Refused` without a secret.
    """
    columns = {name: state.column(name, context) for name in given.variables}
    missing = {name: frozenset(state.data.variable(name).missing) for name in columns}
    listed = [[text for text in texts if text not in missing[name]] for name, (_, texts) in columns.items()]
    # each is in text order. Neither a sort nor what takes all of an iterator in C: that holds up the window
    values = tuple({value: None for value in merge(*listed)})  # noqa: C420
    context.checkpoint()
    drawn = _numbers(values, given.variables[0], context)
    numbers = {value: number for value, number in zip(values, drawn, strict=True)}  # noqa: C416
    replaced = {
        name: (codes, [text if text in missing[name] else numbers[text] for text in texts])
        for name, (codes, texts) in columns.items()
    }
    return state.replaced(replaced, context), KeyTable(given.key, values, tuple(drawn))


def _numbers(values: Sequence[str], variable: str, context: JobContext) -> list[str]:
    """Different whole numbers of one length, that does not begin with 0, one per value."""
    digits = max(_FEWEST_DIGITS, len(str(_SPARE * len(values))))
    first = 10 ** (digits - 1)
    return [str(first + number) for number in _distinct(values, 9 * first, variable, context).tolist()]


def _distinct(values: Sequence[str], limit: int, variable: str, context: JobContext) -> Integers:
    """Different numbers below `limit`, one per value. In each round those that equal the number of an earlier
    value, or of an earlier round, are drawn again.
    """
    secret = secret_of(context)
    found = np.full(len(values), -1, dtype=np.int64)
    left, tries = np.arange(len(values)), 0
    while len(left):
        purpose = PURPOSE if not tries else f"{PURPOSE} {tries}"
        macs = keyed(secret, purpose, variable, [values[place] for place in left.tolist()], context)
        drawn = (macs[:, 0] % np.uint64(limit)).astype(np.int64)
        _, firsts = np.unique(drawn, return_index=True)
        new = np.zeros(len(left), dtype=np.bool_)
        new[firsts] = True
        new &= ~np.isin(drawn, found)
        found[left[new]] = drawn[new]
        left, tries = left[~new], tries + 1
    return found
