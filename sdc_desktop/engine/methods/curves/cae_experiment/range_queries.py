"""One measure of use for all techniques: how wrong the answers to random range queries become.

A query names a variable and a range of its values and requests the mean of the confidential variable among
the records within. Its error is the absolute difference of the means in the released file and the original.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.packed_codes import distinct_rows
from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.information.equivocation_rows import Widths, row_figures
from sdc_desktop.engine.methods.curves.attributes import Attribute
from sdc_desktop.engine.methods.curves.cae_experiment.exposure import Beliefs, Groups, Means
from sdc_desktop.engine.microdata.groups.block_columns import Integers

_PAIRS = 4_000_000  # of a value combination and a released one, looked at together


@dataclass(frozen=True)
class Known:
    """An attribute in both files: ``original`` (records,) and ``released`` (released records,) number its
    values; ``fits`` (original values, released values): what is released may stand for the original.
    """

    original: Integers
    released: Integers
    fits: npt.NDArray[np.bool_]


def matched_means(
    beliefs: Beliefs,
    known: Sequence[Known],
    groups: Sequence[Groups],
    unknown: Vector | None,
    widths: Widths,
    context: JobContext,
) -> Means:
    """The averages of every set of variables, from the ``beliefs`` of released records.

    ``groups`` are of the original. With `unknown` (domain,) the intruder knows how many records match in the
    original; those missing from the released file get this distribution, as for sampling. Raises Cancelled.
    """
    figures = np.zeros((3, len(groups)))
    for place, found in enumerate(groups):
        context.checkpoint()
        rows = _distributions(beliefs, [known[number] for number in found.subset], found, unknown, context)
        got = row_figures(widths, rows, context)
        figures[:, place] = got.h0.mean(), got.area.mean(), got.error.mean()
    return Means(*figures)


def _distributions(
    beliefs: Beliefs, known: Sequence[Known], groups: Groups, unknown: Vector | None, context: JobContext
) -> Vector:
    """The possible values (groups, domain) of a person by value combination."""
    firsts = groups.order[groups.starts]
    combined = np.column_stack([*(attribute.released for attribute in known), beliefs.kinds])
    different, _, repeats = distinct_rows(combined)
    kinds = np.zeros((len(different), len(beliefs.table)))
    kinds[np.arange(len(different)), different[:, -1]] = repeats  # whole numbers: any order of sums is exact
    rows = np.empty((len(firsts), beliefs.table.shape[1]))
    step = max(1, _PAIRS // max(len(different), 1))
    for start in range(0, len(firsts), step):
        context.checkpoint()
        part = slice(start, start + step)
        fits = np.ones((len(firsts[part]), len(different)), dtype=np.bool_)
        for number, attribute in enumerate(known):
            wanted = attribute.fits[attribute.original[firsts[part]]]
            fits &= wanted[:, different[:, number]]
        counts = fits.astype(np.float64) @ kinds
        sums = np.einsum("gk,kd->gd", counts, beliefs.table)
        matched = counts.sum(axis=1)
        if unknown is not None:
            lacking = np.maximum(groups.sizes[part] - matched, 0.0)
            sums += lacking[:, None] * unknown
            matched += lacking
        rows[part] = sums / matched[:, None]
    return rows


QUERIES = 200


@dataclass(frozen=True)
class RangeQuery:
    """All records whose place of attribute number ``attribute`` lies within ``low``..``high``."""

    attribute: int
    low: int
    high: int


def draw_queries(attributes: Sequence[Attribute], chance: np.random.Generator) -> tuple[RangeQuery, ...]:
    """Two hundred queries: an attribute, and two of its values as ends, each as likely."""
    queries = []
    usable = [place for place, attribute in enumerate(attributes) if attribute.size]
    for _ in range(QUERIES if usable else 0):
        place = usable[int(chance.integers(len(usable)))]
        ends = chance.integers(0, attributes[place].size, 2)
        queries.append(RangeQuery(place, int(ends.min()), int(ends.max())))
    return tuple(queries)


def answers(queries: Sequence[RangeQuery], values: Vector, places: Sequence[Integers]) -> Vector:
    """The mean of the ``values`` (records,) within each query; ``places[attribute]`` (records,). Where no
    record is within, the mean of all.
    """
    fallback = float(values.mean()) if len(values) else 0.0
    found = np.full(len(queries), fallback)
    for number, query in enumerate(queries):
        within = (places[query.attribute] >= query.low) & (places[query.attribute] <= query.high)
        if within.any():
            found[number] = values[within].mean()
    return found


def mean_error(truth: Vector, given: Vector) -> float | None:
    """The mean absolute error of the means (queries,) `given` against the `truth`; None without queries."""
    return float(np.mean(np.abs(given - truth))) if len(truth) else None


def answers_from_labels(
    queries: Sequence[RangeQuery], values: Vector, known: Sequence[Known], places: Sequence[Integers]
) -> Vector:
    """The mean (queries,) that each query gives in a released file of labels: ``values`` (released records,).

    A record counts with the share of the original values it may stand for that lie within the range;
    ``places[attribute]`` (records,) are of the original.
    """
    fallback = float(values.mean()) if len(values) else 0.0
    found = np.full(len(queries), fallback)
    for number, query in enumerate(queries):
        attribute = known[query.attribute]
        place_of = np.full(len(attribute.fits), -1)
        place_of[attribute.original] = places[query.attribute]
        within = (place_of >= query.low) & (place_of <= query.high)
        means_any = np.maximum(attribute.fits.sum(axis=0), 1)
        weights = (attribute.fits[within].sum(axis=0) / means_any)[attribute.released]
        if weights.sum() > 0:
            found[number] = np.sum(weights * values) / weights.sum()
    return found
