"""Suppressing rare records after recoding: what may be suppressed, what was, and what that does.

Everything is decided on the distinct combinations of the key variables as released ("classes"), never on
records. A suppressed cell is released as ``*``. A missing value is a category of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members, Shown
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.information.distribution import entropy
from sdc_desktop.engine.microdata.classes.knowledge import found_by
from sdc_desktop.engine.microdata.recoding import Anonymity, RecodingCounts, anonymity_of_sizes
from sdc_desktop.engine.plan_secrets import IF_THERE
from sdc_desktop.engine.problems import Place, Problem, Refused, error

Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class ReleasedClasses:
    """The distinct combinations of the key variables at the levels chosen.

    ``labels[variable][category]`` is the text released; ``codes`` (classes, variables) index it; ``sizes``
    (classes,) count records; ``class_of`` (combinations,) says into which class each counted combination
    falls. ``members`` are the persons of the classes; None where each record is of a person of its own.
    """

    names: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    codes: Integers
    sizes: Integers
    class_of: Integers
    members: Members | None = None

    @property
    def units(self) -> Integers:
        """How many persons fit what can be known of one in each class, or how many records, (classes,)."""
        if self.members is None:
            return self.sizes
        return found_by(self.members, self.sizes, JobContext()).of_classes

    def units_of(self, rows: Integers, group: Integers) -> Integers:
        """How many records, or persons, the groups (groups,) of the classes with the numbers ``rows``
        (chosen,) have; ``group`` (chosen,) is the one of each, from 0.
        """
        count = int(group.max(initial=-1)) + 1
        if self.members is None:  # counts below 2^53 are exact in the doubles that bincount sums
            return np.bincount(group, weights=self.sizes[rows], minlength=count).astype(np.int64)
        every = len(rows) == len(self.sizes)
        members = self.members if every else self.members.chosen(rows, len(self.sizes))
        return members.numbers_merged(group, count)

    @property
    def people(self) -> int:
        """How many persons there are; records where each is of a person of its own."""
        return self.records if self.members is None else len(np.unique(self.members.persons))

    @property
    def records(self) -> int:
        """How many records there are."""
        return int(self.sizes.sum())


@dataclass(frozen=True)
class Treatment:
    """Which cells are suppressed: of class ``classes[i]`` in ``records[i]`` records the cells ``cells[i]``.

    ``cells`` (rows, variables) is true where suppressed. A class may have several rows; records in no row
    stay unchanged. Within a class the rows take the records in file order, row after row.
    """

    classes: Integers
    cells: Flags
    records: Integers


@dataclass(frozen=True)
class BelowK:
    """Records in a class smaller than k, by what a suppressed value counts as.

    as_category: `*` is a value like any other; as_none: a record with a suppressed value matches no other.
    Where persons are counted, ``persons`` have the records of the first.
    """

    as_category: int
    as_none: int
    persons: int | None = field(default=None, metadata=IF_THERE)


@dataclass(frozen=True)
class SuppressionFigures:
    """What a treatment does. after: classes with `*` as a value of its own. ``no_values``: records that show
    ``*`` in every key variable; they are one of these classes unless they are blanked or dropped.
    """

    records: int  # with at least one suppressed cell
    whole_records: int  # with all of them suppressed
    common_records: int  # of the first, those whose class had k records or more to begin with
    cells: int
    cells_by_variable: Mapping[str, int]
    after: Anonymity
    below: BelowK
    no_values: int = 0
    whole_persons: int | None = field(default=None, metadata=IF_THERE)  # whose records all leave the file
    no_values_persons: int | None = field(default=None, metadata=IF_THERE)  # with records without any value


def released_classes(counts: RecodingCounts, levels: Mapping[str, int]) -> ReleasedClasses:
    """The classes of all counted variables at these levels (0 = as is), ordered by their codes."""
    keys = counts.keys
    columns, labels = [], []
    for index, variable in enumerate(counts.variables):
        level = levels.get(variable.name, 0)
        columns.append(variable.members[level][keys.codes[:, index]])
        labels.append(tuple(dict.fromkeys(variable.codings.labels[level])))
    codes = np.stack(columns, axis=1).astype(np.int64)
    class_of = grouped(codes, [len(texts) for texts in labels])
    number = int(class_of.max()) + 1 if class_of.size else 0
    sizes = np.zeros(number, dtype=np.int64)
    np.add.at(sizes, class_of, keys.frequencies)
    first = np.full(number, -1, dtype=np.int64)
    first[class_of[::-1]] = np.arange(len(class_of))[::-1]
    shown = Shown(list(codes[first].T), labels)
    members = None if keys.members is None else keys.members.merged(class_of, shown)
    return ReleasedClasses(keys.variables, tuple(labels), codes[first], sizes, class_of, members)


def row_numbers(codes: Integers, categories: Sequence[int]) -> tuple[Integers, int]:
    """A number for each row of `codes`, equal for equal rows and in their order; and what all lie below.

    Column i holds numbers below ``categories[i]``.
    """
    numbers, space = np.zeros(len(codes), dtype=np.int64), 1
    for column, count in zip(codes.T, categories, strict=True):
        if space * count >= 1 << 62:  # make them dense, so that the product does not overflow
            distinct, numbers = np.unique(numbers, return_inverse=True)
            space = len(distinct)
        numbers, space = numbers * count + column, space * count
    return numbers, space


def grouped(codes: Integers, categories: Sequence[int]) -> Integers:
    """Number the distinct rows of `codes` from 0 in their order; gives each row's number."""
    numbers, _ = row_numbers(codes, categories)
    return np.asarray(np.unique(numbers, return_inverse=True)[1], dtype=np.int64)


def suppression_problems(classes: ReleasedClasses, k: int, importance: Mapping[str, float]) -> list[Problem]:
    """What forbids a local suppression: k beyond all records, an importance not understood."""
    problems = []
    where = Place(key="params.suppress_below")
    if k > classes.records:
        problems.append(error("suppression.k_beyond_records", where, k=k, records=classes.records))
    elif k > classes.people:
        problems.append(error("persons.k_beyond", where, k=k, persons=classes.people))
    for name, weight in importance.items():
        where = Place(key=f"params.importance.{name}", variable=name)
        if name not in classes.names:
            problems.append(error("suppression.importance_unknown", where, name=name))
        elif not weight > 0:
            problems.append(error("suppression.importance_not_positive", where, name=name, weight=weight))
    return problems


def whole_records(classes: ReleasedClasses, k: int) -> Treatment:
    """Every record of a class with fewer than k records loses all its key cells.

    Raises :class:`Refused` where no record would be left.
    """
    rare = np.flatnonzero(classes.units < k)
    if len(rare) == len(classes.sizes):
        where = Place(key="params.suppress_below")
        code = "suppression.nothing_left" if classes.members is None else "persons.nothing_left"
        raise Refused(error(code, where, k=k, records=classes.records))
    cells = np.ones((len(rare), len(classes.names)), dtype=bool)
    return Treatment(rare, cells, classes.sizes[rare])


def released_patterns(classes: ReleasedClasses, treatment: Treatment) -> tuple[Integers, Integers]:
    """The distinct combinations really released, a suppressed cell being code -1, and their records.

    Shapes (patterns, variables) and (patterns,). Records without any key cell left are among them.
    """
    left = classes.sizes.copy()
    np.subtract.at(left, treatment.classes, treatment.records)
    touched = np.where(treatment.cells, -1, classes.codes[treatment.classes])
    codes = np.concatenate([classes.codes[left > 0], touched])
    records = np.concatenate([left[left > 0], treatment.records])
    groups = grouped(codes + 1, [len(texts) + 1 for texts in classes.labels])
    number = int(groups.max()) + 1 if groups.size else 0
    sums = np.zeros(number, dtype=np.int64)
    np.add.at(sums, groups, records)
    patterns = np.zeros((number, codes.shape[1]), dtype=np.int64)
    patterns[groups] = codes
    return patterns, sums


def shown_patterns(classes: ReleasedClasses, treatment: Treatment | None) -> tuple[Integers, Integers]:
    """The distinct combinations released and their records; a value released as ``*`` is suppressed.

    Shapes (patterns, variables), with code -1 for a suppressed value, and (patterns,).
    """
    if treatment is None:
        rows = np.zeros(0, dtype=np.int64)
        treatment = Treatment(rows, np.zeros((0, len(classes.names)), dtype=np.bool_), rows)
    return released_patterns(replace(classes, codes=shown_codes(classes)), treatment)


def members_shown(classes: ReleasedClasses, treatment: Treatment) -> Members | None:
    """The persons of the combinations released, as :func:`shown_patterns` orders them, where whole classes
    are treated; None where each record is of a person of its own.
    """
    if classes.members is None:
        return None
    codes = shown_codes(classes)
    codes[treatment.classes] = np.where(treatment.cells, -1, codes[treatment.classes])
    return classes.members.merged(grouped(codes + 1, [len(texts) + 1 for texts in classes.labels]))


def shown_codes(classes: ReleasedClasses) -> Integers:
    """The codes (classes, variables), -1 where the text is ``*`` already."""
    codes = classes.codes.copy()
    for index, texts in enumerate(classes.labels):
        if SUPPRESSED in texts:
            codes[codes[:, index] == texts.index(SUPPRESSED), index] = -1
    return codes


def without_suppressed(classes: ReleasedClasses, treatment: Treatment) -> tuple[ReleasedClasses, Treatment]:
    """Classes and treatment without the records that lose every key value."""
    whole = treatment.cells.all(axis=1)
    sizes = classes.sizes.copy()
    np.subtract.at(sizes, treatment.classes[whole], treatment.records[whole])
    rest = Treatment(treatment.classes[~whole], treatment.cells[~whole], treatment.records[~whole])
    return replace(classes, sizes=sizes), rest


def figures(
    classes: ReleasedClasses, treatment: Treatment, k: int, *, kept: bool = True
) -> SuppressionFigures:
    """Count what a treatment suppresses and what is left below k. Without `kept` records that show no key
    value count in no class.
    """
    patterns, sizes = shown_patterns(classes, treatment)
    members = members_shown(classes, treatment)
    cells = treatment.cells * treatment.records[:, None]
    any_cell, all_cells = treatment.cells.any(axis=1), treatment.cells.all(axis=1)
    common = any_cell & (classes.units[treatment.classes] >= k)
    shows: Flags = np.asarray((patterns >= 0).any(axis=1), dtype=np.bool_)
    no_values = int(sizes[~shows].sum())
    bare = None if members is None else members.within(~shows)
    if not kept and shows.any():
        members = None if members is None else members.chosen(np.flatnonzero(shows), len(sizes))
        patterns, sizes = patterns[shows], sizes[shows]
    units = sizes if members is None else found_by(members, sizes, JobContext()).of_classes
    whole = (patterns >= 0).all(axis=1)
    return SuppressionFigures(
        records=int(treatment.records[any_cell].sum()),
        whole_records=int(treatment.records[all_cells].sum()),
        common_records=int(treatment.records[common].sum()),
        cells=int(cells.sum()),
        cells_by_variable=dict(zip(classes.names, cells.sum(axis=0).tolist(), strict=True)),
        after=anonymity_of_sizes(sizes, members),
        below=BelowK(
            as_category=int(sizes[units < k].sum()),
            as_none=int(sizes[~whole | (units < k)].sum()),
            persons=None if members is None else members.within(units < k),
        ),
        no_values=no_values,
        no_values_persons=bare,
    )


def released_frequencies(classes: ReleasedClasses, treatment: Treatment | None) -> tuple[dict[str, int], ...]:
    """How many records really get each text of a variable, `*` among them: one mapping a variable."""
    found = []
    for index, texts in enumerate(classes.labels):
        margin = np.zeros(len(texts), dtype=np.int64)
        np.add.at(margin, classes.codes[:, index], classes.sizes)
        hidden = 0
        if treatment is not None:
            rows = treatment.cells[:, index]
            np.subtract.at(margin, classes.codes[treatment.classes[rows], index], treatment.records[rows])
            hidden = int(treatment.records[rows].sum())
        counts = dict(zip(texts, margin.tolist(), strict=True))
        counts[SUPPRESSED] = counts.get(SUPPRESSED, 0) + hidden
        found.append({text: number for text, number in counts.items() if number})
    return tuple(found)


def released_entropies(classes: ReleasedClasses, treatment: Treatment | None) -> dict[str, float]:
    """The base-10 entropy of each variable as really released; `*` is a category."""
    frequencies = released_frequencies(classes, treatment)
    return {
        name: entropy(list(counts.values())) for name, counts in zip(classes.names, frequencies, strict=True)
    }


def suppressed(
    released: Microdata, classes: ReleasedClasses, treatment: Treatment, context: JobContext
) -> Microdata:
    """The recoded records with the cells of the treatment replaced by `*`.

    `released` must hold the classes' variables at the levels the classes were made with. A variable with
    suppressed cells is nominal from then on. Where only some records of a class are treated, it is the first
    in file order.
    """
    names = [classes.names[index] for index in np.unique(np.nonzero(treatment.cells)[1]).tolist()]
    if not names:
        return released
    keys = {released.index(name): texts for name, texts in zip(classes.names, classes.labels, strict=True)}
    stops = running_totals(treatment)
    spans = np.column_stack([stops - treatment.records, stops])
    relation = released.relation.store.suppressed(
        released.relation, keys, classes.codes[treatment.classes], treatment.cells, spans, context
    )
    variables = tuple(
        replace(variable, level="nominal", order=None) if variable.name in names else variable
        for variable in released.variables
    )
    return replace(released, relation=relation, variables=variables)


def running_totals(treatment: Treatment) -> Integers:
    """For each row the records of its class that it and the rows of the class before it take."""
    order = np.argsort(treatment.classes, kind="stable")
    classes, records = treatment.classes[order], treatment.records[order]
    totals = np.cumsum(records)
    starts = np.flatnonzero(np.r_[True, classes[1:] != classes[:-1]]) if len(order) else order
    before = np.repeat(totals[starts] - records[starts], np.diff(np.r_[starts, len(order)]))
    stops = np.empty_like(totals)
    stops[order] = totals - before
    return stops
