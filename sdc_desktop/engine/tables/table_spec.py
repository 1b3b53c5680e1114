"""How a plan says a table that is not built from records."""

from typing import Annotated, ClassVar

from pydantic import Field

from sdc_desktop.engine.spec import Number, Spec

Label = str | int  # 4 may stand for "4" as the code of a category
Coordinates = tuple[Label, ...]
SplitSpec = tuple[Label, tuple[Label, ...]]


class TableSpec(Spec):
    """A table as it stands, in one of three ways.

    Two-way: ``rows``, ``columns`` and ``values`` with the totals as last row and column (their codes may be
    left out of the lists); any number of dimensions: ``dimensions``, ``total_code`` and ``cells``; a file in
    JJ format: ``instance``. A null is a suppressed cell. Cells that are not listed are empty.
    """

    paths: ClassVar[tuple[str, ...]] = ("instance",)

    rows: tuple[Label, ...] | None = Field(default=None, min_length=1)
    columns: tuple[Label, ...] | None = Field(default=None, min_length=1)
    values: tuple[tuple[Number | None, ...], ...] | None = None
    dimensions: tuple[Annotated[str, Field(min_length=1)], ...] | None = Field(default=None, min_length=1)
    cells: tuple[tuple[Coordinates, Number | None], ...] | None = None
    total_code: Label = "Total"
    instance: str | None = Field(default=None, min_length=1)
