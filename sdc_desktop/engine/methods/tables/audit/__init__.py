"""Audit of a table: its settings and facts."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, never
from sdc_desktop.engine.setting import Choice, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.specs.settings import (
    INSIDER,
    INTEGER,
    LOWEST,
    MAX_RISK,
    RELATIONS_HELP,
    Coordinates,
    InsiderSpec,
    LowestSpec,
    SplitSpec,
    TableSpec,
)
from sdc_desktop.marks import N_

BoundsSpec = Number | tuple[tuple[Coordinates, Number], ...]


class RoundedSpec(Settings):
    """The table was rounded to multiples of `base`, in the way given by `kind`. ``steps``: the most multiples
    beyond the next that a controlled rounding may have moved a cell.
    """

    title = N_("rounded")

    base: Annotated[
        Number,
        Field(gt=0),
        Setting(
            label=N_("Rounding base"),
            help=N_("the number whose multiples are published, in the unit of the values."),
            secrecy="open",
            unit=Unit(decimals=0),
            first=5,
        ),
    ]
    kind: Annotated[
        Literal["conventional", "random", "controlled"],
        Setting(
            label=N_("Rounding method"),
            help=N_("to the nearest multiple, up or down at random, or so that the table still adds up."),
            secrecy="open",
            choices={
                "conventional": Choice(N_("conventional (nearest multiple)")),
                "random": Choice(N_("random")),
                "controlled": Choice(N_("controlled (additive)")),
            },
        ),
    ] = "conventional"
    steps: Annotated[
        int,
        Field(ge=0),
        Setting(
            label=N_("Extra multiples"),
            help=N_("how many multiples further than the next a cell may have been moved."),
            secrecy="open",
            matters=lambda rounded: rounded.kind == "controlled",
        ),
    ] = 0


def _bound(label: str, short: str, help: str, absent: str) -> Setting:
    """A setting of what an intruder knows of suppressed cells beforehand, for all of them or cell by cell."""
    return Setting(label=label, short=short, help=help, secrecy="internal_count", absent=absent, place="more")


class AuditParams(Settings):
    """What a published table discloses."""

    table: Annotated[
        TableSpec,
        Setting(
            label=N_("Published table"),
            help=N_("the published table; paste it or open a file."),
            secrecy="open",
        ),
    ]
    integer: Annotated[bool, INTEGER] = True
    unit: Annotated[
        Number | None,
        Field(gt=0),
        Setting(
            label=N_("Unit of the values"),
            short=N_("Unit"),
            help=N_(
                "the precision of the values. A finer unit makes more values possible and the risk smaller: "
                "state the one that was published."
            ),
            secrecy="open",
            absent=N_("last decimal place"),
            place="more",
        ),
    ] = None
    lowest: Annotated[LowestSpec | None, LOWEST] = None
    lower: Annotated[
        BoundsSpec | None,
        _bound(
            N_("Known minimum of suppressed cells"),
            N_("Suppressed cells: minimum"),
            N_("what an intruder knows each suppressed cell to be at least."),
            N_("the lowest possible value"),
        ),
    ] = None
    upper: Annotated[
        BoundsSpec | None,
        _bound(
            N_("Known maximum of suppressed cells"),
            N_("Suppressed cells: maximum"),
            N_("what an intruder knows each suppressed cell to be at most."),
            N_("none"),
        ),
    ] = None
    insider: Annotated[InsiderSpec | None, INSIDER] = None
    rounding: Annotated[
        RoundedSpec | None,
        Setting(
            label=N_("Protection by rounding"),
            help=N_("by which method rounding protected the table; every cell is audited then."),
            secrecy="open",
            absent=N_("not rounded"),
            matters=lambda params: params.table is None or params.table.rounded is None,
        ),
    ] = None
    relations: Annotated[
        tuple[SplitSpec, ...],
        Setting(
            label=N_("Additive relations"),
            help=RELATIONS_HELP,
            secrecy="counted",
            place="more",
        ),
    ] = ()
    suppressed: Annotated[
        tuple[Coordinates, ...],
        Setting(
            label=N_("Suppressed cells"),
            help=N_("published cells that are treated as suppressed, to try a pattern out."),
            secrecy="counted",
            place="plan",
        ),
    ] = ()
    max_risk: Annotated[Number | None, Field(gt=0), MAX_RISK] = None
    exact_count: Annotated[
        bool,
        Setting(
            label=N_("Count possible values one by one"),
            help=N_("for tables in which some values between the bounds may be impossible. Takes long."),
            secrecy="open",
            place="more",
        ),
    ] = False


AUDIT = Method(
    kind="audit",
    params=AuditParams,
    title=N_("Audit of a table"),
    source="What a table gives away as it is published.",
    package=__name__,
    problems=("jj", "pasted_table"),
    measures=("intervals", "disclosure_risk_table"),
    makes="measures",
    makes_cells=True,
    needs_data=never,
)
