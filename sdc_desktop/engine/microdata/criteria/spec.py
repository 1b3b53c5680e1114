"""What a plan can require of the classes of a released file."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.setting import NUMBER, Choice, Pick, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Estimator = Literal["shannon", "grassberger", "grassberger_2003"]  # of entropies (`entropy_estimators`)
Distance = Literal["equal", "ordered", "hierarchical"]
UniquenessModel = Literal["rule", "pitman", "zayatz", "snb"]

ESTIMATORS = {
    "shannon": Choice(N_("plain entropy")),
    "grassberger": Choice(N_("corrected entropy")),
    "grassberger_2003": Choice(N_("corrected, form of 2003")),
}
_PERCENT = Unit(100, N_("\u2009%"), 2)
_DECIMAL = Unit(decimals=2)
_VALUES = Setting(
    label=N_("Number of values, l"),
    help=N_("the number of sensitive values, or of equally frequent ones, that each group must have."),
    secrecy="open",
    unit=_DECIMAL,
    first=2,
)

# what several criteria have in common
Attribute = Annotated[
    str,
    Setting(
        label=N_("Sensitive variable"),
        help=N_("the variable of the criterion."),
        secrecy="open",
        picks=Pick(levels=("continuous", "ordinal", "nominal"), described=""),
    ),
]
DistinctValues = Annotated[int, Field(ge=1), replace(_VALUES, unit=NUMBER)]
EffectiveValues = Annotated[Number, Field(ge=1), _VALUES]
PopulationSize = Annotated[
    int,
    Field(ge=1),
    Setting(
        label=N_("Number of people in the population"),
        help=N_("the size of the population that the records were drawn from."),
        secrecy="open",
        first=1_000_000,
    ),
]


ClassSize = Annotated[
    int,
    Field(ge=1),
    Setting(
        label=N_("Minimum class size, k"),
        help=N_(
            "the least number of records that agree. 3 to 5 for bound researchers, 10 and more for "
            "public files."
        ),
        secrecy="open",
        first=5,
    ),
]


class KAnonymitySpec(Settings):
    """Every class has at least k records (Samarati 2001)."""

    title = N_("k-anonymity")
    meaning = N_("Each record matches at least k - 1 others on the key variables.")
    phrase = N_("k-anonymity, k = {k}")
    kind: Literal["k_anonymity"]
    k: ClassSize


class KMapSpec(Settings):
    """Every class matches at least k people of a population of ``size``; the file is a random sample of it.
    Source: El Emam and Dankar 2008.
    """

    title = N_("k-map (population size)")
    meaning = N_("Each record matches at least k people of the population, of which the file is a sample.")
    phrase = N_("k-map, k = {k}, {size} {size:person|people}")
    kind: Literal["k_map"]
    k: Annotated[
        int,
        Field(ge=1, le=100_000),
        Setting(
            label=N_("Minimum people of a class, k"),
            help=N_("the least number of people in the population that agree with a record."),
            secrecy="open",
            first=10,
        ),
    ]
    size: PopulationSize
    significance: Annotated[
        Number,
        Field(gt=0, le=0.2),
        Setting(
            label=N_("Probability of error"),
            help=N_("a class of fewer people passes with at most this probability. Smaller is stricter."),
            secrecy="open",
            unit=_PERCENT,
        ),
    ] = 0.01


class KMapTableSpec(Settings):
    """At least k people of a population table match every class (El Emam and Dankar 2008)."""

    title = N_("k-map (population table)")
    meaning = N_("Each record matches at least k people of the population table.")
    phrase = N_("k-map, k = {k}, population table")
    kind: Literal["k_map_table"]
    k: Annotated[
        int,
        Field(ge=1, le=1_000_000),
        Setting(
            label=N_("Minimum people of a class, k"),
            help=N_("the least number of people in the population table that match a record."),
            secrecy="open",
            first=10,
        ),
    ]


class JournalistRiskSpec(Settings):
    """1 divided by the people of a population table that match a class is at most ``max``."""

    title = N_("Journalist risk (population table)")
    meaning = N_("The risk of each record, 1 divided by the people who match it, has a maximum.")
    phrase = N_("journalist risk of at most {max}")
    kind: Literal["journalist_risk"]
    max: Annotated[
        Number,
        Field(gt=0, le=1),
        Setting(
            label=N_("Maximum journalist risk"),
            help=N_("1 divided by the people in the population table that match a record, at most."),
            secrecy="open",
            unit=_PERCENT,
            first=0.1,
        ),
    ]


class DeltaPresenceSpec(Settings):
    """In every class of a population table the share of people in the file is within bounds (Nergiz et al.
    2007).
    """

    title = N_("δ-presence (population table)")
    meaning = N_("The probability that a person of the population is in the file stays within bounds.")
    phrase = N_("δ-presence from {min} to {max}")
    kind: Literal["delta_presence"]
    min: Annotated[
        Number,
        Field(ge=0, le=1),
        Setting(
            label=N_("Minimum presence"),
            help=N_(
                "the least share of the people of any class of the population that is in the file. 0 sets no "
                "bound."
            ),
            secrecy="open",
            unit=_PERCENT,
        ),
    ] = 0
    max: Annotated[
        Number,
        Field(ge=0, le=1),
        Setting(
            label=N_("Maximum presence"),
            help=N_("the greatest share of the people of a class of the population that is in the file."),
            secrecy="open",
            unit=_PERCENT,
            first=0.5,
        ),
    ]


class PopulationUniquenessSpec(Settings):
    """The share of people who are expected to be unique in the population is at most ``max`` (Dankar et al.
    2012); unique records are suppressed where it is not.
    """

    title = N_("Population uniqueness")
    meaning = N_("Few people are expected to be unique on the key variables in the population.")
    phrase = N_("population uniqueness of at most {max}, {size} {size:person|people} ({model})")
    kind: Literal["population_uniqueness"]
    max: Annotated[
        Number,
        Field(ge=0, le=1),
        Setting(
            label=N_("Maximum share of population uniques"),
            help=N_("the people expected to be unique in the population, divided by all people, at most."),
            secrecy="open",
            unit=replace(_PERCENT, decimals=3),
            first=0.01,
        ),
    ]
    size: PopulationSize
    model: Annotated[
        UniquenessModel,
        Setting(
            label=N_("Model"),
            help=N_(
                "the rule uses Pitman up to a sampling fraction of 10 %, otherwise the smaller of Zayatz "
                "and SNB. A model without a solution is replaced by Zayatz."
            ),
            secrecy="open",
            choices={
                "rule": Choice(N_("by the sampling fraction")),
                "pitman": Choice(N_("Pitman")),
                "zayatz": Choice(N_("Zayatz")),
                "snb": Choice(N_("SNB (shifted negative binomial)")),
            },
        ),
    ] = "rule"


class DistinctLDiversitySpec(Settings):
    """Every class has at least l values of the attribute (Machanavajjhala et al. 2007)."""

    title = N_("Distinct l-diversity")
    meaning = N_("Each class has at least l distinct sensitive values.")
    phrase = N_("distinct l-diversity of {attribute}, l = {l}")
    kind: Literal["distinct_l_diversity"]
    l: DistinctValues  # noqa: E741 - the name in the sources and in plans
    attribute: Attribute


class EntropyLDiversitySpec(Settings):
    """The attribute's entropy in every class is at least ln l, and it has at least l values there."""

    title = N_("Entropy l-diversity")
    meaning = N_("In each group the sensitive variable is as uncertain as if it had l equally common values.")
    phrase = N_("entropy l-diversity of {attribute}, l = {l} ({estimator})")
    kind: Literal["entropy_l_diversity"]
    l: EffectiveValues  # noqa: E741 - the name in the sources and in plans
    attribute: Attribute
    estimator: Annotated[
        Estimator,
        Setting(
            label=N_("Entropy"),
            help=N_("plain, as an intruder reads the shares, or corrected for small classes."),
            secrecy="open",
            choices=ESTIMATORS,
        ),
    ] = "shannon"


class AlphaKAnonymitySpec(Settings):
    """Every class has at least k records, and no value of the attribute has more than the share ``alpha`` of
    those that have one (Wong et al. 2006); of the ``values`` named, where some are.
    """

    title = N_("(α, k)-anonymity")
    meaning = N_("Each class has at least k records, and no sensitive value a share above α in it.")
    phrase = N_("(α, k)-anonymity of {attribute}, α = {alpha}, k = {k}")
    kind: Literal["alpha_k_anonymity"]
    alpha: Annotated[
        Number,
        Field(gt=0, le=1),
        Setting(
            label=N_("Maximum share of a value, α"),
            help=N_("the largest share, 0 to 1, that a sensitive value may have in a class."),
            secrecy="open",
            unit=_DECIMAL,
            first=0.5,
        ),
    ]
    k: ClassSize
    attribute: Attribute
    values: Annotated[
        Annotated[tuple[str, ...], Field(min_length=1)] | None,
        Setting(
            label=N_("Sensitive values"),
            help=N_("the values whose share is limited."),
            secrecy="internal",
            absent=N_("all values"),
            place="more",
        ),
    ] = None


class RecursiveDiversitySpec(Settings):
    """In every class the commonest value is less frequent than c times all from the l-th commonest on
    together.
    """

    title = N_("Recursive (c, l)-diversity")
    meaning = N_(
        "In each class, the most frequent sensitive value occurs less often than c times the l-th most "
        "frequent and all less frequent values together."
    )
    phrase = N_("recursive (c, l)-diversity of {attribute}, c = {c}, l = {l}")
    kind: Literal["recursive_cl_diversity"]
    c: Annotated[
        Number,
        Field(gt=0),
        Setting(
            label=N_("Factor c"),
            help=N_(
                "how much more frequent the most frequent value may be than the rarer ones. Smaller is "
                "stricter."
            ),
            secrecy="open",
            unit=_DECIMAL,
            first=3,
        ),
    ]
    l: DistinctValues  # noqa: E741 - the name in the sources and in plans
    attribute: Attribute


class TClosenessSpec(Settings):
    """The attribute's distribution in every class is within t of that in the file (Li et al. 2007)."""

    title = N_("t-closeness")
    meaning = N_(
        "In each class, the distribution of the sensitive variable is close to that in the whole file."
    )
    phrase = N_("t-closeness of {attribute}, t = {t} ({distance})")
    kind: Literal["t_closeness"]
    t: Annotated[
        Number,
        Field(ge=0, le=1),
        Setting(
            label=N_("Maximum distance, t"),
            help=N_("the largest distance from the whole file, 0 to 1. Smaller is stricter; 0.2 is usual."),
            secrecy="open",
            unit=_DECIMAL,
            first=0.2,
        ),
    ]
    attribute: Attribute
    distance: Annotated[
        Distance,
        Setting(
            label=N_("Distance between values"),
            short=N_("Distance"),
            help=N_("all values equally far apart, by their order, or by the hierarchy."),
            secrecy="open",
            choices={
                "equal": Choice(N_("all values equally far")),
                "ordered": Choice(N_("ordered values")),
                "hierarchical": Choice(N_("by the hierarchy")),
            },
        ),
    ] = "equal"


class PSensitiveSpec(Settings):
    """Every class has at least p values of the attribute (Truta & Vinay 2006); k is required beside it."""

    title = N_("p-sensitivity")
    meaning = N_("In each group the sensitive variable has at least p different values.")
    phrase = N_("p-sensitivity of {attribute}, p = {p}")
    kind: Literal["p_sensitive"]
    p: Annotated[
        int,
        Field(ge=1),
        Setting(
            label=N_("Number of values, p"),
            help=N_("the least number of different sensitive values in a group."),
            secrecy="open",
            first=2,
        ),
    ]
    attribute: Attribute


class BetaLikenessSpec(Settings):
    """In no class is a value relatively much commoner than in the file (Cao & Karras 2012)."""

    title = N_("β-likeness")
    meaning = N_("In each class, no sensitive value is relatively much more frequent than in the whole file.")
    phrase = N_("β-likeness of {attribute}, β = {beta}")
    kind: Literal["beta_likeness"]
    beta: Annotated[
        Number,
        Field(gt=0),
        Setting(
            label=N_("Maximum relative gain, β"),
            help=N_("by how much the share of a value may exceed its share in the file, relative to that."),
            secrecy="open",
            unit=_DECIMAL,
            first=4,
        ),
    ]
    attribute: Attribute
    enhanced: Annotated[
        bool,
        Setting(
            label=N_("Stricter limit for common values"),
            help=N_("the gain is also at most the negative natural logarithm of the share in the file."),
            secrecy="open",
        ),
    ] = False


class DeltaDisclosureSpec(Settings):
    """In every class shares of values are within a factor of 2^delta of those in the file (Brickell &
    Shmatikov 2008).
    """

    title = N_("δ-disclosure privacy")
    meaning = N_(
        "In each class, shares of sensitive values differ from those in the file by a factor at most."
    )
    phrase = N_("δ-disclosure privacy of {attribute}, δ = {delta}")
    kind: Literal["delta_disclosure"]
    delta: Annotated[
        Number,
        Field(gt=0),
        Setting(
            label=N_("Bound on the logarithm of the factor, δ"),
            help=N_(
                "the base 2 logarithm of the factor lies below it in both directions. Smaller is stricter."
            ),
            secrecy="open",
            unit=_DECIMAL,
            first=2,
        ),
    ]
    attribute: Attribute
    strict: Annotated[
        bool,
        Setting(
            label=N_("Classes must have every value"),
            help=N_("a class without a value of the file fails, by the definition; ARX lets it pass."),
            secrecy="open",
        ),
    ] = False


class AverageRiskSpec(Settings):
    """Classes per record, the average re-identification risk, is at most ``max``; small classes go first."""

    title = N_("Average risk")
    meaning = N_("Number of classes divided by number of records: the average re-identification risk.")
    phrase = N_("average risk of at most {max}")
    kind: Literal["average_risk"]
    max: Annotated[
        Number,
        Field(gt=0, le=1),
        Setting(
            label=N_("Maximum average risk"),
            help=N_("groups divided by records, at most; 0 to 1."),
            secrecy="open",
            unit=_PERCENT,
            first=0.1,
        ),
    ]


CriterionSpec = Annotated[
    KAnonymitySpec
    | KMapSpec
    | KMapTableSpec
    | JournalistRiskSpec
    | DeltaPresenceSpec
    | PopulationUniquenessSpec
    | DistinctLDiversitySpec
    | EntropyLDiversitySpec
    | AlphaKAnonymitySpec
    | RecursiveDiversitySpec
    | TClosenessSpec
    | PSensitiveSpec
    | BetaLikenessSpec
    | DeltaDisclosureSpec
    | AverageRiskSpec,
    Field(discriminator="kind"),
]

OfTable = KMapTableSpec | JournalistRiskSpec | DeltaPresenceSpec  # criteria against a population table


def needs_table(specs: Iterable[CriterionSpec]) -> bool:
    """Whether one of some criteria is against a population table."""
    return any(isinstance(spec, OfTable) for spec in specs)


def attribute_of(spec: CriterionSpec) -> str | None:
    """The sensitive variable that a criterion is about."""
    return getattr(spec, "attribute", None)
