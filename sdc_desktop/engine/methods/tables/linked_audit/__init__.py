"""Audit of linked tables: its settings and facts."""

from typing import Annotated

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.setting import Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.specs.settings import (
    INSIDER,
    INTEGER,
    LOWEST,
    MAX_RISK,
    TOTAL_CODE,
    VALUE,
    Coordinates,
    DimensionSpec,
    InsiderSpec,
    LowestSpec,
    TotalCode,
)
from sdc_desktop.marks import N_

Released = Annotated[tuple[str, ...], Field(min_length=1)]
Scenarios = tuple[Annotated[tuple[Released, ...], Field(min_length=1)], ...]


class LinkedAuditParams(Settings):
    """What projections of a table disclose of its cells, if none of these is published."""

    dimensions: Annotated[
        tuple[DimensionSpec | str, ...],
        Field(min_length=2),
        Setting(
            label=N_("Variables of the detailed table"),
            help=N_("two or more; this table itself is not published."),
            secrecy="open",
            card=N_("Choose the detailed table"),
        ),
    ]
    value: Annotated[str | None, VALUE] = None
    scenarios: Annotated[
        Scenarios,
        Field(min_length=1),
        Setting(
            label=N_("Release scenarios"),
            help=N_(
                "each scenario is published together; compare the scenario with and without the new table."
            ),
            hint=N_("Only these aggregates are published, not the detailed table."),
            secrecy="open",
            card=N_("Choose the released tables"),
        ),
    ]
    suppressed: Annotated[
        tuple[Coordinates, ...],
        Setting(
            label=N_("Suppressed cells"),
            help=N_("cells of the published tables that are not shown."),
            secrecy="counted",
            place="plan",
        ),
    ] = ()
    integer: Annotated[bool, INTEGER] = True
    total_code: Annotated[TotalCode, TOTAL_CODE] = "Total"
    lowest: Annotated[LowestSpec | None, LOWEST] = None
    insider: Annotated[InsiderSpec | None, INSIDER] = None
    max_risk: Annotated[Number | None, Field(gt=0), MAX_RISK] = None


LINKED_AUDIT = Method(
    kind="linked_audit",
    params=LinkedAuditParams,
    title=N_("Audit of linked tables"),
    source="Domingo-Ferrer, Oganian & Torra 2002, section 4.4: what linked tables give away together.",
    package=__name__,
    measures=("intervals", "disclosure_risk_table", "linked"),
    makes="measures",
    works_on_counts=always,
)
