"""Experiment on risk curves: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.scenarios import cae_experiment, cae_experiment_check
from sdc_desktop.engine.verdicts import records as verdicts

STAGES = Stages(
    check=cae_experiment_check.check,
    counts=cae_experiment.counts,
    decide=cae_experiment.decide,
    apply=cae_experiment.apply,
    verdict=verdicts.measured_only,
    foresee=cae_experiment.foresee,
)
