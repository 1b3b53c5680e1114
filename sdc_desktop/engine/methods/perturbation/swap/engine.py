"""Rank swapping: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import swap
from sdc_desktop.engine.verdicts import microdata as verdicts

STAGES = Stages(
    check=swap.check,
    counts=swap.counts,
    decide=swap.decide,
    apply=swap.apply,
    verdict=verdicts.perturbed,
)
