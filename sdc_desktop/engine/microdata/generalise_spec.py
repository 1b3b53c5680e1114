"""What a plan can say to a ``generalise`` job."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.microdata.anopi_spec import Points
from sdc_desktop.engine.microdata.criteria_spec import CriterionSpec
from sdc_desktop.engine.setting import Setting, Settings
from sdc_desktop.engine.spec import Number, Spec
from sdc_desktop.marks import N_

LossName = Literal["loss", "entropy", "discernibility", "class_size", "anopi"]
LocalRecoding = Literal["none", "repeat", "mondrian"]
Steps = Annotated[int, Field(ge=0)]


class AnopiLossSpec(Settings):
    """The officer's points and alpha, for the loss ``anopi`` and for ANOPI's own point among the others."""

    alpha: Annotated[
        float,
        Field(ge=0, le=1),
        Setting(
            label=N_("Utility weight"),
            help=N_(
                "how much usefulness counts, from 0 (only privacy) to 1 (only utility); privacy has the "
                "rest, 1 - alpha. Raise it where users are bound by contract, lower it where the file goes "
                "to everybody."
            ),
            secrecy="open",
        ),
    ] = 0.5
    user_points: Annotated[
        Points | None,
        Setting(
            label=N_("Utility points"),
            help=N_(
                "how much each variable is worth to the people who will use the file. All together 100; ask "
                "the users."
            ),
            secrecy="open",
            absent=N_("the same for all"),
        ),
    ] = None
    intruder_points: Annotated[
        Points | None,
        Setting(
            label=N_("Privacy points"),
            help=N_(
                "how much each variable would help somebody to find a person. All together 100; what many "
                "people know of one another (age, place) deserves more."
            ),
            secrecy="open",
            absent=N_("the same for all"),
        ),
    ] = None


class GeneraliseParams(Spec):
    """The generalisation of least loss that meets the criteria with few enough records suppressed.

    ``suppression_limit`` is the most that may be suppressed, as a share of the records. ``limits``: for a
    variable the least and the greatest level, from 0 = as is. ``weights`` make a variable count more (1 where
    absent). ``local_recoding`` treats the records that would be suppressed once more. ``max_nodes`` ends the
    search early; ``explore`` `all` evaluates every node, for the picture, and not only those needed.
    """

    key_variables: tuple[str, ...] | None = None  # those of that role where absent
    sensitive: tuple[str, ...] | None = None  # whose diversity is told beside the criteria
    criteria: tuple[CriterionSpec, ...] = Field(min_length=1)
    suppression_limit: Number = Field(default=0, ge=0, le=1)
    loss: LossName = "loss"
    limits: dict[str, tuple[Steps, Steps]] = Field(default_factory=dict)
    weights: dict[str, Annotated[Number, Field(ge=0)]] = Field(default_factory=dict)
    anopi: AnopiLossSpec = AnopiLossSpec()
    local_recoding: LocalRecoding = "none"
    max_nodes: int | None = Field(default=None, ge=1)
    explore: Literal["needed", "all"] = "needed"
