"""Microaggregation."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.microdata.microaggregate_spec import MicroaggregateParams
from sdc_desktop.marks import N_

MICROAGGREGATE = Method(
    kind="microaggregate",
    params=MicroaggregateParams,
    title=N_("Microaggregation"),
    source="Microaggregation: groups of near records get the same values.",
    package=__name__,
    measures=("key_frequency", "guess", "variation"),
    writes=True,
    by_record=always,
)
