"""Draws that follow from a record's identifier and the secret, so that no order of the records matters.

Of each value that may be drawn for there are outcomes: texts, and limits of the integers that are drawn, 0 to
2^52 - 1. The outcome is the one whose place is the number of limits that are not above the integer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.secret_stream import Integers, Vector, keyed_with

Relation = Any  # of the store that is built on this module
RANGE_BITS = 52


@dataclass(frozen=True)
class Outcomes:
    """What a value becomes: ``limits`` int64 ascending, one fewer than ``texts``."""

    limits: Integers
    texts: tuple[str, ...]


def outcomes_of(chances: Vector, texts: Sequence[str]) -> Outcomes:
    """The outcomes of chances (texts,) that sum to 1; a chance of 0 is never met."""
    last = int(np.flatnonzero(chances > 0)[-1])  # the sum may miss 1 by a rounding
    limits = np.ceil(np.cumsum(chances)[:last] * 2.0**RANGE_BITS).astype(np.int64)
    return Outcomes(limits, tuple(texts[: last + 1]))


class DrawingStore:
    """A store that draws values by identifiers."""

    def drawn(
        self,
        relation: Relation,
        column: int,
        identifier: int,
        outcomes: Mapping[str, Outcomes],
        key: bytes,
        begun: bytes,
        context: JobContext,
    ) -> Relation:
        """A new relation: each value of a column that has outcomes becomes one of them, by the first 13
        hexadecimal digits of HMAC-SHA-256(key, begun + text of the identifier).
        """
        identifiers, _ = relation.frequencies(identifier, context)
        macs = keyed_with(key, begun, identifiers, context)[:, 0] >> np.uint64(64 - RANGE_BITS)
        integers = macs.astype(np.int64)[relation.codes(identifier, context)]
        texts, _ = relation.frequencies(column, context)
        codes = relation.codes(column, context)
        labels = sorted({*texts, *(text for found in outcomes.values() for text in found.texts)})
        place = {text: number for number, text in enumerate(labels)}
        new = np.array([place[text] for text in texts], dtype=np.int64)[codes]
        for code, text in enumerate(texts):
            if text in outcomes:
                rows = np.flatnonzero(codes == code)
                found = outcomes[text]
                drawn = np.searchsorted(found.limits, integers[rows], side="right")
                new[rows] = np.array([place[one] for one in found.texts], dtype=np.int64)[drawn]
        return cast(Any, self).replaced(relation, {column: (new, labels)}, context)


class IdentifiedRelation:
    """A relation that counts the records without an identifier of their own."""

    def unidentified(self, column: int, missing: Sequence[str], context: JobContext) -> tuple[int, int]:
        """How many records have no value in a column (or a blank or missing code), and how many one that
        another record has as well.
        """
        texts, frequencies = cast(Any, self).frequencies(column, context)
        absent = np.array([text in missing or not text.strip() for text in texts], dtype=np.bool_)
        repeated = frequencies[~absent & (frequencies > 1)]
        return int(frequencies[absent].sum()), int(repeated.sum())
