"""Rank swapping."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.microdata.perturbation_spec import SwapParams
from sdc_desktop.marks import N_

SWAP = Method(
    kind="swap",
    params=SwapParams,
    title=N_("Rank swapping"),
    source="Moore 1996: values of near rank change places.",
    package=__name__,
    chance=N_("the partners of the swaps"),
    measures=("score",),
    writes=True,
    draws=always,
    by_record=always,
)
