"""sdcMicro's score U of a protection (Templ and others, sdcMicro 5.8): the lower, the less is lost.

U is the mean of up to three parts, each 0 where nothing is lost:
- the share of the cells of the key variables that had a value and lost it,
- the mean over the key variables of 1 - (different values left among the cells that are shown) / (different
  original values of these cells), 0 where no cell is shown,
- IL1s per cell of the numbers: the mean of |x - x'| / (sqrt(2) s), s the original standard deviation.

Cells of records that do not leave have lost their values. Numbers are the continuous variables that are no
key variables, over records with a number in each of them. Parts of variables that a file has none of are not
in the mean.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.microdata.utility.numbers import numbers_compared
from sdc_desktop.engine.microdata.utility.pairs import Integers, Pair


def score_of(pairs: Mapping[str, Pair], keys: Sequence[str], origin: Integers) -> float:
    """U of a released file. ``pairs``: its variables beside the original ones; ``keys``: the key variables;
    ``origin`` (released records,): the number of the original record that each was made of.
    """
    parts: list[float] = []
    known = [pairs[name] for name in keys if name in pairs]
    if known:
        lost = [_lost_cells(pair, origin) for pair in known]
        cells = sum(number for _, number in lost)
        parts.append(sum(number for number, _ in lost) / cells if cells else 0.0)
        parts.append(sum(_lost_values(pair, origin) for pair in known) / len(known))
    numbers = [one for name, one in pairs.items() if name not in keys and one.numbers is not None]
    if numbers:
        parts.append(_moved(numbers, origin))
    return sum(parts) / len(parts) if parts else 0.0


def _absent(pair: Pair) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which texts are missing or suppressed, (texts,)."""
    return pair.missing | np.array([text == SUPPRESSED for text in pair.texts], dtype=np.bool_)


def _lost_cells(pair: Pair, origin: Integers) -> tuple[int, int]:
    """How many cells lost their value, and how many there are."""
    absent = _absent(pair)
    had = int((~absent[pair.original]).sum())
    left = int((~absent[pair.original[origin]] & ~absent[pair.released]).sum())
    return had - left, len(pair.original)


def _lost_values(pair: Pair, origin: Integers) -> float:
    shown = ~_absent(pair)[pair.released]
    own = len(np.unique(pair.original[origin][shown]))
    return max(0.0, 1 - len(np.unique(pair.released[shown])) / own) if own else 0.0


def _moved(numbers: Sequence[Pair], origin: Integers) -> float:
    own = np.stack([pair.values[0][origin] for pair in numbers], axis=1)
    shown = np.stack([pair.values[1] for pair in numbers], axis=1)
    whole = np.isfinite(own).all(axis=1) & np.isfinite(shown).all(axis=1)
    names = tuple(pair.name for pair in numbers)
    return numbers_compared(names, own[whole], shown[whole]).il1s_mean if whole.any() else 0.0
