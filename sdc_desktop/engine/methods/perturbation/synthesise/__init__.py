"""Synthetic records by trees, variable after variable (Reiter 2005): its settings and facts."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.settings import KEYS, SENSITIVE, Names
from sdc_desktop.engine.setting import SHARE, Choice, Pick, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Way = Literal["cart", "sample", "keep_out"]
Predictors = dict[str, Annotated[tuple[str, ...], Field(min_length=0)]]  # of each variable
_ANY = Pick(KEYS.levels, "", ())
_LIMIT = Field(ge=0, lt=1)


class SynthesiseParams(Settings):
    """All values are drawn again: each variable from a tree on those before it."""

    order: Annotated[
        Names | None,
        Setting(
            label=N_("Order of the variables"),
            help=N_(
                "each variable is drawn given those before it. Variables that are not named follow in file "
                "order, sensitive ones last."
            ),
            hint=N_("Without a selection: file order, sensitive variables last."),
            secrecy="open",
            absent=N_("file order, sensitive variables last"),
            picks=_ANY,
        ),
    ] = None
    method: Annotated[
        dict[str, Way],
        Setting(
            label=N_("Method by variable"),
            short=N_("Methods"),
            help=N_("a tree on the variables before, a draw without regard to others, or not in the file."),
            secrecy="open",
            choices={
                "cart": Choice(N_("tree")),
                "sample": Choice(N_("independent draw")),
                "keep_out": Choice(N_("not released")),
            },
            first="cart",
            picks=_ANY,
            place="more",
        ),
    ] = Field(default_factory=dict)
    records: Annotated[
        int | None,
        Field(ge=1),
        Setting(
            label=N_("Number of synthetic records"),
            short=N_("Records"),
            help=N_("how many records are drawn."),
            secrecy="open",
            absent=N_("as many as in the file"),
            first=1000,
            place="more",
        ),
    ] = None
    smooth: Annotated[
        Names | None,
        Setting(
            label=N_("Variables to smooth"),
            short=N_("Smoothed"),
            help=N_(
                "continuous variables whose drawn values are moved a little, so that they rarely equal "
                "original ones. Values that most records share stay."
            ),
            secrecy="open",
            absent=N_("none"),
            picks=Pick(("continuous",), "", ()),
        ),
    ] = None
    drop_replicated: Annotated[
        bool,
        Setting(
            label=N_("Omission of replicated unique records"),
            short=N_("Omit replicated uniques"),
            help=N_(
                "omits synthetic records that equal an original record which is unique in all variables."
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
            place="more",
        ),
    ] = None
    targets: Annotated[
        Names | None,
        Setting(
            label=N_("Target variables"),
            help=N_("what an intruder could learn from the released records."),
            secrecy="open",
            picks=SENSITIVE,
            place="more",
        ),
    ] = None
    tolerable_attribution: Annotated[
        Annotated[Number, _LIMIT] | None,
        Setting(
            label=N_("Maximum share of correct attributions"),
            short=N_("Correct attributions"),
            help=N_(
                "the share of persons whose key values have a single target value among the released "
                "records, and the right one. A larger share is not safe; without a limit the file is not "
                "judged."
            ),
            secrecy="open",
            unit=SHARE,
            absent=N_("not set"),
            first=0.05,
        ),
    ] = None
    tolerable_replicated: Annotated[
        Annotated[Number, _LIMIT] | None,
        Setting(
            label=N_("Maximum share of replicated uniques"),
            short=N_("Replicated uniques"),
            help=N_(
                "the share of persons who are unique by their key values and whose key values a single "
                "released record has. A larger share is not safe; without a limit the file is not judged."
            ),
            secrecy="open",
            unit=SHARE,
            absent=N_("not set"),
            first=0.05,
        ),
    ] = None
    held_back: Annotated[
        Number,
        Field(ge=0, le=0.5),
        Setting(
            label=N_("Share of records held back"),
            short=N_("Held back"),
            help=N_(
                "records that the synthesis does not use. What the released records reveal of them would be "
                "revealed of anyone."
            ),
            secrecy="open",
            unit=SHARE,
            place="more",
        ),
    ] = 0.1
    predictors: Annotated[
        Predictors,
        Setting(
            label=N_("Predictors by variable"),
            short=N_("Predictors"),
            help=N_("the earlier variables that the tree of a variable may use."),
            secrecy="open",
            absent=N_("all earlier variables"),
            place="more",
        ),
    ] = Field(default_factory=dict)
    proper: Annotated[
        bool,
        Setting(
            label=N_("Resampling before each tree"),
            help=N_("draws the records of each tree with replacement. In plans only."),
            secrecy="open",
            place="plan",
        ),
    ] = False
    least_leaf: Annotated[
        int,
        Field(ge=1),
        Setting(
            label=N_("Minimum number of records in a leaf"),
            short=N_("Leaf size"),
            help=N_("the minimum number of records that values are drawn from. More protects more."),
            secrecy="open",
            place="more",
        ),
    ] = 5
    cp: Annotated[
        Number,
        Field(ge=0, le=1),
        Setting(
            label=N_("Minimum gain of a split"),
            help=N_("as a share of the impurity of all records. In plans only."),
            secrecy="open",
            place="plan",
        ),
    ] = 0


SYNTHESISE = Method(
    kind="synthesise",
    params=SynthesiseParams,
    title=N_("Synthetic records"),
    meaning=N_("Draws every value again. A record drawn can still equal one of the file."),
    done=N_(
        "Every value was drawn again: the first variable at random, each further one from the records in the "
        "same leaf of a tree on the variables before it. Weights, households and direct identifiers are not "
        "released."
    ),
    source="Reiter 2005: synthetic data by classification and regression trees, variable after variable.",
    package=__name__,
    chance=N_("all synthetic values"),
    measures=("attribution", "closest_record"),
    uses=("key", "sensitive"),
    writes=True,
    draws=always,
    by_record=always,
    why_records="draws",
    synthetic=True,
)
