"""What a plan can say to the jobs that change values: ``pram``, ``swap``, ``noise``, ``top_code``."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.microdata.suppression_spec import Rule
from sdc_desktop.engine.spec import Number, Spec

TolerableRisk = Annotated[Number, Field(ge=0, le=1)]  # share: the largest risk that may be left open
Chance = Annotated[Number, Field(ge=0, le=1)]
Variables = Annotated[tuple[str, ...], Field(min_length=1)]


class PramParams(Spec):
    """Post-randomisation of categories (Gouweleeuw, Kooiman, Willenborg & de Wolf 1998).

    ``invariant``: a value stays with the chance ``retain`` and is else drawn anew from the variable's own
    distribution, which is thus kept in expectation; ``uniform``: it stays with that chance and else becomes
    each other value alike. ``matrix``: the chances of a variable's values, from each to each, in their place.
    """

    variables: Variables | None = None  # the identifying ones that are not continuous, where absent
    retain: Chance = 0.8
    method: Literal["invariant", "uniform"] = "invariant"
    matrix: dict[str, dict[str, dict[str, Chance]]] = Field(default_factory=dict)
    tolerable_risk: TolerableRisk | None = None


class SwapParams(Spec):
    """Rank swapping (Moore 1996): values at most ``range`` percent of the ranks apart change places."""

    variables: Variables | None = None  # all that are continuous, where absent
    range: Number = Field(default=5, gt=0, le=100)
    tolerable_risk: TolerableRisk | None = None


class NoiseParams(Spec):
    """Normal noise added to numbers: ``amount`` times each variable's standard deviation.

    ``additive``: noise of different variables is independent; ``correlated`` (Kim 1986): it has the
    covariances of the data, times amount squared, so that correlations are kept in expectation.
    """

    variables: Variables | None = None  # all that are continuous, where absent
    amount: Number = Field(default=0.1, gt=0, le=10)
    method: Literal["additive", "correlated"] = "additive"
    tolerable_risk: TolerableRisk | None = None


class Bounds(Spec):
    """Numbers below ``bottom`` and above ``top`` are replaced."""

    bottom: Number | None = None
    top: Number | None = None


class TopCodeParams(Spec):
    """Top and bottom coding: what lies beyond a bound becomes the bound, or the mean of what lies beyond."""

    bounds: dict[str, Bounds] = Field(default_factory=dict)
    replacement: Literal["bound", "mean"] = "bound"
    tolerable_risk: TolerableRisk | None = None


class LocalSuppressionParams(Spec):
    """As few cells as possible suppressed, so that every record shares its key with k (by the rule told)."""

    identifying: tuple[str, ...] | None = None  # those of that role that are not continuous, where absent
    k: int = Field(default=3, ge=2)
    suppressed_as: Rule = "category"
    importance: dict[str, Annotated[Number, Field(gt=0)]] = Field(default_factory=dict)
