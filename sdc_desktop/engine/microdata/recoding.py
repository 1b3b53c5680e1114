"""Global recoding: the effect of every level of every variable, from one pass over the records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import AS_IS, Codings, codings, nesting_problems
from sdc_desktop.engine.data.members import Members, Shown
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.data.spec import Known
from sdc_desktop.engine.data.store.counted_relation import CountedRelation
from sdc_desktop.engine.information.distribution import entropy
from sdc_desktop.engine.microdata.classes.knowledge import found_by
from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.source import Source


@dataclass(frozen=True)
class RecodedVariable:
    """One variable at all its levels.

    ``members[level][category]`` is the number of the category that a category falls into at a level;
    ``entropies`` (levels,) are base 10, over records.
    """

    codings: Codings
    members: tuple[npt.NDArray[np.int64], ...]
    entropies: npt.NDArray[np.float64]

    @property
    def name(self) -> str:
        """The variable's name."""
        return self.codings.variable

    @property
    def levels(self) -> int:
        """The number of levels, "as is" among them."""
        return len(self.members)

    def categories(self, level: int) -> int:
        """How many categories are left at a level (0 = as is)."""
        return int(self.members[level].max()) + 1 if self.members[level].size else 0


@dataclass(frozen=True)
class RecodingCounts:
    """All that a decision on levels needs; no record is read again."""

    keys: KeyCounts
    variables: tuple[RecodedVariable, ...]
    notes: tuple[Problem, ...] = ()  # where levels do not fit into one another
    # levels that variables were counted from, 0 = as is; finer ones are unknown
    counted_from: Mapping[str, int] = field(default_factory=dict, kw_only=True)

    def refuse_finer(self, levels: Mapping[str, int], key: str) -> None:
        """Raises :class:`Refused` where a variable has a finer level (0 = as is) than it was counted from.
        `key` is where the plan has the levels.
        """
        finer = [name for name, level in self.counted_from.items() if levels.get(name, 0) < level]
        problems = [
            error(
                "counts.coarse_values",
                Place(key=f"{key}.{name}", variable=name),
                name=name,
                level=self.counted_from[name],
            )
            for name in finer
        ]
        if problems:
            raise Refused(problems)

    def variable(self, name: str) -> RecodedVariable:
        """The variable of that name; KeyError if there is none."""
        for variable in self.variables:
            if variable.name == name:
                return variable
        raise KeyError(name)


@dataclass(frozen=True)
class Anonymity:
    """How well a set of key variables hides its records.

    k: the size of the smallest equivalence class; uniques: records in a class of size 1; classes: their
    number; records: all of them. ``by_size``: records by the size of their class, in the bands of
    ``SIZE_BANDS``. Where ``persons`` have several records, k, uniques and bands count persons, for an
    intruder with ``known`` records of each; the bands use the fewest persons who fit what is known.
    ``risks``: the mean and the highest.
    """

    k: int
    uniques: int
    classes: int
    records: int
    by_size: tuple[int, ...] = field(default=(), metadata=REDACTED, repr=False, compare=False)
    persons: int | None = field(default=None, metadata=IF_THERE)
    risks: tuple[float, float] | None = field(default=None, metadata=IF_THERE)
    known: Known | None = field(default=None, metadata=IF_THERE)

    @property
    def units(self) -> int:
        """The persons; records where each is of a person of its own."""
        return self.records if self.persons is None else self.persons

    @property
    def average(self) -> float:
        """The average re-identification risk: classes by records where each is of a person of its own."""
        if self.risks is not None:
            return self.risks[0]
        return self.classes / self.records if self.records else 0.0

    @property
    def highest(self) -> float:
        """The highest re-identification risk: 1 by k where each record is of a person of its own."""
        if self.risks is not None:
            return self.risks[1]
        return 1 / self.k if self.k else 0.0


SIZE_BANDS = (1, 2, 3, 5, 10, 50)  # the smallest class of each: 1, 2, 3 to 4, 5 to 9, 10 to 49, 50 and more


def anonymity_of_sizes(sizes: npt.NDArray[np.int64], members: Members | None = None) -> Anonymity:
    """How well classes of these sizes (classes,), in records, hide their records, or their persons."""
    classes, records = len(sizes), int(sizes.sum())
    if members is None:
        uniques = int(np.count_nonzero(sizes == 1))
        return Anonymity(int(sizes.min(initial=records)), uniques, classes, records, by_size(sizes, sizes))
    found = found_by(members, sizes, JobContext())
    return Anonymity(
        found.k,
        found.uniques,
        classes,
        records,
        by_size(found.least, np.ones_like(found.least)),
        persons=len(found.risks),
        risks=(float(found.risks.mean()), float(found.risks.max())) if len(found.risks) else None,
        known=members.known,
    )


def by_size(
    sizes: npt.NDArray[np.int64] | npt.NDArray[np.float64], numbers: npt.NDArray[np.int64]
) -> tuple[int, ...]:
    """How many are in each band of ``SIZE_BANDS``: ``numbers`` (groups,) by ``sizes`` (groups,)."""
    bands = np.searchsorted(SIZE_BANDS, sizes, side="right") - 1
    found = np.bincount(np.maximum(bands, 0), weights=numbers, minlength=len(SIZE_BANDS))
    return tuple(int(number) for number in found)


def recoding_counts(source: Source, names: Sequence[str], context: JobContext) -> RecodingCounts:
    """Count the combinations of some variables once, and derive the effect of each level.

    Raises :class:`Refused` where a value is missing from a hierarchy. A variable without hierarchy has the
    level "as is" alone.
    """
    return recoding_of(source, source.data.counts(names, context), context)


def recoding_of(source: Source, keys: KeyCounts, context: JobContext) -> RecodingCounts:
    """The recoding counts of combinations that are counted already. Raises :class:`Refused`."""
    variables = []
    for index, name in enumerate(keys.variables):
        context.checkpoint()
        variables.append(_recoded_variable(source, keys, index, name))
    notes = tuple(note for variable in variables for note in nesting_problems(variable.codings))
    levels = _counted_from(source.data, keys.variables)
    return RecodingCounts(keys, tuple(variables), notes, counted_from=levels)


def _counted_from(data: Microdata, names: Sequence[str]) -> Mapping[str, int]:
    relation = data.relation
    if not isinstance(relation, CountedRelation):
        return {}
    found = {data.names[column]: one.level for column, one in relation.counted_from.items()}
    return {name: found[name] for name in names if name in found}


def _recoded_variable(source: Source, keys: KeyCounts, index: int, name: str) -> RecodedVariable:
    categories = keys.categories[index]
    hierarchy = source.hierarchies.get(name)
    if hierarchy is None:
        found = Codings(name, (AS_IS,), (categories,))
    else:
        found = codings(hierarchy, categories, source.data.variable(name).missing)
    frequencies = keys.margin(index)
    members = tuple(_members(labels) for labels in found.labels)
    sums = [np.bincount(member, weights=frequencies) for member in members]
    return RecodedVariable(found, members, np.array([entropy(counts) for counts in sums]))


def _members(labels: Sequence[str]) -> npt.NDArray[np.int64]:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)


def anonymity(counts: RecodingCounts, levels: Mapping[str, int]) -> Anonymity:
    """The equivalence classes of all counted variables when released at these levels (0 = as is)."""
    keys = counts.keys
    classes = np.zeros(len(keys.frequencies), dtype=np.int64)
    codes, labels = [], []
    for index, variable in enumerate(counts.variables):
        level = levels.get(variable.name, 0)
        member = variable.members[level][keys.codes[:, index]]
        _, classes = np.unique(classes * variable.categories(level) + member, return_inverse=True)
        codes.append(member)
        labels.append(labels_at(variable, level, range(variable.categories(level))))
    sizes = np.zeros(int(classes.max()) + 1 if classes.size else 0, dtype=np.int64)
    np.add.at(sizes, classes, keys.frequencies)
    if keys.members is None:
        return anonymity_of_sizes(sizes)
    one = np.zeros(len(sizes), dtype=np.int64)
    one[classes] = np.arange(len(classes))
    shown = Shown([column[one] for column in codes], labels)
    return anonymity_of_sizes(sizes, keys.members.merged(classes, shown))


def frequencies_at(
    variable: RecodedVariable, frequencies: npt.NDArray[np.int64], level: int
) -> npt.NDArray[np.int64]:
    """How many records have each category of a level (0 = as is), categories by their number."""
    sums = np.zeros(variable.categories(level), dtype=np.int64)
    np.add.at(sums, variable.members[level], frequencies)
    return sums


def labels_at(variable: RecodedVariable, level: int, categories: Sequence[int]) -> tuple[str, ...]:
    """The labels of some categories of a level, given by their numbers."""
    members = variable.members[level]
    highest = np.maximum.accumulate(members)  # categories are numbered as they appear
    firsts = np.flatnonzero(np.diff(highest, prepend=-1) > 0)
    labels = variable.codings.labels[level]
    return tuple(labels[int(firsts[category])] for category in categories)


def recoded(
    data: Microdata, counts: RecodingCounts, levels: Mapping[str, int], context: JobContext
) -> Microdata:
    """The records with the named variables at the given levels (0 = as is), without direct identifiers."""
    labels = {}
    for variable in counts.variables:
        level = levels.get(variable.name, 0)
        if level > 0:
            texts = variable.codings.labels
            labels[variable.name] = dict(zip(texts[0], texts[level], strict=True))
    released = data.recoded(labels, context) if labels else data
    words = {one.name: one.codings.words for one in counts.variables if one.name in labels}
    variables = [replace(one, words=words.get(one.name) or one.words) for one in released.variables]
    return released.with_variables(variables).without_direct_identifiers(context)
