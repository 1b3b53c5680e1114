"""Post-randomisation of categories (PRAM): its settings and facts."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.settings import KEY_CATEGORIES, Names, TolerableRisk, risk_limit, treated
from sdc_desktop.engine.setting import SHARE, Choice, Pick, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Chance = Annotated[Number, Field(ge=0, le=1)]


class PramParams(Settings):
    """Post-randomisation of categories (Gouweleeuw, Kooiman, Willenborg & de Wolf 1998).

    ``invariant``: a value stays with the chance ``retain`` and is otherwise drawn from the variable's own
    distribution, which is thus kept in expectation; ``uniform``: it stays with that chance and otherwise
    becomes each other value with the same one. ``matrix``: the transition probabilities of a variable's
    values, from each to each, which replace these.
    """

    variables: Annotated[
        Names | None,
        treated(N_("Variables to post-randomise"), KEY_CATEGORIES, N_("variables of categories.")),
    ] = None
    retain: Annotated[
        Chance,
        Setting(
            label=N_("Retention probability"),
            help=N_(
                "the probability that a value stays, 0 to 1; in the window in percent. Lower protects more."
            ),
            secrecy="open",
            unit=SHARE,
        ),
    ] = 0.8
    method: Annotated[
        Literal["invariant", "uniform"],
        Setting(
            label=N_("Transition type"),
            short=N_("Otherwise"),
            help=N_(
                "a value drawn from the variable's own distribution (invariant), or any other "
                "value with equal probability (uniform)."
            ),
            secrecy="open",
            choices={
                "invariant": Choice(
                    N_("drawn from the distribution"),
                    N_(
                        "The chances keep each distribution in expectation, so that tables of one variable "
                        "need no correction."
                    ),
                ),
                "uniform": Choice(
                    N_("any other category, equal probability"),
                    N_(
                        "Distributions change. Users who know the transition probabilities can "
                        "correct tables for them."
                    ),
                ),
            },
        ),
    ] = "invariant"
    matrix: Annotated[
        dict[str, dict[str, dict[str, Chance]]],
        Setting(
            label=N_("Transition probabilities set manually"),
            help=N_("a row for each value, summing to 1. In plans only."),
            hint=N_("The plan sets transition probabilities for some variables. These apply."),
            secrecy="counted",
            place="plan",
        ),
    ] = Field(default_factory=dict)
    identifier: Annotated[
        Annotated[str, Field(min_length=1)] | None,
        Setting(
            label=N_("Identifier of the draws"),
            short=N_("Identifier"),
            help=N_(
                "each draw follows from this value of the record and the secret, so that the order of the "
                "records does not matter and a cluster can draw."
            ),
            secrecy="internal",
            picks=Pick(levels=(), described="", roles=(), offered=("nominal", "ordinal", "continuous")),
            absent=N_("by file order"),
            place="more",
        ),
    ] = None
    tolerable_risk: Annotated[
        TolerableRisk | None,
        risk_limit(
            N_(
                "the largest risk that may be left open, as a share; in the window in percent. The largest "
                "probability of a true value, given what is released, and the re-identification risk on "
                "unchanged key variables count. No draw leads below the share of the commonest value. A "
                "larger risk is not safe; without a limit the file is not judged."
            )
        ),
    ] = None


PRAM = Method(
    kind="pram",
    params=PramParams,
    title=N_("Post-randomisation (PRAM)"),
    released=N_("Some values are replaced at random."),
    meaning=N_("Changes category values with known transition probabilities."),
    done=N_(
        "Each value stays or becomes another one with known chances, record by record (Gouweleeuw, Kooiman, "
        "Willenborg and de Wolf 1998). Missing values stay missing."
    ),
    source="Gouweleeuw and others 1998: categories become others with known chances.",
    package=__name__,
    chance=N_("the changes of values"),
    measures=("pram",),
    writes=True,
    draws=always,
    by_record=always,
    works_by_key=lambda params: params.identifier is not None,
    why_records="draws",
    counts_persons=lambda params: params.identifier is None,
)
