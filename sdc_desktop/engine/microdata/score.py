"""The score of a released file of numbers: half information loss, half disclosure risk (all in percent).

IL = 20 (IL1 + ... + IL5) and `DR` = 0.25 DLD + 0.25 PLD + 0.5 ID, the weights settable; score = (IL + `DR`)/2
(Domingo-Ferrer & Torra 2001). Less is better.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import not_numbers
from sdc_desktop.engine.data.members import Numbers
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.reading import open_beside
from sdc_desktop.engine.data.roles import code_in_numbers
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.data.store.packed_codes import distinct_rows
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector, row_numbers
from sdc_desktop.engine.microdata.groups.block_columns import BlockColumn, block_column
from sdc_desktop.engine.microdata.paired_files import PairedFiles, paired_files
from sdc_desktop.engine.microdata.person_pairs import PersonPairs, interval_disclosure_of_persons
from sdc_desktop.engine.microdata.score_weights import ScoreWeights
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED

MOST_VARIABLES = 12
_CELLS = 1 << 21  # of records times patterns looked at together
_ROUNDS = 1000
_CHANGE = 1e-12
_LEAST = 1e-12  # probabilities stay this far from 0 and 1


# Probabilistic record linkage (Fellegi & Sunter 1969, parameters by EM as Jaro 1989) on exact agreement.
# Pairs of an original and a released record differ only by which variables agree: 2^m patterns, counted
# without looking at pairs one by one. Each released record is linked to the original of the greatest weight
# sum log(m_j/u_j) or log((1 - m_j)/(1 - u_j)); of t originals of that weight one's own counts 1/t. (The
# source assigns records one to one; here each is linked by itself.)
def linked_by_probability(
    original: Sequence[Integers],
    released: Sequence[Integers],
    context: JobContext,
    pairs: PersonPairs | None = None,
) -> float:
    """The share of released records linked to their own original, or to one of their person, 0 to 1.

    One array (records,) of codes a variable, equal where texts are equal, in both files; at most 12.
    """
    m, records = len(original), len(original[0]) if original else 0
    if not records:
        return 0.0
    by_set = _by_set(original, released, context)
    own = np.zeros(records, dtype=np.int64)
    for variable in range(m):
        own |= (original[variable] == released[variable]).astype(np.int64) << variable
    batch = max(_CELLS >> m, 1)
    totals = np.zeros(1 << m, dtype=np.int64)
    for start in range(0, records, batch):
        context.checkpoint()
        totals += _exact(by_set, start, start + batch, m).sum(axis=0)
    weights = _weights(totals, m)
    linked = 0.0
    for start in range(0, records, batch):
        context.progress(start / records, STEP)
        exact = _exact(by_set, start, start + batch, m)
        best = np.where(exact > 0, weights, -np.inf).max(axis=1)
        tied = (weights >= best[:, None] - _TIE) & (exact > 0)
        every = np.where(tied, exact, 0).sum(axis=1)
        if pairs is not None:
            agrees = _agreeing(original, released, weights, best, start)
            mine = pairs.number(start, start + len(every), agrees)
            linked += float((pairs.weights[start : start + batch] * mine / every).sum())
            continue
        mine = weights[own[start : start + batch]] >= best - _TIE
        linked += float((mine / every).sum())
    return linked if pairs is not None else linked / records


def _agreeing(
    original: Sequence[Integers], released: Sequence[Integers], weights: Vector, best: Vector, start: int
) -> Callable[[Integers, Integers], Vector]:
    """Whether the pattern of a released record, from `start` on, and an original, (pairs,), is a best one."""

    def agrees(rows: Integers, others: Integers) -> Vector:
        patterns = np.zeros(len(rows), dtype=np.int64)
        for variable, (own, shown) in enumerate(zip(original, released, strict=True)):
            patterns |= (own[others] == shown[rows]).astype(np.int64) << variable
        return (weights[patterns] >= best[rows - start] - _TIE).astype(np.float64)

    return agrees


def _by_set(
    original: Sequence[Integers], released: Sequence[Integers], context: JobContext
) -> dict[int, Integers]:
    """For each set of variables with any match: the number of originals that each released record matches.

    A set is a bit mask; the arrays are (records,).
    """
    m, records = len(original), len(original[0])
    found = {0: np.full(records, records, dtype=np.int64)}
    for mask in range(1, 1 << m):
        context.checkpoint()
        parts = [mask & ~(1 << variable) for variable in range(m) if mask >> variable & 1]
        if not all(part in found for part in parts):
            continue  # what agrees on no part agrees on none of the whole
        variables = [variable for variable in range(m) if mask >> variable & 1]
        columns = [np.concatenate([original[v], released[v]]) for v in variables]
        number, groups = row_numbers(np.stack(columns, axis=1), [int(column.max()) + 1 for column in columns])
        sizes = np.bincount(number[:records], minlength=groups)
        agreeing = sizes[number[records:]]
        if agreeing.any():
            found[mask] = agreeing
    return found


def _exact(by_set: dict[int, Integers], start: int, stop: int, m: int) -> Integers:
    """The number of originals that match a record on exactly a set, (records, 2^m): inclusion, exclusion."""
    rows = len(next(iter(by_set.values()))[start:stop])
    counts = np.zeros((rows, 1 << m), dtype=np.int64)
    for mask, agreeing in by_set.items():
        counts[:, mask] = agreeing[start:stop]
    for variable in range(m):
        cut = counts.reshape(rows, -1, 2, 1 << variable)
        cut[:, :, 0] -= cut[:, :, 1]
    return counts


def _weights(totals: Integers, m: int) -> Vector:
    """The weight of every pattern, from m and u found by EM."""
    patterns = np.arange(1 << m)
    agrees = (patterns[:, None] >> np.arange(m)) & 1
    pairs = totals.astype(np.float64)
    matches, unmatched = np.full(m, 0.9), np.full(m, 0.1)
    share = 1 / max(np.sqrt(pairs.sum()), 2.0)
    for _ in range(_ROUNDS):
        by_match = share * _likelihood(agrees, matches)
        by_chance = (1 - share) * _likelihood(agrees, unmatched)
        posterior = by_match / (by_match + by_chance)
        matched, rest = pairs * posterior, pairs * (1 - posterior)
        new = _mean(agrees, matched), _mean(agrees, rest)
        change = float(np.abs(new[0] - matches).max() + np.abs(new[1] - unmatched).max())
        matches, unmatched = new
        share = float(np.clip(matched.sum() / pairs.sum(), _LEAST, 1 - _LEAST))
        if change < _CHANGE:
            break
    found = np.zeros(1 << m)
    for variable in range(m):  # added in a fixed order
        yes = np.log(matches[variable] / unmatched[variable])
        no = np.log((1 - matches[variable]) / (1 - unmatched[variable]))
        found += np.where(agrees[:, variable] == 1, yes, no)
    return found


def _likelihood(agrees: npt.NDArray[np.int64], chances: Vector) -> Vector:
    found: Vector = np.where(agrees == 1, chances, 1 - chances).prod(axis=1)
    return found


def _mean(agrees: npt.NDArray[np.int64], amounts: Vector) -> Vector:
    total = float(amounts.sum())
    if total <= 0:
        return np.full(agrees.shape[1], 0.5)
    found: Vector = np.clip((agrees * amounts[:, None]).sum(axis=0) / total, _LEAST, 1 - _LEAST)
    return found


STEP = "linking"
_BATCH = 5_000
_TIE = 1e-9


# Distance-based record linkage: how many released records lie nearest to their own original.
# Numbers are standardised with the originals' mean and standard deviation. Distances within 1e-9 of the
# least are ties: of t originals at the least distance one's own counts 1/t. By a kd-tree over distinct
# originals.
def linked_by_distance(
    original: Vector, released: Vector, context: JobContext, pairs: PersonPairs | None = None
) -> float:
    """The share of released records (records, variables) that are linked to their own original, or to one of
    their person, 0 to 1.
    """
    deviations = original.std(axis=0)
    scale = np.where(deviations > 0, deviations, 1.0)
    mean = original.mean(axis=0)
    own, shown = (original - mean) / scale, (released - mean) / scale
    points, number, counts = distinct_rows(own)
    tree = cKDTree(points)
    linked = 0.0
    for start in range(0, len(shown), _BATCH):
        context.progress(start / len(shown), STEP)
        part = slice(start, start + _BATCH)
        nearest, _ = tree.query(shown[part], k=1)
        if pairs is None:
            mine = np.sqrt(((own[part] - shown[part]) ** 2).sum(axis=1))
        else:
            mine = pairs.least(
                start,
                start + len(nearest),
                lambda rows, others: np.sqrt(((own[others] - shown[rows]) ** 2).sum(axis=1)),
            )
        reach = nearest * (1 + _TIE) + 1e-12
        hits = np.flatnonzero(mine <= reach)
        for hit, near in zip(
            hits, tree.query_ball_point(shown[part][hits], reach[hits]) if len(hits) else (), strict=True
        ):
            record = start + int(hit)
            if pairs is None:
                tied = set(near) | {int(number[record])}
                linked += 1 / int(counts[list(tied)].sum())
                continue
            others = pairs.records_of(record)
            sites = number[others]
            far = np.sqrt(((own[others] - shown[record]) ** 2).sum(axis=1))
            tied = set(near) | set(sites[far <= reach[hit]].tolist())
            right = np.isin(sites, list(tied)).sum() / counts[list(tied)].sum()
            linked += float(pairs.weights[record] * right)
    if pairs is not None:
        return linked
    return linked / len(shown) if len(shown) else 0.0


WIDTHS = tuple(range(1, 11))


# Interval disclosure: how often an original value lies in a rank interval around its released value.
# Released values of a variable are ranked; around each lies the interval of the values whose ranks differ by
# at most w % of the records. The share of originals within it, the mean over variables and w = 1, ..., 10
# (Domingo-Ferrer & Torra 2001).
def interval_disclosure(original: Vector, released: Vector) -> float:
    """Of two files (records, variables), records in the same order; 0 to 1."""
    records, variables = original.shape
    if not records or not variables:
        return 0.0
    inside = 0
    for variable in range(variables):
        order = np.argsort(released[:, variable], kind="stable")
        ranked, own = released[order, variable], original[order, variable]
        places = np.arange(records)
        for width in WIDTHS:
            half = width * records // 100
            low = ranked[np.maximum(places - half, 0)]
            high = ranked[np.minimum(places + half, records - 1)]
            inside += int(((low <= own) & (own <= high)).sum())
    return float(inside / (records * variables * len(WIDTHS)))


# Information loss of a released file of numbers (Domingo-Ferrer & Torra 2001, Mateo-Sanz et al. 2005).
# IL1 mean |x - x'| / (sqrt(2) s) over all values, s the standard deviation (divisor n - 1) of the original
# variable; IL2, IL3, IL4 mean |t - t'| / |t| over means, covariances (i <= j) and variances; IL5 mean |r -
# r'| over correlations (i < j). Each is at most 1. Terms with t = 0 or s = 0 are left out and counted.
@dataclass(frozen=True)
class InformationLoss:
    """``il``: IL1 to IL5, each 0 to 1; ``total`` = 20 times their sum, in percent; ``left_out``: terms."""

    il: tuple[float, float, float, float, float]
    total: float
    left_out: int


def information_loss(original: Vector, released: Vector) -> InformationLoss:
    """Of two files (records, variables), records in the same order; at least two of them."""
    deviations = original.std(axis=0, ddof=1)
    varies = deviations > 0
    changed = np.abs(original - released)[:, varies] / (np.sqrt(2) * deviations[varies])
    il1 = float(changed.mean()) if changed.size else 0.0
    before, after = _covariances(original), _covariances(released)
    upper = np.triu_indices(original.shape[1])
    il2, left2 = _relative(original.mean(axis=0), released.mean(axis=0))
    il3, left3 = _relative(before[upper], after[upper])
    il4, left4 = _relative(np.diag(before), np.diag(after))
    il5 = _correlations(before, after)
    parts = tuple(min(part, 1.0) for part in (il1, il2, il3, il4, il5))
    left_out = int((~varies).sum()) + left2 + left3 + left4
    return InformationLoss((parts[0], parts[1], parts[2], parts[3], parts[4]), 20 * sum(parts), left_out)


def _covariances(values: Vector) -> Vector:
    """Divisor n - 1. By sums, not by BLAS, whose order of adding depends on its threads."""
    centred = values - values.mean(axis=0)
    variables = values.shape[1]
    found = np.empty((variables, variables))
    for i in range(variables):
        for j in range(i, variables):
            found[i, j] = found[j, i] = (centred[:, i] * centred[:, j]).sum() / (len(values) - 1)
    return found


def _relative(before: Vector, after: Vector) -> tuple[float, int]:
    """The mean relative change, and the number of terms skipped because they are relative to 0."""
    there = before != 0
    if not there.any():
        return 0.0, len(before)
    changes = np.abs(before[there] - after[there]) / np.abs(before[there])
    return float(changes.mean()), int((~there).sum())


def _correlations(before: Vector, after: Vector) -> float:
    """The mean change of correlations; one with a constant variable counts as 0."""
    changes = []
    for i in range(len(before)):
        for j in range(i):
            changes.append(abs(_correlation(before, i, j) - _correlation(after, i, j)))
    return float(np.mean(changes)) if changes else 0.0


def _correlation(covariances: Vector, i: int, j: int) -> float:
    scale = covariances[i, i] * covariances[j, j]
    return float(covariances[i, j] / np.sqrt(scale)) if scale > 0 else 0.0


@dataclass(frozen=True)
class Score:
    """All in percent but ``il``, IL1 to IL5, which are 0 to 1.

    ``records`` are those used; records without a value in either file are not. ``terms_left_out`` of the
    information loss are relative to 0. ``pld`` is None beyond 12 variables: DLD then counts for both.
    """

    variables: tuple[str, ...]
    records: int
    il: tuple[float, ...]
    information_loss: float
    terms_left_out: int
    dld: float
    pld: float | None
    id: float
    disclosure_risk: float
    score: float


def score(
    original: Microdata,
    released: Microdata,
    names: Sequence[str],
    weights: ScoreWeights,
    context: JobContext,
) -> Score:
    """Score the continuous variables named. Records have the same order in both files: see
    :func:`paired_release`.

    Raises :class:`Refused` where files differ in length, a variable is no number, or too few are left.
    """
    before, after = _columns(original, released, names, context)
    there = np.flatnonzero(~np.any([column.missing for column in (*before, *after)], axis=0))
    if len(there) < 2:
        raise Refused(error("score.too_few", Place(key="params.released"), records=len(there)))
    own = np.column_stack([column.values[there] for column in before])
    shown = np.column_stack([column.values[there] for column in after])
    return scored(names, own, shown, weights, context)


def close_records(
    original: Microdata, released: Microdata, names: Sequence[str], close: float, context: JobContext
) -> float:
    """The share of records whose released values all lie within ``close`` standard deviations of the released
    variable of the original ones (Mateo-Sanz, Sebe and Domingo-Ferrer 2004). A missing value is close.
    Raises :class:`Refused` as :func:`score` does.
    """
    before, after = _columns(original, released, names, context)
    near = np.ones(len(before[0].values), dtype=np.bool_)
    for own, shown in zip(before, after, strict=True):
        there = ~(own.missing | shown.missing)
        known = shown.values[~shown.missing]
        spread = float(np.std(known, ddof=1)) if len(known) > 1 else 0.0
        near[there] &= np.abs(own.values[there] - shown.values[there]) <= close * spread
    return float(near.mean())


def scored(
    names: Sequence[str],
    own: Vector,
    shown: Vector,
    weights: ScoreWeights,
    context: JobContext,
    persons: Numbers | None = None,
) -> Score:
    """Score numbers (records, variables) against those they were made from; at least two records. Risks are
    of the `persons` (records,) where these have several records, information loss is of records.
    """
    pairs = None if persons is None else PersonPairs.of(persons)
    lost = information_loss(own, shown)
    dld = 100 * linked_by_distance(own, shown, context.within(0.1, 0.6), pairs)
    pld = None
    if len(names) <= MOST_VARIABLES:
        codes = [_common_codes(own[:, place], shown[:, place]) for place in range(len(names))]
        pld = 100 * linked_by_probability(
            [one for one, _ in codes], [other for _, other in codes], context.within(0.6, 1.0), pairs
        )
    intervals = 100 * (
        interval_disclosure(own, shown)
        if pairs is None
        else interval_disclosure_of_persons(own, shown, pairs, WIDTHS)
    )
    risk = weights.dld * dld + weights.pld * (dld if pld is None else pld) + weights.id * intervals
    return Score(
        variables=tuple(names),
        records=len(own),
        il=lost.il,
        information_loss=lost.total,
        terms_left_out=lost.left_out,
        dld=dld,
        pld=pld,
        id=intervals,
        disclosure_risk=risk,
        score=(lost.total + risk) / 2,
    )


def _columns(
    original: Microdata, released: Microdata, names: Sequence[str], context: JobContext
) -> tuple[list[BlockColumn], list[BlockColumn]]:
    where = Place(key="params.released")
    if original.records != released.records:
        raise Refused(
            error("score.other_records", where, records=original.records, released=released.records)
        )
    if not names:
        raise Refused(error("score.no_variables", where))
    problems: list[Problem] = []
    read: tuple[list[BlockColumn], list[BlockColumn]] = ([], [])
    for name in names:
        for data, columns in zip((original, released), read, strict=True):
            if name not in data.names:
                problems.append(error("score.lacks_variable", where, name=name))
                continue
            column = block_column(data, name, context)
            if isinstance(column, Problem):
                problems.append(column)
            elif column.level != "continuous":
                by_code = code_in_numbers(data.variable(name), where)
                problems.append(by_code or error("score.not_numbers", where, name=name))
            else:
                columns.append(column)
    if problems:
        raise Refused(problems)
    return read


def _common_codes(one: Vector, other: Vector) -> tuple[Integers, Integers]:
    """Codes of two columns, equal where numbers are."""
    numbers = np.unique(np.concatenate([one, other]), return_inverse=True)[1].astype(np.int64)
    return numbers[: len(one)], numbers[len(one) :]


def released_data(path: str, source: Source, context: JobContext) -> Microdata:
    """The records of a released file, read as the original's are: its decimal mark, its texts that mean
    "missing", and numbers wherever the original has numbers and all texts still are. Raises Refused.
    """
    spec = DataSpec(path=path, decimal=source.data.decimal)
    data = open_beside(spec, source.base, source.data, context)
    known = set(source.data.names)
    return data.with_variables(
        [
            _as_original(data, variable, source.data.variable(variable.name), context)
            if variable.name in known
            else variable
            for variable in data.variables
        ]
    )


def paired_release(source: Source, released: Microdata, context: JobContext) -> PairedFiles:
    """How the records of a released file belong to the original ones. Raises :class:`Refused`, where the
    files are not compared.
    """
    records = {"records": source.data.records, "released": released.records}
    differ = error("score.other_records", Place(key="params.released"), **records)
    return paired_files(source.data, released, differ, context)


def released_score(
    original: Microdata, released: Microdata, weights: ScoreWeights, context: JobContext
) -> tuple[Score, tuple[str, ...]]:
    """The score of paired records on the variables that are continuous in both, and the names of those that
    are continuous in the original alone; direct identifiers are not scored. Raises :class:`Refused` where
    there are none.
    """
    own = [
        variable.name
        for variable in original.variables
        if variable.role not in NEVER_RELEASED and variable.level == "continuous"
    ]
    known = {variable.name for variable in released.variables if variable.level == "continuous"}
    names = [name for name in own if name in known]
    found = score(original, released, names, weights, context)
    return found, tuple(name for name in own if name not in known)


def _as_original(data: Microdata, shown: Variable, own: Variable, context: JobContext) -> Variable:
    variable = replace(shown, missing=own.missing)
    if own.level != "continuous":
        return replace(variable, level="nominal")
    column = data.index(shown.name)
    strange, _ = not_numbers(data.relation, column, own.missing, data.decimal, 0, context)
    return replace(variable, level="nominal" if strange else "continuous", order=None)
