"""What a ``risk`` job gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sdc_desktop.engine.data.spec import Known
from sdc_desktop.engine.microdata.classes.key_classes import OneValue, Vector
from sdc_desktop.engine.microdata.classes.suda import Dis, Suda
from sdc_desktop.engine.microdata.criteria.check_file import FileCheck
from sdc_desktop.engine.microdata.criteria.diversity import Diversity
from sdc_desktop.engine.microdata.population.spec import Weighting
from sdc_desktop.engine.microdata.population.table import Presence
from sdc_desktop.engine.microdata.population.uniqueness import PopulationUniques
from sdc_desktop.engine.microdata.score import Score
from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.problems import Problem

ModelFit = Literal["fits", "too_simple", "too_rich", "not_tested"]


@dataclass(frozen=True)
class BelowThreshold:
    """Keys (cells) shared by fewer than k records or persons, and the records and persons in them."""

    k: int
    cells: int
    records: int
    persons: int | None = field(default=None, metadata=IF_THERE)

    @property
    def units(self) -> int:
        """The persons; records where each is of a person of its own."""
        return self.records if self.persons is None else self.persons


@dataclass(frozen=True)
class GuessingRisk:
    """The re-identification risk: the highest, the mean over records or persons, and those above the
    tolerable; ``records_above`` are all records of persons above it.
    """

    highest: float
    average: float
    records_above: int
    persons_above: int | None = field(default=None, metadata=IF_THERE)

    @property
    def units_above(self) -> int:
        """The persons above the tolerable risk; records where each is of a person of its own."""
        return self.records_above if self.persons_above is None else self.persons_above


@dataclass(frozen=True)
class IndividualRisk:
    """The risk of single records or of households, or of persons where some have several records.
    ``quantiles`` over records at 0, 5, 25, 50, 75, 95 and 100 %; ``expected``: expected re-identifications,
    the sum over records.
    """

    highest: float
    average: float
    records_above: int
    expected: float
    quantiles: tuple[float, ...]

    @property
    def units_above(self) -> int:
        """The number of records above the limit; of persons where some have several records."""
        return self.records_above


@dataclass(frozen=True)
class PopulationModel:
    """A log-linear model of the population and what it says of the sample uniques. ``tau1``: how many of
    them are expected to be unique in the population; ``tau2``: expected correct matches of sample uniques;
    ``expected_matches``: of all records; ``highest``: the largest risk of a record. ``b1_z`` and ``b2_z``
    test whether tau1 and tau2 are biased; None where they cannot be tested.
    """

    terms: tuple[tuple[str, ...], ...]
    weighting: Weighting
    tau1: float
    tau2: float
    expected_matches: float
    highest: float
    b1: float
    b1_z: float | None
    b2: float
    b2_z: float | None
    cells: int
    rounds: int
    fit: ModelFit


@dataclass(frozen=True)
class PopulationRisk:
    """Risk in a population of ``size`` people, ``fraction`` of them in the file. ``steps``: the models
    before the last one, where terms were chosen. ``covered``: classes whose weights count no person
    outside the file.
    """

    size: float
    fraction: float
    sample_uniques: int
    model: PopulationModel
    steps: tuple[PopulationModel, ...]
    uniqueness: PopulationUniques
    covered: int
    chances: Vector = field(metadata=REDACTED, repr=False, compare=False)  # of F = 1, (classes,)
    risks: Vector = field(metadata=REDACTED, repr=False, compare=False)  # E(1/F), (classes,)


@dataclass(frozen=True)
class PopulationTableRisk:
    """Risk against a population table of ``size`` people in ``classes``. ``k_map``: the fewest people of a
    class of the file; ``journalist``: 1 / F; ``below``: classes of fewer people, and records in them;
    ``unique``: records whose class has one person; ``complete``: records of classes all of whose people are
    in the file; ``possible``: those and records of classes all of whose people may be in the file, as
    suppressed values match every value. ``presence`` over all classes of the population, ``sample_presence``
    over those of the file.
    ``levels``: to which the table was recoded. ``suppressed``: records without any key value, excluded.
    """

    size: float
    classes: int
    k_map: float
    journalist: GuessingRisk
    below: tuple[BelowThreshold, ...]
    unique: int
    complete: int
    possible: int
    presence: Presence
    sample_presence: Presence
    levels: Mapping[str, int]
    suppressed: int
    people: Vector = field(metadata=REDACTED, repr=False, compare=False)  # F of each class, (classes,)


@dataclass(frozen=True)
class RiskResult:
    """The risk of a file.

    ``prosecutor`` knows that the person is in the file (1/f); ``journalist`` does not (1/F, by weights);
    ``marketer`` aims at many correct matches: the mean share of records re-identified (1/F, or 1/f without
    weights). ``one_value``: what the classes of the file disclose of each sensitive variable, by the rule for
    missing values; the file is not changed, so that before and after are equal. ``left_out``: variables of
    the role `key` that were not used as known. ``population_uniques``: the number of sample uniques expected
    to be population uniques (the sum of p = 1/F over them), from weights alone. ``population`` has the
    estimates of models, ``population_table`` what a table shows. ``people``: the persons, where some have
    several records; then uniques and risks count persons, for an intruder with ``known`` records of each.
    """

    key_variables: tuple[str, ...]
    missing: str | float
    tolerable: float
    records: int
    k: float
    uniques: int
    classes: int
    below: tuple[BelowThreshold, ...]
    records_with_missing: int
    prosecutor: GuessingRisk
    journalist: GuessingRisk | None
    marketer: float
    individual: IndividualRisk | None
    household: IndividualRisk | None
    expected_reidentifications: float
    population_uniques: float | None
    population: PopulationRisk | None
    population_table: PopulationTableRisk | None
    suda: Suda | None
    dis: Dis | None
    diversity: Mapping[str, Diversity]
    one_value: Mapping[str, OneValue]
    left_out: tuple[str, ...]
    check: FileCheck | None
    score: Score | None  # of a released file, where one was compared
    close_records: float | None  # of it: the share whose numbers are all close to the original ones
    notes: tuple[Problem, ...]
    frequencies: Vector = field(metadata=REDACTED, repr=False, compare=False)  # f of each key (classes,)
    risks: Vector = field(metadata=REDACTED, repr=False, compare=False)  # of a record of each key (classes,)
    people: int | None = field(default=None, metadata=IF_THERE)
    known: Known | None = field(default=None, metadata=IF_THERE)

    @property
    def persons(self) -> int | None:
        """The persons, where some have several records."""
        return self.people

    @property
    def units(self) -> int:
        """The persons; records where each is of a person of its own."""
        return self.records if self.people is None else self.people
