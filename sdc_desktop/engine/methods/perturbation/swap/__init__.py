"""Rank swapping (Moore 1996): its settings and facts."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.perturbation.settings import CONTINUOUS, RISK_OF_NUMBERS
from sdc_desktop.engine.methods.settings import Names, TolerableRisk, risk_limit, treated
from sdc_desktop.engine.setting import RANKS, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

_RANKED = replace(CONTINUOUS, offered=("continuous", "ordinal"))


class SwapParams(Settings):
    """Rank swapping (Moore 1996): values whose ranks differ by at most ``range`` percent swap places."""

    variables: Annotated[
        Names | None,
        treated(
            N_("Variables to swap"),
            _RANKED,
            N_("continuous variables, or ordinal ones with a known order."),
        ),
    ] = None
    range: Annotated[
        Number,
        Field(gt=0, le=100),
        Setting(
            label=N_("Maximum rank difference"),
            help=N_(
                "the largest difference of ranks between partners, in percent of the records. Wider "
                "protects more and weakens relations."
            ),
            hint=N_("A wider range protects more but weakens correlations."),
            secrecy="open",
            unit=RANKS,
        ),
    ] = 5
    tolerable_risk: Annotated[TolerableRisk | None, risk_limit(RISK_OF_NUMBERS)] = None


SWAP = Method(
    kind="swap",
    params=SwapParams,
    title=N_("Rank swapping"),
    released=N_("Values of similar rank are exchanged between records."),
    meaning=N_("Swaps values of similar rank between records."),
    done=N_(
        "Values of near rank change places between records. The distribution of each variable stays "
        "exactly as it was; how variables go together becomes weaker."
    ),
    source="Moore 1996: values of near rank change places.",
    package=__name__,
    chance=N_("the partners of the swaps"),
    measures=("score",),
    writes=True,
    draws=always,
    by_record=always,
    counts_persons=always,
    why_records="ranks",
)
