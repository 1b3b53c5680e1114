"""Rounding of numbers to significant digits: its settings and facts."""

from typing import Annotated

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.perturbation.settings import CONTINUOUS, RISK_OF_NUMBERS
from sdc_desktop.engine.methods.settings import Names, TolerableRisk, risk_limit, treated
from sdc_desktop.engine.setting import Setting, Settings
from sdc_desktop.marks import N_


class SignificantDigitsParams(Settings):
    """Numbers are rounded to their first ``digits`` digits, in the middle of two to the even digit."""

    variables: Annotated[
        Names | None, treated(N_("Variables to round"), CONTINUOUS, N_("continuous variables."))
    ] = None
    digits: Annotated[
        int,
        Field(ge=1, le=6),
        Setting(
            label=N_("Significant digits"),
            help=N_("how many digits of a number stay, from its first one other than 0. Fewer protect more."),
            secrecy="open",
        ),
    ] = 2
    tolerable_risk: Annotated[TolerableRisk | None, risk_limit(RISK_OF_NUMBERS)] = None


SIGNIFICANT_DIGITS = Method(
    kind="significant_digits",
    params=SignificantDigitsParams,
    title=N_("Rounding to significant digits"),
    released=N_("Values are rounded."),
    meaning=N_("Rounds continuous variables to their first digits."),
    done=N_(
        "Numbers are rounded to their first digits, those in the middle of two to the even digit. Equal "
        "numbers stay equal. Means can shift, the less the more digits stay."
    ),
    source="Garfinkel 2019: numbers are rounded to significant digits, halves to the even one.",
    package=__name__,
    measures=("score",),
    writes=True,
    by_record=always,
    counts_persons=always,
)
