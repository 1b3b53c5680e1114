"""Settings that methods on tables have in common: a given table, a dimension of a table from records."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from sdc_desktop.engine.setting import Choice, Pick, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

if TYPE_CHECKING:  # the source needs the plan, and the plan this
    from sdc_desktop.engine.source import Source

Label = str | int  # 4 may stand for "4" as the code of a category
Coordinates = tuple[Label, ...]
SplitSpec = tuple[Label, tuple[Label, ...]]
TotalCode = Annotated[str, Field(min_length=1)]


def variable(offered: tuple[str, ...] = ("nominal", "ordinal", "continuous")) -> Pick:
    """A variable that is used only where the plan names it."""
    return Pick(levels=(), described="", roles=(), offered=offered)  # type: ignore[arg-type]


CATEGORIES = variable()
NUMBERS = variable(("ordinal", "continuous"))
HOLDING = Setting(
    label=N_("Holding variable"),
    short=N_("Holding"),
    help=N_(
        "the variable that identifies the records of a contributor; with a missing code the person or "
        "record is a contributor of its own."
    ),
    secrecy="open",
    picks=CATEGORIES,
    absent=N_("each person, or else each record"),
)
DIMENSIONS_HELP = N_("the variables that span the table; totals are added.")
VALUE = Setting(
    label=N_("Cell values"),
    help=N_("counts, or the sums of this variable."),
    secrecy="open",
    absent=N_("number of records"),
    picks=NUMBERS,
)
TOTAL_CODE = Setting(label=N_("Code of totals"), help=N_("the name of totals."), secrecy="open", place="more")
MAX_RISK = Setting(
    label=N_("Maximum disclosure risk"),
    short=N_("Maximum risk"),
    help=N_(
        "the table fails while the risk of a cell is above it, from 0 to 1. With 0.2 every suppressed cell "
        "has at least 32 possible values."
    ),
    secrecy="open",
    unit=Unit(decimals=3),
    absent=N_("any"),
    place="more",
)
RELATIONS_HELP = N_("which codes are sums of others, one per line: North = A + B.")
INSIDER = Setting(
    label=N_("Insider"),
    help=N_("a contributor to a cell who knows its own part of it."),
    secrecy="internal",
    absent=N_("none"),
    place="more",
)
UNKNOWN = "unknown"
LowestSpec = Number | Literal["unknown"]
LOWEST = Setting(
    label=N_("Lowest possible value"),
    help=N_(
        "what an intruder knows each suppressed cell to be at least: a number, or unknown. Values below zero "
        "need it, or the disclosure risk is not judged."
    ),
    secrecy="internal",
    choices={"unknown": Choice(N_("unknown"))},
    absent=N_("0 if no value is negative"),
    place="more",
)
INTEGER = Setting(
    label=N_("Values are whole units"),
    help=N_(
        "on for counts and for amounts in their smallest unit. Off allows fractions, and finds wider "
        "intervals."
    ),
    secrecy="open",
    place="more",
)


def _given(label: str, help: str) -> Setting:
    """The setting of a part of a table that the plan contains."""
    return Setting(label=label, help=help, secrecy="counted", absent=N_("none"), place="plan")


def _file(label: str, help: str) -> Setting:
    return Setting(label=label, help=help, secrecy="internal", absent=N_("none"), place="plan")


Dashes = Literal["zero", "suppressed"]
BOOK_ENDINGS = (".xlsx", ".xlsm", ".ods", ".html", ".htm")  # of files with published tables


class TableSpec(Settings):
    """A given table, in one of five ways.

    Two-way: ``rows``, ``columns`` and ``values`` with the totals as last row and column (the lists may omit
    their codes); any number of dimensions: ``dimensions``, ``total_code``, ``cells`` and perhaps ``sums``; a
    file in JJ format: ``instance``; a file of tau-ARGUS: ``tab`` with its ``metadata`` (.rda); ``response``
    names the variable that holds the values (by default the first that has no other part); a workbook or an
    HTML file: ``file``, and ``sheet`` or ``number`` where it has several tables. A null is a suppressed cell.
    Cells that are not listed are empty. ``dashes``: as what those of the text were read that the values are
    from, or those of the file are to be read. ``rounded_to``: the values were rounded one by one to multiples
    of it, and need not add up. ``totals``: they are computed from their parts, and what the values were
    rounded to is then only the unit of that.
    """

    title = N_("as specified in the plan")
    paths: ClassVar[tuple[str, ...]] = ("instance", "tab", "metadata", "file")

    rows: Annotated[
        tuple[Label, ...] | None,
        Field(min_length=1),
        _given(N_("Rows"), N_("the codes of the rows of a table of two dimensions, total last.")),
    ] = None
    columns: Annotated[
        tuple[Label, ...] | None,
        Field(min_length=1),
        _given(N_("Columns"), N_("the codes of the columns, total last.")),
    ] = None
    values: Annotated[
        tuple[tuple[Number | None, ...], ...] | None,
        _given(N_("Values"), N_("the values row by row, totals last, null for a suppressed cell.")),
    ] = None
    dimensions: Annotated[
        tuple[Annotated[str, Field(min_length=1)], ...] | None,
        Field(min_length=1),
        _given(N_("Dimensions"), N_("the names of any number of dimensions.")),
    ] = None
    cells: Annotated[
        tuple[tuple[Coordinates, Number | None], ...] | None,
        _given(N_("Cells"), N_("a table of any number of dimensions, cell by cell with its codes.")),
    ] = None
    sums: Annotated[
        dict[str, tuple[SplitSpec, ...]] | None,
        _given(
            N_("Sums"), N_("by dimension which codes are sums of others, where several have these codes.")
        ),
    ] = None
    total_code: Annotated[Label, TOTAL_CODE] = "Total"
    instance: Annotated[
        str | None, Field(min_length=1), _file(N_("File of the table"), N_("a file in JJ format."))
    ] = None
    tab: Annotated[
        str | None, Field(min_length=1), _file(N_("Table file"), N_("a table of tau-ARGUS (.tab)."))
    ] = None
    metadata: Annotated[
        str | None, Field(min_length=1), _file(N_("Metadata file"), N_("the metadata (.rda) of the table."))
    ] = None
    response: Annotated[
        str | None,
        Field(min_length=1),
        _file(N_("Response variable"), N_("the name of the value in a table of tau-ARGUS.")),
    ] = None
    file: Annotated[
        str | None,
        Field(min_length=1),
        _file(N_("Workbook or HTML file"), N_("a file with a published table (.xlsx, .ods, .html).")),
    ] = None
    sheet: Annotated[
        str | None,
        Field(min_length=1),
        _file(N_("Sheet of the table"), N_("the sheet of the file that has the table, where several do.")),
    ] = None
    number: Annotated[
        int | None,
        Field(ge=1),
        _file(N_("Number of the table"), N_("which of the tables of the file, where it has several.")),
    ] = None
    dashes: Annotated[
        Dashes | None,
        Setting(
            label=N_("Dashes"),
            help=N_("as what the dashes of a pasted table were read."),
            secrecy="open",
            choices={"zero": Choice(N_("zero")), "suppressed": Choice(N_("suppressed"))},
            absent=N_("none"),
            place="plan",
        ),
    ] = None
    rounded_to: Annotated[
        Number | None,
        Field(gt=0),
        Setting(
            label=N_("Rounded to"),
            help=N_(
                "the number whose multiples are published, if values were rounded one by one and do not add "
                "up. Each stands for an interval of half of it either side."
            ),
            secrecy="open",
            absent=N_("not rounded"),
            place="plan",
        ),
    ] = None
    totals: Annotated[
        Literal["recomputed"] | None,
        Setting(
            label=N_("Totals"),
            help=N_(
                "recomputed: totals that rounding keeps from adding up are computed from their parts, where "
                "every difference is at most half a unit per part."
            ),
            secrecy="open",
            choices={"recomputed": Choice(N_("recomputed from their parts"))},
            absent=N_("as given"),
            place="plan",
        ),
    ] = None

    @property
    def rounded(self) -> Number | None:
        """What values that need not add up were rounded to; None where totals are computed from parts."""
        return self.rounded_to if self.totals is None else None


class DimensionSpec(Settings):
    """A variable of a table. `hierarchy`: the name of one of the plan's hierarchies, several names, or false
    for none; absent: the variable's own hierarchy where the plan has one.
    """

    phrase = "{variable}"

    variable: Annotated[
        str,
        Setting(
            label=N_("Variable"),
            help=N_("the variable of rows, columns or pages."),
            secrecy="open",
            picks=CATEGORIES,
        ),
    ]
    hierarchy: Annotated[
        str | tuple[str, ...] | bool | None,
        Setting(
            label=N_("Subtotals"),
            help=N_("the hierarchies whose subtotals are shown."),
            secrecy="open",
            absent=N_("those of the variable"),
        ),
    ] = None

    def hierarchies(self, source: "Source") -> tuple[str, ...]:
        """The names of the hierarchies to use."""
        if self.hierarchy is None:
            return (self.variable,) if self.variable in source.hierarchies else ()
        if isinstance(self.hierarchy, bool):
            return (self.variable,) if self.hierarchy else ()
        return (self.hierarchy,) if isinstance(self.hierarchy, str) else self.hierarchy


class InsiderSpec(Settings):
    """A contributor to `cell` that knows its `own` contribution. It may also know the number of contributors
    (true: two) or that it is the second largest.
    """

    title = N_("a contributor to a cell")

    cell: Annotated[
        Coordinates,
        Setting(
            label=N_("Insider's cell"),
            short=N_("Cell"),
            help=N_("the cell to which the insider contributes, by its codes: row / column."),
            secrecy="internal",
            first=(),
        ),
    ]
    own: Annotated[
        Number,
        Setting(
            label=N_("Insider's own contribution"),
            short=N_("Contribution"),
            help=N_("the insider's contribution to the cell, in the unit of the values."),
            secrecy="internal",
            first=0,
        ),
    ]
    contributors_known: Annotated[
        bool | Annotated[int, Field(ge=2)],
        Setting(
            label=N_("Contributors known"),
            help=N_("whether the insider knows that there are only two contributors, or how many."),
            secrecy="internal",
            place="plan",
        ),
    ] = False
    second: Annotated[
        bool,
        Setting(
            label=N_("Second largest contributor"),
            help=N_("whether the insider knows to be the second largest contributor."),
            secrecy="internal",
            place="plan",
        ),
    ] = False
