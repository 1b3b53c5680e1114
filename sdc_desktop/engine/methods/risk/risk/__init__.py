"""Measured risk: its settings and facts."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.settings import KEYS, SENSITIVE
from sdc_desktop.engine.microdata.criteria.spec import CriterionSpec
from sdc_desktop.engine.microdata.population.spec import (
    UNIQUENESS,
    ModelSpec,
    PopulationSpec,
    PopulationTable,
    Uniqueness,
)
from sdc_desktop.engine.microdata.score_weights import ScoreWeights
from sdc_desktop.engine.setting import DEVIATIONS, SHARE, Choice, Pick, Setting, Settings
from sdc_desktop.engine.spec import Number, Share
from sdc_desktop.marks import N_

TOLERABLE = 0.2  # re-identification risk above which records are counted where a plan sets none


def _is_modelled(params: Any) -> bool:
    return params.population is not None and not isinstance(params.population, PopulationTable)


class RiskParams(Settings):
    """The re-identification risk of records, given the key variables."""

    paths: ClassVar[tuple[str, ...]] = ("released",)

    key_variables: Annotated[
        tuple[str, ...] | None,
        Setting(
            label=N_("Key variables (known to the intruder)"),
            short=N_("Key variables"),
            help=N_("what an intruder knows."),
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
    thresholds: Annotated[
        tuple[Annotated[int, Field(ge=2)], ...],
        Setting(
            label=N_("Class size thresholds"),
            short=N_("Thresholds"),
            help=N_("group sizes below which combinations and records are counted."),
            secrecy="open",
            place="more",
        ),
    ] = (2, 3, 5, 10)
    weight: Annotated[
        str | None,
        Setting(
            label=N_("Sampling weight"),
            short=N_("Weight"),
            help=N_("the variable with sampling weights: the number of people that a record represents."),
            secrecy="open",
            picks=Pick(KEYS.levels, N_("that with the role weight"), ("weight",)),
            place="more",
        ),
    ] = None
    household: Annotated[
        str | None,
        Setting(
            label=N_("Household"),
            help=N_("the variable that identifies households."),
            secrecy="open",
            picks=Pick(KEYS.levels, N_("that with the role household"), ("household",)),
            place="more",
        ),
    ] = None
    missing: Annotated[
        Literal["all", "none"] | Share,
        Setting(
            label=N_("Matching rule for missing values"),
            short=N_("Missing values match"),
            help=N_(
                "what a missing value matches: no value (the careful choice), every value, or each with "
                "a share of a record."
            ),
            secrecy="open",
            unit=SHARE,
            choices={"none": Choice(N_("no value")), "all": Choice(N_("every value"))},
            other=N_("a share of a record"),
            first=0.5,
            inherits="missing",
        ),
    ] = "none"
    tolerable: Annotated[
        Number | None,
        Field(gt=0, le=1),
        Setting(
            label=N_("Maximum tolerable risk"),
            short=N_("Tolerable risk"),
            help=N_(
                "the maximum re-identification risk that you accept; in the window in percent. 0.2 is one in "
                "five. A file with a higher risk is not safe. Without it nothing is judged, and records "
                "above 20 % are counted."
            ),
            secrecy="open",
            unit=SHARE,
            absent=N_("not set"),
        ),
    ] = None
    suda_size: Annotated[
        int | None,
        Field(ge=1),
        Setting(
            label=N_("Maximum size of special uniques"),
            short=N_("Special uniques up to"),
            help=N_(
                "the maximum size of the sets of values searched (SUDA2); takes long with many variables."
            ),
            secrecy="open",
            absent=N_("off"),
            place="more",
        ),
    ] = None
    dis: Annotated[
        Number,
        Field(ge=0.01, le=0.5),
        Setting(
            label=N_("Sampling fraction of data intrusion simulation"),
            short=N_("Fraction for DIS"),
            help=N_(
                "the assumed share of the population in the file, with which scores of special uniques "
                "become probabilities of a correct match."
            ),
            secrecy="open",
            unit=SHARE,
            place="more",
            matters=lambda params: params.suda_size is not None,
        ),
    ] = 0.1
    by_record: Annotated[
        Annotated[str, Field(min_length=1)] | None,
        Setting(
            label=N_("Internal file with the risk of each record"),
            help=N_(
                "a file for your own work, saved in the folder of key files and never released: class size, "
                "people, risks and scores of every record. In plans only."
            ),
            secrecy="internal",
            absent=N_("none"),
            place="plan",
        ),
    ] = None
    with_keys: Annotated[
        bool,
        Setting(
            label=N_("Key values in the file with the risk of each record"),
            help=N_("adds the key variables to that file. In plans only."),
            secrecy="internal",
            place="plan",
            matters=lambda params: params.by_record is not None,
        ),
    ] = False
    population: Annotated[
        PopulationSpec | None,
        Setting(
            label=N_("Risk in the population"),
            help=N_(
                "what is known of the population. A table gives its classes; otherwise models estimate how "
                "many sample uniques are unique in the population as well."
            ),
            secrecy="open",
            absent=N_("not measured"),
            place="more",
        ),
    ] = None
    model: Annotated[
        ModelSpec,
        Setting(
            label=N_("Log-linear model of the population"),
            short=N_("Log-linear model"),
            help=N_("how the numbers of people with the same key values are modelled."),
            secrecy="open",
            place="more",
            matters=_is_modelled,
        ),
    ] = ModelSpec()
    uniqueness: Annotated[
        tuple[Uniqueness, ...],
        Setting(
            label=N_("Models of population uniqueness"),
            help=N_("models that use the class sizes alone. They are shown beside the log-linear model."),
            secrecy="open",
            choices={
                "pitman": Choice(N_("Pitman")),
                "zayatz": Choice(N_("Zayatz")),
                "snb": Choice(N_("SNB (shifted negative binomial)")),
            },
            place="plan",
            matters=_is_modelled,
        ),
    ] = UNIQUENESS
    criteria: Annotated[
        tuple[CriterionSpec, ...],
        Setting(
            label=N_("Privacy criteria"),
            help=N_("what every group must meet, as on [Optimal generalisation](generalise.md)."),
            secrecy="open",
            place="plan",
        ),
    ] = ()
    released: Annotated[
        Annotated[str, Field(min_length=1)] | None,
        Setting(
            label=N_("Released file"),
            help=N_("a file made from the open one; the score compares the two record by record."),
            secrecy="open",
            place="plan",
        ),
    ] = None
    close: Annotated[
        Number,
        Field(gt=0, le=10),
        Setting(
            label=N_("Distance at which a released number is close"),
            help=N_(
                "a record is at risk where all its released numbers lie this near to the original ones, in "
                "standard deviations of the released variable."
            ),
            secrecy="open",
            unit=DEVIATIONS,
            place="plan",
            matters=lambda params: params.released is not None,
        ),
    ] = 0.05
    score_weights: Annotated[
        ScoreWeights,
        Setting(
            label=N_("Parts of the disclosure risk in the score"),
            short=N_("Weights of the score"),
            help=N_("weights of the three parts of disclosure risk; they sum to 1."),
            secrecy="open",
            place="plan",
            matters=lambda params: params.released is not None,
        ),
    ] = ScoreWeights()

    @property
    def counted_above(self) -> float:
        """The re-identification risk above which records are counted."""
        return TOLERABLE if self.tolerable is None else float(self.tolerable)


def _files(params: RiskParams) -> tuple[str, ...]:
    return () if params.by_record is None else (params.by_record,)


RISK = Method(
    kind="risk",
    params=RiskParams,
    title=N_("Measured risk"),
    source="How easily records can be found again; with a released file also its score.",
    package=__name__,
    problems=("score", "pairing"),
    measures=("key_frequency", "guess", "marketer"),
    makes="measures",
    by_record=lambda params: params.by_record is not None,
    works_on_counts=lambda params: params.by_record is None and params.released is None,
    judges_input=always,
    counts_persons=lambda params: params.released is None,
    further=_files,
)
