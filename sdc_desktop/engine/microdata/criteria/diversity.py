"""Diversity of the sensitive variables of a file, over all its classes."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.microdata.classes.key_classes import KeyClasses
from sdc_desktop.engine.microdata.criteria.attribute_distance import Attribute
from sdc_desktop.engine.microdata.criteria.class_values import judged_classes
from sdc_desktop.engine.microdata.criteria.criteria import Judge, class_distances, distinct_values
from sdc_desktop.engine.microdata.criteria.entropies import ESTIMATORS


@dataclass(frozen=True)
class Diversity:
    """Over all classes: the least number of values; the least effective number exp(H) by each estimator,
    never above the number of values in the class, None where persons have several values; the greatest
    distance (equal) from the whole file. A class where all values are missing has no value, and the distance
    1.
    """

    distinct: int
    entropy: Mapping[str, float | None]
    t: float


def diversities(classes: KeyClasses, attributes: Mapping[str, Attribute]) -> dict[str, Diversity]:
    """By sensitive variable; nothing where there is no class."""
    if not len(classes.sizes):
        return {}
    classes = judged_classes(classes)
    judge = Judge((), attributes, classes.records)
    found = {}
    for name, attribute in attributes.items():
        pairs = classes.pairs[name]
        distinct = distinct_values(pairs, len(classes.sizes))
        values = np.bincount(pairs.classes, minlength=len(classes.sizes))
        shared = pairs.shares().is_weighted  # persons with two values: no whole counts to correct
        effective: dict[str, float | None] = {
            estimator: None
            if shared and estimator != "shannon"
            else float(
                np.minimum(np.exp(judge.entropies(pairs, len(classes.sizes), estimator)), values).min()
            )
            for estimator in ESTIMATORS
        }
        distances = class_distances(pairs, len(classes.sizes), attribute, "equal")
        found[name] = Diversity(int(distinct.min()), effective, float(distances.max()))
    return found
