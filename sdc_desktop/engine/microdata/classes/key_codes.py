"""What classes disclose of sensitive variables where values of key variables are drawn or exchanged.

Classes are counted on the released key variables, the changed ones among them. A sensitive variable that is
changed itself is excluded: its released value need not be the record's.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Members, RecordPersons
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.store.packed_codes import numbered_columns
from sdc_desktop.engine.microdata.classes.holders import held
from sdc_desktop.engine.microdata.classes.key_classes import (
    Disclosed,
    Integers,
    OneValue,
    disclosed,
    merged_sizes,
    of_holders,
    one_value,
    pairs_of,
)
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import sensitive_values


@dataclass(frozen=True)
class KeyCodes:
    """Key variables: the code (records,) of each record, and how many categories there are. ``values``: by
    sensitive variable the number of each record's value. ``persons`` (records,) of persons with several
    records, whom the classes count.
    """

    codes: Mapping[str, Integers]
    categories: Mapping[str, int]
    values: Mapping[str, Integers]
    persons: RecordPersons | None = None


def key_codes(
    data: Microdata,
    changed: Collection[str],
    context: JobContext,
    known: Mapping[str, Integers] = MappingProxyType({}),
) -> KeyCodes | None:
    """Read key variables, and sensitive ones that stay; None without any. ``known``: codes (records,) that
    were read before. Raises Cancelled.
    """
    key_variables = [variable.name for variable in data.with_role("key")]
    sensitive = [variable.name for variable in data.with_role("sensitive") if variable.name not in changed]
    if not key_variables or not sensitive:
        return None
    texts = {name: data.relation.frequencies(data.index(name), context)[0] for name in key_variables}
    values = {}
    for name in sensitive:
        found = sensitive_values(data, name, data.relation.frequencies(data.index(name), context)[0])
        values[name] = found.of_text[data.relation.codes(data.index(name), context)]
    return KeyCodes(
        {
            name: known[name] if name in known else data.relation.codes(data.index(name), context)
            for name in key_variables
        },
        {name: len(texts[name]) for name in key_variables},
        values,
        data.record_persons(context),
    )


def one_value_with(keys: KeyCodes, drawn: Mapping[str, Integers]) -> dict[str, OneValue]:
    """By sensitive variable what the file discloses, and what it does with the codes `drawn` (records,)."""
    return one_value(_disclosed(keys, keys.codes), _disclosed(keys, {**keys.codes, **drawn}))


def _disclosed(keys: KeyCodes, codes: Mapping[str, Integers]) -> dict[str, Disclosed]:
    columns = [codes[name] for name in keys.codes]
    categories = [keys.categories[name] for name in keys.codes]
    number, count = numbered_columns(columns, categories, len(columns[0]))
    return disclosed_by_classes(number, count, keys.values, keys.persons)


def disclosed_by_classes(
    number: Integers, count: int, values: Mapping[str, Integers], persons: RecordPersons | None
) -> dict[str, Disclosed]:
    """What classes disclose of each sensitive variable, from the number of each record's class below `count`
    and of its value, (records,); they count the `persons` (records,) where these have several records.
    """
    ones = np.ones(len(number), dtype=np.int64)
    sizes = merged_sizes(ones, number, count)
    if persons is None:
        return {name: disclosed(pairs_of(number, own, ones, count), sizes) for name, own in values.items()}
    there = np.flatnonzero(persons.numbers != NOBODY)
    whose = persons.numbers[there].astype(np.int64)
    rows = Members(there, whose, ones[: len(there)], linked=persons.linked)
    members = persons.all_members(number)
    return {
        name: disclosed(of_holders(held(number[there], rows, own[there])), sizes, members)
        for name, own in values.items()
    }
