"""Criteria against a population: the people that match a class, and people expected to be unique."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Levels, Vector
from sdc_desktop.engine.microdata.criteria.spec import (
    JournalistRiskSpec,
    KMapTableSpec,
    OfTable,
    PopulationUniquenessSpec,
)
from sdc_desktop.engine.microdata.population.uniqueness import histogram_of, population_uniques, zayatz


@dataclass(frozen=True)
class ClassPeople:
    """Classes of a file held against a population table: ``people`` (classes,), and the ends of the presence
    in the classes of the population that match, ``lowest`` and ``highest`` (classes,). ``least`` and
    ``most``: of presence in all classes of the population.
    """

    people: Vector
    lowest: Vector
    highest: Vector
    least: float
    most: float

    def chosen(self, rows: Integers) -> "ClassPeople":
        """The people of the classes with the numbers `rows` (chosen,)."""
        parts = self.people[rows], self.lowest[rows], self.highest[rows]
        return ClassPeople(*parts, self.least, self.most)


class PeopleAt(Protocol):
    """A population table at the levels of a search."""

    @property
    def total(self) -> float:
        """All people."""
        ...

    def people(self, levels: Levels, codes: npt.NDArray[np.integer]) -> Vector:
        """The people that match classes, ``codes`` (variables, classes) at these levels, (classes,)."""
        ...


def table_margins(spec: OfTable, sizes: Integers, people: Vector | None) -> Vector:
    """How far each class (classes,) is above the line of a criterion on the people that match it: in people,
    or in shares. No class of the file lies above a line where no one matches it.
    """
    assert people is not None
    some = np.maximum(people, 1e-300)
    if isinstance(spec, KMapTableSpec):
        return np.asarray(people - spec.k, dtype=np.float64)
    if isinstance(spec, JournalistRiskSpec):
        return np.asarray(float(spec.max) - np.minimum(1 / some, 1.0), dtype=np.float64)
    share = np.minimum(sizes / some, 1.0)
    return np.asarray(np.minimum(float(spec.max) - share, share - float(spec.min)), dtype=np.float64)


def unique_share(sizes: Integers, spec: PopulationUniquenessSpec) -> float:
    """The expected share of people of the population who are unique in it, from classes of these sizes
    (classes,); 0 without a sample unique. A model without a solution gives way to that of Zayatz.
    """
    if not (sizes == 1).any():
        return 0.0
    people = max(spec.size, int(sizes.sum()))
    histogram = histogram_of(sizes, people)
    found = population_uniques(histogram, () if spec.model == "rule" else (spec.model,), JobContext())
    by_model = {
        "rule": found.by_rule,
        "pitman": None if found.pitman is None else found.pitman.exact,
        "zayatz": found.zayatz,
        "snb": None if found.snb is None else found.snb.uniques,
    }
    uniques = by_model[spec.model]
    return (zayatz(histogram) if uniques is None else uniques) / people
