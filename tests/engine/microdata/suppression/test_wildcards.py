"""The fewest records that show nothing, taken from the smallest classes first, by trying all numbers."""

import random

import numpy as np

from sdc_desktop.engine.microdata.suppression.suppression import ReleasedClasses
from sdc_desktop.engine.microdata.suppression.wildcard import _wildcards


def _enough(sizes, taken, k: int) -> bool:
    left = [size - one for size, one in zip(sizes, taken, strict=True)]
    return all(one == 0 or one + sum(taken) >= k for one in left)


def test_no_fewer_records_that_show_nothing_give_all_others_k_matches() -> None:
    draw = random.Random(9)
    for _ in range(40):
        k, sizes = draw.randint(2, 4), [draw.randint(1, 5) for _ in range(draw.randint(1, 4))]
        number = len(sizes)
        labels = (tuple(map(str, range(number))),)
        codes, places = np.arange(number)[:, None], np.arange(number)
        found = _wildcards(ReleasedClasses(("v",), labels, codes, np.array(sizes), places), k)
        order = [place for _, place in sorted(zip(sizes, places.tolist(), strict=True))]
        records = [place for place in order for _ in range(sizes[place])]
        wanted = next(
            taken
            for least in range(len(records) + 1)
            if _enough(sizes, taken := [records[:least].count(place) for place in places], k)
            or least == k - 1
        )
        assert dict(zip(found.classes.tolist(), found.records.tolist(), strict=True)) == {
            place: one for place, one in enumerate(wanted) if one
        }
