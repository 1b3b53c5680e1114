"""What a utility job found."""

from collections.abc import Mapping
from dataclasses import dataclass

from sdc_desktop.engine.microdata.synthetic.disclosure import Disclosure
from sdc_desktop.engine.microdata.utility.models import ModelComparison
from sdc_desktop.engine.microdata.utility.numbers import NumbersCompared
from sdc_desktop.engine.microdata.utility.tables import TableDistance
from sdc_desktop.engine.problems import Problem


@dataclass(frozen=True)
class PropensityScore:
    """The propensity score mean square error, its ``expected`` value and standard ``deviation`` where
    released records are drawn from the original's distribution. ``independent``: the ratio that two
    independent samples of one population have on average.
    """

    pmse: float
    expected: float
    deviation: float
    ratio: float | None
    z: float | None
    coefficients: int
    independent: float
    separated: bool


@dataclass(frozen=True)
class FittedModel:
    """A requested model, by its outcome and terms, and both of its fits."""

    outcome: str
    terms: tuple[str, ...]
    kind: str
    log: bool
    level: float
    excluded: int  # records of both files that miss a value
    found: ModelComparison


@dataclass(frozen=True)
class SyntheticDisclosure:
    """What synthetic records disclose by these ``keys``; the ``largest`` shares over all targets.
    ``replicated``: released records equal to an original that is unique in all variables.
    """

    keys: tuple[str, ...]
    found: Disclosure
    largest: Mapping[str, float]
    replicated: int


@dataclass(frozen=True)
class UtilityResult:
    """``tables``: in the order of the variables; ``mean_variation``, ``highest_variation`` over them;
    ``single``: total variation of each variable alone; ``numbers``: of paired records alone;
    ``disclosure``: where the released records are synthetic.
    """

    records: int
    released_records: int
    variables: tuple[str, ...]
    tables: tuple[TableDistance, ...]
    mean_variation: float
    highest_variation: float
    propensity: PropensityScore | None
    models: tuple[FittedModel, ...]
    numbers: NumbersCompared | None
    single: Mapping[str, float]
    disclosure: SyntheticDisclosure | None = None
    notes: tuple[Problem, ...] = ()
