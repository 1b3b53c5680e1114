"""Risk curve."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.scenarios.cae_spec import CaeParams
from sdc_desktop.marks import N_

CAE = Method(
    kind="cae",
    params=CaeParams,
    title=N_("Risk curve"),
    source="Alfalayleh & Brankovic 2014: how uncertain an intruder stays about a value, at every precision.",
    package=__name__,
    measures=("cae",),
    makes="measures",
    needs_data=lambda params: params.values is None and params.intervals is None,
    takes_cells=lambda params: params.intervals == "input",
    by_record=always,
)
