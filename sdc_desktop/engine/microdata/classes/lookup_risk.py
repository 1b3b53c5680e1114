"""The risk of somebody who looks up true values in a released file.

He knows the key values of a person and picks one of the released records that show them, all alike
likely. A record whose own values were changed cannot be found so; where others were changed into them he is
misled. Of a file that nothing was done to, this is the prosecutor's risk: 1 by the number of equal records.
"""

from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.classes.key_classes import Integers, row_numbers


@dataclass(frozen=True)
class LookupRisk:
    """``highest`` and ``average`` chance of a right guess over the records; ``expected``: their sum;
    ``certain``: records found with certainty; ``unchanged``: records that show their own values.
    """

    highest: float
    average: float
    expected: float
    certain: int
    unchanged: int


def lookup_risk(
    original: Microdata, released: Microdata, names: tuple[str, ...], context: JobContext
) -> LookupRisk:
    """Of a file with the same records in the same order; at least one record and one variable."""
    columns, categories = [], []
    for name in names:
        context.checkpoint()
        own, shown = _common_codes(original, released, name, context)
        columns.append(np.concatenate([own, shown]))
        categories.append(int(columns[-1].max()) + 1)
    keys, count = row_numbers(np.column_stack(columns), categories)
    own, shown = keys[: original.records], keys[original.records :]
    sizes = np.bincount(shown, minlength=count)
    same = own == shown
    chances = np.zeros(original.records)
    chances[same] = 1 / sizes[own[same]]
    return LookupRisk(
        highest=float(chances.max()),
        average=float(chances.mean()),
        expected=float(chances.sum()),
        certain=int((chances == 1).sum()),
        unchanged=int(same.sum()),
    )


def _common_codes(
    original: Microdata, released: Microdata, name: str, context: JobContext
) -> tuple[Integers, Integers]:
    """A code for each record of both files, equal where texts are."""
    one, other = original.index(name), released.index(name)
    own_texts = original.relation.frequencies(one, context)[0]
    number = {text: place for place, text in enumerate(own_texts)}
    shown_texts = released.relation.frequencies(other, context)[0]
    places = np.array([number.setdefault(text, len(number)) for text in shown_texts], dtype=np.int64)
    own = original.relation.codes(one, context).astype(np.int64)
    return own, places[released.relation.codes(other, context)]
