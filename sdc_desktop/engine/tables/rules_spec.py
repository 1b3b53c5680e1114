"""How a plan says when a cell is unsafe."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.spec import Number, Spec

Percent = Annotated[Number, Field(gt=0, le=100)]


class ThresholdSpec(Spec):
    """Unsafe with fewer than `n` contributors. `range`: the protection level, in percent of the value."""

    kind: Literal["threshold"]
    n: int = Field(ge=1)
    weighted: bool = False  # count a contributor of weight w as w
    range: Number = Field(default=0, ge=0)


class DominanceSpec(Spec):
    """Unsafe where the `n` largest contributions are more than `k` percent of the whole."""

    kind: Literal["dominance"]
    n: int = Field(ge=1, le=20)
    k: Percent


class PPercentSpec(Spec):
    """Unsafe where so many colluding contributors can estimate the largest to within `p` percent."""

    kind: Literal["p_percent"]
    p: Annotated[Number, Field(gt=0)]
    colluders: int = Field(default=1, ge=1, le=19)


class PQSpec(Spec):
    """As p percent, where everybody is known to within `q` percent beforehand."""

    kind: Literal["pq"]
    p: Annotated[Number, Field(gt=0)]
    q: Annotated[Number, Field(gt=0)]
    colluders: int = Field(default=1, ge=1, le=19)


class RequestSpec(Spec):
    """Unsafe where the largest contributor asks for protection and has more than `share` percent of all.

    `variable` holds whether a contributor asks: with one of the `codes` it does.
    """

    kind: Literal["request"]
    variable: str
    codes: tuple[str, ...] = Field(default=("1",), min_length=1)
    share: Number = Field(default=0, ge=0, lt=100)
    range: Number = Field(default=0, ge=0)


Rule = Annotated[
    ThresholdSpec | DominanceSpec | PPercentSpec | PQSpec | RequestSpec, Field(discriminator="kind")
]


def places_of(rules: tuple[Rule, ...]) -> int:
    """How many of the largest contributions these rules look at; two at least, for the insider's bound."""
    places = [2]
    for rule in rules:
        if isinstance(rule, DominanceSpec):
            places.append(rule.n)
        elif isinstance(rule, PPercentSpec | PQSpec):
            places.append(rule.colluders + 1)
    return max(places)


def requires_nothing(rule: Rule) -> bool:
    """Whether no cell of any table can be unsafe by the rule: each cell has a contributor, and no
    contributions are more than the whole.
    """
    if isinstance(rule, ThresholdSpec):
        return rule.n <= 1
    return isinstance(rule, DominanceSpec) and rule.k >= 100
