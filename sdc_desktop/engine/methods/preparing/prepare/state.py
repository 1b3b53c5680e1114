"""The records while they are prepared: what a step gets and gives."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata

Integers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Given = TypeVar("Given")
_BATCH = 10_000  # distinct values looked at between two looks whether to stop


@dataclass(frozen=True)
class Filtered:
    """What filters that follow one another began with, and which of its records (numbers from 0) are left."""

    before: "State"
    kept: Integers


@dataclass(frozen=True)
class State:
    """Records between two steps. ``origin``: which record of the input each is, from 0; None: all of them, in
    order. ``filtered`` where the last step was a filter.
    """

    data: Microdata
    origin: Integers | None = None
    filtered: Filtered | None = field(default=None, repr=False)

    def column(self, name: str, context: JobContext) -> tuple[Integers, tuple[str, ...]]:
        """For each record the number of its text, and the distinct texts in their order."""
        index = self.data.index(name)
        texts, _ = self.data.relation.frequencies(index, context)
        return self.data.relation.codes(index, context), texts

    def record(self, place: int) -> int:
        """The number of a record (place from 0 here) in the input, from 1."""
        return 1 + (place if self.origin is None else int(self.origin[place]))

    def counted(self, wrong: Mask) -> dict[str, int]:
        """How many records are wrong, and the number of the first: the figures of a problem."""
        return {"number": int(wrong.sum()), "record": self.record(int(np.argmax(wrong)))}

    def with_data(self, data: Microdata) -> "State":
        """The same records with other values or variables."""
        return State(data, self.origin)

    def picked(self, kept: Integers, context: JobContext) -> "State":
        """These of the records."""
        origin = kept if self.origin is None else self.origin[kept]
        return State(self.data.picked(kept, context), origin)

    def replaced(self, columns: Mapping[str, tuple[Integers, Sequence[str]]], context: JobContext) -> "State":
        """New texts of whole variables, as codes and the texts that they index."""
        return self.with_data(self.data.replaced(columns, context))


def looked_up(texts: Sequence[str], given: Callable[[str], Given], context: JobContext) -> list[Given]:
    """What a function says of each text, with a look now and then whether to stop."""
    found: list[Given] = []
    for start in range(0, len(texts), _BATCH):
        context.checkpoint()
        found += [given(text) for text in texts[start : start + _BATCH]]
    return found
