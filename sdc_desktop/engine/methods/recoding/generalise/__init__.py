"""Search for levels by criteria: its settings and facts."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.recoding.anopi import ALPHA, INTRUDER_POINTS, USER_POINTS, Points
from sdc_desktop.engine.methods.settings import KEYS, SENSITIVE, Steps
from sdc_desktop.engine.microdata.criteria.spec import (
    CriterionSpec,
    DeltaPresenceSpec,
    KMapSpec,
    PopulationUniquenessSpec,
    needs_table,
)
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.microdata.suppression.spec import SUPPRESSED_RECORDS, SuppressedRecords
from sdc_desktop.engine.setting import Choice, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number, Role
from sdc_desktop.marks import N_

LossName = Literal["loss", "entropy", "discernibility", "class_size", "anopi"]
LocalRecoding = Literal["none", "repeat", "mondrian"]

LOSSES = {
    "loss": Choice(
        N_("share of the domain"),
        hint=N_("How much of its hierarchy a value covers, from 0 (as is) to 1 (anything)."),
    ),
    "entropy": Choice(
        N_("bits (non-uniform entropy)"), hint=N_("Joining common values loses more than joining rare ones.")
    ),
    "discernibility": Choice(N_("discernibility"), hint=N_("Large groups and suppressed records cost most.")),
    "class_size": Choice(N_("average group size"), hint=N_("Records in a group on average, divided by k.")),
    "anopi": Choice(
        N_("distance from ANOPI's optimum"),
        hint=N_(
            "How far each variable lies from the balance that your points and weight of utility ask for."
        ),
    ),
}


class AnopiLossSpec(Settings):
    """The points and alpha for the loss ``anopi``, and for ANOPI's own point among the others."""

    alpha: Annotated[float, Field(ge=0, le=1), ALPHA] = 0.5
    user_points: Annotated[Points | None, USER_POINTS] = None
    intruder_points: Annotated[Points | None, INTRUDER_POINTS] = None


class GeneraliseParams(Settings):
    """The generalisation of least loss that meets the criteria with few enough records suppressed."""

    key_variables: Annotated[
        tuple[str, ...] | None,
        Setting(
            label=N_("Key variables (known to the intruder)"),
            short=N_("Key variables"),
            help=N_("those that are generalised."),
            secrecy="open",
            picks=KEYS,
            place="plan",
        ),
    ] = None
    sensitive: Annotated[
        tuple[str, ...] | None,
        Setting(
            label=N_("Sensitive variables"),
            help=N_("variables whose diversity is measured in addition to all with that role."),
            secrecy="open",
            picks=SENSITIVE,
            absent=N_("none"),
            place="plan",
        ),
    ] = None
    criteria: Annotated[
        tuple[CriterionSpec, ...],
        Field(min_length=1),
        Setting(
            label=N_("Privacy criteria"),
            help=N_(
                "what every group must meet, one or several. For a public file k-anonymity with a diversity "
                "criterion is usual."
            ),
            secrecy="open",
        ),
    ]
    population: Annotated[
        PopulationTable,
        Setting(
            label=N_("Population table of the criteria"),
            help=N_("the table of people that k-map, journalist risk and δ-presence are measured against."),
            secrecy="open",
            card=N_("Population table"),
            matters=lambda params: needs_table(params.criteria),
        ),
    ] = PopulationTable()
    suppression_limit: Annotated[
        Number,
        Field(ge=0, le=1),
        Setting(
            label=N_("Suppression limit"),
            help=N_("a share of all records; a few percent often save a level."),
            hint=N_("They show * in every key variable."),
            secrecy="open",
            card=N_("Suppression and loss"),
            unit=Unit(100, N_("\u2009%"), 2),
        ),
    ] = 0
    suppressed_records: Annotated[
        SuppressedRecords, replace(SUPPRESSED_RECORDS, matters=lambda params: params.suppression_limit > 0)
    ] = "keep"
    loss: Annotated[
        LossName,
        Setting(
            label=N_("Loss measure to minimise"),
            short=N_("Loss measure"),
            help=N_("what counts as loss; see *Losses*."),
            secrecy="open",
            choices=LOSSES,
        ),
    ] = "loss"
    loss_mean: Annotated[
        Literal["geometric", "arithmetic"],
        Setting(
            label=N_("Mean of the loss over variables"),
            short=N_("Mean over variables"),
            help=N_("how the shares of the domains that are lost in the variables become one figure."),
            secrecy="open",
            choices={
                "geometric": Choice(N_("geometric")),
                "arithmetic": Choice(N_("arithmetic")),
            },
            place="more",
            matters=lambda params: params.loss == "loss",
        ),
    ] = "geometric"
    limits: Annotated[
        dict[str, tuple[Steps, Steps]],
        Setting(
            label=N_("Levels allowed, from least to greatest"),
            short=N_("Levels allowed"),
            help=N_("the finest and the coarsest level of a variable; 0 is as is."),
            secrecy="open",
            absent=N_("all"),
            place="more",
        ),
    ] = Field(default_factory=dict)
    weights: Annotated[
        dict[str, Annotated[Number, Field(ge=0)]],
        Setting(
            label=N_("Variable weights"),
            short=N_("Weights"),
            help=N_("a variable with a greater weight stays finer."),
            hint=N_("A weight above 1 keeps the variable more detailed. 0 ignores its loss."),
            secrecy="open",
            unit=Unit(decimals=1),
            first=1,
            place="more",
            matters=lambda params: params.loss in ("loss", "entropy", "anopi"),
        ),
    ] = Field(default_factory=dict)
    anopi: Annotated[
        AnopiLossSpec,
        Setting(
            label=N_("Points for the loss ANOPI"),
            help=N_("weight of utility and points as under [ANOPI](anopi.md)."),
            secrecy="open",
            place="plan",
            matters=lambda params: params.loss == "anopi",
        ),
    ] = AnopiLossSpec()
    local_recoding: Annotated[
        LocalRecoding,
        Setting(
            label=N_("Treatment of failing records"),
            short=N_("Failing records"),
            help=N_("suppress them, search again among them, or divide them (Mondrian)."),
            secrecy="open",
            choices={
                "none": Choice(
                    N_("suppress them"),
                ),
                "repeat": Choice(
                    N_("search again among them"),
                    hint=N_(
                        "They are released more coarsely than the rest, so a variable can have several "
                        "levels: a table by it needs a level that all records reach."
                    ),
                ),
                "mondrian": Choice(
                    N_("divide them (Mondrian)"),
                    hint=N_(
                        "They are released in groups as small as the criteria allow, each coarsened "
                        "separately, so a variable can have several levels: a table by it needs a level "
                        "that all records reach."
                    ),
                ),
            },
        ),
    ] = "none"
    max_nodes: Annotated[
        int | None,
        Field(ge=1),
        Setting(
            label=N_("Maximum combinations evaluated"),
            help=N_("the search ends after this number of combinations; the best so far is kept."),
            secrecy="internal",
            absent=N_("no limit"),
            place="plan",
        ),
    ] = None
    explore: Annotated[
        Literal["needed", "all"],
        Setting(
            label=N_("Combinations evaluated"),
            help=N_("those needed, or all, which completes the picture of all levels and takes longer."),
            secrecy="open",
            choices={"needed": Choice(N_("only those needed")), "all": Choice(N_("all"))},
            place="plan",
        ),
    ] = "needed"


BY_COUNTS = ("loss", "discernibility", "class_size")  # losses that are the same from a coarser level on


def _least_levels(params: GeneraliseParams, roles: Mapping[str, Role]) -> Mapping[str, int]:
    """None with a population table, which counts people by their original values."""
    if needs_table(params.criteria):
        return {}
    keys = params.key_variables
    names = keys if keys is not None else tuple(name for name, role in roles.items() if role == "key")
    return {name: params.limits[name][0] if name in params.limits else 0 for name in names}


def _counts_persons(params: GeneraliseParams) -> bool:
    """Not by models of a population, nor presence where records are suppressed."""
    refused: tuple[type, ...] = (KMapSpec, PopulationUniquenessSpec)
    if params.suppression_limit > 0:
        refused = (*refused, DeltaPresenceSpec)
    return not any(isinstance(spec, refused) for spec in params.criteria)


GENERALISE = Method(
    kind="generalise",
    params=GeneraliseParams,
    title=N_("Search for levels by criteria"),
    released=N_("Values are replaced by groups of values."),
    done=N_(
        "Each key variable is released at one level of its hierarchy. Of all combinations of levels "
        "that meet the criteria with few enough records suppressed, the one of least loss was searched. "
        "Suppressed records show * in every key variable."
    ),
    source="The levels of least loss that meet privacy criteria, proven (Samarati 2001 and others).",
    package=__name__,
    problems=("criteria",),
    measures=("key_frequency", "guess", "loss"),
    writes=True,
    by_record=lambda params: params.local_recoding != "none",
    works_on_counts=always,
    counts_persons=_counts_persons,
    least_levels=_least_levels,
    judges_classes=always,
)
