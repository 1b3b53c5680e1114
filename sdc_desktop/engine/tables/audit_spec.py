"""What a plan can say to an ``audit`` job."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.spec import Number, Spec
from sdc_desktop.engine.tables.table_spec import Coordinates, SplitSpec, TableSpec

BoundsSpec = Number | tuple[tuple[Coordinates, Number], ...]


class InsiderSpec(Spec):
    """A contributor to `cell` that knows its `own` contribution, and perhaps how many there are (true: two)
    or that it is the second largest.
    """

    cell: Coordinates
    own: Number
    contributors_known: bool | Annotated[int, Field(ge=2)] = False
    second: bool = False


class RoundedSpec(Spec):
    """The table was rounded to multiples of `base`, in the way `kind` says; `steps`: how many multiples
    further than the next a controlled rounding may have gone.
    """

    base: Number = Field(gt=0)
    kind: Literal["conventional", "random", "controlled"] = "conventional"
    steps: int = Field(default=0, ge=0)


class AuditParams(Spec):
    """What a table gives away as it is published.

    ``integer``: all values are multiples of the ``unit`` (by default their last decimal). ``lower``,
    ``upper``: what an intruder knows of unpublished cells beforehand, for all of them or cell by cell; by
    default that no value is negative, where none published is. ``relations``: codes that are sums of others.
    ``suppressed``: cells not published besides those without a value. ``max_risk``: the table is not to be
    released while a cell exceeds it. ``exact_count``: count possible values one by one where there may be
    gaps.
    """

    table: TableSpec
    integer: bool = True
    unit: Number | None = Field(default=None, gt=0)
    lower: BoundsSpec | None = None
    upper: BoundsSpec | None = None
    insider: InsiderSpec | None = None
    rounding: RoundedSpec | None = None
    relations: tuple[SplitSpec, ...] = ()
    suppressed: tuple[Coordinates, ...] = ()
    max_risk: Number | None = Field(default=None, gt=0)
    exact_count: bool = False
