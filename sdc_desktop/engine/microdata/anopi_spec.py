"""What a plan can say to an ``anopi`` job."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.microdata.suppression_spec import SuppressionParams
from sdc_desktop.engine.spec import Number, Spec

Technique = Literal["recoding", "microaggregation"]
Points = dict[str, Annotated[Number, Field(ge=0, le=100)]]


class DegreeBound(Spec):
    """A bound told as a coding: at least the level that the variable has at this degree (1 = as is). Of a
    microaggregated variable the degree is a k."""

    degree: int = Field(ge=1)


Bounds = dict[str, Annotated[Number, Field(ge=0)] | DegreeBound]


class AnopiParams(SuppressionParams):
    """Zielinski 2010. beta is 1 - alpha. Points are shared equally where absent, and sum to 100.

    ``technique``: one for all variables, or by variable; those not named are recoded. ``blocks``: the
    microaggregated variables that share a k; one block of all of them where absent. ``override``: a level of
    a recoded variable (1 = as is), or the k of the block that a microaggregated variable is in.
    """

    technique: Technique | dict[str, Technique] = "recoding"
    blocks: tuple[tuple[str, ...], ...] | None = None
    alpha: float = Field(default=0.5, ge=0, le=1)
    user_points: Points | None = None
    intruder_points: Points | None = None
    min_utility: Bounds = Field(default_factory=dict)
    min_privacy: Bounds = Field(default_factory=dict)
    override: dict[str, Annotated[int, Field(ge=1)]] = Field(default_factory=dict)

    def technique_of(self, name: str) -> Technique:
        """What is done to a variable."""
        if isinstance(self.technique, str):
            return self.technique
        return self.technique.get(name, "recoding")
