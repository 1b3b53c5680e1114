"""Variables of a second file, joined to the records by the person, the household or another key.

The second file has each key once. A record whose key is missing, or is not there, has no match: what it gets
is missing. Keys are unchanged texts: 007 is not 7.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.formats import format_of
from sdc_desktop.engine.data.members import numbered_rows
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.reading import open_beside
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.preparing.prepare.conditions import Integers, State
from sdc_desktop.engine.methods.preparing.prepare.steps import JoinedSpec
from sdc_desktop.engine.problems import Place, Refused, error

MISSING = ""  # of a record without a match


def joined(
    given: JoinedSpec,
    key: str,
    variables: Sequence[Variable],
    state: State,
    base: Path,
    context: JobContext,
) -> tuple[State, int]:
    """The records with the variables of the second file at the end, and how many have no match;
    ``variables`` are those that the step leaves, ``base`` the folder that the file's path is relative to.
    Raises :class:`Refused` where the file cannot be read, has no such variable or a key twice.
    """
    header = True if format_of(given.file) == "csv" else None  # without names it could not be joined
    spec = DataSpec(path=given.file, decimal=state.data.decimal, header=header)
    second = open_beside(spec, base, state.data, context)
    problems = [
        error("prepare.join_unknown", Place(key=f"{key}.join.{part}", file=given.file), name=name)
        for part, names in (("key", given.key), ("keep", given.keep))
        for name in names
        if name not in second.names
    ]
    if problems:
        raise Refused(problems)
    places = _places(given, key, state.data, second, context)
    return _with_columns(given, variables, state, second, places, context), int(np.count_nonzero(places < 0))


def _places(given: JoinedSpec, key: str, data: Microdata, second: Microdata, context: JobContext) -> Integers:
    """For each record the row of the second file that has its key, (records,); -1 where none has."""
    columns = [_codes(name, data, second, context) for name in given.key]
    there = np.logical_and.reduce([column >= 0 for column in columns])
    numbers = np.where(there, numbered_rows([column.clip(min=0) for column in columns]), -1)
    ours, theirs = numbers[: data.records], numbers[data.records :]
    times = np.bincount(theirs[theirs >= 0], minlength=int(numbers.max(initial=0)) + 1)
    if (times > 1).any():
        where = Place(key=f"{key}.join.key", file=given.file)
        number, most = int(np.count_nonzero(times > 1)), int(times.max())
        raise Refused(error("prepare.join_ambiguous", where, number=number, most=most))
    row = np.full(len(times), -1, dtype=np.int64)
    row[theirs[theirs >= 0]] = np.flatnonzero(theirs >= 0)
    return np.where(ours >= 0, row[ours], -1)


def _codes(name: str, data: Microdata, second: Microdata, context: JobContext) -> Integers:
    """A key variable of the records and then of the second file, (records + rows,): one number for each text,
    -1 where it is missing in the file that has it.
    """
    numbers: dict[str, int] = {}
    found = []
    for one in (data, second):
        column, missing = one.index(name), frozenset(one.variable(name).missing)
        texts, _ = one.relation.frequencies(column, context)
        known = [-1 if text in missing else numbers.setdefault(text, len(numbers)) for text in texts]
        found.append(np.array(known, dtype=np.int64)[one.relation.codes(column, context)])
    return np.concatenate(found)


def _with_columns(
    given: JoinedSpec,
    variables: Sequence[Variable],
    state: State,
    second: Microdata,
    places: Integers,
    context: JobContext,
) -> State:
    """New last columns, copies of the first that get the texts of the rows at these places (records,)."""
    data, matched = state.data, places >= 0
    columns = [*range(data.relation.columns), *[0] * len(given.keep)]
    grown = replace(
        data,
        relation=data.relation.store.selected(data.relation, columns, context),
        variables=tuple(variables),
    )
    added: dict[str, tuple[Integers, Sequence[str]]] = {}
    for name in given.keep:
        column, missing = second.index(name), second.variable(name).missing
        texts, _ = second.relation.frequencies(column, context)
        labels = tuple(dict.fromkeys((MISSING, *texts)))
        label = {text: number for number, text in enumerate(labels)}
        known = np.array([label[MISSING if text in missing else text] for text in texts], dtype=np.int64)
        codes = np.zeros(len(places), dtype=np.int64)
        codes[matched] = known[second.relation.codes(column, context)[places[matched]]]
        added[name] = codes, labels
    return state.with_data(grown.replaced(added, context))
