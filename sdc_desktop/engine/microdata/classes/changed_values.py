"""Which values a protected file shows otherwise than the original, variable by variable."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.classes.key_classes import common_codes


def changed_values(
    original: Microdata, released: Microdata, names: Sequence[str], context: JobContext
) -> dict[str, int]:
    """By variable how many records show another text; of a file with the same records in the same order."""
    return {name: int(np.count_nonzero(changed_records(original, released, name, context))) for name in names}


def changed_records(
    original: Microdata, released: Microdata, name: str, context: JobContext
) -> npt.NDArray[np.bool_]:
    """Of one variable which records show another text, (records,)."""
    context.checkpoint()
    own, shown = common_codes(original, released, name, context)
    return np.asarray(own != shown)
