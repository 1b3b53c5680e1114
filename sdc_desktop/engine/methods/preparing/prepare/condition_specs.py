"""Parts of steps of a ``prepare`` job: how their settings are declared, and the conditions of filters."""

from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from sdc_desktop.engine.setting import Choice, Pick, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Name = Annotated[str, Field(min_length=1)]
Test = Literal[
    "equal", "not_equal", "less", "at_most", "at_least", "more", "in", "not_in", "missing", "not_missing"
]
ValueType = Literal["text", "number", "date"]
_ANY_VARIABLE = Pick(("continuous", "ordinal", "nominal"), N_("none"), ())


def known(label: str, help: str, **facts: Any) -> Setting:
    """A setting of a step: the report has the steps in words, and prints no settings of theirs."""
    return Setting(label=label, help=help, secrecy="secret", **facts)


def naming(label: str, help: str, **facts: Any) -> Setting:
    """A setting that names variables of the records."""
    return known(label, help, picks=_ANY_VARIABLE, **facts)


def _is_with_one(comparison: Any) -> bool:
    """Whether a test compares with one value."""
    return comparison.test not in ("in", "not_in", "missing", "not_missing")


class ComparisonSpec(Settings):
    """A variable against a value. Without ``type`` a number in the plan compares numbers, a text texts.

    Texts are compared unchanged, by code point, missing codes included; a missing number or date meets no
    comparison.
    """

    title = N_("Comparison")

    variable: Annotated[
        Name, naming(N_("Variable compared"), N_("whose values are compared."), short=N_("Variable"))
    ]
    test: Annotated[
        Test,
        known(
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
        known(
            N_("Value compared with"),
            N_("a number, a date or a text."),
            short=N_("Value"),
            matters=_is_with_one,
        ),
    ] = None
    values: Annotated[
        tuple[str, ...] | None,
        known(
            N_("Values compared with"),
            N_("a list with commas, for *is one of* and *is none of*."),
            short=N_("Values"),
            matters=lambda params: params.test in ("in", "not_in"),
        ),
    ] = None
    type: Annotated[
        ValueType | None,
        known(
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
        known(N_("All of these"), N_("conditions that a record must all meet."), first=()),
    ]


class AnySpec(Settings):
    """At least one of these conditions is met."""

    title = N_("Any of these")

    any: Annotated[
        tuple["ConditionSpec", ...],
        Field(min_length=1),
        known(N_("Any of these"), N_("conditions of which a record must meet at least one."), first=()),
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
