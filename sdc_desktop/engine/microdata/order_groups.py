"""Groups of values that a plan lists level by level."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.microdata.hierarchy import AS_IS, TOP, Hierarchy, some
from sdc_desktop.engine.microdata.hierarchy_spec import GroupSpec, OrderSpec
from sdc_desktop.engine.problems import Place, Refused, error

Level = Sequence[GroupSpec | Sequence[str]]


def from_order(variable: str, spec: OrderSpec, order: Sequence[str] | None = None) -> Hierarchy:
    """The hierarchy of listed groups; a value that a level does not list is one that the hierarchy lacks.

    `order` are the variable's values from low to high; where none is declared, the first level gives it. A
    group without label has to be a run of it and is called `low-high`, or as its only value. Adds the level
    ``*`` where the last one has more than one category. Raises :class:`Refused` where a level has a value in
    two groups, and where a group without label is no run.
    """
    places = {value: number for number, value in enumerate(order or _as_listed(spec.groups[0]))}
    levels = [_labels(variable, number, level, places) for number, level in enumerate(spec.groups, start=2)]
    everywhere = [value for value in levels[0] if all(value in level for level in levels)]
    rows = {value: (value, *(level[value] for level in levels)) for value in everywhere}
    names = (AS_IS, *(str(number) for number in range(2, len(levels) + 2)))
    if len(set(levels[-1].values())) > 1:
        names = (*names, TOP)
        rows = {value: (*labels, TOP) for value, labels in rows.items()}
    return Hierarchy(variable, names, rows)


def _as_listed(level: Level) -> list[str]:
    return list(dict.fromkeys(value for group in level for value in _values(group)))


def _values(group: GroupSpec | Sequence[str]) -> Sequence[str]:
    return group.values if isinstance(group, GroupSpec) else group


def _labels(variable: str, number: int, level: Level, places: Mapping[str, int]) -> dict[str, str]:
    """The label of each value that a level lists."""
    where = Place(key=f"data.hierarchies.{variable}.groups[{number - 2}]", variable=variable)
    labels: dict[str, str] = {}
    doubled: list[str] = []
    for group in level:
        label = group.label if isinstance(group, GroupSpec) else _run(group)
        if not isinstance(group, GroupSpec) and not _is_run(group, places):
            raise Refused(error("hierarchy.no_run", where, **some(group)))
        for value in _values(group):
            if labels.setdefault(value, label) != label:
                doubled.append(value)
    if doubled:
        raise Refused(error("hierarchy.in_two_groups", where, level=number, **some(doubled)))
    return labels


def _run(values: Sequence[str]) -> str:
    return values[0] if len(values) == 1 else f"{values[0]}-{values[-1]}"


def _is_run(values: Sequence[str], places: Mapping[str, int]) -> bool:
    if len(values) == 1:
        return True
    found = [places.get(value, -1) for value in values]
    return found[0] >= 0 and found == list(range(found[0], found[0] + len(found)))
