"""What a ``risk`` job counts, and what matches in it: records, or persons with several."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk.individual import household_risk
from sdc_desktop.engine.microdata.classes.key_classes import Integers, KeyClasses, Vector, float_sums
from sdc_desktop.engine.microdata.classes.matching_persons import matching_persons
from sdc_desktop.engine.microdata.classes.matching_values import matching_sums
from sdc_desktop.engine.microdata.classes.units import Units
from sdc_desktop.engine.microdata.criteria.attribute_distance import Attribute
from sdc_desktop.engine.microdata.criteria.criteria import TOLERANCE
from sdc_desktop.engine.microdata.population.table import Population
from sdc_desktop.engine.microdata.score import Score
from sdc_desktop.engine.problems import Problem


@dataclass(frozen=True)
class RiskCounts:
    """The counts that the figures are made from. Rows are distinct combinations of key variables, weight and
    household; ``class_of`` (rows,) gives the distinct key of each.
    """

    names: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    missing: tuple[tuple[str, ...], ...]  # the texts that mean "missing", by variable
    classes: KeyClasses
    absent: npt.NDArray[np.bool_]  # (classes, variables)
    class_of: Integers
    frequencies: Integers
    weights: Vector | None  # (rows,) of one record
    households: Integers | None  # (rows,)
    alone: npt.NDArray[np.bool_] | None  # (rows,): whether each of its records is a household of its own
    attributes: Mapping[str, Attribute]
    score: Score | None = None  # of the released file, where one is given
    pairing: tuple[Problem, ...] = ()  # notes: how its records were paired with these
    not_compared: tuple[str, ...] = ()  # numbers here, but not in it
    near_equal: tuple[Problem, ...] = ()
    left_out: tuple[str, ...] = ()  # variables of the role `key` that are not among them
    population: Population | None = None  # of a table, where one was given
    close_records: float | None = None
    rows: Integers | None = None  # (records,): of each record its row, where they are written
    units: Units = field(default_factory=Units)  # who is at risk
    one_row_each: bool = True  # whether numbers of people add up over key values (`in_one_row`)
    as_category: bool = False  # whether a missing key value counts as a category

    @property
    def records(self) -> int:
        """How many records there are."""
        return self.classes.records

    @property
    def categories(self) -> list[int]:
        """How many categories each key variable has."""
        return [len(texts) for texts in self.labels]

    @property
    def without_household(self) -> int:
        """Number of records without a household, where households are counted."""
        return 0 if self.alone is None else int(self.frequencies[self.alone].sum())

    def matching(self, amounts: Vector, alpha: float, context: JobContext) -> Vector:
        """The amounts (classes,) of all records that match one of each class, (classes,)."""
        return matching_sums(
            self.classes.codes.T,
            self.absent,
            self.categories,
            self.classes.sizes,
            amounts,
            alpha,
            context,
        )

    def household_risks(self, risks: Vector) -> tuple[Vector, Integers]:
        """The risk of each household, (households,), and its records or persons; given risks (classes,)."""
        _, found, records = self._household_risks(risks)
        return found, records

    def row_household_risks(self, risks: Vector) -> Vector:
        """The risk of the household of each row, (rows,), or its own where it is of none, or of one without
        persons; given risks (classes,).
        """
        assert self.households is not None
        assert self.alone is not None
        numbers, found, _ = self._household_risks(risks)
        places = np.minimum(np.searchsorted(numbers, self.households), len(numbers) - 1)
        there = ~self.alone & (numbers[places] == self.households)
        return np.where(there, found[places], risks[self.class_of])

    def _household_risks(self, risks: Vector) -> tuple[Integers, Vector, Integers]:
        """The numbers of the households with records, (households,), their risks, and their records."""
        assert self.households is not None
        assert self.alone is not None
        chances, records, households = risks[self.class_of], self.frequencies, self.households
        members = np.where(self.alone, 1, records)  # of one household
        if self.units.households is not None:
            own = self.units.greatest(risks)
            chances, records, households = own.chances, own.numbers, self.units.households
            members = records
        numbers, of_household = np.unique(households, return_inverse=True)
        of_household, count = of_household.reshape(-1), len(numbers)
        found = household_risk(chances, members, of_household, count)
        return numbers, found, float_sums(of_household, records, count).astype(np.int64)

    def sums(self) -> Vector:
        """The sum of weights of each class, (classes,); of persons each counts once."""
        if self.units.are_persons:
            return self.units.population()
        assert self.weights is not None
        weights = self.weights * self.frequencies
        return float_sums(self.class_of, weights, len(self.classes.sizes))

    def uniques(self, f: Vector) -> int:
        """The records, or persons, that no other one matches; ``f`` (classes,) are matches."""
        persons = self.units.below(f, 1 + TOLERANCE)
        return int(self.units.sizes[f <= 1 + TOLERANCE].sum()) if persons is None else persons

    def persons(self, alpha: float, context: JobContext) -> Vector:
        """The persons who match each class, (classes,); those who fit what can be known of one."""
        members = self.classes.members
        assert members is not None
        if members.known != 1 or not self.absent.any():
            return self.classes.units.astype(np.float64)
        codes = self.classes.codes.T
        return matching_persons(codes, self.absent, self.categories, members, alpha, context)
