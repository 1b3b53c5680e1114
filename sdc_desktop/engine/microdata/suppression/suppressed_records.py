"""Records that show no key value."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.classes.key_classes import KeyClasses
from sdc_desktop.engine.microdata.suppression.suppression import SUPPRESSED

Flags = npt.NDArray[np.bool_]


def suppressed_classes(classes: KeyClasses, labels: Sequence[Sequence[str]]) -> Flags:
    """Which class (classes,) is the one of the suppressed records: ``*`` everywhere, unless it is alone."""
    hidden = np.ones(len(classes.sizes), dtype=np.bool_)
    for codes, texts in zip(classes.codes, labels, strict=True):
        hidden &= np.array([text == SUPPRESSED for text in texts], dtype=np.bool_)[codes]
    return hidden if len(hidden) > 1 else np.zeros(len(hidden), dtype=np.bool_)
