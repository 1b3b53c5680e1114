"""Measured risk: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import risk
from sdc_desktop.engine.verdicts import microdata as verdicts

STAGES = Stages(
    check=risk.check,
    counts=risk.counts,
    decide=risk.decide,
    apply=risk.apply,
    verdict=verdicts.measured,
)
