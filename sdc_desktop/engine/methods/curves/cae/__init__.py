"""Risk curve: its settings and facts."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.setting import Choice, Pick, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Weight = Annotated[Number, Field(ge=0)]
Bounds = tuple[Number | None, Number | None]  # None: nothing bounds the cell on that side
Value = Annotated[Number, "a possible value"]
PossibleValues = tuple[Value, ...]
Values = Annotated[PossibleValues, Field(min_length=1)]
Known = dict[str, str] | tuple[str, ...]
Intervals = Literal["input"] | Annotated[tuple[Bounds, ...], Field(min_length=1)]
SENSITIVE = Pick(
    levels=("nominal", "ordinal", "continuous"),
    described=N_("the sensitive variable"),
    roles=("sensitive",),
)


class CaeParams(Settings):
    """Alfalayleh & Brankovic 2014: how uncertain an intruder stays about a value, at every precision.

    The possible values are one of three: ``values`` with ``probabilities`` (equal ones where absent; with
    ``normalise`` weights of any sum); the values of an ``attribute`` among the records that match what is
    ``known``, each record equally likely or by the numbers of the variable ``weights``; or ``intervals`` of a
    table, each of whose values in steps of ``step`` is equally likely: given with ``labels`` of their cells,
    or ``"input"`` for those of the table job named in the job's ``input``. ``known`` is values by variable
    (one case), or names of variables: then every combination of their values is a case. ``points`` requests
    bounds from this number of widths instead of the exact curve.
    """

    values: Annotated[
        Values | None,
        Setting(
            label=N_("Possible values and their probabilities"),
            help=N_("pasted values, one per line, with the probability after each."),
            secrecy="counted",
            card=N_("Possible values and probabilities"),
            hint=N_(
                "For values in a column of a file, open the file and choose its variable as the source; "
                "a column of probabilities is set under More."
            ),
            beside=("probabilities",),
        ),
    ] = None
    probabilities: Annotated[
        tuple[Weight, ...] | None,
        Setting(
            label=N_("Probabilities"),
            help=N_("the probability of each of the possible values."),
            secrecy="counted",
            absent=N_("all equal"),
            place="plan",
        ),
    ] = None
    normalise: Annotated[
        bool,
        Setting(
            label=N_("Normalise weights to sum to 1"),
            help=N_(
                "scales pasted probabilities to a sum of 1. Switched off, a sum other than 1 is refused."
            ),
            secrecy="open",
            matters=lambda params: params.probabilities is not None,
        ),
    ] = False
    attribute: Annotated[
        str | None,
        Setting(
            label=N_("Confidential attribute"),
            short=N_("Attribute"),
            help=N_("the confidential variable; numbers."),
            secrecy="open",
            card=N_("Confidential variable"),
            picks=SENSITIVE,
        ),
    ] = None
    known: Annotated[
        Known,
        Setting(
            label=N_("Variables that the intruder knows"),
            help=N_(
                "those selected; of all records (each combination is a case) or of one person with these "
                "values. Start with what a neighbour knows."
            ),
            secrecy="names",
        ),
    ] = ()
    weights: Annotated[
        str | None,
        Setting(
            label=N_("Record weights"),
            help=N_("a column of weights or probabilities, scaled to a sum of 1 in every case."),
            secrecy="open",
            absent=N_("equal weights"),
            picks=Pick(levels=("nominal", "ordinal", "continuous"), described=N_("equal weights"), roles=()),
            place="more",
        ),
    ] = None
    intervals: Annotated[
        Intervals | None,
        Setting(
            label=N_("Intervals of a table"),
            help=N_(
                "the lower and the upper bound of a cell, one cell per line, - where nothing bounds it; or "
                "those of a table of the plan."
            ),
            secrecy="open",
            card=N_("Feasibility intervals of cells"),
            choices={"input": Choice(N_("those of the table of the step before"))},
            beside=("labels",),
        ),
    ] = None
    labels: Annotated[
        tuple[str, ...] | None,
        Setting(
            label=N_("Names of the intervals"),
            help=N_("the name of the cell of each interval."),
            secrecy="counted",
            place="plan",
        ),
    ] = None
    step: Annotated[
        Number,
        Field(gt=0),
        Setting(
            label=N_("Step between possible values"),
            help=N_(
                "how far the values within an interval lie apart, in their unit: 1 for counts, 1000 for "
                "amounts in thousands that are given in units."
            ),
            secrecy="open",
            unit=Unit(decimals=6),
            matters=lambda params: params.intervals not in (None, "input"),
        ),
    ] = 1
    points: Annotated[
        int | None,
        Field(ge=1, le=10_000),
        Setting(
            label=N_("Evaluation points of the curve"),
            short=N_("Evaluation points"),
            help=N_(
                "bounds of the curve at this number of widths instead of the exact curve, for many values."
            ),
            secrecy="open",
            absent=N_("all, up to 2\u2009000 different values"),
            place="more",
        ),
    ] = None


CAE = Method(
    kind="cae",
    params=CaeParams,
    title=N_("Risk curve"),
    source="Alfalayleh & Brankovic 2014: how uncertain an intruder stays about a value, at every precision.",
    package=__name__,
    measures=("cae",),
    makes="measures",
    needs_data=lambda params: params.values is None and params.intervals is None,
    takes_cells=lambda params: params.intervals == "input",
    by_record=always,
    works_on_counts=always,
)
