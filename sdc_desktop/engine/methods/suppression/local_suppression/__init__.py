"""Local suppression."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.microdata.perturbation_spec import LocalSuppressionParams
from sdc_desktop.marks import N_

LOCAL_SUPPRESSION = Method(
    kind="local_suppression",
    params=LocalSuppressionParams,
    title=N_("Local suppression"),
    source="As few cells as possible suppressed, so that no key is rarer than k.",
    package=__name__,
    measures=("key_frequency", "guess", "k_anonymity", "entropy"),
    writes=True,
    judges_classes=always,
)
