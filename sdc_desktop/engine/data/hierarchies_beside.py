"""Hierarchies to begin with: files that lie beside the data, else a default for each variable.

Files are found by name: ``adult_hierarchy_age.csv`` as ARX writes them, ``hierarchy_age.csv``, ``region.hrc``
or ``region.grc`` of ARGUS. Nothing is read before a variable of the data has that name.
"""

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.sniff import preview
from sdc_desktop.engine.data.formats import DialectHints
from sdc_desktop.engine.data.hierarchies.hierarchy import (
    Codings,
    Hierarchy,
    category_labels,
    nesting_problems,
)
from sdc_desktop.engine.data.hierarchies.intervals import number
from sdc_desktop.engine.data.hierarchies.proposals import Proposals, proposals
from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec, LevelsSpec, PlainSpec
from sdc_desktop.engine.data.hierarchy_files import load_hierarchy
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.problems import Problem, Refused

_TREES, _TABLES = frozenset({".hrc", ".grc"}), frozenset({".csv", ".txt", ".tsv"})
_MARKS = ("hierarchy", "hierarchie")
_MOST_FILES = 10_000  # entries of a folder that are looked through
_BETWEEN = "_-. "


@dataclass(frozen=True)
class Offer:
    """A hierarchy that could be used. ``categories``: how many each level has in the data; ``lacking``: how
    many values of the data it does not have; ``problems``: why it cannot be read, or is not nested.
    """

    variable: str
    source: Literal["file", "default"]
    spec: HierarchySpec
    categories: tuple[int, ...] = ()
    lacking: int = 0
    problems: tuple[Problem, ...] = ()

    @property
    def usable(self) -> bool:
        """Whether it covers the data."""
        return bool(self.categories) and not self.lacking


def files_beside(data: Path, names: Collection[str]) -> dict[str, Path]:
    """By variable the hierarchy file in the folder of a data file; one named after the data is preferred."""
    by_name = {name.casefold(): name for name in names}
    stem = data.stem.casefold()
    found: dict[str, tuple[bool, str, Path]] = {}
    for path in _files(data.parent):
        if path.name == data.name:
            continue
        prefix, name = _named(path, by_name)
        if name:
            rank = (prefix != stem, path.name, path)
            variable = by_name[name]
            found[variable] = min(found.get(variable, rank), rank)
    return {name: found[name][-1] for name in names if name in found}


def _files(folder: Path) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            for count, entry in enumerate(entries):
                if count >= _MOST_FILES:
                    return
                suffix = Path(entry.name).suffix.casefold()
                if suffix in _TREES or suffix in _TABLES:
                    yield folder / entry.name
    except OSError:
        return


def _named(path: Path, names: Collection[str]) -> tuple[str, str]:
    """What stands before the variable's name, and the name; empty where no variable is named."""
    stem = path.stem.casefold()
    if path.suffix.casefold() in _TREES:
        if stem in names:
            return "", stem
        longest = max(
            (n for n in names if stem.endswith(tuple(b + n for b in _BETWEEN))), key=len, default=""
        )
        return stem[: len(stem) - len(longest)].rstrip(_BETWEEN), longest
    for mark in _MARKS:
        before, marked, after = stem.partition(mark)
        after = after.strip(_BETWEEN)
        if marked and after in names:
            return before.rstrip(_BETWEEN), after
        if marked and not after and before.rstrip(_BETWEEN) in names:
            return "", before.rstrip(_BETWEEN)
    return "", ""


def offers(
    opened: Opened, base: Path, files: dict[str, str], names: Sequence[str], context: JobContext
) -> tuple[Offer, ...]:
    """For each variable the hierarchy of its file, where ``files`` names one (relative to `base`), and the
    default: each tried on the values of the data.
    """
    found: list[Offer] = []
    for place, name in enumerate(names):
        part = context.within(place / len(names), (place + 1) / len(names))
        if name in files:
            found.append(_of_file(opened, base, name, files[name], part))
        found.append(_default(opened, base, name, part))
    return tuple(found)


def proposed(opened: Opened, name: str, context: JobContext) -> Proposals:
    """The kind of hierarchy that is proposed for a variable, and settings of each kind."""
    variable = opened.data.variable(name)
    values, frequencies = opened.data.relation.frequencies(opened.data.index(name), context)
    known = [place for place, value in enumerate(values) if value not in variable.missing]
    return proposals(
        [values[place] for place in known],
        np.asarray(frequencies)[known],
        variable.level,
        variable.order,
        opened.dialect.decimal,
        name,
    )


def _of_file(opened: Opened, base: Path, name: str, path: str, context: JobContext) -> Offer:
    spec = LevelsSpec(kind="levels", path=path)
    try:
        spec = found_format(opened, base, name, spec, context) if spec.is_table else spec
        return _tried(opened, base, name, "file", spec, context)
    except Refused as refusal:
        return Offer(name, "file", spec, problems=tuple(refusal.problems))


def _default(opened: Opened, base: Path, name: str, context: JobContext) -> Offer:
    found, plain = proposed(opened, name, context), PlainSpec(kind="plain")
    spec = found.specs.get(found.kind, plain)
    try:
        offer = _tried(opened, base, name, "default", spec, context)
    except Refused:
        offer = Offer(name, "default", spec)
    return offer if offer.usable else _tried(opened, base, name, "default", plain, context)


def _tried(
    opened: Opened,
    base: Path,
    name: str,
    source: Literal["file", "default"],
    spec: HierarchySpec,
    context: JobContext,
) -> Offer:
    variable = opened.data.variable(name)
    hierarchy: Hierarchy
    hierarchy, _ = load_hierarchy(name, spec, opened.dialect, base, context, variable.order)
    values, _ = opened.data.relation.frequencies(opened.data.index(name), context)
    labels = category_labels(hierarchy, values, variable.missing)
    known = [one for one in labels if one is not None]
    columns = tuple(zip(*known, strict=True))
    nesting = nesting_problems(Codings(name, hierarchy.level_names, columns))
    counted = tuple(len(set(column)) for column in columns)
    return Offer(name, source, spec, counted, len(labels) - len(known), (*hierarchy.notes, *nesting))


def found_format(
    opened: Opened, base: Path, variable: str, spec: LevelsSpec, context: JobContext
) -> LevelsSpec:
    """The format of a file of levels: another separator than the data's where that does not split the file
    at all, and whether its first line names the levels. Raises :class:`Refused`.
    """
    delimiter = spec.delimiter or opened.dialect.delimiter
    hints = DialectHints(delimiter=delimiter, encoding=spec.encoding, header=False)
    found = preview(base / spec.path, hints, shown=spec.path)
    if len(found.names) == 1:
        found = preview(base / spec.path, replace(hints, delimiter=None), shown=spec.path)
        delimiter = found.dialect.delimiter if len(found.names) > 1 else delimiter
    values, _ = opened.data.relation.frequencies(opened.data.index(variable), context)
    separator = delimiter if delimiter != opened.dialect.delimiter else spec.delimiter
    header = names_levels(found.rows, frozenset(values), opened.dialect.decimal)
    return spec.model_copy(update={"delimiter": separator, "header": header})


def names_levels(rows: Sequence[Sequence[str]], values: Collection[str], decimal: Literal[".", ","]) -> bool:
    """Whether the first of the rows names the levels: ARX writes no such line.

    It does not where it begins with a value of the data, with a number above numbers, or where all rows
    end in the same cell (``*``).
    """
    if not rows or rows[0][0] in values:
        return False
    first, rest = rows[0], rows[1:]
    if not rest:
        return True
    if number(first[0], decimal) is not None and all(number(row[0], decimal) is not None for row in rest):
        return False
    return not (len(first) > 1 and {row[-1] for row in rows} == {first[-1]})
