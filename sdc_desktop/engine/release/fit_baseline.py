"""The simple rival: release of each target only as many records as fit the baseline exactly."""

import numpy as np

from sdc_desktop.engine.release.rules import Counts, Vector


def fit_the_baseline(counts: Counts, baseline: Vector) -> Counts:
    """Records of each target (targets,): min over the values of count / share, to the nearest whole number.

    ``counts`` (targets, values). Bezzi et al. 2012, section 7.2 and figure 18, where 579.6 is printed as 580.
    """
    fitting: Counts = np.rint((counts / baseline).min(axis=1)).astype(np.int64)
    return fitting
