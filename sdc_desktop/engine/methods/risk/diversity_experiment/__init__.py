"""Experiment on diversity."""

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.microdata.diversity_experiment_spec import DiversityExperimentParams
from sdc_desktop.marks import N_

DIVERSITY_EXPERIMENT = Method(
    kind="diversity_experiment",
    params=DiversityExperimentParams,
    title=N_("Experiment on diversity"),
    source="Stammler, Katzenbeisser & Hamacher 2016: plain against corrected entropy, over l.",
    package=__name__,
    measures=("entropy_l_diversity", "diversity", "loss"),
    makes="measures",
)
