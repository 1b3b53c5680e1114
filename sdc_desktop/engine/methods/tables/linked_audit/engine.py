"""Audit of linked tables: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.tables import linked_audit
from sdc_desktop.engine.verdicts import tables as verdicts

STAGES = Stages(
    check=linked_audit.check,
    counts=linked_audit.counts,
    decide=linked_audit.decide,
    apply=linked_audit.apply,
    verdict=verdicts.linked_audit,
    foresee=linked_audit.foresee,
)
