"""Top and bottom coding."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.microdata.perturbation_spec import TopCodeParams
from sdc_desktop.marks import N_

TOP_CODE = Method(
    kind="top_code",
    params=TopCodeParams,
    title=N_("Top and bottom coding"),
    source="Top and bottom coding: numbers beyond a bound.",
    package=__name__,
    measures=("score",),
    writes=True,
    by_record=always,
)
