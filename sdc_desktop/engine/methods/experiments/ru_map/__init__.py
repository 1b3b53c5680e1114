"""Map of risk and utility: its settings and facts."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.recoding.generalise import AnopiLossSpec
from sdc_desktop.engine.methods.settings import KEYS, SENSITIVE, Steps
from sdc_desktop.engine.setting import SHARE, Choice, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_


def _by_levels(params: "RuMapParams") -> bool:
    return params.family == "recoding"


class RuMapParams(Settings):
    """Risk and utility of a family of settings (Duncan, Keller-McNulty & Stokes 2001): every combination of
    levels of the key variables, or every k of ``k_range`` for the ``variables`` together.
    """

    family: Annotated[
        Literal["recoding", "microaggregation"],
        Setting(
            label=N_("Settings compared"),
            short=N_("Family"),
            help=N_("every combination of levels, or every k of a range for microaggregation."),
            secrecy="open",
            choices={
                "recoding": Choice(N_("recoding to levels of the hierarchies")),
                "microaggregation": Choice(N_("microaggregation")),
            },
            place="plan",
        ),
    ] = "recoding"
    key_variables: Annotated[
        tuple[str, ...] | None,
        Setting(
            label=N_("Key variables (known to the intruder)"),
            short=N_("Key variables"),
            help=N_("those that are recoded."),
            secrecy="open",
            picks=KEYS,
            place="plan",
        ),
    ] = None
    variables: Annotated[
        tuple[str, ...] | None,
        Setting(
            label=N_("Variables grouped"),
            help=N_("those of the family of microaggregation."),
            secrecy="open",
            absent=N_("all key variables"),
            place="plan",
            matters=lambda params: not _by_levels(params),
        ),
    ] = None
    limits: Annotated[
        dict[str, tuple[Steps, Steps]],
        Setting(
            label=N_("Levels allowed, from least to greatest"),
            short=N_("Levels allowed"),
            help=N_("the finest and the coarsest level of a variable; 0 is as is."),
            secrecy="open",
            place="plan",
            matters=_by_levels,
        ),
    ] = Field(default_factory=dict)
    k_range: Annotated[
        tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1)]],
        Setting(
            label=N_("Range of k"),
            help=N_("the least and the greatest k of that family."),
            secrecy="open",
            place="plan",
            matters=lambda params: not _by_levels(params),
        ),
    ] = (2, 20)
    max_risk: Annotated[
        Number,
        Field(gt=0, le=1),
        Setting(
            label=N_("Average risk marked as tolerable in the map"),
            short=N_("Limit in the map"),
            help=N_("the average risk of re-identification at which the map has a line; in percent."),
            secrecy="open",
            unit=SHARE,
        ),
    ] = 0.2
    utility: Annotated[
        Literal["loss", "points"],
        Setting(
            label=N_("Utility measure"),
            short=N_("Utility"),
            help=N_("how precise values stay, or how much entropy is left, weighed by your points."),
            secrecy="open",
            choices={
                "loss": Choice(N_("precision of the values")),
                "points": Choice(N_("entropies, weighed by points")),
            },
            place="plan",
            matters=_by_levels,
        ),
    ] = "loss"
    anopi: Annotated[
        AnopiLossSpec,
        Setting(
            label=N_("Points of ANOPI beside it"),
            help=N_("weight of utility and points as under [ANOPI](anopi.md)."),
            secrecy="open",
            place="plan",
            matters=lambda params: params.utility == "points",
        ),
    ] = AnopiLossSpec()


RU_MAP = Method(
    kind="ru_map",
    params=RuMapParams,
    title=N_("Map of risk and utility"),
    source="Duncan, Keller-McNulty & Stokes 2001: risk and utility of a family of settings.",
    package=__name__,
    measures=("guess", "ru_map"),
    uses=SENSITIVE.roles or (),
    makes="measures",
    by_record=lambda params: params.family == "microaggregation",
    works_on_counts=lambda params: params.family == "recoding",
    why_records="groups",
)
