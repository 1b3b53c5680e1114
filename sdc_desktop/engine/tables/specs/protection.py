"""What protects a table: cell suppression, rounding, adjustment of cells, the cell key method, redesign."""

from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from sdc_desktop.engine.setting import Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec
from sdc_desktop.engine.tables.specs.settings import CATEGORIES, Label
from sdc_desktop.engine.tables.specs.suppression import APRIORI, COSTS, SuppressionSpec
from sdc_desktop.marks import N_

_EFFORT = Setting(
    label=N_("Maximum effort of the search"),
    short=N_("Maximum effort"),
    help=N_(
        "the work of the solvers after which the best table so far is used: 1 million takes about two "
        "seconds of a processor. The same effort gives the same table on every computer."
    ),
    secrecy="internal",
    first=20_000_000,
    absent=N_("20 million"),
    place="more",
)


class RoundingSpec(Settings):
    """Rounding to multiples of ``base``; ``controlled``: so that the table adds up. ``steps``: the most
    multiples beyond the next that a cell may move where it must. ``effort``: of the search for the nearest.
    """

    title = N_("Rounding")
    paths: ClassVar[tuple[str, ...]] = ("apriori",)

    method: Literal["rounding"]
    base: Annotated[
        Number,
        Field(gt=0),
        Setting(
            label=N_("Rounding base"),
            short=N_("Base"),
            help=N_(
                "every cell becomes a multiple of it; at least as large as the largest protection needed."
            ),
            secrecy="open",
            first=5,
        ),
    ]
    controlled: Annotated[
        bool,
        Setting(
            label=N_("Controlled (additive)"),
            help=N_("the rounded table still adds up; off: each cell is rounded separately."),
            secrecy="open",
        ),
    ] = True
    random: Annotated[
        bool,
        Setting(
            label=N_("Random"),
            help=N_("up or down at random; off: to the nearest multiple."),
            secrecy="open",
            matters=lambda spec: not spec.controlled,
        ),
    ] = False
    steps: Annotated[
        int,
        Field(ge=0),
        Setting(
            label=N_("Extra multiples allowed per cell"),
            short=N_("Extra multiples"),
            help=N_("how many multiples further than the next a cell may go where the table cannot add up."),
            secrecy="open",
            matters=lambda spec: spec.controlled,
        ),
    ] = 0
    effort: Annotated[int | None, Field(ge=1), replace(_EFFORT, matters=lambda spec: spec.controlled)] = None
    apriori: Annotated[str | None, APRIORI] = None


class AdjustmentSpec(Settings):
    """Controlled tabular adjustment moves unsafe cells to an end of their protection, the others least.
    ``effort``: of the search for the least.
    """

    title = N_("Controlled tabular adjustment")
    paths: ClassVar[tuple[str, ...]] = ("apriori",)

    method: Literal["adjustment"]
    cost: Annotated[
        Literal["value", "contributors", "cells", "log"],
        Setting(
            label=N_("Cost of changing a cell"),
            short=N_("Cost"),
            help=N_("its value, its contributors, 1, or the logarithm of its value."),
            secrecy="open",
            choices=COSTS,
        ),
    ] = "cells"
    effort: Annotated[int | None, Field(ge=1), _EFFORT] = None
    apriori: Annotated[str | None, APRIORI] = None


class RedesignSpec(Settings):
    """Categories merged: for each variable lists of codes that become one; or for the variable ``cheapest``
    (without hierarchy) as few neighbours as it takes that no cell is unsafe by rule.
    """

    title = N_("Table redesign")

    method: Literal["redesign"]
    merge: Annotated[
        dict[str, tuple[tuple[Label, ...], ...]],
        Setting(
            label=N_("Categories to merge"),
            help=N_("the cells that you enter, one per line."),
            secrecy="counted",
        ),
    ] = Field(default_factory=dict)
    cheapest: Annotated[
        str | None,
        Setting(
            label=N_("Variable with categories to merge"),
            short=N_("Merge categories of"),
            help=N_("the variable whose neighbouring categories are merged, as little as necessary."),
            secrecy="open",
            picks=CATEGORIES,
            absent=N_("none"),
        ),
    ] = None


Protect = Annotated[
    SuppressionSpec | RoundingSpec | AdjustmentSpec | CellKeySpec | RedesignSpec,
    Field(discriminator="method"),
]
