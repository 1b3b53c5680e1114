"""A population table at the levels of a search: the people that match each class of the file."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.classes.key_classes import Integers, Levels, Vector
from sdc_desktop.engine.microdata.population.matching import Flags, matching_people
from sdc_desktop.engine.microdata.population.table import Population, merged_people, suppressed_values
from sdc_desktop.engine.microdata.recoding import RecodedVariable, labels_at

_MOST_KEPT = 64  # recoded tables that are kept to recode further
_WORTH_KEEPING = 0.6  # of the rows that a table was recoded from

Rows = tuple[npt.NDArray[np.int64], Vector]  # codes (variables, rows), people (rows,)


class PopulationLevels:
    """Numbers of categories are those of the file at a level; greater ones are of texts not in the file."""

    def __init__(self, population: Population, variables: Sequence[RecodedVariable]) -> None:
        self._numbers: list[list[Integers]] = []  # [variable][level] (categories of the table,)
        self._sizes: list[list[int]] = []
        self._hidden: list[list[Flags]] = []  # [variable][level] (categories of the file,)
        for texts, variable in zip(population.labels, variables, strict=True):
            made = [_numbered(texts, variable, level) for level in range(variable.levels)]
            self._numbers.append([one[0] for one in made])
            self._sizes.append([one[1] for one in made])
            self._hidden.append([one[2] for one in made])
        nested = all(_is_nested(finer, coarser) for one in self._numbers for finer, coarser in pairwise(one))
        self._may_keep = nested
        first = (0,) * len(variables)
        codes = np.array(
            [one[0][column] for one, column in zip(self._numbers, population.codes, strict=True)]
        )
        self._kept: dict[Levels, Rows] = {
            first: merged_people(codes, population.people, [one[0] for one in self._sizes])
        }
        self._as_read = population.codes, population.people
        self.population = population
        self.total = float(population.people.sum())

    @property
    def hides_values(self) -> bool:
        """Whether values of the file are suppressed already."""
        return any(bool(flags[0].any()) for flags in self._hidden)

    def people(self, levels: Levels, codes: npt.NDArray[np.integer]) -> Vector:
        """The people that match classes, ``codes`` (variables, classes) at these levels, (classes,)."""
        rows, people = self._at(levels)
        hidden = np.array(
            [one[level][column] for one, level, column in zip(self._hidden, levels, codes, strict=True)]
        )
        sizes = [one[level] for one, level in zip(self._sizes, levels, strict=True)]
        return matching_people(codes, hidden, rows, people, sizes)

    def _at(self, levels: Levels) -> Rows:
        if levels in self._kept:
            return self._kept[levels]
        sizes = [one[level] for one, level in zip(self._sizes, levels, strict=True)]
        if not self._may_keep:
            read, people = self._as_read
            columns = [
                one[level][column] for one, level, column in zip(self._numbers, levels, read, strict=True)
            ]
            return merged_people(np.array(columns), people, sizes)
        finer = [one for one in self._kept if all(low <= high for low, high in zip(one, levels, strict=True))]
        base = min(finer, key=lambda one: len(self._kept[one][1]))
        codes, people = self._kept[base]
        columns = [
            self._upward(variable, low, high)[codes[variable]]
            for variable, (low, high) in enumerate(zip(base, levels, strict=True))
        ]
        found = merged_people(np.array(columns), people, sizes)
        if len(self._kept) < _MOST_KEPT and len(found[1]) < _WORTH_KEEPING * len(people):
            self._kept[levels] = found
        return found

    def _upward(self, variable: int, finer: int, coarser: int) -> Integers:
        low, high = self._numbers[variable][finer], self._numbers[variable][coarser]
        found = np.zeros(self._sizes[variable][finer], dtype=np.int64)
        found[low] = high
        return found


def _numbered(
    texts: Sequence[Sequence[str | None]], variable: RecodedVariable, level: int
) -> tuple[Integers, int, Flags]:
    """For each category of the table its number at a level, the count of numbers, and which of the file's are
    suppressed values.
    """
    own = labels_at(variable, level, range(variable.categories(level)))
    numbers: dict[str | None, int] = {text: number for number, text in enumerate(own)}
    found = [numbers.setdefault(text, len(numbers)) for text in texts[level]]
    return np.array(found, dtype=np.int64), max(len(numbers), 1), suppressed_values(own, texts[level])


def _is_nested(finer: Integers, coarser: Integers) -> bool:
    upward = np.zeros(int(finer.max(initial=0)) + 1, dtype=np.int64)
    upward[finer] = coarser
    return bool((upward[finer] == coarser).all())
