"""How far an attacker must be able to move each primary, and cuts that say so."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.tables.attacker import Attacker
from sdc_desktop.engine.tables.suppression_problem import Need, Vector

_SLACK = 1e-6


@dataclass(frozen=True)
class Cut:
    """``cut @ x >= least`` for every pattern that protects the primary."""

    primary: int
    cut: Vector
    least: float


def violated(attacker: Attacker, need: Need) -> Iterator[Cut]:
    """What of a need the pattern faced does not meet, as cuts."""
    primary, levels = need.primary, need.levels
    up = attacker.reach(primary, upwards=True)
    down = attacker.reach(primary, upwards=False)
    needs = (
        (up.distance, float(levels.upper), up.cut),
        (down.distance, float(levels.lower), down.cut),
        (up.distance + down.distance, float(levels.sliding), up.cut + down.cut),
    )
    for distance, least, cut in needs:
        if distance < least - _SLACK * max(1.0, least):
            yield Cut(primary, cut, least)


def support(movement: Vector) -> frozenset[int]:
    """The cells that move."""
    return frozenset(np.flatnonzero(movement).tolist())
