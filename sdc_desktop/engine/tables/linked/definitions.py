"""Which cells of several tables are one cell: by the records and variables that they restrict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from sdc_desktop.engine.tables.linked.categories import ALL, NOBODY, Categories, Codes, category_codes
from sdc_desktop.engine.tables.linked.response import Response
from sdc_desktop.engine.tables.relations import Integers
from sdc_desktop.engine.tables.table import Table


@dataclass(frozen=True)
class Shape:
    """The cells of a table as the linked system knows them.

    ``variables``: of each dimension the variable in the records; ``codes``: of each dimension its codes.
    ``name``: the name of the job.
    """

    name: str
    table: Table
    variables: tuple[str, ...]
    codes: tuple[tuple[str, ...], ...]
    response: Response

    @cached_property
    def sets(self) -> tuple[tuple[Codes, ...], ...]:
        """For each dimension the codes behind each of its categories."""
        return tuple(
            category_codes(dimension, codes)
            for dimension, codes in zip(self.table.dimensions, self.codes, strict=True)
        )


Key = tuple[int, ...]


class Definitions:
    """Definitions of cells as rows of whole numbers: the response, then what is restricted, ascending."""

    def __init__(self, populations: Mapping[str, Categories]) -> None:
        self._populations = populations
        self._responses: dict[Response, int] = {}

    def categories(self, response: Response) -> Categories:
        """The categories of the population of a response."""
        return self._populations[response.population]

    def response(self, response: Response) -> int:
        """The number of a response."""
        return self._responses.setdefault(response, len(self._responses))

    def of_table(self, shape: Shape) -> Integers:
        """(cells, 1 + dimensions): the definitions of all cells of a table, filled up with 0 in front.

        The cells of a table are all combinations of categories, or those that it lists.
        """
        table, number = shape.table, self.response(shape.response)
        categories = self.categories(shape.response)
        classes = [
            [categories.number(variable, codes) for codes in sets]
            for variable, sets in zip(shape.variables, shape.sets, strict=True)
        ]
        found = np.zeros((len(table), len(table.dimensions)), dtype=np.int64)
        for axes in _clusters(categories, classes):
            if len(axes) == 1:
                found[:, axes[0]] = np.array(classes[axes[0]], dtype=np.int64)[table.codes[:, axes[0]]]
                continue
            chosen = product(*(classes[axis] for axis in axes))
            numbers = np.array([self._together(categories, one, len(axes)) for one in chosen], dtype=np.int64)
            sizes = [len(classes[axis]) for axis in axes]
            places = np.ravel_multi_index(tuple(table.codes[:, axis] for axis in axes), sizes)
            found[:, list(axes)] = numbers[places]
        return np.column_stack([np.full(len(table), number), _normal(found)])

    def key(self, response: Response, restrictions: Sequence[tuple[str, Codes]]) -> Key:
        """The definition of a cell that restricts variables each to some of its codes."""
        categories = self.categories(response)
        numbers = [categories.number(variable, codes) for variable, codes in restrictions]
        row = np.array([self._together(categories, numbers, len(numbers))], dtype=np.int64)
        return key_of(np.concatenate([[self.response(response)], _normal(row)[0]]))

    def _together(self, categories: Categories, numbers: Sequence[int], width: int) -> list[int]:
        """Numbers of sets, where sets that one variable defines are replaced by their intersection."""
        left, found = sorted(numbers, reverse=True), list[int]()
        while left:
            own = left.pop()
            for place, other in enumerate(left):
                both = None if NOBODY in (own, other) else categories.both(own, other)
                if both is not None:
                    left[place] = both
                    left.sort(reverse=True)
                    break
            else:
                found.append(own)
        return [*found, *[ALL] * (width - len(found))]


def _clusters(categories: Categories, classes: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The dimensions in groups, within which one variable may define categories of several."""
    names = [{name for number in own for name in categories.forms(number)} for own in classes]
    left, found = list(range(len(classes))), []
    while left:
        axes = [left.pop(0)]
        joined = True
        while joined:
            together = set().union(*(names[axis] for axis in axes))
            joined = next((axis for axis in left if names[axis] & together), None) is not None
            if joined:
                axes.append(next(axis for axis in left if names[axis] & together))
                left.remove(axes[-1])
        found.append(tuple(axes))
    return found


def key_of(row: Integers) -> Key:
    """A row (1 + dimensions,) of definitions without what restricts nothing."""
    return (int(row[0]), *(int(number) for number in row[1:] if number != ALL))


def _normal(found: Integers) -> Integers:
    """The rows in ascending order, each number once; an impossible row has only the number for that."""
    unnamed = (found == NOBODY).any(axis=1)
    found = np.where(unnamed[:, None], 0, found)
    if found.shape[1]:
        found[unnamed, 0] = NOBODY
    found = np.sort(found, axis=1)
    if found.shape[1] > 1:
        double = np.zeros(found.shape, dtype=np.bool_)
        double[:, 1:] = found[:, 1:] == found[:, :-1]
        found = np.sort(np.where(double, ALL, found), axis=1)
    return found
