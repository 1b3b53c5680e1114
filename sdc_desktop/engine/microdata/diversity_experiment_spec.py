"""What a plan can say to a ``diversity_experiment`` job."""

from typing import Annotated

from pydantic import Field

from sdc_desktop.engine.methods.recoding.generalise import LossName
from sdc_desktop.engine.methods.settings import Steps
from sdc_desktop.engine.microdata.criteria_spec import Estimator
from sdc_desktop.engine.spec import Number, Spec


class DiversityExperimentParams(Spec):
    """The same data and the same l, entropies estimated in several ways: what does each cost?

    Stammler, Katzenbeisser & Hamacher 2016. ``l`` are the values tried; all else is as in ``generalise``.
    """

    key_variables: tuple[str, ...] | None = None
    attribute: str
    l: tuple[Annotated[Number, Field(ge=1)], ...] = Field(  # noqa: E741 - the name in the source
        default=(2, 3, 4, 5), min_length=1
    )
    estimators: tuple[Estimator, ...] = Field(default=("shannon", "grassberger"), min_length=1)
    suppression_limit: Number = Field(default=0, ge=0, le=1)
    loss: LossName = "loss"
    limits: dict[str, tuple[Steps, Steps]] = Field(default_factory=dict)
    weights: dict[str, Annotated[Number, Field(ge=0)]] = Field(default_factory=dict)
    max_nodes: int | None = Field(default=None, ge=1)  # of each search
