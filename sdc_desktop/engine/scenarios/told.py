"""What a released file tells of each record: a distribution over the domain, numbered by its kind."""

from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.microdata.distances import Integers


@dataclass(frozen=True)
class Told:
    """``kinds`` (records,) of the original number the rows of ``table`` (kinds, domain), each of sum 1."""

    kinds: Integers
    table: Vector


def told_by_intervals(lowest: Integers, highest: Integers, domain: int) -> Told:
    """Each record's value lies between two places of the domain (records,), both included, and every value
    there is as likely (Alfalayleh & Brankovic 2014, algorithms 2 and 3).
    """
    pairs, kinds = np.unique(lowest * domain + highest, return_inverse=True)
    first, last = pairs // domain, pairs % domain
    places = np.arange(domain)
    within = (places >= first[:, None]) & (places <= last[:, None])
    return Told(kinds, within / (last - first + 1)[:, None])
