"""Search for levels by criteria: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import generalise
from sdc_desktop.engine.verdicts import microdata as verdicts

STAGES = Stages(
    check=generalise.check,
    counts=generalise.counts,
    decide=generalise.decide,
    apply=generalise.apply,
    verdict=verdicts.generalised,
    foresee=generalise.foresee,
)
