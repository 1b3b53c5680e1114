"""Microaggregation: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import microaggregate, microaggregate_check
from sdc_desktop.engine.verdicts import microdata as verdicts

STAGES = Stages(
    check=microaggregate_check.check,
    counts=microaggregate.counts,
    decide=microaggregate.decide,
    apply=microaggregate.apply,
    verdict=verdicts.microaggregated,
    foresee=microaggregate.foresee,
)
