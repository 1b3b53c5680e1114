"""What a policy can require of what leaves, and what the user answers where values alone do not say it."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.spec import Number, Spec

DatePart = Literal["year", "month", "day"]
PatternKind = Literal[
    "e-mail",
    "url",
    "ip_address",
    "telephone",
    "social_security_us",
    "national_insurance_uk",
    "national_number",
    "nhs_number",
    "iban",
    "payment_card",
    "record_number",
    "vehicle",
    "postcode_us",
    "postcode_uk",
]
Figure = int | str | tuple[str, ...] | None
Kept = Annotated[str, Field(min_length=1, max_length=20)]


class _Check(Spec):
    """A check, and the ``figure`` that a sentence on it has."""

    @property
    def figure(self) -> Figure:
        return None


class IdentifiersGoneSpec(_Check):
    """No variable leaves that seems to be a direct identifier by its name or values, except pseudonyms."""

    kind: Literal["identifiers_gone"]


class PatternsSpec(_Check):
    """No value contains a text of one of these ``kinds``, which identify persons."""

    kind: Literal["patterns"]
    kinds: tuple[PatternKind, ...] = Field(min_length=1)

    @property
    def figure(self) -> Figure:
        return self.kinds


class DatesSpec(_Check):
    """No date is finer than ``finest``."""

    kind: Literal["dates"]
    finest: DatePart

    @property
    def figure(self) -> Figure:
        return self.finest


class AgesSpec(_Check):
    """No age above ``greatest`` is shown, except in one class that holds all of them."""

    kind: Literal["ages"]
    greatest: int = Field(ge=0, le=150)

    @property
    def figure(self) -> Figure:
        return self.greatest


class PostcodesSpec(_Check):
    """Post codes have at most the first ``figures`` figures, and those that begin with one of ``hidden`` are
    shown as ``shown_as``.
    """

    kind: Literal["postcodes"]
    figures: int = Field(ge=0, le=10)
    hidden: tuple[Kept, ...] = ()
    shown_as: Kept = "000"

    @property
    def figure(self) -> Figure:
        return self.figures


class AreasSpec(_Check):
    """Each area that is named has at least ``population`` inhabitants."""

    kind: Literal["areas"]
    population: int = Field(ge=1)

    @property
    def figure(self) -> Figure:
        return self.population


class LeastClassSpec(_Check):
    """Each class of the key variables has at least ``least`` records, or persons where these are known."""

    kind: Literal["least_class"]
    least: int = Field(ge=2)

    @property
    def figure(self) -> Figure:
        return self.least


class RandomOrderSpec(_Check):
    """The records have a random order."""

    kind: Literal["random_order"]


class NothingUniqueSpec(_Check):
    """No variable has a different value in nearly every record, except random numbers and amounts."""

    kind: Literal["nothing_unique"]


class LeastCellSpec(_Check):
    """No count from 1 to less than ``least`` is published or can be derived."""

    kind: Literal["least_cell"]
    least: int = Field(ge=2)

    @property
    def figure(self) -> Figure:
        return self.least


class StatedSpec(_Check):
    """What no value shows: the user states it with a name and a reason."""

    kind: Literal["stated"]


CheckSpec = Annotated[
    IdentifiersGoneSpec
    | PatternsSpec
    | DatesSpec
    | AgesSpec
    | PostcodesSpec
    | AreasSpec
    | LeastClassSpec
    | RandomOrderSpec
    | NothingUniqueSpec
    | LeastCellSpec
    | StatedSpec,
    Field(discriminator="kind"),
]


class RuleSpec(Spec):
    """A rule: its ``name`` in plans, how it is checked, and where its source says it. ``text``: what it says,
    instead of the sentence that follows from the check. ``required``: whether a file that does not meet it
    is not safe; otherwise it is released with reservations.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,49}$")
    check: CheckSpec
    text: str = Field(default="", max_length=500)
    source: str = Field(default="", max_length=200)
    required: bool = True


class AnswerSpec(Spec):
    """What a user says to a rule: the ``variables`` that it is about (none: there is no such variable), or
    the file of ``populations``; whether it is ``stated``, ``by`` whom and why.
    """

    variables: tuple[str, ...] | None = None
    populations: str | None = None
    stated: bool = False
    by: str = Field(default="", max_length=200)
    text: str = Field(default="", max_length=2000)

    paths = ("populations",)


Populations = dict[str, Number]
