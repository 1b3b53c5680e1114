"""Search for levels by criteria."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.microdata.generalise_spec import GeneraliseParams
from sdc_desktop.marks import N_

GENERALISE = Method(
    kind="generalise",
    params=GeneraliseParams,
    title=N_("Search for levels by criteria"),
    source="The levels of least loss that meet privacy criteria, proven (Samarati 2001 and others).",
    package=__name__,
    measures=("key_frequency", "guess", "loss"),
    writes=True,
    by_record=lambda params: params.local_recoding != "none",
    judges_classes=always,
)
