"""One measure of use for all techniques: how wrong the answers to random range queries become.

A query names an attribute and a range of its values and asks for the mean of the confidential attribute
among the records within. Its error is the absolute difference of the answer from the released file and the
true one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.methods.curves.attributes import Attribute
from sdc_desktop.engine.methods.curves.cae_experiment.matching import Known
from sdc_desktop.engine.microdata.groups.distances import Integers

QUERIES = 200


@dataclass(frozen=True)
class RangeQuery:
    """All records whose place of attribute number ``attribute`` lies within ``low``..``high``."""

    attribute: int
    low: int
    high: int


def draw_queries(attributes: Sequence[Attribute], chance: np.random.Generator) -> tuple[RangeQuery, ...]:
    """Two hundred queries: an attribute, and two of its values as ends, each as likely."""
    asked = []
    usable = [place for place, attribute in enumerate(attributes) if attribute.size]
    for _ in range(QUERIES if usable else 0):
        place = usable[int(chance.integers(len(usable)))]
        ends = chance.integers(0, attributes[place].size, 2)
        asked.append(RangeQuery(place, int(ends.min()), int(ends.max())))
    return tuple(asked)


def answers(queries: Sequence[RangeQuery], values: Vector, places: Sequence[Integers]) -> Vector:
    """The mean of the ``values`` (records,) within each query; ``places[attribute]`` (records,). Where no
    record is within, the mean of all.
    """
    fallback = float(values.mean()) if len(values) else 0.0
    found = np.full(len(queries), fallback)
    for number, query in enumerate(queries):
        within = (places[query.attribute] >= query.low) & (places[query.attribute] <= query.high)
        if within.any():
            found[number] = values[within].mean()
    return found


def mean_error(truth: Vector, given: Vector) -> float | None:
    """The mean absolute error of the answers; None without queries."""
    return float(np.mean(np.abs(given - truth))) if len(truth) else None


def answers_from_labels(
    queries: Sequence[RangeQuery], values: Vector, known: Sequence[Known], places: Sequence[Integers]
) -> Vector:
    """The same from a released file whose values may stand for several: ``values`` (released records,).

    A record counts with the share of the original values it may stand for that lie within the range;
    ``places[attribute]`` (records,) are of the original.
    """
    fallback = float(values.mean()) if len(values) else 0.0
    found = np.full(len(queries), fallback)
    for number, query in enumerate(queries):
        attribute = known[query.attribute]
        place_of = np.full(len(attribute.fits), -1)
        place_of[attribute.original] = places[query.attribute]
        within = (place_of >= query.low) & (place_of <= query.high)
        means_any = np.maximum(attribute.fits.sum(axis=0), 1)
        weights = (attribute.fits[within].sum(axis=0) / means_any)[attribute.released]
        if weights.sum() > 0:
            found[number] = np.sum(weights * values) / weights.sum()
    return found
