"""The steps of a ``prepare`` job: each is an object with one key."""

from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from sdc_desktop.engine.methods.preparing.prepare.condition_specs import ConditionSpec, Name, known, naming
from sdc_desktop.engine.setting import Choice, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Names = Annotated[tuple[Name, ...], Field(min_length=1)]
Part = Literal["year", "quarter", "month", "week", "weekday"]
WithinPerson = Literal["number", "days_since_first", "days_since_previous"]


class FilterSpec(Settings):
    """Only records that meet the condition stay."""

    title = N_("Filter records")
    meaning = N_("Keeps the records that meet the condition. A missing number or date meets none.")

    filter: Annotated[
        ConditionSpec,
        known(
            N_("Keep records that meet"),
            N_("the condition of the records that stay; *all of* or *any of* several."),
        ),
    ]


class HouseholdsSpec(Settings):
    """The treatment of a household that the filters just before removed in part. The whole household is
    dropped (``drop``) or stays (``keep``).
    """

    household: Annotated[
        Name | None,
        naming(
            N_("Household"),
            N_("the variable that identifies who lives together."),
            absent=N_("the variable with the role household"),
        ),
    ] = None
    whole: Annotated[
        Literal["drop", "keep"],
        known(
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

    keep_households: Annotated[HouseholdsSpec, known(title, meaning)]


class PersonsKeptSpec(Settings):
    """The treatment of a person who lost some records, but not all, by the filters just before."""

    whole: Annotated[
        Literal["drop", "keep"],
        known(
            N_("Incomplete persons"),
            N_("whether a person who lost a record is removed or stays whole."),
            choices={
                "drop": Choice(N_("drop all records")),
                "keep": Choice(N_("keep all records")),
            },
        ),
    ] = "drop"


class KeepPersonsSpec(Settings):
    """Persons stay whole."""

    title = N_("Keep persons whole")
    meaning = N_("Use directly after a filter. Sets what happens to persons who lost some of their records.")

    keep_persons: Annotated[PersonsKeptSpec, known(title, meaning)]


class KeptOneSpec(Settings):
    """The record of each person that stays: the first or the last, in the order of the file or of ``order``,
    or one at random.
    """

    by: Annotated[
        Literal["first", "last", "random"],
        known(
            N_("Record kept"),
            N_("the first or last record of each person, or a random one, drawn with the secret."),
            choices={
                "first": Choice(N_("first")),
                "last": Choice(N_("last")),
                "random": Choice(N_("random")),
            },
        ),
    ] = "first"
    order: Annotated[
        Names | None,
        naming(
            N_("Order of the records"),
            N_(
                "the variables, such as a date, by which records are first or last; missing values come last."
            ),
            absent=N_("the order of the file"),
            matters=lambda params: params.by != "random",
        ),
    ] = None


class KeepOneSpec(Settings):
    """One record of each person stays."""

    title = N_("Keep one record per person")
    meaning = N_("Keeps one record of each person. Records without a person are removed.")

    keep_one: Annotated[KeptOneSpec, known(title, meaning)]


class DropSpec(Settings):
    """Variables that go."""

    title = N_("Drop variables")
    meaning = N_("Drops these variables.")

    drop: Annotated[
        Names, naming(N_("Variables dropped"), N_("those that go; no later step or job can use them."))
    ]


class RenameSpec(Settings):
    """Variables that get other names: old -> new."""

    title = N_("Rename a variable")
    meaning = N_("Hierarchies follow the new name.")

    rename: Annotated[
        dict[str, Name],
        Field(min_length=1),
        known(N_("New name"), N_("what a variable is called from then on."), first=""),
    ]


WAYS = ("age_at", "age_at_variable", "days_since", "within_person", "part", "bands")  # of deriving


def _is_way(way: str) -> Any:
    """Whether a way of deriving is the one chosen, or none is yet."""
    return lambda params: all(getattr(params, other) is None for other in WAYS if other != way)


class DerivedSpec(Settings):
    """A new variable ``name``, at the end, made ``of`` another. It is the age in completed years on a day or
    on the day of another variable, the days since another date, the place of a record among those of its
    person by date, a part of a date, or the band of a number.

    Records of one person on one day have the order of the file; a missing date has no place. ``bands`` are
    bounds that rise; a number that is a bound lies in the band above it. ``labels`` are one more than the
    bounds.
    """

    name: Annotated[Name, known(N_("New variable"), N_("its name, that no other variable has."))]
    of: Annotated[
        Name,
        naming(N_("Derived from"), N_("the variable whose values are used; it stays until you drop it.")),
    ]
    age_at: Annotated[
        str | None,
        known(
            N_("Age on the day"),
            N_("the day on which the age counts, such as 2024-01-01."),
            matters=_is_way("age_at"),
        ),
    ] = None
    age_at_variable: Annotated[
        Name | None,
        naming(
            N_("Age on the date in"),
            N_("the variable that has, in each record, the day on which the age counts."),
            absent=N_("none"),
            matters=_is_way("age_at_variable"),
        ),
    ] = None
    days_since: Annotated[
        Name | None,
        naming(
            N_("Days since the date in"),
            N_("the variable with the earlier date, such as the admission for the length of a stay."),
            absent=N_("none"),
            matters=_is_way("days_since"),
        ),
    ] = None
    within_person: Annotated[
        WithinPerson | None,
        known(
            N_("Within each person"),
            N_("the place of each record by this date among all records of its person."),
            choices={
                "number": Choice(N_("sequence number (1, 2, 3)")),
                "days_since_first": Choice(N_("days since the first date")),
                "days_since_previous": Choice(N_("days since the previous date")),
            },
            matters=_is_way("within_person"),
        ),
    ] = None
    part: Annotated[
        Part | None,
        known(
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
        known(
            N_("Bounds of bands"),
            N_("the lowest number of every band but the first, rising, in the variable's own unit."),
            matters=_is_way("bands"),
        ),
    ] = None
    labels: Annotated[
        tuple[Name, ...] | None,
        known(
            N_("Labels of bands"),
            N_("the names of the bands, one more than there are bounds, such as `<18`, `18-<65`, `65+`."),
            absent=N_("from the bounds"),
            matters=lambda params: params.bands is not None,
        ),
    ] = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if sum(getattr(self, way) is not None for way in WAYS) != 1:
            raise ValueError("prepare.derive_one_way")
        return self


class DeriveSpec(Settings):
    """A new variable."""

    title = N_("Derive a variable")
    meaning = N_("Adds a variable at the end of each record. Missing values stay missing.")

    derive: Annotated[DerivedSpec, known(title, meaning)]


class JoinedSpec(Settings):
    """Variables ``keep`` of a second file, by the variables ``key``, which have these names in both files."""

    paths = ("file",)

    file: Annotated[
        Name,
        known(
            N_("Second file"), N_("the file with one row per person or household, such as households.csv.")
        ),
    ]
    key: Annotated[
        Names,
        naming(
            N_("Joined by"),
            N_("the variables, in both files under the same name, such as the household."),
        ),
    ]
    keep: Annotated[
        Names,
        known(
            N_("Variables added"),
            N_("columns of the second file, with commas; a role must be set for each of them afterwards."),
        ),
    ]


class JoinSpec(Settings):
    """Variables of a second file."""

    title = N_("Join a second file")
    meaning = N_(
        "Adds variables of a second file, such as those of households. Records without a match get a missing "
        "value."
    )

    join: Annotated[JoinedSpec, known(title, meaning)]


class MissingSpec(Settings):
    """Several texts for a missing value become one text."""

    variables: Annotated[
        Names | None,
        naming(
            N_("Missing codes of"),
            N_("where texts that mean missing are replaced."),
            absent=N_("all variables"),
        ),
    ] = None
    texts: Annotated[
        Annotated[tuple[str, ...], Field(min_length=1)] | None,
        known(N_("Texts"), N_("those that mean missing."), absent=N_("declared missing codes")),
    ] = None
    to: Annotated[
        str, known(N_("Replace with"), N_("the one text in their place."), absent=N_("an empty field"))
    ] = ""


class RecodeMissingSpec(Settings):
    """Missing codes become one."""

    title = N_("Recode missing codes")
    meaning = N_("Replaces several missing codes with one. Separate codes by commas.")

    recode_missing: Annotated[MissingSpec, known(title, meaning)]


COARSE_WAYS = ("dates", "ages_from", "first")  # of coarsening


def _is_coarse_way(way: str) -> Any:
    """Whether a way of coarsening is the one chosen, or none is yet."""
    return lambda params: all(getattr(params, other) is None for other in COARSE_WAYS if other != way)


class CoarsenedSpec(Settings):
    """Coarser values instead of finer ones. Dates, alone or within texts, become years or months; ages from
    one on become one class; codes keep their ``first`` signs, and those that begin with one of ``hidden``
    become ``hidden_as``.
    """

    variables: Annotated[
        Names, naming(N_("Variables coarsened"), N_("those whose values change under the same name."))
    ]
    dates: Annotated[
        Literal["year", "month"] | None,
        known(
            N_("Dates become"),
            N_("the year or month of every date; also of dates within texts."),
            choices={"year": Choice(N_("years (2024)")), "month": Choice(N_("months (2024-05)"))},
            matters=_is_coarse_way("dates"),
        ),
    ] = None
    ages_from: Annotated[
        Annotated[int, Field(ge=1, le=150)] | None,
        known(
            N_("Top class of ages from"),
            N_("the first age of the class, such as 90; a band that begins lower begins the class."),
            absent=N_("none"),
            matters=_is_coarse_way("ages_from"),
        ),
    ] = None
    as_number: Annotated[
        bool,
        known(
            N_("Top class as a number"),
            N_("whether the class is called 90, not 90+, so that the variable stays a number."),
            matters=lambda params: params.ages_from is not None,
        ),
    ] = False
    first: Annotated[
        Annotated[int, Field(ge=0, le=40)] | None,
        known(
            N_("First signs kept"),
            N_("how many signs of a code stay, such as 3 of a post code."),
            absent=N_("all"),
            matters=_is_coarse_way("first"),
        ),
    ] = None
    hidden: Annotated[
        tuple[Name, ...],
        known(
            N_("Hidden beginnings"),
            N_("beginnings of codes that are hidden, such as those of areas with few inhabitants."),
            matters=lambda params: params.first is not None,
        ),
    ] = ()
    hidden_as: Annotated[
        Name,
        known(
            N_("Hidden codes become"),
            N_("the code that replaces hidden ones."),
            matters=lambda params: params.first is not None,
        ),
    ] = "000"

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if sum(getattr(self, way) is not None for way in COARSE_WAYS) != 1:
            raise ValueError("prepare.coarsen_one_way")
        return self


class CoarsenSpec(Settings):
    """Coarser values under the same name."""

    title = N_("Coarsen values")
    meaning = N_("Makes dates, high ages or codes coarser. The variable keeps its name and role.")

    coarsen: Annotated[CoarsenedSpec, known(title, meaning)]


class ShiftedSpec(Settings):
    """Dates moved by 1 to ``days`` days, back or forth, equally in all records of a person."""

    variables: Annotated[Names, naming(N_("Dates"), N_("the variables whose dates move."))]
    person: Annotated[
        Name | None,
        naming(
            N_("Same shift for each"),
            N_("the variable that identifies whose dates move together, by the same days."),
            absent=N_("the person, by the variables with the role person"),
        ),
    ] = None
    days: Annotated[
        int,
        Field(ge=1, le=36_500),
        known(
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

    shift_dates: Annotated[ShiftedSpec, known(title, meaning)]


class PseudonymSpec(Settings):
    """Identifiers replaced by random numbers, one per value; ``key`` is the file that lists both."""

    variables: Annotated[Names, naming(N_("Identifiers"), N_("the variables whose values become numbers."))]
    key: Annotated[
        Name,
        known(
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

    pseudonymise: Annotated[PseudonymSpec, known(title, meaning)]


StepKind = Literal[
    "drop",
    "rename",
    "filter",
    "derive",
    "shift_dates",
    "pseudonymise",
    "keep_households",
    "keep_persons",
    "keep_one",
    "recode_missing",
    "coarsen",
    "join",
]
STEPS: dict[StepKind, type[Settings]] = {
    "filter": FilterSpec,
    "keep_households": KeepHouseholdsSpec,
    "keep_persons": KeepPersonsSpec,
    "keep_one": KeepOneSpec,
    "drop": DropSpec,
    "rename": RenameSpec,
    "derive": DeriveSpec,
    "join": JoinSpec,
    "recode_missing": RecodeMissingSpec,
    "coarsen": CoarsenSpec,
    "shift_dates": ShiftDatesSpec,
    "pseudonymise": PseudonymiseSpec,
}  # by their key, in the order in which they are offered


def step_kind(step: Any) -> StepKind | None:
    """The kind of a step, in a plan or after reading; None where the step is not a single known key."""
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
    | Annotated[KeepPersonsSpec, Tag("keep_persons")]
    | Annotated[KeepOneSpec, Tag("keep_one")]
    | Annotated[RecodeMissingSpec, Tag("recode_missing")]
    | Annotated[CoarsenSpec, Tag("coarsen")]
    | Annotated[JoinSpec, Tag("join")],
    Discriminator(
        step_kind,
        custom_error_type="value_error",
        custom_error_context={"error": "prepare.unknown_step"},
    ),
]
