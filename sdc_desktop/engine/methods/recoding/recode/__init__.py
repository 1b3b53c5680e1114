"""Recoding by hand."""

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.microdata.recode_spec import RecodeParams
from sdc_desktop.marks import N_

RECODE = Method(
    kind="recode",
    params=RecodeParams,
    title=N_("Recoding by hand"),
    source="Global recoding to levels that the officer names.",
    package=__name__,
    measures=("key_frequency", "guess", "entropy"),
    writes=True,
    judges_classes=lambda params: params.suppress_below is not None,
)
