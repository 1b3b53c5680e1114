"""How a plan says a recoding hierarchy."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.spec import Number, Spec

Side = Literal["right", "left"]
DatePart = Literal["day", "week", "month", "quarter", "year", "decade"]
DATE_PARTS: tuple[DatePart, ...] = ("day", "week", "month", "quarter", "year", "decade")  # fine to coarse
LONGEST_CODE = 40
LEAD = "@"  # of files of ARGUS, where nothing else is given

Bounds = Number | Annotated[tuple[Number, ...], Field(min_length=1)]


class IntervalsSpec(Spec):
    """Groups of equal width from ``start``; one level a width; the last interval is cut at ``end``."""

    kind: Literal["intervals"]
    start: Number
    widths: tuple[Annotated[Number, Field(gt=0)], ...] = Field(min_length=1)
    end: Number


class LevelsSpec(Spec):
    """An explicit tree: a CSV file with one row a value, columns from fine to coarse (as ARX has it); or a
    file of ARGUS: one of a tree (.hrc) with a code a line, indented by ``lead`` once a level, or one of a
    recoding (.grc), which is one level.
    """

    kind: Literal["levels"]
    path: str = Field(min_length=1)
    delimiter: str | None = Field(default=None, min_length=1, max_length=1)  # the data's where absent
    quote: str | None = Field(default=None, max_length=1)  # detected where absent
    header: bool = True
    encoding: str | None = None
    lead: str | None = Field(
        default=None, min_length=1
    )  # of a file of ARGUS; "@" where its name ends in .hrc

    @property
    def indent(self) -> str | None:
        """What indents the codes of a file of ARGUS; None for a CSV file."""
        return self.lead or (LEAD if self.path.lower().endswith(".hrc") else None)

    @property
    def is_recoding(self) -> bool:
        """Whether the file is a recoding of ARGUS."""
        return self.lead is None and self.path.lower().endswith(".grc")

    @property
    def is_table(self) -> bool:
        """Whether the file has columns, so that a separator and a header matter."""
        return self.indent is None and not self.is_recoding


class PlainSpec(Spec):
    """No groups: the original values, then one category."""

    kind: Literal["plain"]


class MaskSpec(Spec):
    """Codes of one length whose signs are masked one by one, from the right or from the left; one level a
    sign. ``steps`` mask several signs at once: this many at each level, all together the length. With
    ``fill`` shorter codes are taken as filled up with blanks on their left.
    """

    kind: Literal["mask"]
    length: int = Field(ge=1, le=LONGEST_CODE)
    side: Side = Field(default="right", alias="from")
    steps: tuple[Annotated[int, Field(ge=1)], ...] | None = Field(default=None, min_length=1)
    fill: bool = False


class DatesSpec(Spec):
    """Parts of ISO dates, one level a part."""

    kind: Literal["dates"]
    parts: tuple[DatePart, ...] = Field(min_length=1)


class BoundsSpec(Spec):
    """Bottom and top coding of numbers: values below or above the bounds are merged. A list has one bound per
    level, fine to coarse; its last bound is repeated where the other list is longer.
    """

    kind: Literal["bounds"]
    bottom: Bounds | None = None
    top: Bounds | None = None


class GroupSpec(Spec):
    """Some values and what they are called together."""

    label: str = Field(min_length=1)
    values: tuple[str, ...] = Field(min_length=1)


class OrderSpec(Spec):
    """Groups of values, level by level. A group without label is a run of an ordinal variable's values and is
    called by the first and last of them.
    """

    kind: Literal["order"]
    groups: tuple[
        Annotated[
            tuple[GroupSpec | Annotated[tuple[str, ...], Field(min_length=1)], ...], Field(min_length=1)
        ],
        ...,
    ] = Field(min_length=1)


HierarchySpec = Annotated[
    IntervalsSpec | LevelsSpec | MaskSpec | DatesSpec | BoundsSpec | OrderSpec | PlainSpec,
    Field(discriminator="kind"),
]
