"""Synthetic records that equal an original one that is unique in all variables."""

from collections.abc import Mapping, Sequence

import numpy as np

from sdc_desktop.engine.microdata.classes.key_classes import Integers, row_numbers
from sdc_desktop.engine.microdata.synthetic.cart import Flags
from sdc_desktop.engine.microdata.synthetic.columns import Column


def replicated(originals: Sequence[Column], codes: Mapping[str, Integers]) -> Flags:
    """Whether each synthetic record equals an original one that is unique in all variables, (count,)."""
    rows = np.column_stack([np.concatenate((one.codes, codes[one.name])) for one in originals])
    number, count = row_numbers(rows, [len(one.texts) for one in originals])
    records = len(originals[0].codes)
    unique = np.bincount(number[:records], minlength=count) == 1
    found: Flags = unique[number[records:]]
    return found
