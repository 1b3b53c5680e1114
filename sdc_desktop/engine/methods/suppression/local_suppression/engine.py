"""Local suppression: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import suppress_locally
from sdc_desktop.engine.verdicts import microdata as verdicts

STAGES = Stages(
    check=suppress_locally.check,
    counts=suppress_locally.counts,
    decide=suppress_locally.decide,
    apply=suppress_locally.apply,
    verdict=verdicts.suppressed,
    foresee=suppress_locally.foresee,
)
