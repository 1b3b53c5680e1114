"""What a plan can say to a ``risk`` job."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from sdc_desktop.engine.microdata.criteria_spec import CriterionSpec
from sdc_desktop.engine.spec import Number, Spec

Share = Annotated[Number, Field(ge=0, le=1)]


class ScoreWeights(Spec):
    """How much each part of the disclosure risk counts (Domingo-Ferrer & Torra 2001: 0.25, 0.25, 0.5)."""

    dld: Share = 0.25
    pld: Share = 0.25
    id: Share = 0.5


class RiskParams(Spec):
    """How easily records of a file can be found again, by the identifying variables.

    ``missing``: a missing value matches every value (`all`), no value (`none`), or each with a fraction.
    ``tolerable``: the chance of a right guess above which records are counted. ``suda_size``: the largest
    number of variables whose minimal sample uniques are looked for; absent: none are. ``released``: a file
    made from these records, in their order, for the score.
    """

    paths: ClassVar[tuple[str, ...]] = ("released",)

    identifying: tuple[str, ...] | None = None  # those of that role where absent
    sensitive: tuple[str, ...] | None = None
    thresholds: tuple[Annotated[int, Field(ge=2)], ...] = (2, 3, 5, 10)
    weight: str | None = None
    household: str | None = None
    missing: Literal["all", "none"] | Share = "none"
    tolerable: Number = Field(default=0.2, gt=0, le=1)
    suda_size: int | None = Field(default=None, ge=1)
    criteria: tuple[CriterionSpec, ...] = ()
    released: Annotated[str, Field(min_length=1)] | None = None
    score_weights: ScoreWeights = ScoreWeights()
