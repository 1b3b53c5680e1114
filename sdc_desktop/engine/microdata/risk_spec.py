"""What a plan can say to a ``risk`` job."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from sdc_desktop.engine.microdata.criteria_spec import CriterionSpec
from sdc_desktop.engine.spec import Number, Spec

TOLERABLE = 0.2  # re-identification risk above which records are counted where a plan sets none
Share = Annotated[Number, Field(ge=0, le=1)]


class ScoreWeights(Spec):
    """How much each part of the disclosure risk counts (Domingo-Ferrer & Torra 2001: 0.25, 0.25, 0.5)."""

    dld: Share = 0.25
    pld: Share = 0.25
    id: Share = 0.5


class RiskParams(Spec):
    """How easily records of a file can be found again, by the key variables.

    ``missing``: a missing value matches every value (`all`), no value (`none`), or each with a fraction.
    ``tolerable``: the maximum tolerable re-identification risk; where it is set, a file with a
    higher one is not safe; absent, records above `TOLERABLE` are counted and nothing is judged.
    ``suda_size``: the largest number of variables whose minimal sample uniques are looked for; absent: none
    are. ``released``: a file made from these records, in their order, for the score.
    """

    paths: ClassVar[tuple[str, ...]] = ("released",)

    key_variables: tuple[str, ...] | None = None  # those of that role where absent
    sensitive: tuple[str, ...] | None = None
    thresholds: tuple[Annotated[int, Field(ge=2)], ...] = (2, 3, 5, 10)
    weight: str | None = None
    household: str | None = None
    missing: Literal["all", "none"] | Share = "none"
    tolerable: Number | None = Field(default=None, gt=0, le=1)
    suda_size: int | None = Field(default=None, ge=1)
    criteria: tuple[CriterionSpec, ...] = ()
    released: Annotated[str, Field(min_length=1)] | None = None
    score_weights: ScoreWeights = ScoreWeights()

    @property
    def counted_above(self) -> float:
        """The re-identification risk above which records are counted."""
        return TOLERABLE if self.tolerable is None else float(self.tolerable)
