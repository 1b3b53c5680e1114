"""Audit of linked tables."""

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.tables.linked_audit_spec import LinkedAuditParams
from sdc_desktop.marks import N_

LINKED_AUDIT = Method(
    kind="linked_audit",
    params=LinkedAuditParams,
    title=N_("Audit of linked tables"),
    source="Domingo-Ferrer, Oganian & Torra 2002, section 4.4: what linked tables give away together.",
    package=__name__,
    measures=("intervals", "disclosure_risk_table", "linked"),
    makes="measures",
)
