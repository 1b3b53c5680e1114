"""Special uniques (SUDA2: Manning, Haglin & Keane 2008): which few values already single a record out.

A minimal sample unique is a set of variables whose values one record alone has, while no smaller part of the
set is unique. It has no variable that the record misses, and no other record matches the record on it by the
rule for missing values (`matching_values`). The score of a record is the sum over its minimal sample uniques
of (m - size)!, m being the number of key variables: sets of few variables weigh most.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector, row_numbers
from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED

Flags = npt.NDArray[np.bool_]

STEP = "looking_for_uniques"
DIS_BANDS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)  # above which records are counted


@dataclass(frozen=True)
class Suda:
    """The minimal sample uniques of a file and the scores of its records.

    ``size``: the largest set evaluated. ``records`` by size of set: the number of records with a minimal
    sample unique of it; ``uniques``: the number of such sets. ``contributions``: the share of the score that
    falls to sets with a variable. ``scores`` (combinations,): the score of each record of a combination.
    Where persons have several records, sets are unique that one person alone has, in any number of records,
    and the score of a person is the highest of their records; ``persons`` have one.
    """

    size: int
    records: dict[int, int]
    uniques: dict[int, int]
    highest: float
    mean: float  # over all records
    contributions: dict[str, float]
    scores: Vector = field(metadata=REDACTED, repr=False, compare=False)
    persons: int | None = field(default=None, metadata=IF_THERE)


def suda(
    codes: npt.NDArray[np.integer],
    categories: Sequence[int],
    records: Integers,
    names: Sequence[str],
    size: int,
    context: JobContext,
    absent: Flags | None = None,
    *,
    matches: bool = False,
    members: Members | None = None,
) -> Suda:
    """Look at all sets of at most `size` variables. ``codes`` (combinations, variables) are distinct rows,
    ``records`` (combinations,) how many records have each; ``absent`` (combinations, variables): where they
    miss a value, which ``matches`` every value, be it by a fraction, or none. Raises Cancelled.
    """
    m, counting = len(names), _Counting(members)
    gone = np.zeros(codes.shape, dtype=np.bool_) if absent is None else absent
    size = min(size, m)
    scores, own = np.zeros(len(records)), np.zeros((m, len(records)))
    alone: dict[tuple[int, ...], Flags] = {}
    found = dict.fromkeys(range(1, size + 1), 0)
    with_one = dict.fromkeys(range(1, size + 1), 0)
    done, total = 0, sum(math.comb(m, number) for number in range(1, size + 1))
    for number in range(1, size + 1):
        weight = float(math.factorial(m - number))
        current: dict[tuple[int, ...], Flags] = {}
        any_minimal = np.zeros(len(records), dtype=np.bool_)
        for variables in combinations(range(m), number):
            context.progress(done / total, STEP)
            done += 1
            known = np.zeros(len(records), dtype=np.bool_)  # by some of the variables already
            for left_out in variables if number > 1 else ():
                known |= alone[tuple(v for v in variables if v != left_out)]
            of_set = gone[:, variables]
            minimal = _unique(
                codes[:, variables], [categories[v] for v in variables], records, of_set, members
            )
            minimal &= ~known
            if matches and minimal.any():
                _strike_matched(minimal, codes, categories, variables, of_set)
            current[variables] = minimal | (known & ~of_set.any(axis=1))
            if minimal.any():
                scores[minimal] += weight
                for variable in variables:
                    own[variable, minimal] += weight
                found[number] += counting.sets(minimal, codes[:, variables])
                any_minimal |= minimal
        with_one[number] = counting.number(any_minimal)
        alone = current
    total_score = float(scores.sum())
    return Suda(
        size=size,
        records=with_one,
        uniques=found,
        highest=float(scores.max(initial=0.0)),
        mean=counting.mean(scores, records),
        contributions={
            name: float(part.sum()) / total_score if total_score else 0.0
            for name, part in zip(names, own, strict=True)
        },
        scores=scores,
        persons=None if members is None else counting.number(scores > 0),
    )


@dataclass(frozen=True)
class _Counting:
    """Counts of records, each of a combination of its own where something is unique, or of persons."""

    members: Members | None

    def number(self, chosen: Flags) -> int:
        """Of the combinations chosen (combinations,)."""
        return int(chosen.sum()) if self.members is None else self.members.within(chosen)

    def sets(self, chosen: Flags, codes: npt.NDArray[np.integer]) -> int:
        """Different values (combinations, variables of a set) of the combinations chosen."""
        return int(chosen.sum()) if self.members is None else len(np.unique(codes[chosen], axis=0))

    def mean(self, scores: Vector, records: Integers) -> float:
        """The mean score over records, or of the highest over persons."""
        if not len(records):
            return 0.0
        if self.members is None:
            return float(scores.sum()) / int(records.sum())
        _, own = np.unique(self.members.persons, return_inverse=True)
        highest = np.zeros(int(own.max(initial=-1)) + 1)
        np.maximum.at(highest, own.reshape(-1), scores[self.members.places])
        return float(highest.mean()) if len(highest) else 0.0


@dataclass(frozen=True)
class Dis:
    """Data intrusion simulation over special uniques (Elliot 2000), for a sampling fraction ``delta``.
    ``uniques`` and ``pairs``: records that no other record matches on the variables that they have a value
    of, and that one matches. ``highest``, ``mean``: over all records; ``above``: records whose value is above
    0, 0.1, ..., 0.7. ``lower_bound``: larger sets were not searched. ``values`` (combinations,): of a record
    of each combination.
    """

    delta: float
    uniques: int
    pairs: int
    highest: float
    mean: float
    above: tuple[int, ...]
    lower_bound: bool
    values: Vector = field(metadata=REDACTED, repr=False, compare=False)


def dis(
    found: Suda,
    records: Integers,
    variables: int,
    delta: float,
    matching: npt.NDArray[np.int64] | Vector | None = None,
) -> Dis | None:
    """DIS of each combination of ``records`` (combinations,) records, from the scores s: 1 / (1 + (U / D - U)
    / (s^Q A)) with D = U delta / (U delta + P (1 - delta)), Q = 1 + (8 - m) / 20 and A the sum of s^-Q over
    records with s > 0. None without unique records. ``matching`` (combinations,): how many records match one
    of each combination with more than 0 on the variables that it has, itself included; by default its own.
    """
    company = records if matching is None else np.rint(matching)
    uniques, pairs = int(records[company == 1].sum()), int(records[company == 2].sum())
    if not uniques:
        return None
    share = uniques * delta / (uniques * delta + pairs * (1 - delta))
    power = 1 + (8 - variables) / 20
    there = found.scores > 0
    scores = found.scores[there]
    whole = float((records[there] * scores**-power).sum())
    values = np.zeros(len(records))
    if len(scores):
        values[there] = 1 / (1 + (uniques / share - uniques) / (scores**power * whole))
    return Dis(
        delta=delta,
        uniques=uniques,
        pairs=pairs,
        highest=float(values.max()),
        mean=float((values * records).sum()) / int(records.sum()),
        above=tuple(int(records[values > band].sum()) for band in DIS_BANDS),
        lower_bound=found.size < variables,
        values=values,
    )


def _unique(
    codes: npt.NDArray[np.integer],
    categories: Sequence[int],
    records: Integers,
    absent: Flags,
    members: Members | None,
) -> Flags:
    """Which combinations (of one record, or of one person) no other without a missing value shares these
    values of; none that misses one.
    """
    there = np.flatnonzero(~absent.any(axis=1))
    number, groups = row_numbers(codes[there], categories)
    if members is None:
        sizes = np.bincount(number, weights=records[there], minlength=groups)
    else:
        sizes = members.chosen(there, len(records)).merged(number).numbers(groups)
    found = np.zeros(len(records), dtype=np.bool_)
    found[there] = sizes[number] == 1
    return found


def _strike_matched(
    unique: Flags,
    codes: npt.NDArray[np.integer],
    categories: Sequence[int],
    variables: Sequence[int],
    absent: Flags,
) -> None:
    """Take from ``unique`` (combinations,) those that a record which misses some of the variables matches:
    one that has the same values of all the others. ``absent`` (combinations, variables of the set).
    """
    patterns, count = row_numbers(absent.astype(np.int64), [2] * len(variables))
    for pattern in range(count):
        rows = np.flatnonzero(patterns == pattern)
        missed = absent[rows[0]]
        wanted = np.flatnonzero(unique)
        if not missed.any() or not len(wanted):
            continue
        if missed.all():
            unique[:] = False
            return
        shown = [variable for variable, gone in zip(variables, missed.tolist(), strict=True) if not gone]
        both = codes[np.concatenate([rows, wanted])][:, shown]
        number, groups = row_numbers(both, [categories[variable] for variable in shown])
        matched = np.zeros(groups, dtype=np.bool_)
        matched[number[: len(rows)]] = True
        unique[wanted[matched[number[len(rows) :]]]] = False
