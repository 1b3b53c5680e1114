"""Map of risk and utility."""

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.microdata.ru_map_spec import RuMapParams
from sdc_desktop.marks import N_

RU_MAP = Method(
    kind="ru_map",
    params=RuMapParams,
    title=N_("Map of risk and utility"),
    source="Duncan, Keller-McNulty & Stokes 2001: risk and utility of a family of settings.",
    package=__name__,
    measures=("guess", "ru_map"),
    makes="measures",
    by_record=lambda params: params.family == "microaggregation",
)
