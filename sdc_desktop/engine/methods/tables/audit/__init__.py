"""Audit of a table."""

from sdc_desktop.engine.method import Method, never
from sdc_desktop.engine.tables.audit_spec import AuditParams
from sdc_desktop.marks import N_

AUDIT = Method(
    kind="audit",
    params=AuditParams,
    title=N_("Audit of a table"),
    source="What a table gives away as it is published.",
    package=__name__,
    measures=("intervals", "disclosure_risk_table"),
    makes="measures",
    makes_cells=True,
    needs_data=never,
)
