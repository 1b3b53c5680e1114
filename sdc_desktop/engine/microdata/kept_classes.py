"""Some of the classes, by themselves."""

import numpy as np

from sdc_desktop.engine.microdata.key_classes import Integers, KeyClasses, Pairs


def chosen(classes: KeyClasses, rows: Integers) -> KeyClasses:
    """The classes with these numbers, which rise, numbered anew from 0."""
    pairs = {}
    for name, found in classes.pairs.items():
        starts = found.starts(len(classes.sizes))
        lengths = starts[rows + 1] - starts[rows]
        begins = np.cumsum(lengths) - lengths
        taken = np.arange(int(lengths.sum())) + np.repeat(starts[rows] - begins, lengths)
        pairs[name] = Pairs(
            np.repeat(np.arange(len(rows)), lengths),
            found.values[taken],
            found.counts[taken],
            found.categories,
        )
    return KeyClasses(classes.levels, classes.codes[:, rows], classes.sizes[rows], pairs)
