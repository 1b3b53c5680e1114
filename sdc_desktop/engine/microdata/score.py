"""The score of a released file of numbers: half information loss, half disclosure risk (all in percent).

IL = 20 (IL1 + ... + IL5) and DR = 0.25 DLD + 0.25 PLD + 0.5 ID, the weights settable; score = (IL + DR)/2
(Domingo-Ferrer & Torra 2001). Less is better.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.block_columns import BlockColumn, block_column
from sdc_desktop.engine.microdata.distance_linkage import linked_by_distance
from sdc_desktop.engine.microdata.information_loss import information_loss
from sdc_desktop.engine.microdata.interval_disclosure import interval_disclosure
from sdc_desktop.engine.microdata.key_classes import Integers, Vector
from sdc_desktop.engine.microdata.probabilistic_linkage import MOST_VARIABLES, linked_by_probability
from sdc_desktop.engine.microdata.risk_spec import ScoreWeights
from sdc_desktop.engine.problems import Place, Problem, Refused, error


@dataclass(frozen=True)
class Score:
    """All in percent but ``il``, IL1 to IL5, which are 0 to 1.

    ``records`` took part; those that lack a value in either file did not. ``terms_left_out`` of the
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
    """Score the continuous variables named. Records stand in the same order in both files.

    Raises :class:`Refused` where files differ in length, a variable is no number, or too few are left.
    """
    before, after = _columns(original, released, names, context)
    there = np.flatnonzero(~np.any([column.missing for column in (*before, *after)], axis=0))
    if len(there) < 2:
        raise Refused(error("score.too_few", Place(key="params.released"), records=len(there)))
    own = np.column_stack([column.values[there] for column in before])
    shown = np.column_stack([column.values[there] for column in after])
    return scored(names, own, shown, weights, context)


def scored(
    names: Sequence[str], own: Vector, shown: Vector, weights: ScoreWeights, context: JobContext
) -> Score:
    """Score numbers (records, variables) against those they were made from; at least two records."""
    lost = information_loss(own, shown)
    dld = 100 * linked_by_distance(own, shown, context.within(0.1, 0.6))
    pld = None
    if len(names) <= MOST_VARIABLES:
        codes = [_common_codes(own[:, place], shown[:, place]) for place in range(len(names))]
        pld = 100 * linked_by_probability(
            [one for one, _ in codes], [other for _, other in codes], context.within(0.6, 1.0)
        )
    intervals = 100 * interval_disclosure(own, shown)
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
                problems.append(error("score.not_numbers", where, name=name))
            else:
                columns.append(column)
    if problems:
        raise Refused(problems)
    return read


def _common_codes(one: Vector, other: Vector) -> tuple[Integers, Integers]:
    """Codes of two columns, equal where numbers are."""
    numbers = np.unique(np.concatenate([one, other]), return_inverse=True)[1].astype(np.int64)
    return numbers[: len(one)], numbers[len(one) :]
