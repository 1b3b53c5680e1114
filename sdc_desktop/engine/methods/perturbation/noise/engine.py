"""Noise: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import noise
from sdc_desktop.engine.verdicts import microdata as verdicts

STAGES = Stages(
    check=noise.check,
    counts=noise.counts,
    decide=noise.decide,
    apply=noise.apply,
    verdict=verdicts.perturbed,
)
