"""The cell key method: record keys, perturbation table, noise of amounts, ratios, conditions."""

from typing import Annotated, Any, ClassVar, Literal, TypeGuard

from pydantic import Discriminator, Field, Tag

from sdc_desktop.engine.setting import SHARE, Choice, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.specs.settings import CATEGORIES, NUMBERS, variable
from sdc_desktop.marks import N_


class VariableKeySpec(Settings):
    """Record keys that a variable holds: decimals from 0 to less than 1, or whole numbers below ``parts``."""

    title = N_("a variable that holds the keys")

    variable: Annotated[
        str,
        Field(min_length=1),
        Setting(
            label=N_("Variable of the keys"),
            help=N_("decimals from 0 to less than 1, or whole numbers below the range."),
            secrecy="internal",
            picks=variable(),
        ),
    ]
    parts: Annotated[
        int | None,
        Field(ge=2, le=2**40),
        Setting(
            label=N_("Range of whole-number keys"),
            help=N_("the keys are whole numbers below it."),
            secrecy="internal",
            absent=N_("decimals below 1"),
        ),
    ] = None


class HashKeySpec(Settings):
    """Record keys that follow from identifiers and the secret. ``repeats``: whether records with the same
    identifier are refused, or have the same key.
    """

    title = N_("a keyed hash of identifiers")

    hash: Annotated[
        tuple[Annotated[str, Field(min_length=1)], ...],
        Field(min_length=1),
        Setting(
            label=N_("Keyed hash of"),
            help=N_("the identifiers, so that sorting the file does not change the noise."),
            secrecy="internal",
            picks=variable(),
        ),
    ]
    repeats: Annotated[
        Literal["refuse", "allow"],
        Setting(
            label=N_("Repeated identifiers"),
            help=N_("they are refused, or share a key."),
            secrecy="internal",
            choices={"refuse": Choice(N_("refused")), "allow": Choice(N_("share a key"))},
        ),
    ] = "refuse"


def hashed_from_one(spec: VariableKeySpec | HashKeySpec | None) -> TypeGuard[HashKeySpec]:
    """Whether the keys follow from one identifier, which the plan names: then a cluster can make them."""
    return isinstance(spec, HashKeySpec) and len(spec.hash) == 1


class FlexibleSpec(Settings):
    """The noise of a contribution as a share of it: ``p_small`` below ``turn``, above towards ``p_large``."""

    title = N_("by size of the contribution")

    p_small: Annotated[
        Number,
        Field(gt=0, le=1),
        Setting(
            label=N_("Step of small contributions"),
            help=N_("a step of the noise, as a share of a contribution below the turning point."),
            secrecy="open",
            unit=SHARE,
        ),
    ] = 0.25
    p_large: Annotated[
        Number,
        Field(gt=0, le=1),
        Setting(
            label=N_("Step of large contributions"),
            help=N_("the share that the step approaches for very large contributions."),
            secrecy="open",
            unit=SHARE,
        ),
    ] = 0.05
    turn: Annotated[
        Number,
        Field(gt=0),
        Setting(
            label=N_("Turning point"),
            help=N_("the contribution from which on the step falls, in the unit of the cell values."),
            secrecy="internal",
            first=1000,
        ),
    ]
    power: Annotated[
        Number,
        Field(gt=0, le=10),
        Setting(
            label=N_("Power of the decrease"),
            help=N_("the greater, the faster the step falls above the turning point."),
            secrecy="open",
            unit=Unit(decimals=1),
        ),
    ] = 3


LEAST_DENOMINATOR = Setting(
    label=N_("Least denominator"),
    help=N_("a ratio whose denominator with noise is below it is not published."),
    secrecy="open",
)


def _key_form(given: Any) -> str:
    return (
        "hash" if (("hash" in given) if isinstance(given, dict) else hasattr(given, "hash")) else "variable"
    )


RecordKeySpec = Annotated[
    Annotated[VariableKeySpec, Tag("variable")] | Annotated[HashKeySpec, Tag("hash")],
    Discriminator(_key_form),
]


class ShareSpec(Settings):
    """Each cell divided by its total over a dimension."""

    title = N_("share of a total")

    share_of: Annotated[
        str,
        Field(min_length=1),
        Setting(
            label=N_("Total over the dimension"),
            help=N_("each cell is divided by the cell of the total of this dimension."),
            secrecy="open",
            picks=CATEGORIES,
        ),
    ]
    least: Annotated[Number, Field(gt=0), LEAST_DENOMINATOR] = 10


class MeanSpec(Settings):
    """The sum of a cell divided by its records, or by the sum of another variable."""

    title = N_("amount per record or per amount")

    per: Annotated[
        str | None,
        Setting(
            label=N_("Denominator"),
            help=N_("the variable whose sum is the denominator, or the number of records."),
            secrecy="open",
            picks=NUMBERS,
            absent=N_("number of records"),
        ),
    ] = None
    least: Annotated[Number, Field(gt=0), LEAST_DENOMINATOR] = 10


def _ratio_form(given: Any) -> str:
    if isinstance(given, dict):
        return "share" if "share_of" in given else "mean"
    return "share" if isinstance(given, ShareSpec) else "mean"


RatioSpec = Annotated[
    Annotated[ShareSpec, Tag("share")] | Annotated[MeanSpec, Tag("mean")], Discriminator(_ratio_form)
]


def _made(spec: Any) -> bool:
    """Whether the noise of counts is made here, not read from a file."""
    return spec.ptable is None


class CellKeySpec(Settings):
    """Noise by the cell key method, from figures or from a file with a perturbation table (``ptable``). It is
    unbiased, of a ``variance`` and at most ``maximum`` either way: for counts in units, for magnitudes in
    ``step`` percent, or a ``flexible`` share, of each of the ``top`` largest contributions to the cell, which
    count with their ``shares``. ``ratio``: cells are also published as ratios. ``zeros``: whether the keys of
    records with the amount 0 count.

    ``forbidden``: the results 1 .. forbidden do not occur. ``stay``: the least probability that a greater
    count is unchanged. ``monotone``: probabilities do not fall up to the count, and the variance is at most
    that given; without all three rows are those of older versions. ``most_certain``: the greatest
    probability, 0 to 1, with which a published small count may be the true one; ``most_stay``: with which a
    small count may stay. ``record_key``: where the keys of records come from; absent: a keyed hash of the
    direct identifiers, else the order of the file.
    """

    title = N_("Cell key method")
    paths: ClassVar[tuple[str, ...]] = ("ptable",)

    method: Literal["cell_key"]
    variance: Annotated[
        Number | None,
        Field(gt=0),
        Setting(
            label=N_("Variance of the noise"),
            short=N_("Variance"),
            help=N_("of the noise of cell keys; a larger variance protects more."),
            secrecy="open",
            unit=Unit(decimals=2),
            begins=2,
            absent=N_("by the perturbation table"),
            matters=_made,
        ),
    ] = None
    maximum: Annotated[
        int | None,
        Field(ge=1, le=100),
        Setting(
            label=N_("Maximum perturbation"),
            help=N_("of a count, by cell keys; of amounts in steps."),
            secrecy="open",
            begins=5,
            absent=N_("by the perturbation table"),
            matters=_made,
        ),
    ] = None
    ptable: Annotated[
        str | None,
        Setting(
            label=N_("Perturbation table"),
            help=N_(
                "a CSV file of the R package ptable or tau-ARGUS (columns i, j, p, v, p_int_ub), instead of "
                "variance and maximum."
            ),
            secrecy="internal",
            absent=N_("made from variance and maximum"),
        ),
    ] = None
    forbidden: Annotated[
        int,
        Field(ge=0, le=20),
        Setting(
            label=N_("Largest result that does not occur"),
            short=N_("No results up to"),
            help=N_("published counts from 1 up to it do not occur. 0 permits all."),
            secrecy="open",
            place="more",
            matters=_made,
        ),
    ] = 0
    stay: Annotated[
        Number | None,
        Field(gt=0, le=0.95),
        Setting(
            label=N_("Minimum probability of no change"),
            short=N_("No change, minimum"),
            help=N_("the minimum probability that a count above the results that do not occur is unchanged."),
            secrecy="internal",
            unit=SHARE,
            absent=N_("none"),
            place="more",
            matters=_made,
        ),
    ] = None
    monotone: Annotated[
        bool,
        Setting(
            label=N_("Smaller changes more probable"),
            help=N_(
                "among reductions a smaller one is at least as probable as a larger one, and the variance is "
                "at most the given one. Off: as in plans of older versions."
            ),
            secrecy="open",
            begins=True,
            place="more",
            matters=_made,
        ),
    ] = False
    step: Annotated[
        Number,
        Field(gt=0, le=100),
        Setting(
            label=N_("Step of the noise on amounts"),
            short=N_("Step size (amounts)"),
            help=N_("of the noise on amounts, in percent of the largest contribution to a cell."),
            secrecy="open",
            unit=Unit(1, N_("\u2009%"), 2),
            matters=lambda spec: spec.flexible is None,
        ),
    ] = 1
    top: Annotated[
        int,
        Field(ge=1, le=6),
        Setting(
            label=N_("Contributors with noise (amounts)"),
            help=N_("of amounts: the noise is added up over as many of the largest contributions."),
            secrecy="open",
            place="more",
        ),
    ] = 1
    shares: Annotated[
        tuple[Annotated[Number, Field(gt=0, le=1)], ...],
        Setting(
            label=N_("Weights of these contributors"),
            help=N_("from the largest contributor down, beginning with 1: 1, 0.5, 0.3."),
            secrecy="open",
            absent=N_("1, 1/2, 1/3, \u2026"),
            place="more",
            matters=lambda spec: spec.top > 1,
        ),
    ] = ()
    flexible: Annotated[
        FlexibleSpec | None,
        Setting(
            label=N_("Step by size of the contribution"),
            help=N_("small contributions get relatively more noise than large ones."),
            secrecy="open",
            absent=N_("the same for all contributions"),
            place="more",
        ),
    ] = None
    ratio: Annotated[
        RatioSpec | None,
        Setting(
            label=N_("Ratios"),
            help=N_("numerator and denominator get their noise, then they are divided."),
            secrecy="open",
            absent=N_("none"),
            place="more",
        ),
    ] = None
    zeros: Annotated[
        Literal["count", "ignore"],
        Setting(
            label=N_("Records with a zero (amounts)"),
            short=N_("Zeros (amounts)"),
            help=N_(
                "whether the keys of records with the amount 0 count. Without them a cell has the same noise "
                "in a table of the records that have an amount."
            ),
            secrecy="open",
            choices={"count": Choice(N_("count")), "ignore": Choice(N_("left out of the cell keys"))},
            place="more",
        ),
    ] = "count"
    most_certain: Annotated[
        Number,
        Field(gt=0, le=1),
        Setting(
            label=N_("Maximum probability that a published small count is the true one"),
            short=N_("Maximum certainty (counts)"),
            help=N_(
                "the maximum probability with which an intruder guesses a count up to 10: from the published "
                "count alone, and with the rest of its rows and columns and their totals."
            ),
            secrecy="open",
            unit=SHARE,
        ),
    ] = 0.8
    most_stay: Annotated[
        Number | None,
        Field(gt=0, le=1),
        Setting(
            label=N_("Maximum probability that a small count is unchanged"),
            short=N_("Maximum unchanged (counts)"),
            help=N_("the maximum probability that a count from 1 to 10 is published unchanged."),
            secrecy="internal",
            unit=SHARE,
            absent=N_("any"),
            place="more",
        ),
    ] = None
    record_key: Annotated[
        RecordKeySpec | None,
        Setting(
            label=N_("Record keys from"),
            help=N_(
                "a keyed hash of identifiers, or a variable that holds the keys. The same cell then has the "
                "same noise however the file is sorted. Without identifiers the order of the file is used, "
                "with a warning."
            ),
            hint=N_("The same secret gives each cell the same noise in every table."),
            secrecy="internal",
            absent=N_("direct identifiers, else order of the file"),
        ),
    ] = None

    def with_figures(self) -> "CellKeySpec":
        """The settings; without a file, absent figures of the noise get the values of a new setting."""
        if self.ptable is not None:
            return self
        lacking = {
            key: self.settings[key].begins for key in ("variance", "maximum") if getattr(self, key) is None
        }
        return self.model_copy(update=lacking)
