"""What a plan can say to a ``ru_map`` job."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.methods.recoding.generalise import AnopiLossSpec
from sdc_desktop.engine.methods.settings import Steps
from sdc_desktop.engine.spec import Number, Spec


class RuMapParams(Spec):
    """Risk and utility of a family of settings (Duncan, Keller-McNulty & Stokes 2001).

    ``family``: every combination of levels of the key variables (`recoding`), or every k of
    ``k_range`` (`microaggregation` of the ``variables`` together). ``max_risk``: the greatest that is
    tolerable. ``anopi``: the officer's points, whose optimum is marked. ``utility`` of a recoding: what is
    left of the values' precision (`loss`), or of the variables' entropies, weighed by the user's points
    (`points`), as ANOPI weighs them.
    """

    family: Literal["recoding", "microaggregation"] = "recoding"
    key_variables: tuple[str, ...] | None = None
    variables: tuple[str, ...] | None = None
    limits: dict[str, tuple[Steps, Steps]] = Field(default_factory=dict)
    k_range: tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1)]] = (2, 20)
    max_risk: Number = Field(default=0.2, gt=0, le=1)
    utility: Literal["loss", "points"] = "loss"
    anopi: AnopiLossSpec = AnopiLossSpec()
