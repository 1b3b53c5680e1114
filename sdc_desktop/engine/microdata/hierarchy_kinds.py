"""From what a plan says of a hierarchy to the hierarchy, for all kinds that need no file."""

from collections.abc import Sequence

from sdc_desktop.engine.microdata.bounds import bounded_levels
from sdc_desktop.engine.microdata.date_parts import DateParts
from sdc_desktop.engine.microdata.hierarchy import Hierarchy, from_grouping, from_intervals
from sdc_desktop.engine.microdata.hierarchy_spec import (
    BoundsSpec,
    DatesSpec,
    IntervalsSpec,
    MaskSpec,
    OrderSpec,
)
from sdc_desktop.engine.microdata.masks import Masks
from sdc_desktop.engine.microdata.order_groups import from_order
from sdc_desktop.engine.problems import Place, Refused, error

DescribedSpec = IntervalsSpec | MaskSpec | DatesSpec | BoundsSpec | OrderSpec


def described(
    variable: str, spec: DescribedSpec, decimal: str = ".", order: Sequence[str] | None = None
) -> Hierarchy:
    """The hierarchy that a description means. `decimal` is the data's decimal mark, `order` what was declared
    of the variable. Raises :class:`Refused` where the description contradicts itself.
    """
    match spec:
        case IntervalsSpec():
            return from_intervals(variable, spec, decimal)
        case MaskSpec():
            return _masked(variable, spec)
        case DatesSpec():
            return from_grouping(variable, DateParts(spec))
        case BoundsSpec():
            return _from_bounds(variable, spec, decimal)
        case OrderSpec():
            return from_order(variable, spec, order)


def _masked(variable: str, spec: MaskSpec) -> Hierarchy:
    if spec.steps is not None and sum(spec.steps) != spec.length:
        where = Place(key=f"data.hierarchies.{variable}.steps", variable=variable)
        raise Refused(error("hierarchy.steps", where, masked=sum(spec.steps), length=spec.length))
    return from_grouping(variable, Masks(spec))


def _from_bounds(variable: str, spec: BoundsSpec, decimal: str) -> Hierarchy:
    levels = bounded_levels(spec, decimal)
    where = Place(key=f"data.hierarchies.{variable}", variable=variable)
    if not levels.pairs:
        raise Refused(error("hierarchy.no_bounds", where))
    for bottom, top in levels.pairs:
        if bottom is not None and top is not None and bottom > top:
            raise Refused(error("hierarchy.bottom_above_top", where, bottom=bottom, top=top))
    return from_grouping(variable, levels)
