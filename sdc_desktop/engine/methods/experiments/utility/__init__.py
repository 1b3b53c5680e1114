"""Utility of a released file of categorical and mixed data: its settings and facts."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.settings import KEYS, SENSITIVE, Names
from sdc_desktop.engine.setting import SHARE, Choice, Pick, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

_ANY = ("nominal", "ordinal", "continuous")
COMPARED = Pick(levels=_ANY, described=N_("all but direct identifiers, weights and households"))  # type: ignore[arg-type]
_ONE = Pick(levels=(), described="", roles=(), offered=_ANY)  # type: ignore[arg-type]


def _synthetic(params: "UtilityParams") -> bool:
    return params.synthetic


class ModelSpec(Settings):
    """A model that users of the file may fit: of the ``outcome`` by the ``terms``, with confidence intervals
    of this ``level``. ``log``: of the logarithm of the outcome.
    """

    title = N_("Model")
    phrase = N_("{outcome} ({kind})")

    outcome: Annotated[
        str,
        Field(min_length=1),
        Setting(
            label=N_("Outcome"),
            help=N_("the variable that the model explains; a logistic model needs two categories."),
            secrecy="open",
            picks=_ONE,
        ),
    ]
    kind: Annotated[
        Literal["linear", "logistic"],
        Setting(
            label=N_("Type of model"),
            help=N_("least squares for amounts, logistic for an outcome with two categories."),
            secrecy="open",
            choices={"linear": Choice(N_("linear")), "logistic": Choice(N_("logistic"))},
        ),
    ] = "linear"
    terms: Annotated[
        tuple[Annotated[str, Field(min_length=1)], ...],
        Field(min_length=1),
        Setting(
            label=N_("Terms"),
            help=N_("the variables that explain the outcome."),
            secrecy="open",
            picks=_ONE,
        ),
    ]
    log: Annotated[
        bool,
        Setting(
            label=N_("Logarithm of the outcome"),
            help=N_("fits the natural logarithm; amounts that are not positive are excluded."),
            secrecy="open",
            matters=lambda spec: spec.kind == "linear",
        ),
    ] = False
    level: Annotated[
        Number,
        Field(gt=0.5, lt=1),
        Setting(
            label=N_("Confidence level"),
            help=N_("of the intervals whose overlap is measured."),
            secrecy="open",
            unit=SHARE,
        ),
    ] = 0.95
    weight: Annotated[
        str | None,
        Setting(
            label=N_("Weight in the model"),
            help=N_("a variable with weights of the records."),
            secrecy="open",
            picks=_ONE,
            absent=N_("none"),
        ),
    ] = None


class UtilityParams(Settings):
    """How well the released records serve, beside the original ones."""

    paths: ClassVar[tuple[str, ...]] = ("released",)

    released: Annotated[
        Annotated[str, Field(min_length=1)] | None,
        Setting(
            label=N_("Released file"),
            help=N_(
                "a file made from the open one, here or elsewhere. Without a file, the records that the "
                "step reads."
            ),
            secrecy="open",
            absent=N_("the records of an earlier job"),
        ),
    ] = None
    variables: Annotated[
        tuple[str, ...] | None,
        Setting(
            label=N_("Compared variables"),
            short=N_("Variables"),
            help=N_("the variables of tables and propensity score."),
            secrecy="open",
            picks=COMPARED,
        ),
    ] = None
    tables: Annotated[
        int,
        Field(ge=1, le=3),
        Setting(
            label=N_("Variables per table"),
            help=N_("every table with this number of variables is compared."),
            secrecy="open",
        ),
    ] = 2
    bins: Annotated[
        int,
        Field(ge=2, le=100),
        Setting(
            label=N_("Classes of numbers in tables"),
            help=N_("numbers are put into classes with equally many original records."),
            secrecy="open",
            place="more",
        ),
    ] = 10
    propensity: Annotated[
        Literal["main", "two_way"],
        Setting(
            label=N_("Terms of the propensity score"),
            help=N_("the variables alone, or also the products of any two."),
            secrecy="open",
            choices={
                "main": Choice(N_("variables alone")),
                "two_way": Choice(N_("variables and their pairs")),
            },
        ),
    ] = "main"
    models: Annotated[
        tuple[ModelSpec, ...],
        Setting(
            label=N_("Models of the users"),
            help=N_("models that are fitted to both files; the overlap of their intervals is measured."),
            secrecy="open",
        ),
    ] = ()
    weights: Annotated[
        bool,
        Setting(
            label=N_("Weighted tables"),
            help=N_("tables use the variable with the role weight, where there is one."),
            secrecy="open",
            place="more",
        ),
    ] = True
    paired: Annotated[
        bool,
        Setting(
            label=N_("Compare record by record"),
            help=N_(
                "pairs each released record with its original by an identifier, by order or by the nearest "
                "record; compares numbers."
            ),
            secrecy="open",
        ),
    ] = False
    synthetic: Annotated[
        bool,
        Setting(
            label=N_("Disclosure of synthetic records"),
            short=N_("Synthetic records"),
            help=N_(
                "the released records are synthetic: measures what they disclose of persons in the original "
                "file."
            ),
            secrecy="open",
        ),
    ] = False
    key_variables: Annotated[
        Names | None,
        Setting(
            label=N_("Key variables"),
            help=N_("what an intruder knows of a person."),
            secrecy="open",
            picks=KEYS,
            matters=_synthetic,
        ),
    ] = None
    targets: Annotated[
        Names | None,
        Setting(
            label=N_("Target variables"),
            help=N_("what an intruder could learn from the released records."),
            secrecy="open",
            picks=SENSITIVE,
            matters=_synthetic,
        ),
    ] = None
    tolerable_attribution: Annotated[
        Annotated[Number, Field(ge=0, lt=1)] | None,
        Setting(
            label=N_("Maximum share of correct attributions"),
            short=N_("Correct attributions"),
            help=N_(
                "the share of persons whose key values have a single target value among the released "
                "records, and the right one. A larger share is not safe."
            ),
            secrecy="open",
            unit=SHARE,
            absent=N_("not set"),
            first=0.05,
            matters=_synthetic,
        ),
    ] = None
    tolerable_replicated: Annotated[
        Annotated[Number, Field(ge=0, lt=1)] | None,
        Setting(
            label=N_("Maximum share of replicated uniques"),
            short=N_("Replicated uniques"),
            help=N_(
                "the share of persons who are unique by their key values and whose key values a single "
                "released record has. A larger share is not safe."
            ),
            secrecy="open",
            unit=SHARE,
            absent=N_("not set"),
            first=0.05,
            matters=_synthetic,
        ),
    ] = None


UTILITY = Method(
    kind="utility",
    params=UtilityParams,
    title=N_("Utility of a released file"),
    source="Snoke and others 2018, Karr and others 2006: tables, propensity score and models of two files.",
    package=__name__,
    measures=("table_distance", "pmse", "overlap"),
    makes="measures",
    by_record=always,
    judges_input=_synthetic,
)
