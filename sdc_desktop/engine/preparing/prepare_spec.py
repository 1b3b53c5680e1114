"""What a plan can say to a ``prepare`` job: a list of steps, each an object with one key."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from sdc_desktop.engine.microdata.hierarchy_spec import HierarchySpec
from sdc_desktop.engine.spec import Number, Spec
from sdc_desktop.engine.variable_spec import VariableSpec

Name = Annotated[str, Field(min_length=1)]
Names = Annotated[tuple[Name, ...], Field(min_length=1)]
Test = Literal[
    "equal", "not_equal", "less", "at_most", "at_least", "more", "in", "not_in", "missing", "not_missing"
]
Part = Literal["year", "quarter", "month", "week", "weekday"]
ValueType = Literal["text", "number", "date"]
TESTS: tuple[Test, ...] = (
    "equal",
    "not_equal",
    "less",
    "at_most",
    "at_least",
    "more",
    "in",
    "not_in",
    "missing",
    "not_missing",
)
PARTS: tuple[Part, ...] = ("year", "quarter", "month", "week", "weekday")


class ComparisonSpec(Spec):
    """A variable against a value. Without ``type`` a number in the plan compares numbers, a text texts.

    Texts are compared as they stand, by code point, missing codes too; a missing number or date meets no
    comparison.
    """

    variable: Name
    test: Test
    value: Number | str | None = None
    values: tuple[str, ...] | None = None  # for `in` and `not_in`
    type: ValueType | None = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        listed = self.test in ("in", "not_in")
        single = not listed and self.test not in ("missing", "not_missing")
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


class AllSpec(Spec):
    """Every one of these conditions is met."""

    all: Annotated[tuple["ConditionSpec", ...], Field(min_length=1)]


class AnySpec(Spec):
    """At least one of these conditions is met."""

    any: Annotated[tuple["ConditionSpec", ...], Field(min_length=1)]


def _form(told: Any) -> str:
    for form in ("all", "any"):
        if (form in told) if isinstance(told, dict) else hasattr(told, form):
            return form
    return "comparison"


ConditionSpec = Annotated[
    Annotated[AllSpec, Tag("all")]
    | Annotated[AnySpec, Tag("any")]
    | Annotated[ComparisonSpec, Tag("comparison")],
    Discriminator(_form),
]


class DropSpec(Spec):
    """Variables that go."""

    drop: Names


class RenameSpec(Spec):
    """Variables that get other names: old -> new."""

    rename: Annotated[dict[str, Name], Field(min_length=1)]


class FilterSpec(Spec):
    """Only records that meet the condition stay."""

    filter: ConditionSpec


class DerivedSpec(Spec):
    """A new variable ``name``, at the end, made ``of`` another: the age in completed years on a day or on the
    day that another variable tells, a part of a date, or the band of a number.

    ``bands`` are bounds that rise; a number that is a bound lies in the band above it. ``labels`` are one
    more than the bounds.
    """

    name: Name
    of: Name
    age_at: str | None = None
    age_at_variable: Name | None = None
    part: Part | None = None
    bands: Annotated[tuple[Number, ...], Field(min_length=1)] | None = None
    labels: tuple[Name, ...] | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        ways = (self.age_at, self.age_at_variable, self.part, self.bands)
        if sum(way is not None for way in ways) != 1:
            raise ValueError("prepare.derive_one_way")
        return self


class DeriveSpec(Spec):
    """A new variable."""

    derive: DerivedSpec


class ShiftedSpec(Spec):
    """Dates moved by 1 to ``days`` days, back or forth, alike in all records of a person."""

    variables: Names
    person: Name
    days: int = Field(ge=1, le=36_500)


class ShiftDatesSpec(Spec):
    """Dates moved by an offset of each person."""

    shift_dates: ShiftedSpec


class PseudonymSpec(Spec):
    """Identifiers replaced by random numbers, one a value; ``key`` is the file that tells which is which."""

    variables: Names
    key: Name


class PseudonymiseSpec(Spec):
    """Identifiers replaced by random numbers."""

    pseudonymise: PseudonymSpec


class HouseholdsSpec(Spec):
    """What becomes of a household of which the filters just before took some records but not all: the whole
    goes (``drop``) or stays (``keep``).
    """

    household: Name | None = None  # the variable of that role where absent
    whole: Literal["drop", "keep"] = "drop"


class KeepHouseholdsSpec(Spec):
    """Households stay whole."""

    keep_households: HouseholdsSpec


class MissingSpec(Spec):
    """Texts that mean that the answer is missing become one text."""

    variables: Names | None = None  # all where absent
    texts: Annotated[tuple[str, ...], Field(min_length=1)] | None = None  # its missing codes where absent
    to: str = ""


class RecodeMissingSpec(Spec):
    """Missing codes become one."""

    recode_missing: MissingSpec


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
STEP_KINDS: tuple[StepKind, ...] = (
    "filter",
    "keep_households",
    "drop",
    "rename",
    "derive",
    "recode_missing",
    "shift_dates",
    "pseudonymise",
)


def step_kind(step: Any) -> StepKind | None:
    """The key of a step, as it stands in a plan or as it was read; None where it is not one known key."""
    if isinstance(step, dict):
        return next((kind for kind in STEP_KINDS if tuple(step) == (kind,)), None)
    return next((kind for kind in STEP_KINDS if hasattr(step, kind)), None)


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


class PrepareParams(Spec):
    """Steps in their order, and what is said of the variables they leave: that goes before what follows from
    the file's own.
    """

    steps: Annotated[tuple[StepSpec, ...], Field(min_length=1)]
    variables: dict[str, VariableSpec] = Field(default_factory=dict)
    hierarchies: dict[str, HierarchySpec] = Field(default_factory=dict)

    def files(self) -> Iterator[str]:
        """The files of the hierarchies."""
        for spec in self.hierarchies.values():
            path = getattr(spec, "path", None)
            if path is not None:
                yield path

    def with_files(self, moved: Callable[[str], str]) -> Self:
        """The same with every file named in another way."""
        hierarchies = {
            name: spec.model_copy(update={"path": moved(path)})
            if (path := getattr(spec, "path", None)) is not None
            else spec
            for name, spec in self.hierarchies.items()
        }
        return self.model_copy(update={"hierarchies": hierarchies})

    def needs_secret(self) -> bool:
        """Whether any step depends on chance."""
        return any(isinstance(step, ShiftDatesSpec | PseudonymiseSpec) for step in self.steps)


def key_files(params: PrepareParams) -> tuple[str, ...]:
    """The files of keys that the steps name, in their order."""
    return tuple(step.pseudonymise.key for step in params.steps if isinstance(step, PseudonymiseSpec))


def by_record(params: PrepareParams) -> bool:
    """Whether a step holds something for every single person, identifier or household in memory."""
    held = (ShiftDatesSpec, PseudonymiseSpec, KeepHouseholdsSpec)
    return any(isinstance(step, held) for step in params.steps)
