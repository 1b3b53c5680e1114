"""Balanced recoding (ANOPI): its settings and facts."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams, suppresses
from sdc_desktop.engine.setting import Choice, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Technique = Literal["recoding", "microaggregation"]
Points = dict[str, Annotated[Number, Field(ge=0, le=100)]]

_TECHNIQUES = {
    "recoding": Choice(N_("recoding to levels of the hierarchies")),
    "microaggregation": Choice(N_("microaggregation")),
}
ALPHA = Setting(
    label=N_("Utility weight"),
    short=N_("Utility weight (α)"),
    help=N_(
        "how much utility counts, from 0 (only privacy) to 1 (only utility); privacy has the "
        "rest, 1 - alpha. Raise it where users are bound by contract, lower it for public files."
    ),
    secrecy="open",
    unit=Unit(decimals=2),
)
USER_POINTS = Setting(
    label=N_("Utility points"),
    help=N_("how much each variable is worth to the users of the file. The total is 100; ask the users."),
    secrecy="open",
    absent=N_("the same for all"),
    place="plan",
)
INTRUDER_POINTS = Setting(
    label=N_("Privacy points"),
    help=N_(
        "how much each variable helps an intruder to re-identify a person. The total is 100. "
        "Give more to what many people know of one another, such as age and place."
    ),
    secrecy="open",
    absent=N_("the same for all"),
    place="plan",
)


class DegreeBound(Settings):
    """A bound stated by a level: at least what the variable has at this degree (1 = as is). For a
    microaggregated variable the degree is a k.
    """

    degree: Annotated[
        int,
        Field(ge=1),
        Setting(
            label=N_("Coding or k"),
            help=N_("the coding, or the k of a microaggregated variable, whose level is the bound."),
            secrecy="open",
            first=1,
        ),
    ]


Bounds = dict[str, Annotated[Number, Field(ge=0)] | DegreeBound]


class AnopiParams(SuppressionParams):
    """Zielinski 2010. beta is 1 - alpha. Points are shared equally where absent, and sum to 100."""

    technique: Annotated[
        Technique | dict[str, Technique],
        Setting(
            label=N_("Technique"),
            help=N_(
                "recoding by a hierarchy keeps true values; microaggregation needs no hierarchy, but a "
                "group's mean may be a value that no record had."
            ),
            secrecy="open",
            choices=_TECHNIQUES,
            place="plan",
        ),
    ] = "recoding"
    blocks: Annotated[
        tuple[tuple[str, ...], ...] | None,
        Setting(
            label=N_("Variables grouped together"),
            short=N_("Blocks"),
            help=N_(
                "which microaggregated variables are grouped together, with one k. One block gives "
                "k-anonymity, several lose less."
            ),
            secrecy="open",
            absent=N_("one block of all"),
            place="plan",
        ),
    ] = None
    alpha: Annotated[float, Field(ge=0, le=1), replace(ALPHA, card=N_("Utility or privacy"))] = 0.5
    user_points: Annotated[Points | None, USER_POINTS] = None
    intruder_points: Annotated[Points | None, INTRUDER_POINTS] = None
    min_utility: Annotated[
        Bounds,
        Setting(
            label=N_("Minimum utility"),
            help=N_(
                "a lower bound of utility for a variable, as a level or as a coding (or k) that is at least "
                "as useful."
            ),
            secrecy="open",
            place="plan",
        ),
    ] = Field(default_factory=dict)
    min_privacy: Annotated[
        Bounds,
        Setting(
            label=N_("Minimum privacy"),
            help=N_("a lower bound of privacy for a variable, as a level or as a coding (or k)."),
            secrecy="open",
            place="plan",
        ),
    ] = Field(default_factory=dict)
    override: Annotated[
        dict[str, Annotated[int, Field(ge=1)]],
        Setting(
            label=N_("Level or k set manually"),
            help=N_("the coding or k that is released instead of ANOPI's choice, by variable."),
            secrecy="open",
            absent=N_("chosen by ANOPI"),
            place="plan",
        ),
    ] = Field(default_factory=dict)

    def technique_of(self, name: str) -> Technique:
        """What is done to a variable."""
        if isinstance(self.technique, str):
            return self.technique
        return self.technique.get(name, "recoding")


def _by_groups(params: AnopiParams) -> bool:
    """Whether records are put into groups: recoding needs counts alone."""
    technique = params.technique
    return "microaggregation" in (technique.values() if isinstance(technique, dict) else (technique,))


def _by_levels(params: AnopiParams) -> bool:
    return not _by_groups(params)


ANOPI = Method(
    kind="anopi",
    params=AnopiParams,
    title=N_("Balanced recoding (ANOPI)"),
    released=N_("Values are replaced by groups of values or by a value common to similar records."),
    source="Zielinski 2010: the recodings that balance information utility against privacy.",
    package=__name__,
    uses=("key",),
    measures=("key_frequency", "guess", "entropy", "anopi"),
    by_record=_by_groups,
    works_on_counts=_by_levels,
    counts_persons=always,
    why_records="groups",
    judges_classes=suppresses,
)
