"""What a plan can say to a ``table`` job."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from sdc_desktop.engine.spec import Number, Spec
from sdc_desktop.engine.tables.dimension_spec import DimensionSpec
from sdc_desktop.engine.tables.rules_spec import Rule
from sdc_desktop.engine.tables.table_spec import Coordinates, Label, SplitSpec, TableSpec

Contributors = Annotated[
    Literal["ignore", "tell", "protect"],
    BeforeValidator(lambda given: "protect" if given is None else given),
]


class CellWish(Spec):
    """What the officer says of one cell. ``frozen``: never suppressed."""

    cell: Coordinates
    status: Literal["unsafe", "safe", "frozen"] | None = None
    cost: Number | None = Field(default=None, ge=0)
    upper: Number | None = Field(default=None, ge=0)  # protection levels
    lower: Number | None = Field(default=None, ge=0)


class SuppressionSpec(Spec):
    """Cell suppression. ``cost``: what a suppressed cell costs; ``value``, ``contributors``, 1 (``cells``),
    the logarithm of 1 + the value, the ``distance`` to the next unsafe cell, or the sum of the
    ``cost_variable`` (``variable``); raised to the ``power`` where one is given (0: the logarithm).
    ``nodes`` limits each integer program of the optimum search.

    ``insiders``: unsafe cells of others that a contributor who is alone in suppressed cells derives exactly
    are protected, reported only (``tell``) or not examined (``ignore``). ``unions``: the same for sums of
    suppressed cells of a relation that break a rule themselves. Both need the records of the table; what
    cannot be protected is reported.
    """

    paths: ClassVar[tuple[str, ...]] = ("apriori",)

    method: Literal["suppression"]
    solver: Literal["optimal", "fast"] = "optimal"
    cost: Literal["value", "contributors", "cells", "log", "distance", "variable"] = "value"
    cost_variable: str | None = None
    power: Number | None = Field(default=None, ge=0, le=10)
    singletons: bool = True
    insiders: Contributors = "protect"
    unions: Contributors = "protect"
    holding: str | None = None
    waiver: str | None = None
    waiver_codes: tuple[str, ...] = ("1",)
    apriori: str | None = None
    nodes: int = Field(default=1_000_000, ge=1)


class RoundingSpec(Spec):
    """Rounding to multiples of ``base``; ``controlled``: so that the table adds up; ``steps``: how many
    multiples further than the next a cell may go where it cannot otherwise.
    """

    method: Literal["rounding"]
    base: Number = Field(gt=0)
    controlled: bool = True
    random: bool = False
    steps: int = Field(default=0, ge=0)


class AdjustmentSpec(Spec):
    """Controlled tabular adjustment: unsafe cells go to an end of their protection, the others move least."""

    method: Literal["adjustment"]
    cost: Literal["value", "contributors", "cells", "log"] = "cells"


class VariableKeySpec(Spec):
    """Record keys that a variable holds: decimals from 0 to less than 1, or whole numbers below ``parts``."""

    variable: str = Field(min_length=1)
    parts: int | None = Field(default=None, ge=2, le=2**40)


class HashKeySpec(Spec):
    """Record keys that follow from identifiers and the secret. ``repeats``: whether records with the same
    identifier are refused, or have the same key.
    """

    hash: tuple[Annotated[str, Field(min_length=1)], ...] = Field(min_length=1)
    repeats: Literal["refuse", "allow"] = "refuse"


def _key_form(told: Any) -> str:
    return "hash" if (("hash" in told) if isinstance(told, dict) else hasattr(told, "hash")) else "variable"


RecordKeySpec = Annotated[
    Annotated[VariableKeySpec, Tag("variable")] | Annotated[HashKeySpec, Tag("hash")],
    Discriminator(_key_form),
]


class CellKeySpec(Spec):
    """Noise by cell key: unbiased, of this ``variance``, at most ``maximum`` either way. Of counts these are
    units; of magnitudes ``step`` percent of the largest contribution to the cell. ``most_certain``: the
    greatest probability, 0 to 1, with which a published small count may be the true one. ``record_key``:
    where the keys of records come from; absent: a keyed hash of the direct identifiers, else the order of the
    file.
    """

    method: Literal["cell_key"]
    variance: Number = Field(gt=0)
    maximum: int = Field(ge=1, le=100)
    step: Number = Field(default=1, gt=0, le=100)
    most_certain: Number = Field(default=0.8, gt=0, le=1)
    record_key: RecordKeySpec | None = None


class RedesignSpec(Spec):
    """Categories merged: for each variable lists of codes that become one; or for the variable ``cheapest``
    (without hierarchy) as few neighbours as it takes that no cell is unsafe by rule.
    """

    method: Literal["redesign"]
    merge: dict[str, tuple[tuple[Label, ...], ...]] = Field(default_factory=dict)
    cheapest: str | None = None


Protect = Annotated[
    SuppressionSpec | RoundingSpec | AdjustmentSpec | CellKeySpec | RedesignSpec,
    Field(discriminator="method"),
]


class TableParams(Spec):
    """A table, from records (``dimensions``, ``value``) or as it stands (``table``), and how it is protected.

    ``value`` absent: counts. ``zeros_unsafe``: cells whose contributors contribute nothing are unsafe.
    ``missing_safe``: cells of a missing code are safe. ``cells``: the officer's own wishes. ``protect``
    absent: the table with its unsafe cells, as it is. ``published_unit``: values are published as multiples
    of it, and audited as what lies within half of it.
    """

    dimensions: tuple[DimensionSpec, ...] = ()
    value: str | None = None
    weight: str | None = None
    table: TableSpec | None = None
    relations: tuple[SplitSpec, ...] = ()
    rules: tuple[Rule, ...] = ()
    zeros_unsafe: bool = False
    missing_safe: bool = False
    cells: tuple[CellWish, ...] = ()
    total_code: str = Field(default="Total", min_length=1)
    protect: Protect | None = None
    max_risk: Number | None = Field(default=None, gt=0)
    published_unit: Number | None = Field(default=None, gt=0)

    def needs_secret(self) -> bool:
        """Whether the secret of the job has a part in the table."""
        spec = self.protect
        if isinstance(spec, CellKeySpec):
            return not isinstance(spec.record_key, VariableKeySpec)
        return isinstance(spec, RoundingSpec) and spec.random and not spec.controlled
