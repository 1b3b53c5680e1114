"""The steps of a ``prepare`` job: each is an object with one key."""

from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from sdc_desktop.engine.setting import Choice, Pick, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Name = Annotated[str, Field(min_length=1)]
Names = Annotated[tuple[Name, ...], Field(min_length=1)]
Test = Literal[
    "equal", "not_equal", "less", "at_most", "at_least", "more", "in", "not_in", "missing", "not_missing"
]
Part = Literal["year", "quarter", "month", "week", "weekday"]
ValueType = Literal["text", "number", "date"]
_ANY_VARIABLE = Pick(("continuous", "ordinal", "nominal"), N_("none"), ())


def _known(label: str, help: str, **facts: Any) -> Setting:
    """A setting of a step: the report has the steps in words, and prints no settings of theirs."""
    return Setting(label=label, help=help, secrecy="secret", **facts)


def _variables(label: str, help: str, **facts: Any) -> Setting:
    """A setting that names variables."""
    return _known(label, help, picks=_ANY_VARIABLE, **facts)


def _is_with_one(comparison: Any) -> bool:
    """Whether a test compares with one value."""
    return comparison.test not in ("in", "not_in", "missing", "not_missing")


class ComparisonSpec(Settings):
    """A variable against a value. Without ``type`` a number in the plan compares numbers, a text texts.

    Texts are compared as they stand, by code point, missing codes too; a missing number or date meets no
    comparison.
    """

    title = N_("Comparison")

    variable: Annotated[
        Name, _variables(N_("Variable compared"), N_("whose values are compared."), short=N_("Variable"))
    ]
    test: Annotated[
        Test,
        _known(
            N_("Comparison"),
            N_("is, is not, less than, at most, at least, more than, one of, none of, missing or not."),
            first="equal",
            choices={
                "equal": Choice(N_("is")),
                "not_equal": Choice(N_("is not")),
                "less": Choice(N_("less than")),
                "at_most": Choice(N_("at most")),
                "at_least": Choice(N_("at least")),
                "more": Choice(N_("more than")),
                "in": Choice(N_("is one of")),
                "not_in": Choice(N_("is none of")),
                "missing": Choice(N_("is missing")),
                "not_missing": Choice(N_("is not missing")),
            },
        ),
    ]
    value: Annotated[
        Number | str | None,
        _known(
            N_("Value compared with"),
            N_("a number, a date or a text."),
            short=N_("Value"),
            matters=_is_with_one,
        ),
    ] = None
    values: Annotated[
        tuple[str, ...] | None,
        _known(
            N_("Values compared with"),
            N_("a list with commas, for *is one of* and *is none of*."),
            short=N_("Values"),
            matters=lambda params: params.test in ("in", "not_in"),
        ),
    ] = None
    type: Annotated[
        ValueType | None,
        _known(
            N_("What is compared"),
            N_("numbers, dates or unchanged texts."),
            short=N_("Compared"),
            absent=N_("number or text"),
            choices={
                "text": Choice(N_("as text")),
                "number": Choice(N_("as number")),
                "date": Choice(N_("as date")),
            },
            matters=_is_with_one,
        ),
    ] = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        listed, single = self.test in ("in", "not_in"), _is_with_one(self)
        if (self.value is not None) is not single or (self.values is not None) is not listed:
            raise ValueError("prepare.comparison_incomplete")
        if listed and self.type not in (None, "text"):
            raise ValueError("prepare.lists_are_texts")
        return self

    @property
    def compared_as(self) -> ValueType:
        """What is compared."""
        if self.type is not None:
            return self.type
        return "text" if self.value is None or isinstance(self.value, str) else "number"


class AllSpec(Settings):
    """Every one of these conditions is met."""

    title = N_("All of these")

    all: Annotated[
        tuple["ConditionSpec", ...],
        Field(min_length=1),
        _known(N_("All of these"), N_("conditions that a record must all meet."), first=()),
    ]


class AnySpec(Settings):
    """At least one of these conditions is met."""

    title = N_("Any of these")

    any: Annotated[
        tuple["ConditionSpec", ...],
        Field(min_length=1),
        _known(N_("Any of these"), N_("conditions of which a record must meet at least one."), first=()),
    ]


def _form(given: Any) -> str:
    for form in ("all", "any"):
        if (form in given) if isinstance(given, dict) else hasattr(given, form):
            return form
    return "comparison"


ConditionSpec = Annotated[
    Annotated[AllSpec, Tag("all")]
    | Annotated[AnySpec, Tag("any")]
    | Annotated[ComparisonSpec, Tag("comparison")],
    Discriminator(_form),
]
AllSpec.model_rebuild()  # at once: forms read the types of the fields
AnySpec.model_rebuild()


class FilterSpec(Settings):
    """Only records that meet the condition stay."""

    title = N_("Filter records")
    meaning = N_("Keeps the records that meet the condition. A missing number or date meets none.")

    filter: Annotated[
        ConditionSpec,
        _known(
            N_("Keep records that meet"),
            N_("the condition of the records that stay; *all of* or *any of* several."),
        ),
    ]


class HouseholdsSpec(Settings):
    """The treatment of a household of which the filters just before took some records but not all: the whole
    goes (``drop``) or stays (``keep``).
    """

    household: Annotated[
        Name | None,
        _variables(
            N_("Household"),
            N_("the variable that identifies who lives together."),
            absent=N_("the variable with the role household"),
        ),
    ] = None
    whole: Annotated[
        Literal["drop", "keep"],
        _known(
            N_("Incomplete households"),
            N_("whether a household that lost a record goes whole or stays whole."),
            choices={
                "drop": Choice(N_("drop all members")),
                "keep": Choice(N_("keep all members")),
            },
        ),
    ] = "drop"


class KeepHouseholdsSpec(Settings):
    """Households stay whole."""

    title = N_("Keep households whole")
    meaning = N_(
        "Use directly after a filter. Sets what happens to households that lost some of their members."
    )

    keep_households: Annotated[HouseholdsSpec, _known(title, meaning)]


class DropSpec(Settings):
    """Variables that go."""

    title = N_("Drop variables")
    meaning = N_("Drops these variables.")

    drop: Annotated[
        Names, _variables(N_("Variables dropped"), N_("those that go; no later step or job can use them."))
    ]


class RenameSpec(Settings):
    """Variables that get other names: old -> new."""

    title = N_("Rename a variable")
    meaning = N_("Hierarchies follow the new name.")

    rename: Annotated[
        dict[str, Name],
        Field(min_length=1),
        _known(N_("New name"), N_("what a variable is called from then on."), first=""),
    ]


def _is_way(way: str) -> Any:
    """Whether a way of deriving is the one chosen, or none is yet."""
    ways = {"age_at", "age_at_variable", "part", "bands"} - {way}
    return lambda params: all(getattr(params, other) is None for other in ways)


class DerivedSpec(Settings):
    """A new variable ``name``, at the end, made ``of`` another: the age in completed years on a day or on the
    day that another variable tells, a part of a date, or the band of a number.

    ``bands`` are bounds that rise; a number that is a bound lies in the band above it. ``labels`` are one
    more than the bounds.
    """

    name: Annotated[Name, _known(N_("New variable"), N_("its name, that no other variable has."))]
    of: Annotated[
        Name,
        _variables(N_("Derived from"), N_("the variable whose values are used; it stays until you drop it.")),
    ]
    age_at: Annotated[
        str | None,
        _known(
            N_("Age on the day"),
            N_("the day on which the age counts, such as 2024-01-01."),
            matters=_is_way("age_at"),
        ),
    ] = None
    age_at_variable: Annotated[
        Name | None,
        _variables(
            N_("Age on the date in"),
            N_("the variable that has, in each record, the day on which the age counts."),
            absent=N_("none"),
            matters=_is_way("age_at_variable"),
        ),
    ] = None
    part: Annotated[
        Part | None,
        _known(
            N_("Part of a date"),
            N_("year, quarter, month, week or day of the week; take the coarsest that users can do with."),
            choices={
                "year": Choice(N_("year (2024)")),
                "quarter": Choice(N_("quarter (2024-Q2)")),
                "month": Choice(N_("month (2024-05)")),
                "week": Choice(N_("week (2024-W18)")),
                "weekday": Choice(N_("day of the week (1 is Monday)")),
            },
            matters=_is_way("part"),
        ),
    ] = None
    bands: Annotated[
        Annotated[tuple[Number, ...], Field(min_length=1)] | None,
        _known(
            N_("Bounds of bands"),
            N_("the lowest number of every band but the first, rising, in the variable's own unit."),
            matters=_is_way("bands"),
        ),
    ] = None
    labels: Annotated[
        tuple[Name, ...] | None,
        _known(
            N_("Labels of bands"),
            N_("the names of the bands, one more than there are bounds, such as `<18`, `18-<65`, `65+`."),
            absent=N_("from the bounds"),
            matters=lambda params: params.bands is not None,
        ),
    ] = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        ways = (self.age_at, self.age_at_variable, self.part, self.bands)
        if sum(way is not None for way in ways) != 1:
            raise ValueError("prepare.derive_one_way")
        return self


class DeriveSpec(Settings):
    """A new variable."""

    title = N_("Derive a variable")
    meaning = N_("Adds a variable at the end of each record. Missing values stay missing.")

    derive: Annotated[DerivedSpec, _known(title, meaning)]


class MissingSpec(Settings):
    """Texts that mean that the answer is missing become one text."""

    variables: Annotated[
        Names | None,
        _variables(
            N_("Missing codes of"),
            N_("where texts that mean missing are replaced."),
            absent=N_("all variables"),
        ),
    ] = None
    texts: Annotated[
        Annotated[tuple[str, ...], Field(min_length=1)] | None,
        _known(N_("Texts"), N_("those that mean missing."), absent=N_("declared missing codes")),
    ] = None
    to: Annotated[
        str, _known(N_("Replace with"), N_("the one text in their place."), absent=N_("an empty field"))
    ] = ""


class RecodeMissingSpec(Settings):
    """Missing codes become one."""

    title = N_("Recode missing codes")
    meaning = N_("Replaces several missing codes with one. Separate codes by commas.")

    recode_missing: Annotated[MissingSpec, _known(title, meaning)]


class ShiftedSpec(Settings):
    """Dates moved by 1 to ``days`` days, back or forth, equally in all records of a person."""

    variables: Annotated[Names, _variables(N_("Dates"), N_("the variables whose dates move."))]
    person: Annotated[
        Name,
        _variables(
            N_("Same shift for each"),
            N_("the variable that identifies whose dates move together, by the same days."),
        ),
    ]
    days: Annotated[
        int,
        Field(ge=1, le=36_500),
        _known(
            N_("Maximum shift"),
            N_("how many days back or forth, 1 to 36 500; more protect better and blur seasons."),
            unit=Unit(suffix=N_(" days")),
            first=30,
        ),
    ]


class ShiftDatesSpec(Settings):
    """Dates moved by an offset of each person."""

    title = N_("Shift dates")
    meaning = N_(
        "Shifts all dates of a person by the same secret number of days. Intervals between dates are "
        "preserved."
    )

    shift_dates: Annotated[ShiftedSpec, _known(title, meaning)]


class PseudonymSpec(Settings):
    """Identifiers replaced by random numbers, one per value; ``key`` is the file that tells which is
    which.
    """

    variables: Annotated[
        Names, _variables(N_("Identifiers"), N_("the variables whose values become numbers."))
    ]
    key: Annotated[
        Name,
        _known(
            N_("Key file"),
            N_("where it is written which number is which; keep it with the data."),
            first="key.csv",
        ),
    ]


class PseudonymiseSpec(Settings):
    """Identifiers replaced by random numbers."""

    title = N_("Replace identifiers")
    meaning = N_(
        "Replaces each value with a random number, the same for equal values. A batch run saves the mapping "
        "to the key file; here, choose Export key. Store it with the data."
    )

    pseudonymise: Annotated[PseudonymSpec, _known(title, meaning)]


StepKind = Literal[
    "drop",
    "rename",
    "filter",
    "derive",
    "shift_dates",
    "pseudonymise",
    "keep_households",
    "recode_missing",
]
STEPS: dict[StepKind, type[Settings]] = {
    "filter": FilterSpec,
    "keep_households": KeepHouseholdsSpec,
    "drop": DropSpec,
    "rename": RenameSpec,
    "derive": DeriveSpec,
    "recode_missing": RecodeMissingSpec,
    "shift_dates": ShiftDatesSpec,
    "pseudonymise": PseudonymiseSpec,
}  # by their key, in the order in which they are offered


def step_kind(step: Any) -> StepKind | None:
    """The key of a step, as it stands in a plan or as it was read; None where it is not one known key."""
    if isinstance(step, dict):
        return next((kind for kind in STEPS if tuple(step) == (kind,)), None)
    return next((kind for kind in STEPS if hasattr(step, kind)), None)


StepSpec = Annotated[
    Annotated[DropSpec, Tag("drop")]
    | Annotated[RenameSpec, Tag("rename")]
    | Annotated[FilterSpec, Tag("filter")]
    | Annotated[DeriveSpec, Tag("derive")]
    | Annotated[ShiftDatesSpec, Tag("shift_dates")]
    | Annotated[PseudonymiseSpec, Tag("pseudonymise")]
    | Annotated[KeepHouseholdsSpec, Tag("keep_households")]
    | Annotated[RecodeMissingSpec, Tag("recode_missing")],
    Discriminator(
        step_kind,
        custom_error_type="value_error",
        custom_error_context={"error": "prepare.unknown_step"},
    ),
]
