"""The params of a correction of a table that was found."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from sdc_desktop.engine.setting import Choice, Secrecy, Setting, Settings
from sdc_desktop.marks import N_

Line = Annotated[str, Field(max_length=400)]
Path = Annotated[str, Field(min_length=1, max_length=4096)]
Kind = Literal[
    "count", "sum", "mean", "percent", "sd", "position", "endpoint", "mode", "ratio", "gini", "concentration",
    "correlation", "cumulative", "weighted", "magnitude", "p_value", "rate", "none",
]  # fmt: skip
KINDS: Mapping[str, Choice] = {
    "count": Choice(N_("counts")),
    "sum": Choice(N_("sums")),
    "mean": Choice(N_("means")),
    "percent": Choice(N_("percentages")),
    "rate": Choice(N_("rates per 1,000 and more")),
    "sd": Choice(N_("standard deviations")),
    "position": Choice(N_("medians and percentiles")),
    "endpoint": Choice(N_("minima and maxima")),
    "mode": Choice(N_("modes")),
    "ratio": Choice(N_("ratios")),
    "gini": Choice(N_("Gini coefficients")),
    "concentration": Choice(N_("concentration indices")),
    "correlation": Choice(N_("correlations")),
    "cumulative": Choice(N_("cumulative figures")),
    "weighted": Choice(N_("weighted counts")),
    "magnitude": Choice(N_("other amounts")),
    "p_value": Choice(N_("test statistics")),
    "none": Choice(N_("not judged")),
}


def of_plan(
    label: str, help: str, secrecy: Secrecy = "internal_count", absent: str = "", **more: Any
) -> Setting:
    """A setting that only the plan shows."""
    return Setting(label=label, help=help, secrecy=secrecy, absent=absent, place="plan", **more)


class TotalSpec(Settings):
    """A line of a table that is the sum of others. Rows and columns are named as in the sheet: 8, F."""

    title = N_("a total")

    line: Annotated[Line, of_plan(N_("Total"), N_("the row or column that is the sum."))]
    parts: Annotated[
        tuple[Line, ...],
        Field(min_length=2),
        of_plan(N_("Parts"), N_("the rows or columns whose sum it is.")),
    ]


class CorrectionSpec(Settings):
    """What a checker corrects of a table that was found. Rows and columns are named as in the sheet."""

    title = N_("a correction")

    file: Annotated[Path, of_plan(N_("File"), N_("the path of the file, as submitted."))]
    sheet: Annotated[Line, of_plan(N_("Sheet"), N_("the sheet of a workbook."))] = ""
    body: Annotated[
        Line, of_plan(N_("Body as found"), N_("the range of figures that was found, such as B4:F8."))
    ]
    outline: Annotated[Line, of_plan(N_("Body as corrected"), N_("the range of figures instead."))] = ""
    header: Annotated[
        int | None,
        Field(ge=0, le=100),
        of_plan(N_("Header rows"), N_("number of rows above the body."), absent=N_("as detected")),
    ] = None
    labels: Annotated[
        int | None,
        Field(ge=0, le=100),
        of_plan(N_("Label columns"), N_("number of columns left of the body."), absent=N_("as detected")),
    ] = None
    kinds: Annotated[
        dict[str, Kind],
        of_plan(N_("Kinds of columns"), N_("what the figures of a column are."), choices=KINDS),
    ] = Field(default_factory=dict)
    row_kinds: Annotated[
        dict[str, Kind], of_plan(N_("Kinds of rows"), N_("what the figures of a row are."), choices=KINDS)
    ] = Field(default_factory=dict)
    row_totals: Annotated[
        tuple[TotalSpec, ...] | None,
        of_plan(N_("Totals among rows"), N_("rows that are sums of others."), absent=N_("as detected")),
    ] = None
    column_totals: Annotated[
        tuple[TotalSpec, ...] | None,
        of_plan(N_("Totals among columns"), N_("columns that are sums of others."), absent=N_("as detected")),
    ] = None
    counts: Annotated[
        dict[str, str],
        of_plan(N_("Columns of counts"), N_("for a column of figures the one that has its counts.")),
    ] = Field(default_factory=dict)
    n: Annotated[
        int | None,
        Field(ge=0),
        of_plan(
            N_("Contributors"),
            N_("the number behind every figure of the table."),
            "internal",
            N_("not stated"),
        ),
    ] = None
    rounded: Annotated[
        int | None,
        Field(ge=0, le=1_000_000),
        of_plan(
            N_("Rounded to"), N_("the base of rounding; 0 for not rounded."), "internal", N_("as detected")
        ),
    ] = None
    population: Annotated[
        Line | None,
        of_plan(N_("Population of the table"), N_("who is counted."), "internal", N_("that of the project")),
    ] = None
    title_text: Annotated[
        Line | None,
        Field(alias="title"),
        of_plan(
            N_("Title of the table"),
            N_("the title instead of the one detected."),
            "internal",
            N_("as detected"),
        ),
    ] = None
    variables: Annotated[
        dict[str, str],
        of_plan(
            N_("Variables of dimensions"),
            N_("for a dimension, by its name or first category, the variable of the open microdata."),
        ),
    ] = Field(default_factory=dict)
    filter: Annotated[
        dict[str, tuple[str, ...]],
        of_plan(
            N_("Records of the population"), N_("values that records of the population have, by variable.")
        ),
    ] = Field(default_factory=dict)
    statements: Annotated[
        dict[str, Literal["total", "not_total"]],
        of_plan(
            N_("Stated numbers of persons"),
            N_("by the place of a number whether it is the total of the table."),
            choices={"total": Choice(N_("the total")), "not_total": Choice(N_("not the total"))},
        ),
    ] = Field(default_factory=dict)
    reason: Annotated[
        str,
        Field(max_length=2000),
        of_plan(N_("Reason"), N_("why stated numbers are not the total of the table."), "internal"),
    ] = ""
    not_table: Annotated[
        Line, of_plan(N_("Not a table"), N_("why these cells are not a table that is released."))
    ] = ""
