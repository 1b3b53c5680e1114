"""What a hierarchy would make of a variable, before a plan names it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import (
    Codings,
    Hierarchy,
    category_labels,
    lacking_problem,
    nesting_problems,
)
from sdc_desktop.engine.data.hierarchies.level_content import LevelContent, contents_of
from sdc_desktop.engine.data.hierarchies.level_table import (
    LevelTable,
    arx_rows,
    hierarchy_of,
    level_table,
    plain_table,
)
from sdc_desktop.engine.data.hierarchies.proposals import natural_order
from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec, LevelsSpec
from sdc_desktop.engine.data.hierarchies_beside import found_format
from sdc_desktop.engine.data.hierarchy_files import load_hierarchy, write_levels
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.problems import Place, Problem, Refused, Severity, error
from sdc_desktop.engine.running.outputs import same_file

MOST_SHOWN = 500  # values, each a row; what begins below them is counted
ARX_DELIMITER = ";"
Made = HierarchySpec | LevelTable  # what a plan says, or a table made by hand that no file holds yet


@dataclass(frozen=True)
class LevelPreview:
    """One level: what it contains, how many categories are left, and those that begin in the rows shown,
    each as (row, label, records). A row is a value; a category begins in the row of its first value.
    """

    content: LevelContent
    categories: int
    shown: tuple[tuple[int, str, int], ...]


@dataclass(frozen=True)
class HierarchyPreview:
    """All levels of a hierarchy over the data, without the values missing from it, and the problems."""

    spec: HierarchySpec | None  # None: an edited table that no file holds yet
    levels: tuple[LevelPreview, ...]
    problems: tuple[Problem, ...]

    @property
    def usable(self) -> bool:
        """Whether nothing is wrong with it."""
        return all(problem.severity != Severity.ERROR for problem in self.problems)


@dataclass(frozen=True)
class Editable:
    """A hierarchy as a table, with the number of records of each value. ``added``: the number of values that
    were missing before; ``from_nothing``: there was no hierarchy at all.
    """

    table: LevelTable
    records: tuple[int, ...]
    added: int
    from_nothing: bool


@dataclass(frozen=True)
class Written:
    """A saved file of levels, and what was saved."""

    path: Path
    rows: int
    made: Made


def preview(
    opened: Opened,
    base: Path,
    variable: str,
    made: Made,
    find_format: bool,
    context: JobContext,
) -> HierarchyPreview:
    """Read the hierarchy and try it on the data. What the engine refuses is refused, but the levels of the
    values that the hierarchy has are shown. With `find_format` the form of the file (separator, and whether
    its first line names the levels) is detected and set in the preview's spec. Raises :class:`Refused`.
    """
    if find_format and isinstance(made, LevelsSpec) and made.is_table:
        made = found_format(opened, base, variable, made, context)
    spec = None if isinstance(made, LevelTable) else made
    return _tried(opened, variable, spec, _loaded(opened, base, variable, made, context), context)


def editable(opened: Opened, base: Path, variable: str, made: Made | None, context: JobContext) -> Editable:
    """A table of a hierarchy, or of the values alone where there is none. Raises :class:`Refused`."""
    missing = opened.data.variable(variable).missing
    values, counts = _values(opened, variable, context)
    added = 0
    if made is None:
        table = plain_table([value for value in values if value not in missing])
    else:
        hierarchy = _loaded(opened, base, variable, made, context)
        table = level_table(hierarchy, values, missing)
        added = sum(labels is None for labels in category_labels(hierarchy, values, missing))
    records = dict(zip(values, counts, strict=True))
    return Editable(table, tuple(records.get(value, 0) for value in table.values), added, made is None)


def export(
    opened: Opened,
    base: Path,
    variable: str,
    made: Made,
    target: Path,
    context: JobContext,
) -> Written:
    """Write a hierarchy as a file of levels. Raises :class:`Refused`, also for a file that is read."""
    _refuse_inputs(opened, base, variable, target)
    hierarchy = _loaded(opened, base, variable, made, context)
    values, _ = _values(opened, variable, context)
    rows = arx_rows(hierarchy, values, opened.data.variable(variable).missing)
    write_levels(target, rows, ARX_DELIMITER, context)
    return Written(target, len(rows), made)


def _refuse_inputs(opened: Opened, base: Path, variable: str, target: Path) -> None:
    """Refuses to overwrite the data and the hierarchies of other variables."""
    read = {opened.spec.path: opened.path}
    for name, spec in opened.spec.hierarchies.items():
        if isinstance(spec, LevelsSpec) and name != variable:
            read[spec.path] = base / spec.path
    for path, file in read.items():
        if same_file(target, file):
            raise Refused(error("plan.output_over_input", Place(file=target.name), path=path))


def _loaded(opened: Opened, base: Path, variable: str, made: Made, context: JobContext) -> Hierarchy:
    if isinstance(made, LevelTable):
        return hierarchy_of(variable, made)
    order = opened.data.variable(variable).order
    hierarchy, _ = load_hierarchy(variable, made, opened.dialect, base, context, order)
    return hierarchy


def _values(opened: Opened, variable: str, context: JobContext) -> tuple[Sequence[str], Sequence[int]]:
    """The values of the data and their numbers of records, in the order in which they are shown."""
    values, frequencies = opened.data.relation.frequencies(opened.data.index(variable), context)
    places = natural_order(values, opened.dialect.decimal, opened.data.variable(variable).order)
    return [values[place] for place in places], [int(frequencies[place]) for place in places]


def _tried(
    opened: Opened, variable: str, spec: HierarchySpec | None, hierarchy: Hierarchy, context: JobContext
) -> HierarchyPreview:
    values, records = _values(opened, variable, context)
    context.checkpoint()
    found = category_labels(hierarchy, values, opened.data.variable(variable).missing)
    lacking = [value for value, labels in zip(values, found, strict=True) if labels is None]
    kept = [(labels, count) for labels, count in zip(found, records, strict=True) if labels is not None]
    kept = _grouped(kept)
    levels = []
    columns = tuple(zip(*(labels for labels, _ in kept), strict=True)) or ((),) * hierarchy.levels
    described = opened.data.variable(variable)
    found_levels = Codings(variable, hierarchy.level_names, columns, described.missing)
    contents = contents_of(found_levels, described.order)
    for step, content in enumerate(contents):
        context.checkpoint()
        counts: dict[str, int] = {}
        rows: dict[str, int] = {}
        for row, (labels, count) in enumerate(kept):
            counts[labels[step]] = counts.get(labels[step], 0) + count
            rows.setdefault(labels[step], row)
        shown = tuple((row, label, counts[label]) for label, row in rows.items() if row < MOST_SHOWN)
        levels.append(LevelPreview(content, len(counts), shown))
    nesting = nesting_problems(found_levels)
    problems = (lacking_problem(hierarchy, lacking),) if lacking else ()
    return HierarchyPreview(spec, tuple(levels), (*problems, *hierarchy.notes, *nesting))


def _grouped(kept: Sequence[tuple[tuple[str, ...], int]]) -> list[tuple[tuple[str, ...], int]]:
    """Values with the same group one after the other, else in their order."""
    steps = len(kept[0][0]) if kept else 0
    ranks: list[dict[str, int]] = [{} for _ in range(steps)]
    for labels, _ in kept:
        for rank, label in zip(ranks, labels, strict=True):
            rank.setdefault(label, len(rank))
    return sorted(kept, key=lambda one: [ranks[step][one[0][step]] for step in reversed(range(steps))])
