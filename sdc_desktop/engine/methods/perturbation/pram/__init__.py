"""Post-randomisation (PRAM)."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.microdata.perturbation_spec import PramParams
from sdc_desktop.marks import N_

PRAM = Method(
    kind="pram",
    params=PramParams,
    title=N_("Post-randomisation (PRAM)"),
    source="Gouweleeuw and others 1998: categories become others with known chances.",
    package=__name__,
    chance=N_("the changes of values"),
    measures=("pram",),
    writes=True,
    draws=always,
    by_record=always,
)
