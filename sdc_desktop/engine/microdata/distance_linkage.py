"""Distance-based record linkage: how many released records lie nearest to their own original.

Numbers are standardised with the originals' mean and standard deviation. Distances within 1e-9 of the least
are ties: of t originals at the least distance one's own counts 1/t. By a kd-tree over distinct originals.
"""

import numpy as np
from scipy.spatial import cKDTree

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.key_classes import Vector

STEP = "linking"
_BATCH = 5_000
_TIE = 1e-9


def linked_by_distance(original: Vector, released: Vector, context: JobContext) -> float:
    """The share of released records (records, variables) that are linked to their own original, 0 to 1."""
    deviations = original.std(axis=0)
    scale = np.where(deviations > 0, deviations, 1.0)
    mean = original.mean(axis=0)
    own, shown = (original - mean) / scale, (released - mean) / scale
    points, number, counts = np.unique(own, axis=0, return_inverse=True, return_counts=True)
    tree = cKDTree(points)
    linked = 0.0
    for start in range(0, len(shown), _BATCH):
        context.progress(start / len(shown), STEP)
        part = slice(start, start + _BATCH)
        nearest, _ = tree.query(shown[part], k=1)
        mine = np.sqrt(((own[part] - shown[part]) ** 2).sum(axis=1))
        reach = nearest * (1 + _TIE) + 1e-12
        hits = np.flatnonzero(mine <= reach)
        for hit, near in zip(
            hits, tree.query_ball_point(shown[part][hits], reach[hits]) if len(hits) else (), strict=True
        ):
            tied = set(near) | {int(number.reshape(-1)[start + hit])}
            linked += 1 / int(counts[list(tied)].sum())
    return linked / len(shown) if len(shown) else 0.0
