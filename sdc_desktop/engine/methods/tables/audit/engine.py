"""Audit of a table: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.tables import audit
from sdc_desktop.engine.verdicts import tables as verdicts

STAGES = Stages(
    check=audit.check,
    counts=audit.counts,
    decide=audit.decide,
    apply=audit.apply,
    verdict=verdicts.audit,
    foresee=audit.foresee,
)
