"""Measured risk."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.microdata.risk_spec import RiskParams
from sdc_desktop.marks import N_

RISK = Method(
    kind="risk",
    params=RiskParams,
    title=N_("Measured risk"),
    source="How easily records can be found again; with a released file also its score.",
    package=__name__,
    measures=("key_frequency", "guess", "marketer"),
    makes="measures",
    judges_input=always,
)
