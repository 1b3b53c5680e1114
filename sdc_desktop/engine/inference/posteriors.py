"""What a drawn value reveals of the true one (PRAM): posteriors by Bayes' theorem, the largest first.

Source: Gouweleeuw, Kooiman, Willenborg & de Wolf (1998). The prior is the share of each value in the original
records; an intruder estimates it from the released file and the transition matrix.
"""

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]


def posteriors(prior: Vector, matrix: Vector) -> Vector:
    """Probability (true, shown) of each true value given the one shown: q(a|b) = pi_a P(a, b) / Sum.

    ``prior`` (values,) sums to 1; ``matrix`` (values, values): the transition probabilities, rows to columns.
    A value that nothing becomes has a column of zeros.
    """
    joint = prior[:, None] * matrix
    shown = joint.sum(axis=0)
    found: Vector = np.divide(joint, shown, out=np.zeros_like(joint), where=shown > 0)
    return found


def gain(posterior: float, prior: float) -> float:
    """What a posterior adds of what was left to infer: 0 where it is the prior, 1 where it is certain."""
    return (posterior - prior) / (1 - prior) if prior < 1 else 0.0
