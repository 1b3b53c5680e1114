"""Local recoding: what would be suppressed is generalised by itself, more than the rest.

``repeat``: the search is run again on what is left, with no limit on suppression, until one keeps nothing.
``mondrian`` (LeFevre, DeWitt & Ramakrishnan 2006, with the hierarchies' groups as parts): what is left starts
as one class at the coarsest levels and is divided as long as every part meets the criteria.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.classes.key_classes import (
    Integers,
    KeyClasses,
    Levels,
    chosen,
    merged_pairs,
    merged_sizes,
    numbered,
)
from sdc_desktop.engine.microdata.criteria.criteria import ClassValues, Flags
from sdc_desktop.engine.microdata.lattice.lattice import evaluated
from sdc_desktop.engine.microdata.lattice.loss_measures import HierarchyRows
from sdc_desktop.engine.microdata.lattice.losses import Loss
from sdc_desktop.engine.microdata.lattice.mixed_levels import MixedLevels
from sdc_desktop.engine.microdata.lattice.search import SearchSpace, search

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
    """Whether a class fails when these classes as they are merge as `number` says."""
    part = chosen(space.classes, rows)
    pairs = {name: merged_pairs(part.pairs[name], number, count) for name in space.judge.needed}
    sizes = merged_sizes(part.sizes, number, count)
    return bool(space.judge.failing(ClassValues(sizes, pairs)).fails.any())
