"""Cell suppression: its settings."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BeforeValidator, Field

from sdc_desktop.engine.setting import SHARE, Choice, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.specs.settings import CATEGORIES, HOLDING, NUMBERS
from sdc_desktop.marks import N_

Contributors = Annotated[
    Literal["ignore", "tell", "protect"],
    BeforeValidator(lambda given: "protect" if given is None else given),
]
_EXAMINED = {
    "protect": Choice(N_("protect")),
    "tell": Choice(N_("reported only")),
    "ignore": Choice(N_("not examined")),
}
COSTS = {
    "value": Choice(N_("cell value")),
    "contributors": Choice(N_("number of contributors")),
    "cells": Choice(N_("equal for all cells")),
    "log": Choice(N_("logarithm of the cell value")),
}


APRIORI = Setting(
    label=N_("A-priori file"),
    help=N_("a file of tau-ARGUS (.hst) with status, cost and protection levels of cells."),
    secrecy="open",
    absent=N_("none"),
    place="more",
)


class ReleasedSpec(Settings):
    """A table that an earlier run released: its result (``path``) and the name it has there (``job``)."""

    phrase = "{job}"

    path: Annotated[
        str,
        Field(min_length=1),
        Setting(
            label=N_("Result of the earlier run"),
            help=N_("the file result.json of the run."),
            secrecy="internal",
        ),
    ]
    job: Annotated[
        str,
        Field(min_length=1),
        Setting(label=N_("Table of that run"), help=N_("the name of its table job."), secrecy="open"),
    ]


class SuppressionSpec(Settings):
    """Cell suppression: its cost and the limits of its search.

    ``cost``: the cost of a suppressed cell; ``value``, ``contributors``, 1 (``cells``), the logarithm of 1 +
    the value, the ``distance`` to the next unsafe cell, or the sum of the ``cost_variable`` (``variable``);
    raised to the ``power`` if given (0: the logarithm). ``nodes`` limits each integer program of the optimum
    search, ``effort`` all programs of the search, in simplex iterations and 1,000 per node; it also ends
    where another pattern could cost at most the share ``gap`` less. ``starts``: the number of patterns that
    the heuristic finds.

    ``insiders``: unsafe cells of others that the only contributor to other suppressed cells derives exactly
    are protected, reported only (``tell``) or not examined (``ignore``). ``unions``: the same for sums of
    suppressed cells of a relation that break a rule themselves. Both need the records of the table; what
    cannot be protected is reported. ``link``: tables with the same text are protected together. ``released``:
    tables of earlier runs, whose patterns are facts.
    """

    title = N_("Cell suppression")
    paths: ClassVar[tuple[str, ...]] = ("apriori",)

    method: Literal["suppression"]
    solver: Annotated[
        Literal["optimal", "fast"],
        Setting(
            label=N_("Secondary suppression"),
            help=N_("optimal finds the cheapest pattern and proves it; the heuristic finds a good one."),
            secrecy="open",
            choices={
                "optimal": Choice(N_("Optimal (proven minimum cost)")),
                "fast": Choice(N_("Heuristic (fast)")),
            },
        ),
    ] = "optimal"
    cost: Annotated[
        Literal["value", "contributors", "cells", "log", "distance", "variable"],
        Setting(
            label=N_("Cost of suppressing a cell"),
            short=N_("Cost"),
            help=N_(
                "its value, its contributors, 1, the logarithm of its value, its distance from the unsafe "
                "cells, or the total of a variable."
            ),
            secrecy="open",
            choices=COSTS
            | {
                "distance": Choice(N_("distance from unsafe cells")),
                "variable": Choice(N_("total of a variable")),
            },
            place="more",
        ),
    ] = "value"
    cost_variable: Annotated[
        str | None,
        Setting(
            label=N_("Cost variable"),
            help=N_("the variable that is the cost."),
            secrecy="open",
            picks=NUMBERS,
            absent=N_("none"),
            place="more",
            matters=lambda spec: spec.cost == "variable",
        ),
    ] = None
    power: Annotated[
        Number | None,
        Field(ge=0, le=10),
        Setting(
            label=N_("Power of the cost (lambda)"),
            short=N_("Power"),
            help=N_(
                "below 1 costs become more similar, 0 is the logarithm. tau-ARGUS calls the power lambda."
            ),
            secrecy="open",
            unit=Unit(decimals=2),
            first=1,
            absent=N_("unchanged"),
            place="more",
        ),
    ] = None
    singletons: Annotated[
        bool,
        Setting(
            label=N_("Protect against singletons"),
            help=N_(
                "the only contributor to a suppressed cell knows its value; the other cells are protected "
                "against it."
            ),
            secrecy="open",
            place="more",
        ),
    ] = True
    insiders: Annotated[
        Contributors,
        Setting(
            label=N_("Singletons in suppressed cells"),
            short=N_("Singletons"),
            help=N_(
                "a contributor who is alone in suppressed cells may derive unsafe cells of others exactly. "
                "They are protected, only reported (`tell`), or not examined (`ignore`). What cannot be "
                "protected is reported."
            ),
            secrecy="open",
            choices=_EXAMINED,
            place="more",
        ),
    ] = "protect"
    insider_levels: Annotated[
        bool,
        Setting(
            label=N_("Protection levels against singletons"),
            help=N_(
                "singletons must not estimate unsafe cells of others more closely than the protection "
                "levels, less their own contribution. Otherwise only exact disclosure is prevented."
            ),
            secrecy="open",
            place="more",
            matters=lambda spec: spec.insiders != "ignore",
        ),
    ] = False
    lone_by_weight: Annotated[
        bool,
        Setting(
            label=N_("Weighted records are not singletons"),
            help=N_("a record with a weight above 1 represents other units."),
            secrecy="open",
            place="more",
        ),
    ] = True
    unions: Annotated[
        Contributors,
        Setting(
            label=N_("Unsafe unions of suppressed cells"),
            short=N_("Unsafe unions"),
            help=N_("the same for sums of suppressed cells that break a rule themselves."),
            secrecy="open",
            choices=_EXAMINED,
            place="more",
        ),
    ] = "protect"
    holding: Annotated[
        str | None,
        replace(HOLDING, matters=lambda spec: spec.holding is not None),  # new plans have that of the table
    ] = None
    waiver: Annotated[
        str | None,
        Setting(
            label=N_("Waiver variable"),
            short=N_("Waiver"),
            help=N_("the variable that states who needs no protection."),
            secrecy="open",
            picks=CATEGORIES,
            absent=N_("none"),
            place="more",
        ),
    ] = None
    waiver_codes: Annotated[
        tuple[str, ...],
        Setting(
            label=N_("Codes of a waiver"),
            help=N_("the codes of a waiver."),
            secrecy="counted",
            place="plan",
            matters=lambda spec: spec.waiver is not None,
        ),
    ] = ("1",)
    apriori: Annotated[str | None, APRIORI] = None
    nodes: Annotated[
        int,
        Field(ge=1),
        Setting(
            label=N_("Maximum search steps"),
            help=N_("after this number of steps the best pattern so far is used."),
            secrecy="internal",
            place="plan",
        ),
    ] = 1_000_000
    effort: Annotated[
        int | None,
        Field(ge=1),
        Setting(
            label=N_("Maximum effort of the search"),
            short=N_("Maximum effort"),
            help=N_(
                "the work of the solvers after which the best pattern so far is used: their iterations, and "
                "1000 per node. The same effort gives the same pattern on every computer."
            ),
            secrecy="internal",
            first=20_000_000,
            absent=N_("20 million (optimal), no limit (heuristic)"),
            place="more",
        ),
    ] = None
    gap: Annotated[
        Number,
        Field(ge=0, le=1),
        Setting(
            label=N_("Tolerated gap"),
            help=N_("the search ends when another pattern could cost at most this share less."),
            secrecy="internal",
            unit=SHARE,
            place="more",
            matters=lambda spec: spec.solver == "optimal",
        ),
    ] = 0
    starts: Annotated[
        int | None,
        Field(ge=1, le=64),
        Setting(
            label=N_("Starting patterns"),
            help=N_("how many patterns the heuristic finds; the cheapest one is used."),
            secrecy="internal",
            first=8,
            absent=N_("by size of the table"),
            place="more",
        ),
    ] = None
    link: Annotated[
        str | None,
        Field(min_length=1, max_length=100),
        Setting(
            label=N_("Protect together with"),
            help=N_(
                "tables that share cells are protected together: none reveals what another suppresses. "
                "In the plan they have the same text here."
            ),
            secrecy="open",
            absent=N_("protected separately"),
            place="plan",
        ),
    ] = None
    released: Annotated[
        tuple[ReleasedSpec, ...],
        Setting(
            label=N_("Tables released earlier"),
            help=N_(
                "results of earlier runs on the same data. Cells published there remain published, and the "
                "audit includes them."
            ),
            secrecy="counted",
            place="plan",
        ),
    ] = ()

    def files(self) -> Iterator[str]:
        """The files named here, results of earlier runs among them."""
        yield from super().files()
        yield from (one.path for one in self.released)

    def with_files(self, moved: Callable[[str], str]) -> Self:
        """The settings with every path changed by `moved`."""
        changed = super().with_files(moved)
        if not self.released:
            return changed
        released = tuple(one.model_copy(update={"path": moved(one.path)}) for one in self.released)
        return changed.model_copy(update={"released": released})
