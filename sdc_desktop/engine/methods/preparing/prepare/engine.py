"""Preparing the records: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.preparing import prepare
from sdc_desktop.engine.verdicts import records as verdicts

STAGES = Stages(
    check=prepare.check,
    counts=prepare.counts,
    decide=prepare.decide,
    apply=prepare.apply,
    verdict=verdicts.nothing_required,
    foresee=prepare.foresee,
    outline=prepare.outline,
    further_files=prepare.further_files,
)
