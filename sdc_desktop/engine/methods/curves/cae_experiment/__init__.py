"""Experiment on risk curves."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.scenarios.cae_experiment_spec import CaeExperimentParams
from sdc_desktop.marks import N_

CAE_EXPERIMENT = Method(
    kind="cae_experiment",
    params=CaeExperimentParams,
    title=N_("Experiment on risk curves"),
    source="Alfalayleh & Brankovic 2014, section 5: the same by technique and by what the intruder knows.",
    package=__name__,
    chance=N_("all chance of the experiment"),
    measures=("cae",),
    makes="measures",
    simulates=True,
    needs_data=lambda params: params.data != "synthetic",
    by_record=always,
)
