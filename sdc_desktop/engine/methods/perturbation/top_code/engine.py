"""Top and bottom coding: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import top_code
from sdc_desktop.engine.verdicts import microdata as verdicts

STAGES = Stages(
    check=top_code.check,
    counts=top_code.counts,
    decide=top_code.decide,
    apply=top_code.apply,
    verdict=verdicts.perturbed,
)
