"""Sensitivity rules: when a cell is unsafe."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.setting import Place, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.specs.settings import CATEGORIES
from sdc_desktop.marks import N_

Percent = Annotated[Number, Field(gt=0, le=100)]
PERCENT = Unit(1, N_("\u2009%"), 2)


def _level(label: str, help: str, *, first: Number | None = None, place: Place = "main") -> Setting:
    """A protection level, in percent."""
    return Setting(label=label, help=help, secrecy="internal", unit=PERCENT, first=first, place=place)


def _number(label: str, help: str, first: int | None = None) -> Setting:
    return Setting(label=label, help=help, secrecy="internal", first=first)


_COLLUDERS = _number(N_("Coalition size"), N_("how many of the smaller ones may join against the largest."))
DEFAULT_RANGE = 30  # percent of an amount: the safety range in the examples of the tau-ARGUS manual
_FEW = N_("how far from its value an unsafe cell of few contributors must be able to lie, in percent.")
_RANGE = _level(N_("Protection range"), _FEW)
_THRESHOLD_RANGE = replace(_RANGE, absent=N_("30 for amounts, none for counts"))
_P = _level(
    N_("Protection level p"), N_("how close an estimate may come, in percent; 10 to 15 is usual."), first=10
)


class ThresholdSpec(Settings):
    """Unsafe with fewer than `n` contributors. `range`: the protection level, in percent of the value; absent
    it is 30 for amounts and none for counts.
    """

    title = N_("Threshold rule")
    meaning = N_("A cell is unsafe if it has fewer than n contributors.")

    kind: Literal["threshold"]
    n: Annotated[
        int,
        Field(ge=1),
        _number(
            N_("Minimum number of contributors"),
            N_(
                "3 is the least that makes sense: of two contributors, each can derive the contribution of "
                "the other."
            ),
            first=3,
        ),
    ]
    weighted: Annotated[
        bool,
        Setting(
            label=N_("Weighted threshold"),
            help=N_("counts weights instead of contributors."),
            secrecy="internal",
            place="plan",
        ),
    ] = False
    range: Annotated[Number | None, Field(ge=0), _THRESHOLD_RANGE] = None

    def level(self, *, amounts: bool) -> Number:
        """The protection level of cells that are unsafe by it, in percent of the value."""
        if self.range is not None:
            return self.range
        return DEFAULT_RANGE if amounts else 0


class DominanceSpec(Settings):
    """Unsafe where the `n` largest contributions are more than `k` percent of the whole."""

    title = N_("Dominance rule")
    meaning = N_("A cell is unsafe if its n largest contributors account for more than k % of it.")

    kind: Literal["dominance"]
    n: Annotated[
        int,
        Field(ge=1, le=20),
        _number(
            N_("Number of largest contributors, n"),
            N_("the contributors whose share counts; (1, 75) and (2, 85) are usual for n and k."),
            first=1,
        ),
    ]
    k: Annotated[
        Percent,
        _level(
            N_("Maximum share of the cell total, k"),
            N_("the percentage of the cell that the n largest contributors may have together."),
            first=75,
        ),
    ]


class PPercentSpec(Settings):
    """Unsafe where this many colluding contributors can estimate the largest to within `p` percent."""

    title = N_("p % rule")
    meaning = N_(
        "A cell is unsafe if the second largest contributor can estimate the largest contribution to "
        "within p %."
    )

    kind: Literal["p_percent"]
    p: Annotated[Number, Field(gt=0), _P]
    colluders: Annotated[int, Field(ge=1, le=19), _COLLUDERS] = 1


class PQSpec(Settings):
    """The p % rule where every contribution is known to within `q` percent beforehand."""

    title = N_("pq rule")
    meaning = N_("As the p % rule, if every contribution is already known to within q %.")

    kind: Literal["pq"]
    p: Annotated[Number, Field(gt=0), _P]
    q: Annotated[
        Number,
        Field(gt=0),
        _level(
            N_("Prior knowledge q"),
            N_("how closely every contribution is known beforehand, in percent."),
            first=50,
        ),
    ]
    colluders: Annotated[int, Field(ge=1, le=19), _COLLUDERS] = 1


class RequestSpec(Settings):
    """Unsafe where the largest contributor requests protection and has more than `share` percent of all.

    `variable` holds whether a contributor asks: with one of the `codes` it does.
    """

    title = N_("Request rule")
    meaning = N_("A cell is unsafe if its largest contributor has requested protection.")

    kind: Literal["request"]
    variable: Annotated[
        str,
        Setting(
            label=N_("Request variable"),
            help=N_("the variable that states who requests protection."),
            secrecy="internal",
            picks=CATEGORIES,
        ),
    ]
    codes: Annotated[
        tuple[str, ...],
        Field(min_length=1),
        Setting(
            label=N_("Codes of a request"),
            help=N_("the codes of a request."),
            secrecy="internal",
            place="plan",
        ),
    ] = ("1",)
    share: Annotated[
        Number,
        Field(ge=0, lt=100),
        _level(
            N_("Minimum share of the requester"),
            N_("the percentage of the cell that the requester must have more of, for the cell to be unsafe."),
        ),
    ] = 0
    range: Annotated[Number, Field(ge=0), _RANGE] = 0


Rule = Annotated[
    ThresholdSpec | DominanceSpec | PPercentSpec | PQSpec | RequestSpec, Field(discriminator="kind")
]


def places_of(rules: tuple[Rule, ...]) -> int:
    """The number of largest contributions that these rules use; at least two, for the insider's bound."""
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
