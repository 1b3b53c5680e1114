"""What the protection of a table costs, measured in the same way for all ways to protect it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.engine.proposals.proposal import Cost
from sdc_desktop.engine.tables.cells import CellResult, counted_once
from sdc_desktop.engine.tables.dimension import Dimension

Coordinates = tuple[str, ...]


@dataclass(frozen=True)
class Coarser:
    """A dimension (its place) without its finest categories: ``becomes`` has for each of these the category
    that is left and how many of the finest it has.
    """

    axis: int
    becomes: Mapping[str, tuple[str, int]] = field(default_factory=dict)

    def of(self, cell: Coordinates) -> tuple[Coordinates, int]:
        """The cell that a finest cell is in, and how many of the finest share it."""
        label, number = self.becomes.get(cell[self.axis], (cell[self.axis], 1))
        return (*cell[: self.axis], label, *cell[self.axis + 1 :]), number


def coarser_by(dimension: Dimension, axis: int) -> Coarser | None:
    """The dimension one level coarser: finest categories that are the parts of one become it. None where it
    has no category between these and the total.
    """
    leaves, labels, total = frozenset(dimension.leaves), dimension.categories, dimension.total
    becomes: dict[str, tuple[str, int]] = {}
    for split in dimension.splits:
        if split.parent != total and leaves.issuperset(split.children):
            for child in split.children:
                becomes.setdefault(labels[child], (labels[split.parent], len(split.children)))
    return Coarser(axis, becomes) if becomes else None


def cost_of(original: TableResult, result: TableResult, coarser: Coarser | None = None) -> Cost:
    """The cost of a protected table beside the unprotected one.

    Units and values are the cells of the unprotected table. A cell is changed where another value is
    published of it, or none: also where a coarser table has no such cell. Suppressed cells are those of the
    protected table.

    Utility is 1 less the mean relative deviation |estimate - value| / |value| over the finest cells (of no
    sums) whose value is not 0, each at most 1; so it is from 0 to 1. The estimate is what a user can take: the
    published value; of a suppressed cell the middle of its feasibility interval; where an end of this is not
    known, or nothing is, the deviation is 1. In a coarser table each of the finest cells is estimated as an
    equal share of the cell it is in, because no user knows how that is divided.
    """
    shown = {cell.coordinates: cell for cell in result.cells}
    before = counted_once(original.cells)
    changed = sum(_is_changed(cell, shown.get(cell.coordinates)) for cell in before)
    hidden = (one for one in counted_once(result.cells) if one.published is None and one.status != "merged")
    deviations = list(_deviations(original, shown, coarser))
    utility = 1.0 - sum(deviations) / len(deviations) if deviations else 1.0
    return Cost(len(before), sum(1 for _ in hidden), len(before), changed, utility)


def risk_of(result: TableResult) -> float:
    """The share (0 to 1) of unsafe cells that can be derived, or are published; 1 where that is not known."""
    if not result.unsafe_cells:
        return 0.0
    found = result.unprotected
    return 1.0 if found is None else min(1.0, found / result.unsafe_cells)


def gap_of(result: TableResult) -> float | None:
    """By what share of its cost a table may be worse than the best of its method; None where none was
    searched for.
    """
    if isinstance(result, SuppressedTable):
        return 0.0 if result.proven else result.gap
    if result.unproven is not None:
        return result.unproven.gap
    return 0.0 if result.method in ("rounding", "adjustment") else None


def _is_changed(cell: CellResult, shown: CellResult | None) -> bool:
    return cell.value is not None and (shown is None or shown.published != cell.value)


def _deviations(
    original: TableResult, shown: Mapping[Coordinates, CellResult], coarser: Coarser | None
) -> Iterator[float]:
    dimensions = original.table.dimensions
    finest = [{one.categories[leaf] for leaf in one.leaves} for one in dimensions]
    for cell in counted_once(original.cells):
        is_finest = all(label in own for label, own in zip(cell.coordinates, finest, strict=True))
        if not is_finest or not cell.value:
            continue
        place, number = cell.coordinates, 1
        if coarser is not None:
            place, number = coarser.of(place)
        estimate = _estimate(shown.get(place))
        value = float(cell.value)
        yield 1.0 if estimate is None else min(1.0, abs(estimate / number - value) / abs(value))


def _estimate(cell: CellResult | None) -> float | None:
    if cell is None:
        return None
    if cell.published is not None:
        return float(cell.published)
    if cell.lower is None or cell.upper is None:
        return None
    return (float(cell.lower) + float(cell.upper)) / 2
