"""Post-randomisation (PRAM): the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import pram
from sdc_desktop.engine.verdicts import microdata as verdicts

STAGES = Stages(
    check=pram.check,
    counts=pram.counts,
    decide=pram.decide,
    apply=pram.apply,
    verdict=verdicts.randomised,
)
