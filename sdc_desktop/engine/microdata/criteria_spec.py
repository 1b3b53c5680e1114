"""What a plan can ask of the classes of a released file."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.spec import Number, Spec

Estimator = Literal["shannon", "grassberger", "grassberger_2003"]  # of entropies (`entropy_estimators`)
Distance = Literal["equal", "ordered", "hierarchical"]


class KAnonymitySpec(Spec):
    """Every class has at least k records (Samarati 2001)."""

    kind: Literal["k_anonymity"]
    k: int = Field(ge=1)


class DistinctLDiversitySpec(Spec):
    """Every class has at least l values of the attribute (Machanavajjhala et al. 2007)."""

    kind: Literal["distinct_l_diversity"]
    l: int = Field(ge=1)  # noqa: E741 - the name in the sources and in plans
    attribute: str


class EntropyLDiversitySpec(Spec):
    """The attribute's entropy in every class is at least ln l, and it has at least l values there."""

    kind: Literal["entropy_l_diversity"]
    l: Number = Field(ge=1)  # noqa: E741 - the name in the sources and in plans
    attribute: str
    estimator: Estimator = "grassberger"


class RecursiveDiversitySpec(Spec):
    """In every class the commonest value is rarer than c times all from the l-th commonest on together."""

    kind: Literal["recursive_cl_diversity"]
    c: Number = Field(gt=0)
    l: int = Field(ge=1)  # noqa: E741 - the name in the sources and in plans
    attribute: str


class TClosenessSpec(Spec):
    """The attribute's distribution in every class is within t of that in the file (Li et al. 2007)."""

    kind: Literal["t_closeness"]
    t: Number = Field(ge=0, le=1)
    attribute: str
    distance: Distance = "equal"


class PSensitiveSpec(Spec):
    """Every class has at least p values of the attribute (Truta & Vinay 2006); k is asked for beside it."""

    kind: Literal["p_sensitive"]
    p: int = Field(ge=1)
    attribute: str


class AverageRiskSpec(Spec):
    """Classes per record, the mean chance of a right guess, is at most ``max``; small classes go first."""

    kind: Literal["average_risk"]
    max: Number = Field(gt=0, le=1)


CriterionSpec = Annotated[
    KAnonymitySpec
    | DistinctLDiversitySpec
    | EntropyLDiversitySpec
    | RecursiveDiversitySpec
    | TClosenessSpec
    | PSensitiveSpec
    | AverageRiskSpec,
    Field(discriminator="kind"),
]


def attribute_of(spec: CriterionSpec) -> str | None:
    """The sensitive variable that a criterion is about."""
    return getattr(spec, "attribute", None)


def is_met_by_any(spec: CriterionSpec) -> bool:
    """Whether no class of any file can fail the criterion, so that it requires nothing."""
    if isinstance(spec, KAnonymitySpec):
        return spec.k <= 1
    if isinstance(spec, DistinctLDiversitySpec | EntropyLDiversitySpec):
        return spec.l <= 1
    if isinstance(spec, RecursiveDiversitySpec):
        return spec.l <= 1 and spec.c > 1
    if isinstance(spec, PSensitiveSpec):
        return spec.p <= 1
    return (spec.t if isinstance(spec, TClosenessSpec) else spec.max) >= 1
