"""Attribute disclosure of the jobs that decide on classes of key variables: recode, anopi, local suppression.

The values of the sensitive variables are counted with the combinations of the key variables, so that what
whole classes disclose follows without reading the records again. Where a class is treated in parts, or a
sensitive variable is recoded as well, the released records are counted.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.microdata.classes.key_classes import (
    Disclosed,
    Integers,
    KeyClasses,
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
from sdc_desktop.engine.microdata.classes.knowledge import found_by
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import near_equal_warnings, values_by_name
from sdc_desktop.engine.microdata.recoding import Anonymity, RecodingCounts, anonymity_of_sizes
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords
from sdc_desktop.engine.microdata.suppression.suppressed_records import (
    SuppressedClass,
    shown_values,
    suppressed_class,
    suppressed_classes,
)
from sdc_desktop.engine.microdata.suppression.suppression import (
    Flags,
    ReleasedClasses,
    Treatment,
    grouped,
    shown_codes,
)
from sdc_desktop.engine.plan_secrets import IF_THERE
from sdc_desktop.engine.problems import Problem


@dataclass(frozen=True)
class SensitiveCounts:
    """The sensitive variables of a file beside its key variables.

    ``pairs``: their values in each combination of the key variables that was counted, by variable; empty
    where a sensitive variable is also a key variable. ``sizes`` (combinations,) count records; ``before`` is
    what the original file discloses.
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
    if len(key_variables) < len(keys.variables) or joint.members is not None:
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


@dataclass(frozen=True)
class DisclosedAfter:
    """What a released file discloses, by sensitive variable, and its class of suppressed records
    where these are kept.
    """

    values: Mapping[str, Disclosed]
    suppressed: SuppressedClass | None = None


def disclosed_after(
    found: SensitiveCounts,
    classes: ReleasedClasses,
    rare: RareRecords | None,
    released: Callable[[], Microdata],
    context: JobContext,
) -> DisclosedAfter:
    """What the released classes disclose; ``released`` makes the records where they are needed.
    ``classes.class_of`` has one entry for each combination counted. Raises Cancelled.
    """
    if not found.names:
        return _disclosed(None, None, rare)
    if not found.by_classes or (rare is not None and _in_parts(classes, rare)):
        return disclosed_in_records(released(), found, rare, context)
    group, hidden = _groups(classes, None if rare is None else rare.treatment)
    number = group[classes.class_of]
    count = len(hidden)
    merged = KeyClasses(
        (),
        np.zeros((0, count), dtype=np.int32),
        merged_sizes(found.sizes, number, count),
        {name: merged_pairs(pairs, number, count) for name, pairs in found.pairs.items()},
    )
    return _disclosed(merged, hidden, rare)


def disclosed_in_records(
    data: Microdata, found: SensitiveCounts, rare: RareRecords | None, context: JobContext
) -> DisclosedAfter:
    """What the released records disclose, before suppressed ones are blanked or dropped. Raises Cancelled."""
    if not found.names:
        return _disclosed(None, None, rare)
    return _disclosed(*_classes_of(data, found.key_variables, found.names, context), rare)


def _disclosed(classes: KeyClasses | None, hidden: Flags | None, rare: RareRecords | None) -> DisclosedAfter:
    kept = rare is None or rare.suppressed_records == "keep"
    shown, values = {}, {}
    persons = None if rare is None else rare.figures.no_values_persons
    if classes is not None and hidden is not None:
        values = disclosed_in(classes if kept else chosen(classes, np.flatnonzero(~hidden)))
        shown = shown_values(chosen(classes, np.flatnonzero(hidden)))
    if rare is None or not kept:
        return DisclosedAfter(values)
    return DisclosedAfter(values, suppressed_class(rare.figures.no_values, rare.k, shown, (), persons))


def disclosed_by(
    data: Microdata, key_variables: Sequence[str], sensitive: Sequence[str], context: JobContext
) -> dict[str, Disclosed]:
    """What these records disclose; those with ``*`` in every key variable are a class as any other."""
    if not key_variables or not sensitive:
        return {}
    return disclosed_in(_classes_of(data, key_variables, sensitive, context)[0])


def _classes_of(
    data: Microdata, key_variables: Sequence[str], sensitive: Sequence[str], context: JobContext
) -> tuple[KeyClasses, Flags]:
    """The classes of records with the values of sensitive variables, and which is the suppressed one."""
    keys = data.counts([*key_variables, *sensitive], context)
    values = values_by_name(keys, data, sensitive)
    classes = first_classes(keys, key_variables, {name: one.of_text for name, one in values.items()})
    return classes, suppressed_classes(classes, keys.categories[: len(key_variables)])


@dataclass(frozen=True)
class Together:
    """All variables of the role `key` together, those among them that the job left unchanged. Of persons
    with several records ``persons_below`` are those with a record below k, ``average_risk`` is their mean.
    """

    left_out: tuple[str, ...]
    anonymity: Anonymity
    records_below: int  # that share all these values with fewer than k - 1 others
    persons_below: int | None = field(default=None, metadata=IF_THERE)
    average_risk: float | None = field(default=None, metadata=IF_THERE)


def together(
    data: Microdata, left_out: Sequence[str], k: int, context: JobContext, without: Sequence[str] = ()
) -> Together:
    """How records hide that are released with variables that a job left unchanged; those that show ``*`` in
    all variables `without` are not released. Raises Cancelled.
    """
    names = [variable.name for variable in data.with_role("key")]
    keys = data.counts(list(dict.fromkeys([*names, *without])), context)
    places = [keys.variables.index(name) for name in (*names, *without)]
    bare = np.full(len(keys.frequencies), bool(without))
    for place in places[len(names) :]:
        bare &= np.array([text == "*" for text in keys.categories[place]])[keys.codes[:, place]]
    own = places[: len(names)]
    number, count = row_numbers(keys.codes[~bare][:, own], [len(keys.categories[place]) for place in own])
    members = keys.members
    if members is not None:
        members = members.chosen(np.flatnonzero(~bare), len(bare)).merged(number)
    return together_of(merged_sizes(keys.frequencies[~bare], number, count), left_out, k, members)


def together_of(sizes: Integers, left_out: Sequence[str], k: int, members: Members | None = None) -> Together:
    """How records hide with unchanged variables, from the sizes of classes (classes,), in records. `members`
    are the persons of the classes where some have several records.
    """
    found = anonymity_of_sizes(sizes, members)
    if members is None:
        return Together(tuple(left_out), found, int(sizes[sizes < k].sum()))
    known = found_by(members, sizes, JobContext())
    below = known.of_classes < k
    average = float(known.risks.mean()) if len(known.risks) else 0.0
    return Together(tuple(left_out), found, int(sizes[below].sum()), known.below(k), average)


def _in_parts(classes: ReleasedClasses, rare: RareRecords) -> bool:
    treatment = rare.treatment
    return rare.by_record is not None or bool((treatment.records != classes.sizes[treatment.classes]).any())


def _groups(classes: ReleasedClasses, treatment: Treatment | None) -> tuple[Integers, Flags]:
    """The group (classes,) of each class by what it shows, and which group (groups,) shows nothing."""
    codes = shown_codes(classes)
    if treatment is not None:
        codes[treatment.classes] = np.where(treatment.cells, -1, codes[treatment.classes])
    group = grouped(codes + 1, [len(texts) + 1 for texts in classes.labels])
    hidden = np.zeros(int(group.max(initial=-1)) + 1, dtype=np.bool_)
    hidden[group] = (codes < 0).all(axis=1)
    return group, hidden if len(hidden) > 1 else ~hidden & hidden
