"""What protects a table: cell suppression, rounding, adjustment, noise by cell key, redesign."""

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from sdc_desktop.engine.methods.tables.settings import CATEGORIES, Label, variable
from sdc_desktop.engine.methods.tables.table.suppression import COSTS, SuppressionSpec
from sdc_desktop.engine.setting import SHARE, Choice, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_


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
            choices=COSTS,
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
            help=N_("the cells that you enter, one per line."),
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
