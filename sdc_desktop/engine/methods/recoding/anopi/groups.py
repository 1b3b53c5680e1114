"""The groups of ANOPI's blocks, and what is really released of every variable: the texts, not a promise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import RecordPersons
from sdc_desktop.engine.information.distribution import entropy
from sdc_desktop.engine.methods.recoding.anopi.blocks import ReleasedBlock
from sdc_desktop.engine.methods.recoding.anopi.counts import AnopiCounts
from sdc_desktop.engine.microdata.groups.block_columns import Integers
from sdc_desktop.engine.microdata.groups.block_groups import Block, BlockResult, GroupRules
from sdc_desktop.engine.microdata.groups.formed import formed, texts_of_rows
from sdc_desktop.engine.microdata.recoding import Anonymity, anonymity_of_sizes
from sdc_desktop.engine.microdata.suppression.suppression import ReleasedClasses, grouped


@dataclass(frozen=True)
class ReleasedColumn:
    """A released variable: ``codes`` (records,) index its distinct ``texts``."""

    codes: Integers
    texts: tuple[str, ...]

    @property
    def entropy(self) -> float:
        """Base 10; a missing value is a category of its own."""
        return entropy(np.bincount(self.codes, minlength=len(self.texts)))


Formed = tuple[BlockResult, dict[str, ReleasedColumn]]
KnownGroups = dict[tuple[tuple[str, ...], int], Formed]  # by the variables and the k of a block


def form_groups(
    blocks: Sequence[ReleasedBlock],
    counted: AnopiCounts,
    context: JobContext,
    known: KnownGroups | None = None,
) -> tuple[tuple[ReleasedBlock, ...], dict[str, ReleasedColumn]]:
    """Group the records of each block by MDAV (`microaggregate`, missing values kept, numbers standardised).
    Where persons have several records, k persons are in every microaggregation group.

    Gives the blocks with what was formed, and the microaggregated variables. Groups that are `known` are not
    formed again, and new ones become known. Raises Cancelled.
    """
    done: list[ReleasedBlock] = []
    columns: dict[str, ReleasedColumn] = {}
    for place, block in enumerate(blocks):
        part = context.within(place / len(blocks), (place + 1) / len(blocks))
        key = block.variables, block.k
        groups, released = known[key] if known and key in known else _formed(block, counted, part)
        if known is not None:
            known[key] = groups, released
        done.append(replace(block, formed=groups))
        columns |= released
    return tuple(done), columns


def _formed(block: ReleasedBlock, counted: AnopiCounts, context: JobContext) -> Formed:
    records = np.arange(counted.keys.records)
    strata = np.zeros(len(records), dtype=np.int64)
    rules = GroupRules(block.k)
    read = Block.of(block.variables, counted.columns, strata, records, standardise=rules.standardise)
    made = formed(rules, read, (counted.columns, strata, records), counted.persons, context)
    columns = {}
    for name in block.variables:
        column = counted.columns[name]
        if block.k == 1:
            columns[name] = ReleasedColumn(column.codes, column.texts)
        else:
            texts = texts_of_rows(
                column, records, made.labels, made.rows, made.result.groups, counted.decimal, context
            )
            columns[name] = _distinct(*texts)
    return made.result, columns


def _distinct(codes: Integers, labels: Sequence[str]) -> ReleasedColumn:
    """A column in which equal texts of different groups are one category; unused texts are dropped."""
    numbers: dict[str, int] = {}
    place_of = np.zeros(len(labels), dtype=np.int64)
    for place in np.unique(codes).tolist():
        place_of[place] = numbers.setdefault(labels[place], len(numbers))
    return ReleasedColumn(place_of[codes], tuple(numbers))


def recoded_columns(
    counted: AnopiCounts, steps: Mapping[str, int], names: Sequence[str]
) -> dict[str, ReleasedColumn]:
    """The records of variables that are recoded by these steps (absent: as is)."""
    columns = {}
    for name in names:
        variable, step = counted.variable(name), steps.get(name, 0)
        texts = tuple(dict.fromkeys(variable.codings.labels[step]))
        columns[name] = ReleasedColumn(variable.members[step][counted.codes[name]], texts)
    return columns


def classes_of(
    names: Sequence[str], columns: Mapping[str, ReleasedColumn], persons: RecordPersons | None
) -> ReleasedClasses:
    """The classes of the records as released; every record counts as a combination of its own. ``persons`` of
    the records, where persons have several.
    """
    codes = np.stack([columns[name].codes for name in names], axis=1)
    labels = tuple(columns[name].texts for name in names)
    class_of = grouped(codes, [len(texts) for texts in labels])
    first = np.unique(class_of, return_index=True)[1]
    members = None if persons is None else persons.members(class_of)
    return ReleasedClasses(tuple(names), labels, codes[first], np.bincount(class_of), class_of, members)


def classes_released(
    counted: AnopiCounts, steps: Mapping[str, int], columns: Mapping[str, ReleasedColumn]
) -> ReleasedClasses:
    """The classes of the records where some variables are released as `columns`, the others recoded."""
    others = [name for name in counted.keys.variables if name not in columns]
    released = recoded_columns(counted, steps, others) | dict(columns)
    return classes_of(counted.keys.variables, released, counted.persons)


def anonymity_of(classes: ReleasedClasses) -> Anonymity:
    """How well the classes hide their records, or persons."""
    return anonymity_of_sizes(classes.sizes, classes.members)
