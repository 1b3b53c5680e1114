"""What a plan can say to a ``linked_audit`` job."""

from typing import Annotated

from pydantic import Field

from sdc_desktop.engine.spec import Spec
from sdc_desktop.engine.tables.dimension_spec import DimensionSpec
from sdc_desktop.engine.tables.table_spec import Coordinates

Released = Annotated[tuple[str, ...], Field(min_length=1)]


class LinkedAuditParams(Spec):
    """What projections of a table give away of its cells, if none of these is published.

    ``scenarios``: each a list of projections that are released together, each a list of dimensions. ``value``
    absent: counts. ``integer``: all values are whole units. ``suppressed``: cells of released projections
    that are held back wherever they stand: by their code in every dimension, the total's where added up.
    """

    dimensions: tuple[DimensionSpec | str, ...] = Field(min_length=2)
    value: str | None = None
    scenarios: tuple[Annotated[tuple[Released, ...], Field(min_length=1)], ...] = Field(min_length=1)
    suppressed: tuple[Coordinates, ...] = ()
    integer: bool = True
    total_code: str = Field(default="Total", min_length=1)
