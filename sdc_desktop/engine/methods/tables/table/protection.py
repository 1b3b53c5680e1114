"""What protects a table: cell suppression, rounding, adjustment, noise by cell key, redesign."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from sdc_desktop.engine.methods.tables.settings import CATEGORIES, NUMBERS, Label, variable
from sdc_desktop.engine.setting import SHARE, Choice, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
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
_COSTS = {
    "value": Choice(N_("cell value")),
    "contributors": Choice(N_("number of contributors")),
    "cells": Choice(N_("equal for all cells")),
    "log": Choice(N_("logarithm of the cell value")),
}


class SuppressionSpec(Settings):
    """Cell suppression. ``cost``: what a suppressed cell costs; ``value``, ``contributors``, 1 (``cells``),
    the logarithm of 1 + the value, the ``distance`` to the next unsafe cell, or the sum of the
    ``cost_variable`` (``variable``); raised to the ``power`` where one is given (0: the logarithm).
    ``nodes`` limits each integer program of the optimum search.

    ``insiders``: unsafe cells of others that a contributor who is alone in suppressed cells derives exactly
    are protected, reported only (``tell``) or not examined (``ignore``). ``unions``: the same for sums of
    suppressed cells of a relation that break a rule themselves. Both need the records of the table; what
    cannot be protected is reported.
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
            choices=_COSTS
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
        Setting(
            label=N_("Holding variable"),
            short=N_("Holding"),
            help=N_(
                "the variable that says which records are one contributor; a record with a missing code is a "
                "contributor of its own."
            ),
            secrecy="open",
            picks=CATEGORIES,
            absent=N_("each record is a contributor"),
            place="more",
        ),
    ] = None
    waiver: Annotated[
        str | None,
        Setting(
            label=N_("Waiver variable"),
            short=N_("Waiver"),
            help=N_("the variable that says who needs no protection."),
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
            help=N_("the codes that stand for a waiver."),
            secrecy="counted",
            place="plan",
            matters=lambda spec: spec.waiver is not None,
        ),
    ] = ("1",)
    apriori: Annotated[
        str | None,
        Setting(
            label=N_("A-priori file"),
            help=N_("a file of tau-ARGUS (.hst) with status, cost and protection levels of cells."),
            secrecy="open",
            absent=N_("none"),
            place="more",
        ),
    ] = None
    nodes: Annotated[
        int,
        Field(ge=1),
        Setting(
            label=N_("Maximum search steps"),
            help=N_("after so many steps the best pattern so far is taken."),
            secrecy="internal",
            place="plan",
        ),
    ] = 1_000_000


class RoundingSpec(Settings):
    """Rounding to multiples of ``base``; ``controlled``: so that the table adds up; ``steps``: how many
    multiples further than the next a cell may go where it cannot otherwise.
    """

    title = N_("Rounding")

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
            help=N_("the rounded table still adds up; off: each cell is rounded by itself."),
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


class AdjustmentSpec(Settings):
    """Controlled tabular adjustment: unsafe cells go to an end of their protection, the others move least."""

    title = N_("Controlled tabular adjustment")

    method: Literal["adjustment"]
    cost: Annotated[
        Literal["value", "contributors", "cells", "log"],
        Setting(
            label=N_("Cost of changing a cell"),
            short=N_("Cost"),
            help=N_("its value, its contributors, 1, or the logarithm of its value."),
            secrecy="open",
            choices=_COSTS,
        ),
    ] = "cells"


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


def _key_form(given: Any) -> str:
    return (
        "hash" if (("hash" in given) if isinstance(given, dict) else hasattr(given, "hash")) else "variable"
    )


RecordKeySpec = Annotated[
    Annotated[VariableKeySpec, Tag("variable")] | Annotated[HashKeySpec, Tag("hash")],
    Discriminator(_key_form),
]


class CellKeySpec(Settings):
    """Noise by cell key: unbiased, of this ``variance``, at most ``maximum`` either way. Of counts these are
    units; of magnitudes ``step`` percent of the largest contribution to the cell. ``most_certain``: the
    greatest probability, 0 to 1, with which a published small count may be the true one. ``record_key``:
    where the keys of records come from; absent: a keyed hash of the direct identifiers, else the order of the
    file.
    """

    title = N_("Cell key method")

    method: Literal["cell_key"]
    variance: Annotated[
        Number,
        Field(gt=0),
        Setting(
            label=N_("Variance of the noise"),
            short=N_("Variance"),
            help=N_("of the noise of cell keys; a larger variance protects more."),
            secrecy="open",
            unit=Unit(decimals=2),
            first=2,
        ),
    ]
    maximum: Annotated[
        int,
        Field(ge=1, le=100),
        Setting(
            label=N_("Maximum perturbation"),
            help=N_("of a count, by cell keys; of amounts in steps."),
            secrecy="open",
            first=5,
        ),
    ]
    step: Annotated[
        Number,
        Field(gt=0, le=100),
        Setting(
            label=N_("Step of the noise on amounts"),
            short=N_("Step size (amounts)"),
            help=N_("of the noise on amounts, in percent of the largest contribution to a cell."),
            secrecy="open",
            unit=Unit(1, N_("\u2009%"), 2),
        ),
    ] = 1
    most_certain: Annotated[
        Number,
        Field(gt=0, le=1),
        Setting(
            label=N_("Maximum probability that a published small count is the true one"),
            short=N_("Maximum certainty (counts)"),
            help=N_("the maximum probability that a published count up to 10 is the true one."),
            secrecy="open",
            unit=SHARE,
        ),
    ] = 0.8
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
            help=N_("those you name, a line each."),
            secrecy="counted",
        ),
    ] = Field(default_factory=dict)
    cheapest: Annotated[
        str | None,
        Setting(
            label=N_("Variable with categories to merge"),
            short=N_("Merge categories of"),
            help=N_("the variable whose neighbouring categories are merged as little as it takes."),
            secrecy="open",
            picks=CATEGORIES,
            absent=N_("none"),
        ),
    ] = None


Protect = Annotated[
    SuppressionSpec | RoundingSpec | AdjustmentSpec | CellKeySpec | RedesignSpec,
    Field(discriminator="method"),
]
