"""Attribute disclosure of the jobs that decide on classes of key variables: recode, anopi, local suppression.

The values of the sensitive variables are counted with the combinations of the key variables, so that what
whole classes disclose follows without another look at the records. Where a class is treated in parts, or a
sensitive variable is recoded as well, the released records are counted.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.microdata.classes.key_classes import (
    Disclosed,
    Integers,
    Pairs,
    chosen,
    disclosed,
    disclosed_in,
    first_classes,
    merged_pairs,
    merged_sizes,
    pairs_of,
    row_numbers,
)
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import near_equal_warnings, values_by_name
from sdc_desktop.engine.microdata.recoding import Anonymity, RecodingCounts, anonymity_of_sizes
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords
from sdc_desktop.engine.microdata.suppression.suppressed_records import suppressed_classes
from sdc_desktop.engine.microdata.suppression.suppression import Flags, ReleasedClasses, Treatment, grouped
from sdc_desktop.engine.problems import Problem


@dataclass(frozen=True)
class SensitiveCounts:
    """The sensitive variables of a file beside its key variables.

    ``pairs``: their values in each combination of the key variables that was counted, by variable; empty
    where a sensitive variable is a key variable too. ``sizes`` (combinations,) count records; ``before`` is
    what the file discloses as it is.
    """

    data: Microdata
    key_variables: tuple[str, ...]  # the key variables that are not sensitive
    names: tuple[str, ...]
    pairs: Mapping[str, Pairs]
    sizes: Integers
    before: Mapping[str, Disclosed]
    near_equal: tuple[Problem, ...]

    @property
    def by_classes(self) -> bool:
        """Whether all that is asked follows from the combinations."""
        return len(self.pairs) == len(self.names)


@dataclass(frozen=True)
class DisclosureCounts(RecodingCounts):
    """The counts of jobs that report attribute disclosure."""

    sensitive: SensitiveCounts | None = None


def sensitive_counts(data: Microdata, keys: KeyCounts, context: JobContext) -> SensitiveCounts:
    """Count the variables of the sensitive role with combinations that were counted. Raises Cancelled."""
    names = tuple(variable.name for variable in data.with_role("sensitive"))
    key_variables = tuple(name for name in keys.variables if name not in names)
    if not names or not key_variables:
        return SensitiveCounts(data, key_variables, (), {}, keys.frequencies, {}, ())
    joint = data.counts([*keys.variables, *(name for name in names if name not in keys.variables)], context)
    values = values_by_name(joint, data, names)
    near_equal = near_equal_warnings(values)
    if len(key_variables) < len(keys.variables):
        before = disclosed_by(data, key_variables, names, context)
        return SensitiveCounts(data, key_variables, names, {}, keys.frequencies, before, near_equal)
    width = len(keys.variables)
    number, count = row_numbers(joint.codes[:, :width], [len(texts) for texts in joint.categories[:width]])
    pairs = {
        name: pairs_of(
            number, one.of_text[joint.codes[:, joint.variables.index(name)]], joint.frequencies, count
        )
        for name, one in values.items()
    }
    before = {name: disclosed(found, keys.frequencies) for name, found in pairs.items()}
    return SensitiveCounts(data, key_variables, names, pairs, keys.frequencies, before, near_equal)


def disclosed_after(
    found: SensitiveCounts,
    classes: ReleasedClasses,
    rare: RareRecords | None,
    released: Callable[[], Microdata],
    context: JobContext,
) -> dict[str, Disclosed]:
    """What the classes disclose as they are released; ``released`` makes the records where they are needed.
    ``classes.class_of`` is of the combinations counted. Raises Cancelled.
    """
    if not found.names:
        return {}
    if not found.by_classes or (rare is not None and _in_parts(classes, rare.treatment)):
        return disclosed_by(released(), found.key_variables, found.names, context)
    group, kept = _groups(classes, None if rare is None else rare.treatment)
    number = group[classes.class_of]
    count = len(kept)
    sizes = np.where(kept, merged_sizes(found.sizes, number, count), 0)
    by_variable = {}
    for name, pairs in found.pairs.items():
        merged = merged_pairs(pairs, number, count)
        there = kept[merged.classes]
        own = Pairs(merged.classes[there], merged.values[there], merged.counts[there], merged.categories)
        by_variable[name] = disclosed(own, sizes)
    return by_variable


def disclosed_by(
    data: Microdata, key_variables: Sequence[str], sensitive: Sequence[str], context: JobContext
) -> dict[str, Disclosed]:
    """What records disclose as they are; those with ``*`` in every key variable are in no group."""
    if not key_variables or not sensitive:
        return {}
    keys = data.counts([*key_variables, *sensitive], context)
    values = values_by_name(keys, data, sensitive)
    classes = first_classes(keys, key_variables, {name: one.of_text for name, one in values.items()})
    hidden = suppressed_classes(classes, keys.categories[: len(key_variables)])
    return disclosed_in(chosen(classes, np.flatnonzero(~hidden)))


@dataclass(frozen=True)
class Together:
    """All variables of the role `key` together, those among them that the job left as they are."""

    left_out: tuple[str, ...]
    anonymity: Anonymity
    records_below: int  # that share all these values with fewer than k - 1 others


def together(data: Microdata, left_out: Sequence[str], k: int, context: JobContext) -> Together:
    """How records hide that are released with variables that a job left as they are. Raises Cancelled."""
    names = [variable.name for variable in data.with_role("key")]
    return together_of(data.counts(names, context).frequencies, left_out, k)


def together_of(sizes: Integers, left_out: Sequence[str], k: int) -> Together:
    """As with :func:`together`, from the sizes of the classes (classes,), in records."""
    found = anonymity_of_sizes(sizes)
    return Together(tuple(left_out), found, int(sizes[sizes < k].sum()))


def _in_parts(classes: ReleasedClasses, treatment: Treatment) -> bool:
    return bool((treatment.records != classes.sizes[treatment.classes]).any())


def _groups(classes: ReleasedClasses, treatment: Treatment | None) -> tuple[Integers, Flags]:
    """The group (classes,) of each class by what it shows, and whether each group shows anything."""
    number = len(classes.sizes)
    if treatment is None:
        return np.arange(number), np.ones(number, dtype=np.bool_)
    codes = classes.codes.copy()
    codes[treatment.classes] = np.where(treatment.cells, -1, codes[treatment.classes])
    group = grouped(codes + 1, [len(texts) + 1 for texts in classes.labels])
    kept = np.zeros(int(group.max(initial=-1)) + 1, dtype=np.bool_)
    kept[group] = (codes >= 0).any(axis=1)
    return group, kept
