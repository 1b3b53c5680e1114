"""The params of a table of counts or magnitudes."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from sdc_desktop.engine.setting import Choice, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec, VariableKeySpec, hashed_from_one
from sdc_desktop.engine.tables.specs.protection import Protect, RoundingSpec
from sdc_desktop.engine.tables.specs.rules import PERCENT, Rule
from sdc_desktop.engine.tables.specs.settings import (
    DIMENSIONS_HELP,
    HOLDING,
    INSIDER,
    LOWEST,
    MAX_RISK,
    NUMBERS,
    RELATIONS_HELP,
    TOTAL_CODE,
    VALUE,
    Coordinates,
    DimensionSpec,
    InsiderSpec,
    LowestSpec,
    SplitSpec,
    TableSpec,
    TotalCode,
)
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.marks import N_

MOST_REASON = 300  # characters


def _of_cell(label: str, help: str, absent: str = N_("none")) -> Setting:
    return Setting(label=label, help=help, secrecy="internal", absent=absent)


def _from_records(params: Any) -> bool:
    """Whether the table is built from records."""
    return params.table is None


def _counts(params: Any) -> bool:
    """Whether the table is one of counts of records."""
    return params.table is None and params.value is None


class AprioriEntry(Settings):
    """The user's a-priori entry for one cell. ``frozen``: never suppressed; ``reason``: for the status."""

    cell: Annotated[Coordinates, _of_cell(N_("Cell"), N_("the cell, by its codes."))]
    status: Annotated[
        Literal["unsafe", "safe", "frozen"] | None,
        Setting(
            label=N_("Status"),
            help=N_("unsafe, safe or never suppressed."),
            secrecy="internal",
            absent=N_("by the rules"),
            choices={
                "unsafe": Choice(N_("unsafe")),
                "safe": Choice(N_("safe")),
                "frozen": Choice(N_("never suppressed")),
            },
        ),
    ] = None
    cost: Annotated[
        Number | None, Field(ge=0), _of_cell(N_("Cost"), N_("the cost of suppressing the cell."))
    ] = None
    upper: Annotated[
        Number | None,
        Field(ge=0),
        _of_cell(N_("Upper protection level"), N_("how far above its value the cell must be able to lie.")),
    ] = None
    lower: Annotated[
        Number | None,
        Field(ge=0),
        _of_cell(N_("Lower protection level"), N_("how far below its value the cell must be able to lie.")),
    ] = None
    reason: Annotated[
        str | None,
        Field(min_length=1, max_length=MOST_REASON),
        _of_cell(N_("Reason"), N_("why the status was set; stated in the internal report.")),
    ] = None


class TableParams(Settings):
    """A table, from records (``dimensions``, ``value``) or given (``table``), and its protection."""

    dimensions: Annotated[
        tuple[DimensionSpec, ...],
        Setting(
            label=N_("Dimensions"),
            help=DIMENSIONS_HELP,
            secrecy="open",
            card=N_("Table layout"),
            matters=_from_records,
        ),
    ] = ()
    value: Annotated[
        str | None, replace(VALUE, absent=N_("number of records or persons"), matters=_from_records)
    ] = None
    count: Annotated[
        Literal["records", "persons"],
        Setting(
            label=N_("Counted units"),
            help=N_(
                "what a table without values counts: records, or the distinct persons of the role person."
            ),
            secrecy="open",
            choices={"records": Choice(N_("records")), "persons": Choice(N_("persons"))},
            place="more",
            matters=_counts,
        ),
    ] = "records"
    weight: Annotated[
        str | None,
        Setting(
            label=N_("Weight of the records"),
            short=N_("Weight"),
            help=N_("how many units of the population a record represents."),
            secrecy="open",
            picks=NUMBERS,
            absent=N_("none"),
            place="more",
        ),
    ] = None
    shadow: Annotated[
        str | None,
        Setting(
            label=N_("Shadow"),
            help=N_(
                "the sensitivity rules judge its contributions instead of those of the value. Protection "
                "levels are the same share of the cell value."
            ),
            secrecy="open",
            picks=NUMBERS,
            absent=N_("none"),
            place="more",
            matters=_from_records,
        ),
    ] = None
    table: Annotated[
        TableSpec | None,
        Setting(
            label=N_("Table entered or read from a file"),
            help=N_("a finished table instead of records."),
            hint=N_("This table is defined in the plan, not built from the open file."),
            secrecy="open",
            absent=N_("built from the records"),
            place="plan",
        ),
    ] = None
    relations: Annotated[
        tuple[SplitSpec, ...],
        Setting(
            label=N_("Additive relations"),
            help=RELATIONS_HELP,
            secrecy="counted",
            place="plan",
        ),
    ] = ()
    rules: Annotated[
        tuple[Rule, ...],
        Setting(
            label=N_("Sensitivity rules"),
            help=N_("a cell is unsafe by any of the rules. Your policy should name the rules."),
            secrecy="open",
            card=N_("Sensitivity rules"),
            matters=_from_records,
        ),
    ] = ()
    holding: Annotated[str | None, replace(HOLDING, matters=_from_records)] = None
    zeros_unsafe: Annotated[
        bool,
        Setting(
            label=N_("Treat zeros with contributors as unsafe"),
            help=N_("a sum of 0 reveals that each contributed nothing."),
            secrecy="open",
            place="more",
        ),
    ] = False
    missing_safe: Annotated[
        bool,
        Setting(
            label=N_("Treat cells of missing codes as safe"),
            help=N_("cells of empty codes and of codes that the variable declares missing are never unsafe."),
            secrecy="open",
            place="more",
        ),
    ] = False
    cells: Annotated[
        tuple[AprioriEntry, ...],
        Setting(
            label=N_("Cells with manually set status"),
            help=N_(
                "single cells that are unsafe, safe or never suppressed by your decision, with a cost and "
                "protection levels of their own."
            ),
            secrecy="counted",
            place="plan",
        ),
    ] = ()
    manual_range: Annotated[
        Number,
        Field(ge=0),
        Setting(
            label=N_("Protection range of manually unsafe cells"),
            help=N_(
                "how far from its value a cell must be able to lie that is unsafe by your decision alone, in "
                "percent. Its own protection levels come first."
            ),
            secrecy="internal",
            unit=PERCENT,
            place="more",
        ),
    ] = 0
    total_code: Annotated[TotalCode, TOTAL_CODE] = "Total"
    protect: Annotated[
        Protect | None,
        Setting(
            label=N_("Protection method"),
            help=N_(
                "suppression omits cells and keeps the others true; rounding, adjustment and cell keys "
                "fill every cell with a nearly true value; redesign merges categories."
            ),
            secrecy="open",
            card=N_("Protection method"),
            absent=N_("none yet"),
        ),
    ] = None
    max_risk: Annotated[Number | None, Field(gt=0), MAX_RISK] = None
    lowest: Annotated[LowestSpec | None, LOWEST] = None
    insider: Annotated[InsiderSpec | None, INSIDER] = None
    published_unit: Annotated[
        Number | None,
        Field(gt=0),
        Setting(
            label=N_("Published unit"),
            help=N_("values are published and audited as multiples of it: 1000 for thousands."),
            secrecy="open",
            absent=N_("table unit"),
            place="more",
        ),
    ] = None

    @property
    def contributor(self) -> str | None:
        """The variable whose codes are the contributors that the rules judge; None where each
        person is one, or else each record. In older plans suppression names it; a plan that names two is
        refused.
        """
        own = self.protect.holding if isinstance(self.protect, SuppressionSpec) else None
        return own or self.holding

    def needs_secret(self) -> bool:
        """Whether the table depends on the secret of the job."""
        spec = self.protect
        if isinstance(spec, CellKeySpec):
            return not isinstance(spec.record_key, VariableKeySpec)
        return isinstance(spec, RoundingSpec) and spec.random and not spec.controlled

    def keyed_counts(self) -> bool:
        """Whether the table is one of counts whose noise follows from one identifier of the records."""
        spec = self.protect
        return (
            self.value is None
            and self.weight is None
            and isinstance(spec, CellKeySpec)
            and hashed_from_one(spec.record_key)
        )
