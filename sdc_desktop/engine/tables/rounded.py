"""What a rounded value says of the true one."""

from typing import Literal

import numpy as np

from sdc_desktop.engine.tables.relations import Integers


def rounded_bounds(
    published: Integers, base: int, kind: Literal["conventional", "random", "controlled"], steps: int
) -> tuple[Integers, Integers]:
    """The least and greatest whole number of units behind each value published, of base `base`.

    Conventional: [r - b/2, r + b/2), halves go up; random and controlled: [r - b + 1, r + b - 1]. Each of
    `steps` more widens both sides by b.
    """
    if kind == "conventional":
        lower, upper = -((base - 2 * published) // 2), -((-2 * published - base) // 2) - 1
    else:
        lower, upper = published - base + 1, published + base - 1
    return np.asarray(lower - steps * base), np.asarray(upper + steps * base)
