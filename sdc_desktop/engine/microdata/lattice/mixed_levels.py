"""Records released at levels of their own: the classes they form, and their way to the file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.classes.key_classes import (
    Integers,
    KeyClasses,
    merged_pairs,
    merged_sizes,
    row_numbers,
)
from sdc_desktop.engine.microdata.recoding.recoding import RecodedVariable
from sdc_desktop.engine.microdata.suppression.suppression import SUPPRESSED

HIDDEN = -1  # in place of a level: the record is suppressed

MixedLevels = npt.NDArray[np.int64]  # (variables, classes as is): the level each is released at, or HIDDEN


@dataclass(frozen=True)
class MixedClasses:
    """The classes really released. ``labels`` are the texts that their codes mean, by variable; ``number``
    (classes as is,) says into which each falls.
    """

    classes: KeyClasses
    labels: tuple[tuple[str, ...], ...]
    number: Integers


def mixed_classes(
    classes: KeyClasses, variables: Sequence[RecodedVariable], levels: MixedLevels
) -> MixedClasses:
    """The classes by the texts that are shown: equal texts of two levels are equal."""
    columns, labels = [], []
    for variable, codes, own in zip(variables, classes.codes, levels, strict=True):
        texts: dict[str, int] = {}
        column = np.full(len(own), -1, dtype=np.int32)
        for level in np.unique(own).tolist():
            rows = own == level
            if level == HIDDEN:
                column[rows] = texts.setdefault(SUPPRESSED, len(texts))
                continue
            numbers = [texts.setdefault(text, len(texts)) for text in variable.codings.labels[level]]
            column[rows] = np.array(numbers, dtype=np.int32)[codes[rows]]
        columns.append(column)
        labels.append(tuple(texts))
    table = np.stack(columns, axis=1)
    number, count = row_numbers(table, [len(texts) for texts in labels])
    released = np.zeros((len(columns), count), dtype=np.int32)
    released[:, number] = table.T
    pairs = {name: merged_pairs(found, number, count) for name, found in classes.pairs.items()}
    made = KeyClasses((0,) * len(columns), released, merged_sizes(classes.sizes, number, count), pairs)
    return MixedClasses(made, tuple(labels), number)


def written(
    data: Microdata,
    names: Sequence[str],
    as_is: KeyClasses,
    released: MixedClasses,
    levels: MixedLevels,
    context: JobContext,
) -> Microdata:
    """The records as they are released; variables that change are nominal from then on. Direct identifiers
    are left out.
    """
    changed = [place for place in range(len(names)) if (levels[place] != 0).any()]
    if changed:
        codes = []
        for name in names:
            context.checkpoint()
            codes.append(data.relation.codes(data.index(name), context))
        # numbered together with the records, classes as is keep their numbers: no record is in none
        together = np.concatenate([as_is.codes.T.astype(np.int64), np.stack(codes, axis=1)])
        categories = [int(column.max(initial=0)) + 1 for column in together.T]
        number, _ = row_numbers(together, categories)
        place_of = released.number[number[len(as_is.sizes) :]]
        columns = {
            names[place]: (
                released.classes.codes[place][place_of].astype(np.int64),
                released.labels[place],
            )
            for place in changed
        }
        data = data.replaced(columns, context)
        nominal = {names[place] for place in changed}
        data = data.with_variables(
            [
                replace(variable, level="nominal", order=None) if variable.name in nominal else variable
                for variable in data.variables
            ]
        )
    return data.without_direct_identifiers(context)
