"""Experiment on diversity: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import diversity_experiment
from sdc_desktop.engine.verdicts import records as verdicts

STAGES = Stages(
    check=diversity_experiment.check,
    counts=diversity_experiment.counts,
    decide=diversity_experiment.decide,
    apply=diversity_experiment.apply,
    verdict=verdicts.measured_only,
    foresee=diversity_experiment.foresee,
)
