"""Noise added to numbers (Kim 1986): its settings and facts."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.perturbation.settings import CONTINUOUS, RISK_OF_NUMBERS
from sdc_desktop.engine.methods.settings import Names, TolerableRisk, risk_limit, treated
from sdc_desktop.engine.setting import DEVIATIONS, Choice, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_


class NoiseParams(Settings):
    """Normal noise added to numbers: ``amount`` times each variable's standard deviation.

    ``additive``: noise of different variables is independent; ``correlated`` (Kim 1986): it has the
    covariances of the data, times amount squared, so that correlations are kept in expectation.
    """

    variables: Annotated[
        Names | None, treated(N_("Variables to perturb"), CONTINUOUS, N_("continuous variables."))
    ] = None
    amount: Annotated[
        Number,
        Field(gt=0, le=10),
        Setting(
            label=N_("Amount of noise"),
            short=N_("Amount"),
            help=N_(
                "the standard deviation of the noise, as a share of the variable's own; in the window in "
                "percent. 0.1 is mild, 0.5 strong: see the score."
            ),
            secrecy="open",
            unit=DEVIATIONS,
        ),
    ] = 0.1
    method: Annotated[
        Literal["additive", "correlated"],
        Setting(
            label=N_("Kind of noise"),
            short=N_("Noise of variables"),
            help=N_("independent, or correlated as the variables are, so that correlations stay."),
            secrecy="open",
            choices={
                "additive": Choice(
                    N_("is independent"),
                    N_(
                        "Normal noise is added to each variable separately. Means stay the same in "
                        "expectation, variances grow, correlations become weaker."
                    ),
                ),
                "correlated": Choice(
                    N_("has the data's correlations"),
                    N_(
                        "Normal noise with the correlations of the data is added. Means and correlations "
                        "stay as they were in expectation, variances grow."
                    ),
                ),
            },
        ),
    ] = "additive"
    draws: Annotated[
        Literal["value", "person"],
        Setting(
            label=N_("Noise of a person's records"),
            help=N_(
                "where persons have several records: one draw for equal values of a variable, or one for all."
            ),
            secrecy="open",
            choices={
                "value": Choice(
                    N_("one draw for equal values"),
                    N_("Equal values of a person stay equal. Differences between others get noise too."),
                ),
                "person": Choice(
                    N_("one draw for all values"),
                    N_("All values of a person move by the same amount. Their differences stay exact."),
                ),
            },
            place="more",
        ),
    ] = "value"
    tolerable_risk: Annotated[TolerableRisk | None, risk_limit(RISK_OF_NUMBERS)] = None


NOISE = Method(
    kind="noise",
    params=NoiseParams,
    title=N_("Noise"),
    released=N_("Random noise is added to the values."),
    meaning=N_("Adds normally distributed noise to continuous variables."),
    source="Kim 1986: normal noise is added to numbers.",
    package=__name__,
    chance=N_("the noise"),
    measures=("score",),
    writes=True,
    draws=always,
    by_record=always,
    counts_persons=always,
    why_records="draws",
)
