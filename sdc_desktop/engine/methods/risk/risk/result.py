"""What a ``risk`` job gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sdc_desktop.engine.microdata.classes.key_classes import OneValue, Vector
from sdc_desktop.engine.microdata.classes.suda import Suda
from sdc_desktop.engine.microdata.criteria.check_file import FileCheck
from sdc_desktop.engine.microdata.criteria.criteria import Diversity
from sdc_desktop.engine.microdata.score import Score
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import Problem


@dataclass(frozen=True)
class BelowThreshold:
    """Keys (cells) shared by fewer than k records, and the records in them; peers count one or the other."""

    k: int
    cells: int
    records: int


@dataclass(frozen=True)
class GuessingRisk:
    """The chance of a right guess: the highest, the mean over records, the records above the tolerable."""

    highest: float
    average: float
    records_above: int


@dataclass(frozen=True)
class IndividualRisk:
    """The risk of single records or of households: ``quantiles`` over records at 0, 5, 25, 50, 75, 95 and
    100 %; ``expected``: re-identifications to be expected, the sum over records.
    """

    highest: float
    average: float
    records_above: int
    expected: float
    quantiles: tuple[float, ...]


@dataclass(frozen=True)
class RiskResult:
    """The risk of a file.

    ``prosecutor`` knows that the person is in the file (1/f); ``journalist`` does not (1/F, by weights);
    ``marketer`` aims at many correct matches: the mean share of records re-identified (1/F, or 1/f
    without weights). ``one_value``: what the groups of the file disclose of each sensitive variable, by the
    rule for missing values; the file is not changed, so that before and after are equal. ``left_out``:
    variables of the role `key` that were not taken as known. ``population_uniques``: how many of the
    records alone in the sample are expected to be alone in the population (the sum of p = 1/F over them).
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
    suda: Suda | None
    diversity: Mapping[str, Diversity]
    one_value: Mapping[str, OneValue]
    left_out: tuple[str, ...]
    check: FileCheck | None
    score: Score | None  # of a released file, where one was compared
    notes: tuple[Problem, ...]
    frequencies: Vector = field(metadata=REDACTED, repr=False, compare=False)  # f of each key (classes,)
    risks: Vector = field(metadata=REDACTED, repr=False, compare=False)  # of a record of each key (classes,)
