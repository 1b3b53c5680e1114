"""Records that show no key value: a class of their own, which is judged as any other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.data.store.counted_relation import CountedRelation
from sdc_desktop.engine.data.store.counted_store import CountedStore
from sdc_desktop.engine.data.store.queries import columns_of
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.microdata.classes.key_classes import Integers, KeyClasses
from sdc_desktop.engine.plan_secrets import IF_THERE

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class ShownValues:
    """The values of a sensitive variable in a class: how many, and the share of the commonest (0 to 1)."""

    values: int
    largest_share: float


@dataclass(frozen=True)
class SuppressedClass:
    """The ``records`` that show ``*`` in every key variable, as one class. ``k``: the records that a class
    needs, 0 where none is asked. ``values`` and ``largest_share`` (of the commonest value) are those of the
    sensitive ``variable`` where that share is largest, of those whose criteria fail if any does; without one
    the name is empty. ``diverse``: whether it meets all criteria on sensitive variables.
    """

    records: int
    k: int
    variable: str = ""
    values: int = 0
    largest_share: float = 0.0
    diverse: bool = True
    persons: int | None = field(default=None, metadata=IF_THERE)

    @property
    def fails(self) -> bool:
        """Whether it is too small, or fails a criterion on a sensitive variable."""
        units = self.records if self.persons is None else self.persons
        return (self.records > 0 and units < self.k) or not self.diverse


def suppressed_class(
    records: int,
    k: int,
    shown: Mapping[str, ShownValues],
    failing: Sequence[str] = (),
    persons: int | None = None,
) -> SuppressedClass | None:
    """The class of this many records, with what it shows of each sensitive variable; ``failing``: the
    variables whose criteria it fails; ``persons`` whose records they are. None without a record.
    """
    if not records:
        return None
    named = {name: one for name, one in shown.items() if name in failing} or shown
    if not named:
        return SuppressedClass(records, k, persons=persons)
    worst = max(named, key=lambda name: (named[name].largest_share, -named[name].values))
    found = named[worst]
    return SuppressedClass(records, k, worst, found.values, found.largest_share, not failing, persons)


def shown_values(classes: KeyClasses) -> dict[str, ShownValues]:
    """By sensitive variable what classes show of it together."""
    found = {}
    for name, pairs in classes.pairs.items():
        counts = np.bincount(pairs.values, weights=pairs.counts)
        known = float(counts.sum())
        share = float(counts.max()) / known if known else 0.0
        found[name] = ShownValues(int(np.count_nonzero(counts)), share)
    return found


def suppressed_classes(classes: KeyClasses, labels: Sequence[Sequence[str]]) -> Flags:
    """Which class (classes,) is the one of the suppressed records: ``*`` everywhere, unless it is alone."""
    hidden = np.ones(len(classes.sizes), dtype=np.bool_)
    for codes, texts in zip(classes.codes, labels, strict=True):
        hidden &= np.array([text == SUPPRESSED for text in texts], dtype=np.bool_)[codes]
    return hidden if len(hidden) > 1 else np.zeros(len(hidden), dtype=np.bool_)


def starred(data: Microdata, where: Sequence[str], targets: Sequence[str], context: JobContext) -> Microdata:
    """The records with the variables `targets` suppressed wherever all variables `where` show ``*``. A
    variable with suppressed values is nominal from then on.
    """
    for target in targets:
        context.checkpoint()
        names = tuple(dict.fromkeys((*where, target)))
        columns = [data.index(name) for name in names]
        relation = data.relation
        if isinstance(relation, CountedRelation) and not relation.counts(columns):
            own = columns[-1]
            left = [joint for joint in relation.joints if own not in joint.places]
            data = _nominal(replace(data, relation=relation.changed(left, [own])), target)
            continue
        keys = data.counts(names, context)
        hidden = _all_starred(keys, where)
        if hidden.any():
            texts = keys.categories[names.index(target)]
            codes = np.where(hidden, len(texts), keys.codes[:, names.index(target)].astype(np.int64))
            made = data.by_combination(
                names, keys.codes.astype(np.int64), {target: (codes, (*texts, SUPPRESSED))}, context
            )
            data = _nominal(made, target)
    return data


def _all_starred(keys: KeyCounts, names: Sequence[str]) -> Flags:
    """Which combinations (combinations,) show ``*`` in all these variables."""
    hidden = np.ones(len(keys.frequencies), dtype=np.bool_)
    for name in names:
        place = keys.variables.index(name)
        is_star = np.array([text == SUPPRESSED for text in keys.categories[place]], dtype=np.bool_)
        hidden &= is_star[keys.codes[:, place]]
    return hidden


def _nominal(data: Microdata, name: str) -> Microdata:
    return data.with_variables(
        [
            replace(variable, level="nominal", order=None) if variable.name == name else variable
            for variable in data.variables
        ]
    )


def without_suppressed_records(
    data: Microdata, keys: Sequence[str], context: JobContext
) -> tuple[Microdata, Integers | None]:
    """The records that show a value of a key variable, in their order, and their numbers (kept,) from 0.
    None: these are all, or there is none, so that none is dropped; or the records are only counted.
    """
    columns = [data.index(name) for name in keys]
    relation, none = data.relation, (data, None)
    if not columns:
        return none
    if isinstance(relation, CountedRelation) and not relation.has_records:
        store = cast(CountedStore, relation.store)
        return replace(data, relation=store.without(relation, columns, SUPPRESSED, context)), None
    cursor = relation.store.cursor()
    bare = " AND ".join(f"c{column} = '{SUPPRESSED}'" for column in columns)
    query = f"SELECT rowid AS record FROM {relation.name} WHERE {bare}"
    with interruptible(cursor, context):
        hidden = np.asarray(columns_of(cursor, query)["record"], dtype=np.int64)
    if len(hidden) in (0, data.records):
        return none
    shows = np.ones(data.records, dtype=np.bool_)
    shows[hidden] = False
    kept = np.flatnonzero(shows).astype(np.int64)
    return data.picked(kept, context), kept
