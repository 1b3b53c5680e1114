"""Balanced recoding (ANOPI): the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import anopi
from sdc_desktop.engine.verdicts import microdata as verdicts

STAGES = Stages(
    check=anopi.check,
    counts=anopi.counts,
    decide=anopi.decide,
    apply=anopi.apply,
    verdict=verdicts.balanced,
    settle=anopi.settle,
)
