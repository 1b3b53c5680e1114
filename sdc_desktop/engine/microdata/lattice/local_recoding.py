"""Local recoding: records that would be suppressed are generalised separately, more than the rest.

``repeat``: the search is run again on what is left, with no limit on suppression, until one keeps nothing.
``mondrian`` (LeFevre, DeWitt & Ramakrishnan 2006, with the hierarchies' groups as parts): what is left starts
as one class at the coarsest levels and is divided as long as every part meets the criteria.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Shown
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.data.store.packed_codes import numbered
from sdc_desktop.engine.microdata.classes.key_classes import (
    Integers,
    KeyClasses,
    Levels,
    chosen,
    merged_pairs,
    merged_sizes,
    row_numbers,
)
from sdc_desktop.engine.microdata.criteria.class_values import ClassValues, Flags
from sdc_desktop.engine.microdata.lattice.hierarchy_rows import HierarchyRows
from sdc_desktop.engine.microdata.lattice.lattice import evaluated, merged_persons
from sdc_desktop.engine.microdata.lattice.losses import Loss
from sdc_desktop.engine.microdata.lattice.search import SearchSpace, search
from sdc_desktop.engine.microdata.recoding import RecodedVariable

HIDDEN = -1  # instead of a level: the record is suppressed

MixedLevels = npt.NDArray[np.int64]  # (variables, classes as is): the level each is released at, or HIDDEN


@dataclass(frozen=True)
class MixedClasses:
    """The classes really released. ``labels`` are the texts that their codes mean, by variable; ``number``
    (classes as is,) says into which each falls.
    """

    classes: KeyClasses
    labels: tuple[tuple[str, ...], ...]
    number: Integers


def mixed_classes(
    classes: KeyClasses, variables: Sequence[RecodedVariable], levels: MixedLevels
) -> MixedClasses:
    """The classes by the texts that are shown: equal texts of two levels are equal."""
    columns, labels = [], []
    for variable, codes, own in zip(variables, classes.codes, levels, strict=True):
        texts: dict[str, int] = {}
        column = np.full(len(own), -1, dtype=np.int32)
        for level in np.unique(own).tolist():
            rows = own == level
            if level == HIDDEN:
                column[rows] = texts.setdefault(SUPPRESSED, len(texts))
                continue
            numbers = [texts.setdefault(text, len(texts)) for text in variable.codings.labels[level]]
            column[rows] = np.array(numbers, dtype=np.int32)[codes[rows]]
        columns.append(column)
        labels.append(tuple(texts))
    table = np.stack(columns, axis=1)
    number, count = row_numbers(table, [len(texts) for texts in labels])
    released = np.zeros((len(columns), count), dtype=np.int32)
    released[:, number] = table.T
    pairs = {name: merged_pairs(found, number, count) for name, found in classes.pairs.items()}
    sizes = merged_sizes(classes.sizes, number, count)
    members = (
        None if classes.members is None else classes.members.merged(number, Shown(list(released), labels))
    )
    made = KeyClasses((0,) * len(columns), released, sizes, pairs, members)
    return MixedClasses(made, tuple(labels), number)


def written(
    data: Microdata,
    names: Sequence[str],
    as_is: KeyClasses,
    released: MixedClasses,
    levels: MixedLevels,
    context: JobContext,
) -> Microdata:
    """The released records, without direct identifiers; variables that change are nominal from then on."""
    changed = [place for place in range(len(names)) if (levels[place] != 0).any()]
    if changed:
        labels = {
            names[place]: (
                released.classes.codes[place][released.number].astype(np.int64),
                released.labels[place],
            )
            for place in changed
        }
        data = data.by_combination(names, as_is.codes.T.astype(np.int64), labels, context)
        nominal = {names[place] for place in changed}
        data = data.with_variables(
            [
                replace(variable, level="nominal", order=None) if variable.name in nominal else variable
                for variable in data.variables
            ]
        )
    return data.without_direct_identifiers(context)


STEP = "recoding_locally"


@dataclass(frozen=True)
class LocalRound:
    """Records that one round, or one part, released at some levels."""

    levels: Levels
    records: int


def repeated(
    space: SearchSpace,
    levels: MixedLevels,
    left: Flags,
    loss_of: Callable[[KeyClasses], Loss],
    context: JobContext,
) -> Iterator[LocalRound]:
    """Search again and again on the classes left (classes as is,), writing their levels into `levels` round
    by round. Raises Cancelled between rounds.
    """
    while left.any():
        context.progress(1 - left.sum() / len(left), STEP)
        rows = np.flatnonzero(left)
        part = chosen(space.classes, rows)
        inner = SearchSpace(space.lattice, space.roll_up, part, space.judge, part.records)
        found = search(inner, loss_of(part), context)
        if found.stopped == "cancelled" or not found.solutions:
            break
        best = found.solutions[0]
        node = evaluated(best.levels, part, space.roll_up, space.judge)
        kept = rows[~node.failing.fails[node.number]]
        if not len(kept):
            break
        levels[:, kept] = np.array(best.levels)[:, None]
        left[kept] = False
        yield LocalRound(best.levels, int(space.classes.sizes[kept].sum()))


def mondrian(
    space: SearchSpace,
    levels: MixedLevels,
    left: Flags,
    domains: tuple[HierarchyRows, ...],
    context: JobContext,
) -> Iterator[LocalRound]:
    """Divide the classes left (classes as is,) from the coarsest levels on, writing into `levels` part by
    part. Raises Cancelled between parts.
    """
    rows = np.flatnonzero(left)
    if not len(rows) or _fails(space, rows, np.zeros(len(rows), dtype=np.int64), 1):
        return
    open_parts: list[tuple[Integers, Levels]] = [(rows, space.lattice.most)]
    records, settled = int(space.classes.sizes[rows].sum()), 0
    while open_parts:
        context.progress(settled / records, STEP)
        part, at = open_parts.pop()
        divided = _divided(space, part, at, domains)
        if divided is not None:
            open_parts += divided
            continue
        levels[:, part] = np.array(at)[:, None]
        left[part] = False
        own = int(space.classes.sizes[part].sum())
        settled += own
        yield LocalRound(at, own)


def _divided(
    space: SearchSpace, part: Integers, at: Levels, domains: tuple[HierarchyRows, ...]
) -> list[tuple[Integers, Levels]] | None:
    """The part divided by the variable that covers most of its domain, of those that can be; None if none."""
    covered = []
    for variable, level in enumerate(at):
        if level > space.lattice.least[variable]:
            category = int(_at_level(space, variable, level, part[:1])[0])
            rows = domains[variable]
            covered.append((-int(rows.rows[level][category]) / rows.domain, variable))
    for _, variable in sorted(covered):
        finer = (*at[:variable], at[variable] - 1, *at[variable + 1 :])
        members = _at_level(space, variable, finer[variable], part)
        number, count = numbered(members, int(members.max()) + 1)
        if not _fails(space, part, number, count):
            return [(part[number == one], finer) for one in range(count)]
    return None


def _at_level(space: SearchSpace, variable: int, level: int, rows: Integers) -> Integers:
    upward = space.roll_up.upward(variable, space.classes.levels[variable], level)
    return np.asarray(upward[space.classes.codes[variable][rows]], dtype=np.int64)


def _fails(space: SearchSpace, rows: Integers, number: Integers, count: int) -> bool:
    """Whether a class fails when these original classes merge by `number` (rows,) into `count` classes."""
    part = chosen(space.classes, rows)
    pairs = {name: merged_pairs(part.pairs[name], number, count) for name in space.judge.needed}
    sizes = merged_sizes(part.sizes, number, count)
    persons, members = merged_persons(part.members, number, sizes, space.judge, JobContext())
    return bool(space.judge.failing(ClassValues(sizes, pairs, None, None, persons, members)).fails.any())
