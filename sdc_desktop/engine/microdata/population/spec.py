"""What a plan says of the population, and the models of it."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from sdc_desktop.engine.setting import Choice, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Terms = tuple[Annotated[tuple[str, ...], Field(min_length=1)], ...]  # variables of each interaction
Uniqueness = Literal["pitman", "zayatz", "snb"]
Weighting = Literal["none", "pseudo", "offset"]
UNIQUENESS: tuple[Uniqueness, ...] = ("pitman", "zayatz", "snb")


class PopulationSize(Settings):
    """The number of people is known."""

    title = N_("Known number of people")
    phrase = N_("{size} {size:person|people}")
    size: Annotated[
        int,
        Field(ge=1),
        Setting(
            label=N_("Number of people in the population"),
            short=N_("People"),
            help=N_("the size of the population that the records were drawn from."),
            secrecy="open",
            first=1_000_000,
        ),
    ]


class PopulationWeights(Settings):
    """Sampling weights estimate the population."""

    title = N_("Sampling weights")
    phrase = N_("sampling weights")
    weights: Literal[True]


class PopulationFraction(Settings):
    """The sampling fraction is known."""

    title = N_("Sampling fraction")
    phrase = N_("sampling fraction {fraction}")
    fraction: Annotated[
        Number,
        Field(gt=0, le=1),
        Setting(
            label=N_("Sampling fraction"),
            help=N_("the share of the population that is in the file."),
            secrecy="open",
            unit=Unit(100, N_("\u2009%"), 2),
            first=0.01,
        ),
    ]


class PopulationTable(Settings):
    """A table counts the people with each combination of key values."""

    paths: ClassVar[tuple[str, ...]] = ("table",)

    title = N_("Population table")
    phrase = N_("population table")
    table: Annotated[
        Annotated[str, Field(min_length=1)] | None,
        Setting(
            label=N_("Population table"),
            short=N_("File"),
            help=N_(
                "a file with the key variables under the same names: one row for each combination of values, "
                "or one for each person. Values are recoded with those of the file."
            ),
            secrecy="open",
            absent=N_("not chosen"),
        ),
    ] = None
    number: Annotated[
        Annotated[str, Field(min_length=1)] | None,
        Setting(
            label=N_("Column with the number of people"),
            short=N_("Number of people in"),
            help=N_("the column of the table that counts people. Without it each row is one person."),
            secrecy="open",
            absent=N_("each row is a person"),
        ),
    ] = None


PopulationSpec = PopulationSize | PopulationWeights | PopulationFraction | PopulationTable
Modelled = PopulationSize | PopulationWeights | PopulationFraction  # for which models are fitted


class ModelSpec(Settings):
    """The log-linear model of the number of people with each combination of key values."""

    kind: Literal["poisson"] = "poisson"
    terms: Annotated[
        Literal["main", "two_way", "forward"] | Terms,
        Setting(
            label=N_("Terms of the log-linear model"),
            short=N_("Model terms"),
            help=N_(
                "main effects, all interactions of two key variables, or main effects and those interactions "
                "that the fit requires."
            ),
            secrecy="open",
            choices={
                "main": Choice(N_("main effects")),
                "two_way": Choice(N_("all pairs")),
                "forward": Choice(N_("chosen by fit")),
            },
            other=N_("given terms"),
        ),
    ] = "main"
    weighting: Annotated[
        Weighting | None,
        Setting(
            label=N_("Use of the sampling weights in the model"),
            short=N_("Weights"),
            help=N_(
                "none: equal sampling fractions. Pseudo-likelihood fits the weighted counts. An offset takes "
                "the sampling fraction of each class."
            ),
            secrecy="open",
            absent=N_("by the population"),
            choices={
                "none": Choice(N_("not used")),
                "pseudo": Choice(N_("pseudo-likelihood")),
                "offset": Choice(N_("offset")),
            },
        ),
    ] = None
