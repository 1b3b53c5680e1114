"""What a result reports of the tables that a table is linked with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.spec import Number

Coordinates = tuple[str, ...]
ByJob = Mapping[str, Coordinates]  # a common cell in each table that has it; "": what restricts one of none


@dataclass(frozen=True)
class LinkedCell:
    """An unsafe cell that the tables do not protect together. In each table that has it (by the names of the
    jobs), with the feasibility interval (None: no end); ``exactly``: it has one value only.
    """

    coordinates: ByJob
    lower: Number | None
    upper: Number | None
    exactly: bool


@dataclass(frozen=True)
class Sharing:
    """This many cells that two tables have in common. ``variables``: those of the first that they are by;
    none where that is the sum over all categories alone.
    """

    jobs: tuple[str, str]
    cells: int
    variables: tuple[str, ...] = ()


@dataclass(frozen=True)
class Related:
    """Values of tables that follow from one another (the empty name: the number of records): the first of
    ``names`` is the sum of the others, each times its factor in ``factors``, where there are any; the same
    value twice is that with weights and without, equal where all weights are 1.
    """

    names: tuple[str, ...]
    factors: tuple[int, ...] = ()


@dataclass(frozen=True)
class LinkedTables:
    """Tables that were audited together. ``jobs``: their names, in the order of the plan; ``released``: those
    of earlier runs. ``cells``: their different cells; ``shared``: those that several have; ``fine``: cells
    that no table shows and that were taken into account all the same; ``fine_left_out``: those that were too
    many. ``asked``: `plan` where they were protected together, `found` where the program found them linked.

    ``failures``: unsafe cells not protected; ``contributors_derive``: those that a contributor who is alone
    in suppressed cells derives exactly; ``unsafe_sums``: suppressed cells, or cells that no table shows,
    whose sum follows and is unsafe by rule; ``sums_not_judged``: sums that follow and that no rule judges, as
    of parts of a value, or whose records are not known. ``sharing``:
    which two tables have cells in common. ``insider_levels``: ``contributors_derive`` has those that such a
    contributor estimates too closely as well. ``apart``: the cost of each table's own pattern, where known.
    ``over_risk``: suppressed cells of a table whose risk is above its limit for one who has all the tables.
    ``related``: values that were known to follow from one another; None where there are none.
    """

    jobs: tuple[str, ...]
    cells: int
    shared: int
    fine: int
    failures: tuple[LinkedCell, ...]
    asked: Literal["plan", "found"]
    contributors_derive: tuple[ByJob, ...] = ()
    unsafe_sums: tuple[tuple[ByJob, ...], ...] = ()
    sums_not_judged: int = 0
    fine_left_out: int = 0
    sharing: tuple[Sharing, ...] = ()
    released: tuple[str, ...] = ()
    apart: Mapping[str, float] | None = None
    insider_levels: bool = field(default=False, metadata=REDACTED)
    over_risk: tuple[LinkedCell, ...] | None = field(default=None, metadata=IF_THERE)
    related: tuple[Related, ...] | None = field(default=None, metadata=IF_THERE)

    @property
    def exactly(self) -> int:
        """The number of exactly disclosed unsafe cells."""
        return sum(cell.exactly for cell in self.failures)

    @property
    def safe(self) -> bool:
        """Whether nothing was found."""
        found = (self.failures, self.contributors_derive, self.unsafe_sums, self.over_risk)
        return not any(found) and not self.sums_not_judged and not self.fine_left_out
