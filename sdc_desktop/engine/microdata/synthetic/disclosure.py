"""What released synthetic records disclose of the originals, and the reasons against a release that follow:
attribution, prediction, closeness and equality.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector, row_numbers
from sdc_desktop.engine.microdata.synthetic.attribution import Attribution, attribution
from sdc_desktop.engine.microdata.synthetic.cart import Flags, Predictor, grow
from sdc_desktop.engine.microdata.synthetic.closest import Closest, Feature, closest
from sdc_desktop.engine.microdata.synthetic.columns import Column
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.verdict import Reason, failed, reserved

MOST_COMPARED = 5_000  # records of either side whose distances are computed
GAIN = 0.5  # beyond, a prediction counts as disclosing
NEAR = 0.1  # of a number: a prediction within this share of it is right
_TOLERANCE = 1e-12
_CLOSE = 0.05 + 0.02  # the share of originals closer to another one than their 5 % quantile, and some chance


@dataclass(frozen=True)
class Target:
    """Of one target variable. ``predicted``: the share of originals whose value a tree fitted on the released
    records predicts (RAPID: gain in probability over the baseline above one half; of numbers, within 10 %);
    ``predicted_held_back``: the same of records that the synthesis did not use, None without any.
    """

    attribution: Attribution
    predicted: float
    predicted_held_back: float | None


@dataclass(frozen=True)
class Disclosure:
    """By target what is learnt of it; the distance to the closest record; how many were compared there."""

    targets: Mapping[str, Target]
    closest: Closest
    compared: int


def largest_shares(found: Disclosure) -> Mapping[str, float]:
    """The largest over the targets of the shares that a limit can be set on; empty without any target."""
    each = [one.attribution for one in found.targets.values()]
    if not each:
        return {}
    return {
        "attributed": max(one.disco for one in each),
        "replicated_uniques": max(one.replicated_uniques for one in each),
    }


def disclosure(
    originals: Mapping[str, Column],
    released: Mapping[str, Column],
    keys: Sequence[str],
    targets: Sequence[str],
    used: Integers,
    held_back: Integers,
    sample: Callable[[int, int], Integers],
    checkpoint: Callable[[], None],
) -> Disclosure:
    """Compares columns in the same codes. `used` and `held_back` (chosen,) are numbers of records of the
    originals; `sample` gives this many of a number of records.
    """
    found = {}
    for name in targets:
        by = [key for key in keys if key != name]
        if not by:
            continue
        checkpoint()
        found[name] = Target(
            attribution(
                np.column_stack([originals[key].codes[used] for key in by]),
                originals[name].codes[used],
                np.column_stack([released[key].codes for key in by]),
                released[name].codes,
                checkpoint,
            ),
            _predicted(originals, released, by, name, used, checkpoint),
            _predicted(originals, released, by, name, held_back, checkpoint) if len(held_back) else None,
        )
    ours = used[sample(len(used), min(MOST_COMPARED, len(used)))]
    count = len(next(iter(released.values())).codes)
    theirs = sample(count, min(MOST_COMPARED, count))
    features = [
        Feature(*_sides(originals[name].taken(ours), released[name].taken(theirs)), originals[name].is_number)
        for name in released
    ]
    return Disclosure(found, closest(features, checkpoint), max(len(ours), len(theirs)))


def _sides(one: Column, other: Column) -> tuple[Vector | Integers, Vector | Integers]:
    return (one.values, other.values) if one.is_number else (one.codes, other.codes)


def _predicted(
    originals: Mapping[str, Column],
    released: Mapping[str, Column],
    keys: Sequence[str],
    target: str,
    records: Integers,
    checkpoint: Callable[[], None],
) -> float:
    """The share of the records whose target the released records predict from the keys."""
    truth, given = originals[target], released[target]
    predictors = [
        Predictor(released[key].codes, originals[key].codes[records], originals[key].ordered) for key in keys
    ]
    if not len(given.codes) or not len(records):
        return 0.0
    if truth.is_number:
        known = np.isfinite(given.values)
        if not known.any():
            return 0.0
        narrowed = [Predictor(one.codes[known], one.others, one.ordered) for one in predictors]
        leaves = grow(given.values[known], 0, narrowed, 5, 1e-8, checkpoint)
        sums = np.bincount(leaves.records, weights=given.values[known], minlength=leaves.count)
        means = sums / np.maximum(np.bincount(leaves.records, minlength=leaves.count), 1)
        value = truth.values[records]
        scale = np.where(value == 0, float(np.nanstd(truth.values[records])), np.abs(value))
        return float((np.abs(means[leaves.others] - value) <= NEAR * scale).mean())
    classes = len(truth.texts)
    leaves = grow(given.codes, classes, predictors, 5, 1e-8, checkpoint)
    own = truth.codes[records]
    joint = np.bincount(leaves.records * classes + given.codes, minlength=leaves.count * classes)
    size = np.maximum(np.bincount(leaves.records, minlength=leaves.count), 1)
    share = joint[leaves.others * classes + own] / size[leaves.others]
    base = np.bincount(given.codes, minlength=classes)[own] / len(given.codes)
    gain = np.divide(share - base, 1 - base, out=np.zeros(len(own)), where=base < 1)
    return float((gain > GAIN).mean())


def disclosure_reasons(
    found: Disclosure, risks: Mapping[str, float], limits: Mapping[str, Number | None]
) -> Iterator[Reason]:
    """The limits that were set, and records that come closer than originals are to one another. ``limits``:
    the limits on each of the `risks`; if any limit is set, each risk without a limit is a reservation.
    """
    set_limits = {name: float(limit) for name, limit in limits.items() if limit is not None}
    for name, limit in set_limits.items():
        risk = risks.get(name)
        if risk is not None and risk > limit + _TOLERANCE:
            yield failed(f"synthetic_{name}", share=risk, limit=limit)
    for name in limits.keys() - set_limits.keys() if set_limits else ():
        yield reserved(f"synthetic_{name}_open", share=risks.get(name, 0.0))
    near = found.closest
    if near.closer > _CLOSE and near.original.p5 > 0:
        yield reserved("synthetic_close", share=near.closer)
    if near.released.identical > near.original.identical:
        yield reserved("synthetic_identical", share=near.released.identical)


def replicated(originals: Sequence[Column], codes: Mapping[str, Integers]) -> Flags:
    """Whether each synthetic record equals an original one that is unique in all variables, (count,)."""
    rows = np.column_stack([np.concatenate((one.codes, codes[one.name])) for one in originals])
    number, count = row_numbers(rows, [len(one.texts) for one in originals])
    records = len(originals[0].codes)
    unique = np.bincount(number[:records], minlength=count) == 1
    found: Flags = unique[number[records:]]
    return found
