"""The order in which categories are shown: of their hierarchies, else of numbers, else of texts."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy, category_labels
from sdc_desktop.engine.data.hierarchies.intervals import number
from sdc_desktop.engine.data.microdata import Variable


def category_order(
    labels: Sequence[str], variable: Variable, hierarchies: Sequence[Hierarchy], decimal: str
) -> tuple[str, ...]:
    """The codes of a variable and the labels of its hierarchies in the order shown. Sums may be anywhere
    before the next category of their level.

    A hierarchy that lists its values gives their order, the first one where there are several. Other codes
    have the order declared of the variable, else that of numbers where all are numbers, else that of texts.
    Codes that are declared missing come last.
    """
    leaves = _leaves(labels, variable, decimal)
    order: dict[str, None] = {}
    for hierarchy in hierarchies:
        for row in _rows(hierarchy, leaves, variable.missing):
            order.update(dict.fromkeys(row))
    order.update(dict.fromkeys(leaves))
    absent = [label for label in leaves if label in variable.missing]
    return tuple(dict.fromkeys([label for label in order if label not in variable.missing] + absent))


def _rows(hierarchy: Hierarchy, leaves: Sequence[str], missing: Sequence[str]) -> Iterator[tuple[str, ...]]:
    if hierarchy.rows:
        yield from hierarchy.rows.values()
    else:
        yield from (labels for labels in category_labels(hierarchy, leaves, missing) if labels is not None)


def _leaves(labels: Sequence[str], variable: Variable, decimal: str) -> list[str]:
    """The codes by the declared order, as numbers or as texts, the missing ones last."""
    known = [label for label in labels if label not in variable.missing]
    absent = [label for label in labels if label in variable.missing]
    if variable.order:
        place = {value: at for at, value in enumerate(variable.order)}
        return [*sorted(known, key=lambda label: place.get(label, len(place))), *absent]
    numbers = [number(label, decimal) for label in known]
    figures = [value for value in numbers if value is not None]
    if len(figures) == len(known):
        by_number: list[tuple[Decimal, str]] = sorted(zip(figures, known, strict=True))
        return [*(label for _, label in by_number), *absent]
    return [*known, *absent]
