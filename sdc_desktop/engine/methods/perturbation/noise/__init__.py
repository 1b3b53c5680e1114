"""Noise."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.microdata.perturbation_spec import NoiseParams
from sdc_desktop.marks import N_

NOISE = Method(
    kind="noise",
    params=NoiseParams,
    title=N_("Noise"),
    source="Kim 1986: normal noise is added to numbers.",
    package=__name__,
    chance=N_("the noise"),
    measures=("score",),
    writes=True,
    draws=always,
    by_record=always,
)
