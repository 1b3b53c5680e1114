"""Recoding by hand: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import recode
from sdc_desktop.engine.verdicts import microdata as verdicts

STAGES = Stages(
    check=recode.check,
    counts=recode.counts,
    decide=recode.decide,
    apply=recode.apply,
    verdict=verdicts.recoded,
)
