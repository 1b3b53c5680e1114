"""Intruders who look for their person in the released file, where values may have been changed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.information.equivocation_rows import Widths, row_figures
from sdc_desktop.engine.methods.curves.cae_experiment.exposure import Means
from sdc_desktop.engine.methods.curves.cae_experiment.knowledge import Groups, Told
from sdc_desktop.engine.microdata.groups.distances import Integers

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
    told: Told,
    known: Sequence[Known],
    groups: Sequence[Groups],
    unknown: Vector | None,
    widths: Widths,
    context: JobContext,
) -> Means:
    """The averages of every set of attributes. ``told`` is of the released records; ``groups`` are of the
    original. With `unknown` (domain,) the intruder knows how many match in the original, and gives those that
    lack in the released file this distribution, as for sampling. Raises Cancelled.
    """
    figures = np.zeros((3, len(groups)))
    for place, found in enumerate(groups):
        context.checkpoint()
        rows = _distributions(told, [known[number] for number in found.subset], found, unknown, context)
        got = row_figures(widths, rows, context)
        figures[:, place] = got.h0.mean(), got.area.mean(), got.error.mean()
    return Means(*figures)


def _distributions(
    told: Told, known: Sequence[Known], groups: Groups, unknown: Vector | None, context: JobContext
) -> Vector:
    """The possible values (groups, domain) of whoever has the value combination of each group."""
    firsts = groups.order[groups.starts]
    combined = np.column_stack([*(attribute.released for attribute in known), told.kinds])
    different, repeats = np.unique(combined, axis=0, return_counts=True)
    kinds = np.zeros((len(different), len(told.table)))
    kinds[np.arange(len(different)), different[:, -1]] = repeats  # whole numbers: any order of sums is exact
    rows = np.empty((len(firsts), told.table.shape[1]))
    step = max(1, _PAIRS // max(len(different), 1))
    for start in range(0, len(firsts), step):
        context.checkpoint()
        part = slice(start, start + step)
        fits = np.ones((len(firsts[part]), len(different)), dtype=np.bool_)
        for number, attribute in enumerate(known):
            wanted = attribute.fits[attribute.original[firsts[part]]]
            fits &= wanted[:, different[:, number]]
        counts = fits.astype(np.float64) @ kinds
        sums = np.einsum("gk,kd->gd", counts, told.table)
        matched = counts.sum(axis=1)
        if unknown is not None:
            lacking = np.maximum(groups.sizes[part] - matched, 0.0)
            sums += lacking[:, None] * unknown
            matched += lacking
        rows[part] = sums / matched[:, None]
    return rows
