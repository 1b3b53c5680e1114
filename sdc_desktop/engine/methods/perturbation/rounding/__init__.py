"""Rounding of numbers to multiples of a base: its settings and facts."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.perturbation.settings import CONTINUOUS, RISK_OF_NUMBERS
from sdc_desktop.engine.methods.settings import Names, TolerableRisk, risk_limit, treated
from sdc_desktop.engine.setting import Choice, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_


class RoundingParams(Settings):
    """Numbers become multiples of ``base``: the nearest, halves away from 0, or one of the two neighbours at
    random, so that each number stays the same in expectation.
    """

    variables: Annotated[
        Names | None, treated(N_("Variables to round"), CONTINUOUS, N_("continuous variables."))
    ] = None
    base: Annotated[
        Number,
        Field(gt=0, le=1e12),
        Setting(
            label=N_("Rounding base"),
            help=N_(
                "numbers become multiples of it, in the unit of the variables. A larger base protects more."
            ),
            secrecy="open",
        ),
    ] = 10
    method: Annotated[
        Literal["nearest", "random"],
        Setting(
            label=N_("Kind of rounding"),
            help=N_("the nearest multiple, or one of the two neighbouring multiples at random."),
            secrecy="open",
            choices={
                "nearest": Choice(
                    N_("to the nearest multiple"),
                    N_(
                        "Numbers become the nearest multiple of the base, halves away from 0. Equal numbers "
                        "stay equal. Means can shift by up to half the base."
                    ),
                ),
                "random": Choice(
                    N_("at random, unbiased"),
                    N_(
                        "Numbers become the multiple of the base below or above them at random, the nearer "
                        "one with the higher probability. Means stay the same in expectation, variances grow."
                    ),
                ),
            },
        ),
    ] = "nearest"
    tolerable_risk: Annotated[TolerableRisk | None, risk_limit(RISK_OF_NUMBERS)] = None


ROUNDING = Method(
    kind="rounding",
    params=RoundingParams,
    title=N_("Rounding of numbers"),
    released=N_("Values are rounded."),
    meaning=N_("Rounds continuous variables to multiples of a base."),
    source="Willenborg and de Waal 2001: numbers are rounded to multiples of a base.",
    package=__name__,
    chance=N_("the direction of rounding"),
    measures=("score",),
    writes=True,
    draws=lambda params: params.method == "random",
    by_record=always,
    counts_persons=always,
)
