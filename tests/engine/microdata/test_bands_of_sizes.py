"""Classes by bands of their sizes, against plain counting."""

import random

import numpy as np

from sdc_desktop.engine.microdata.recoding import SIZE_BANDS, by_size


def test_each_size_is_in_the_last_band_that_begins_no_later() -> None:
    draw = random.Random(4)
    for _ in range(20):
        sizes = [draw.randint(1, 2 * SIZE_BANDS[-1]) for _ in range(12)] + list(SIZE_BANDS)
        numbers = [draw.randint(1, 9) for _ in sizes]
        wanted = [0] * len(SIZE_BANDS)
        for size, number in zip(sizes, numbers, strict=True):
            wanted[sum(begin <= size for begin in SIZE_BANDS) - 1] += number
        assert by_size(np.array(sizes), np.array(numbers)) == tuple(wanted)
