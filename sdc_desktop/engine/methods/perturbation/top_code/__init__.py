"""Top and bottom coding of numbers: its settings and facts."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.perturbation.settings import RISK_OF_NUMBERS
from sdc_desktop.engine.methods.settings import TolerableRisk, risk_limit
from sdc_desktop.engine.setting import Choice, Pick, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_


class Bounds(Settings):
    """Numbers below ``bottom`` and above ``top`` are replaced."""

    bottom: Annotated[
        Number | None,
        Setting(
            label=N_("Bottom"),
            help=N_("numbers below it are replaced, in the variable's own unit."),
            secrecy="open",
        ),
    ] = None
    top: Annotated[
        Number | None,
        Setting(
            label=N_("Top"),
            help=N_("numbers above it are replaced, in the variable's own unit."),
            secrecy="open",
        ),
    ] = None


class TopCodeParams(Settings):
    """Top and bottom coding: values beyond a bound become the bound, or the mean of the values beyond."""

    bounds: Annotated[
        dict[str, Bounds],
        Setting(
            label=N_("Bounds"),
            short=N_("Top and bottom codes"),
            help=N_(
                "below the bottom and above the top numbers are replaced, in the variable's own unit. Choose "
                "them so that at least some ten records lie beyond."
            ),
            hint=N_("Grey: minimum and maximum in the file. Blank: no bound."),
            secrecy="by_variable",
            picks=Pick(levels=(), described=N_("none"), offered=("continuous",)),
        ),
    ] = Field(default_factory=dict)
    replacement: Annotated[
        Literal["bound", "mean"],
        Setting(
            label=N_("Replacement value"),
            short=N_("Replace with"),
            help=N_("the bound itself, or the mean of what lies beyond, which keeps totals."),
            secrecy="open",
            choices={
                "bound": Choice(
                    N_("the bound"),
                    N_(
                        "Numbers beyond a bound become the bound. Means and variances become smaller at "
                        "that end."
                    ),
                ),
                "mean": Choice(
                    N_("mean of the values beyond"),
                    N_(
                        "Numbers beyond a bound become the mean of the numbers beyond it. Means stay the "
                        "same except for rounding, variances become smaller."
                    ),
                ),
            },
        ),
    ] = "bound"
    tolerable_risk: Annotated[TolerableRisk | None, risk_limit(RISK_OF_NUMBERS)] = None


TOP_CODE = Method(
    kind="top_code",
    params=TopCodeParams,
    title=N_("Top and bottom coding"),
    released=N_("Very small or very large values are replaced."),
    meaning=N_("Replaces values beyond a threshold."),
    source="Top and bottom coding: numbers beyond a bound.",
    package=__name__,
    measures=("score",),
    writes=True,
    by_record=always,
    counts_persons=always,
)
