"""Experiment on risk curves: its settings and facts."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.curves.cae import SENSITIVE, Values
from sdc_desktop.engine.setting import Choice, Pick, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Technique = Literal["sampling", "query_restriction", "noise", "released"]
Size = Annotated[int, Field(ge=0)]
KnownEntry = Size | tuple[str, ...]
KnownEntries = tuple[KnownEntry, ...]


class DomainSteps(Settings):
    """A domain of evenly spaced values; values between two of them are rounded, halves up."""

    lowest: Annotated[
        Number,
        Setting(
            label=N_("Lowest value"),
            help=N_("the lowest value of the domain, in the unit of the attribute."),
            secrecy="open",
        ),
    ]
    highest: Annotated[
        Number,
        Setting(
            label=N_("Highest value"),
            help=N_("the highest value of the domain, in the unit of the attribute."),
            secrecy="open",
        ),
    ]
    step: Annotated[
        Number,
        Field(gt=0),
        Setting(
            label=N_("Step"),
            help=N_("the step between the values of the domain; the data's values are rounded to it."),
            secrecy="open",
        ),
    ]


Domain = DomainSteps | Values


class CaeExperimentParams(Settings):
    """Alfalayleh & Brankovic 2014, section 5: how uncertain intruders stay who know some attributes.

    ``parameters``: percents of the records (sampling), records per query (query restriction), percents of
    noise; the source's where absent. ``known``: numbers of known variables (all sets of that size) or sets of
    them; all sizes where absent. ``attributes``: which can be known; the key variables where absent.
    ``queries`` and ``released`` are files; with them there is one case and nothing is drawn. ``likelihood``
    and ``matching`` are the second readings of noise addition. ``seed`` absent: the job's.
    """

    paths: ClassVar[tuple[str, ...]] = ("queries", "released")

    technique: Annotated[
        Technique,
        Setting(
            label=N_("Technique"),
            help=N_(
                "sampling, query restriction, noise addition, or a released file of your own; in the window "
                "the source above the form."
            ),
            secrecy="open",
            choices={
                "sampling": Choice(N_("sampling")),
                "query_restriction": Choice(N_("query restriction")),
                "noise": Choice(N_("noise addition")),
                "released": Choice(N_("a released file")),
            },
            place="plan",
        ),
    ]
    data: Annotated[
        Literal["data", "synthetic"],
        Setting(
            label=N_("Data of the experiment"),
            short=N_("Data"),
            help=N_("the open file, or a synthetic survey of 2,500 people."),
            secrecy="open",
            choices={
                "data": Choice(N_("the open file")),
                "synthetic": Choice(N_("a synthetic file of 2\u2009500 people")),
            },
        ),
    ] = "data"
    attribute: Annotated[
        str | None,
        Setting(
            label=N_("Confidential attribute of the experiment"),
            short=N_("Confidential variable"),
            help=N_("the variable an intruder is after; numbers."),
            secrecy="open",
            picks=SENSITIVE,
        ),
    ] = None
    domain: Annotated[
        Domain | None,
        Setting(
            label=N_("Domain of the confidential attribute"),
            short=N_("Its possible values"),
            help=N_(
                "the values that an intruder considers possible: those in the data, even steps, or a list."
            ),
            secrecy="open",
            absent=N_("every value in the data"),
            place="more",
        ),
    ] = None
    attributes: Annotated[
        tuple[str, ...] | None,
        Setting(
            label=N_("Variables that an intruder may know"),
            help=N_("all sets of each size are evaluated, so each further variable doubles the work."),
            secrecy="open",
            hint=N_(
                "Every subset of the selected variables is tested: each further variable doubles the run "
                "time."
            ),
            picks=Pick(
                levels=("nominal", "ordinal", "continuous"),
                described=N_("all key variables"),
                roles=("key",),
            ),
        ),
    ] = None
    known: Annotated[
        KnownEntries | None,
        Setting(
            label=N_("Intruder's knowledge, one scenario per line"),
            help=N_("one line each: 2 means all pairs, names (age, sex) this one set."),
            secrecy="open",
            absent=N_("every number of variables"),
            place="more",
        ),
    ] = None
    parameters: Annotated[
        tuple[Annotated[Number, Field(gt=0)], ...] | None,
        Setting(
            label=N_("Parameters"),
            help=N_("percentages of records released, records in a query, or noise in percent of the range."),
            secrecy="open",
            card=N_("Release technique"),
            absent=N_("those of the source"),
            hint=N_(
                "Percentages of records released, records in a query, or noise in percent of the range; in "
                "the source 5, 10, 20, 50; 2 to 32; 10 to 80."
            ),
            matters=lambda params: params.technique != "released" and params.queries is None,
        ),
    ] = None
    repeats: Annotated[
        int,
        Field(ge=1, le=1000),
        Setting(
            label=N_("Files for each parameter"),
            help=N_("the number of files per parameter; more give steadier means."),
            secrecy="open",
            matters=lambda params: params.technique != "released" and params.queries is None,
        ),
    ] = 30
    seed: Annotated[
        int | None,
        Field(ge=0),
        Setting(
            label=N_("Random seed"),
            short=N_("Seed"),
            help=N_("the same seed gives the same figures."),
            secrecy="internal",
            absent=N_("that of the job"),
            place="more",
        ),
    ] = None
    likelihood: Annotated[
        Literal["uniform", "binomial"],
        Setting(
            label=N_("Probability of values within noise range"),
            short=N_("Probabilities"),
            help=N_(
                "whether all values within reach of the noise are equally likely, as in the source, or "
                "nearer ones likelier (binomial)."
            ),
            secrecy="open",
            choices={
                "uniform": Choice(N_("uniform within the noise range")),
                "binomial": Choice(N_("by the likelihood of the noise")),
            },
            place="more",
            matters=lambda params: params.technique == "noise",
        ),
    ] = "uniform"
    matching: Annotated[
        Literal["original", "released"],
        Setting(
            label=N_("Records matched by the intruder"),
            short=N_("Matching"),
            help=N_(
                "whether intruders look for their person in the original, or in the released file among all "
                "records that noise may have made of theirs."
            ),
            secrecy="open",
            choices={
                "original": Choice(N_("the original records")),
                "released": Choice(N_("the released records")),
            },
            place="more",
            matters=lambda params: params.technique == "noise",
        ),
    ] = "original"
    queries: Annotated[
        str | None,
        Field(min_length=1),
        Setting(
            label=N_("Query log"),
            help=N_("a file of queries that were answered, instead of overlapping runs."),
            secrecy="open",
            matters=lambda params: params.technique == "query_restriction",
        ),
    ] = None
    released: Annotated[
        str | None,
        Field(min_length=1),
        Setting(
            label=N_("Released file"),
            help=N_("the file that is compared with the original; needed for that technique."),
            secrecy="open",
            matters=lambda params: params.technique == "released",
        ),
    ] = None


CAE_EXPERIMENT = Method(
    kind="cae_experiment",
    params=CaeExperimentParams,
    title=N_("Experiment on risk curves"),
    source="Alfalayleh & Brankovic 2014, section 5: the same by technique and by what the intruder knows.",
    package=__name__,
    problems=("experiment",),
    chance=N_("the random seed of the experiment"),
    measures=("cae",),
    makes="measures",
    simulates=True,
    needs_data=lambda params: params.data != "synthetic",
    by_record=always,
)
