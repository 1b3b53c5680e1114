"""Experiment on diversity: its settings and facts."""

from typing import Annotated

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.recoding.generalise import LossName
from sdc_desktop.engine.methods.settings import KEYS, Steps
from sdc_desktop.engine.microdata.criteria.spec import ESTIMATORS, Estimator
from sdc_desktop.engine.setting import SHARE, Choice, Pick, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_


class DiversityExperimentParams(Settings):
    """An experiment on the same data and the same l: the cost of several estimates of the entropy.

    Stammler, Katzenbeisser & Hamacher 2016. ``l`` are the values tried; all else is as in ``generalise``.
    """

    key_variables: Annotated[
        tuple[str, ...] | None,
        Setting(
            label=N_("Key variables (known to the intruder)"),
            short=N_("Key variables"),
            help=N_("those of the groups."),
            secrecy="open",
            picks=KEYS,
            place="plan",
        ),
    ] = None
    attribute: Annotated[
        str,
        Setting(
            label=N_("Sensitive variable"),
            help=N_("the variable that must stay diverse in every group."),
            secrecy="open",
            picks=Pick(levels=("ordinal", "nominal"), described="", roles=()),
        ),
    ]
    l: Annotated[  # noqa: E741 - the name in the source
        tuple[Annotated[Number, Field(ge=1)], ...],
        Field(min_length=1),
        Setting(
            label=N_("Values of l"),
            short=N_("Diversity l"),
            help=N_(
                "the diversities to try; as many equally common values as each group must at least seem to "
                "have."
            ),
            secrecy="open",
        ),
    ] = (2, 3, 4, 5)
    estimators: Annotated[
        tuple[Estimator, ...],
        Field(min_length=1),
        Setting(
            label=N_("Estimates of the entropy"),
            short=N_("Estimators"),
            help=N_("plain (shannon), corrected (grassberger), and an earlier form of the correction."),
            secrecy="open",
            choices=ESTIMATORS,
            place="plan",
        ),
    ] = ("shannon", "grassberger")
    suppression_limit: Annotated[
        Number,
        Field(ge=0, le=1),
        Setting(
            label=N_("Suppression limit"),
            short=N_("Suppressed \u2264"),
            help=N_("a share of all records; in the window in percent."),
            secrecy="open",
            unit=SHARE,
        ),
    ] = 0
    loss: Annotated[
        LossName,
        Setting(
            label=N_("Loss measure to minimise"),
            short=N_("Loss"),
            help=N_("what counts as loss, as on [Optimal generalisation](generalise.md)."),
            secrecy="open",
            choices={
                "loss": Choice(N_("share of the domain")),
                "entropy": Choice(N_("bits (non-uniform entropy)")),
                "discernibility": Choice(N_("discernibility")),
                "class_size": Choice(N_("average group size")),
                "anopi": Choice(N_("distance from ANOPI's optimum")),
            },
        ),
    ] = "loss"
    limits: Annotated[
        dict[str, tuple[Steps, Steps]],
        Setting(
            label=N_("Levels allowed, from least to greatest"),
            short=N_("Levels allowed"),
            help=N_("the finest and the coarsest level of a variable; 0 is as is."),
            secrecy="open",
            place="plan",
        ),
    ] = Field(default_factory=dict)
    weights: Annotated[
        dict[str, Annotated[Number, Field(ge=0)]],
        Setting(
            label=N_("Variable weights"),
            short=N_("Weights"),
            help=N_("a variable with a greater weight stays finer."),
            secrecy="open",
            first=1,
            place="plan",
        ),
    ] = Field(default_factory=dict)
    max_nodes: Annotated[
        int | None,
        Field(ge=1),
        Setting(
            label=N_("Maximum combinations evaluated"),
            help=N_("each search ends after this number of combinations; the best so far is kept."),
            secrecy="internal",
            absent=N_("no limit"),
            place="plan",
        ),
    ] = None


DIVERSITY_EXPERIMENT = Method(
    kind="diversity_experiment",
    params=DiversityExperimentParams,
    title=N_("Experiment on diversity"),
    done=N_(
        "For each l and each estimate of the entropy the optimal generalisation was searched on the same "
        "data. The plain entropy is too small in small groups (Stammler, Katzenbeisser and Hamacher 2016)."
    ),
    source="Stammler, Katzenbeisser & Hamacher 2016: plain against corrected entropy, over l.",
    package=__name__,
    measures=("entropy_l_diversity", "diversity", "loss"),
    makes="measures",
    works_on_counts=always,
)
