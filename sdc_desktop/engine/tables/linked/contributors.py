"""Contributors to linked tables: the only contributor to a suppressed cell of any table knows it in all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.singleton_audit import Insider, lone_cells, parts_of, seen_through
from sdc_desktop.engine.tables.contributions import Records
from sdc_desktop.engine.tables.linked.derived_sums import CodesIn, RecordsBehind, Sum, derived_sums
from sdc_desktop.engine.tables.linked.system import LinkedSystem
from sdc_desktop.engine.tables.protection.singleton_protection import (
    Requirements,
    Union,
    judged_unions,
    unsafe_unions,
)
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.specs.rules import Rule, ThresholdSpec
from sdc_desktop.engine.tables.table import Levels, Table

_Kind = tuple[str, str]  # the population, and the variable of holdings
_Who = tuple[_Kind, int]  # with the number of the record, or of the holding


@dataclass(frozen=True)
class Behind:
    """The records of a table of a group, and the rules that judge sums of its cells.

    ``numbers``: of each record that in its file. ``holding``: the variable of the holdings, "" where each
    record is a contributor. ``judging``: the records with the amounts that the rules judge instead.
    """

    records: Records
    numbers: Integers
    rules: tuple[Rule, ...]
    holding: str = ""
    judging: Records | None = None

    @property
    def most_records(self) -> int | None:
        """A sum of more records is safe by all rules; None where no number of records says so."""
        records = self.records
        if records.holdings is not None or records.persons is not None or records.times is not None:
            return None
        thresholds = [rule.n for rule in self.rules if isinstance(rule, ThresholdSpec) and not rule.weighted]
        return max(thresholds) if len(thresholds) == len(self.rules) else None

    def number(self, contributor: int) -> int:
        """The number of a contributor that is the same in all tables of its kind."""
        return contributor if self.records.holdings is not None else int(self.numbers[contributor])

    def contributors(self, numbers: Sequence[int]) -> dict[int, int]:
        """The contributors to this table with these numbers, each with its number."""
        if self.records.holdings is not None:
            return {number: number for number in numbers}
        places = np.searchsorted(self.numbers, numbers)
        inside = np.minimum(places, len(self.numbers) - 1)
        found = self.numbers[inside] == np.array(numbers, dtype=np.int64)
        return {
            int(place): number
            for place, number, is_there in zip(inside, numbers, found, strict=True)
            if is_there
        }


@dataclass(frozen=True)
class _Known:
    """A table of the group whose records are known."""

    table: Table
    behind: Behind
    places: Integers
    scale: int
    kind: _Kind
    name: str
    response: int


class LinkedContributors:
    """What a pattern of linked tables must be tested for, and what of it must be protected."""

    def __init__(
        self,
        system: LinkedSystem,
        behind: Sequence[Behind | None],
        codes_in: CodesIn,
        *,
        insiders: str = "protect",
        unions: str = "protect",
        levels: bool = False,
        by_weight: bool = True,
    ) -> None:
        """`behind`: of each table, None where its records are not known; `codes_in`: their codes; `levels`,
        `by_weight`: as in :mod:`singleton_audit`.
        """
        self._insiders, self._unions = insiders, unions
        self._levels, self._by_weight = levels, by_weight
        self._system, self._codes_in = system, codes_in
        self._records: dict[str, RecordsBehind] = {}
        self._tables = [
            _Known(
                shape.table,
                own,
                places,
                scale,
                (shape.response.population, own.holding),
                shape.name,
                int(system.responses[places[0]]),
            )
            for shape, own, places, scale in zip(
                system.shapes, behind, system.places, system.scales, strict=True
            )
            if own is not None
        ]

    def ask(self, problem: SuppressionProblem, pattern: Flags, context: JobContext) -> Requirements:
        """All that can be said of a pattern (cells,) of the cells that are not virtual. Raises Cancelled."""
        needs, unions, not_judged = [], [], 0
        if self._insiders != "ignore":
            whole = np.append(pattern, np.ones(problem.virtual, dtype=np.bool_))
            needs = seen_through(problem, whole, self.insiders(pattern), context, levels=self._levels)
        if self._unions != "ignore":
            unions = self.unions(pattern, context)
            if (
                len(pattern) == self._system.cells_number
            ):  # else the first pattern, of the tables' cells alone
                between, not_judged = self._between(
                    derived_sums(self._system, problem, pattern, context), context
                )
                unions = list(_joined([*unions, *between]))
        return Requirements(tuple(needs), tuple(unions), not_judged)

    def wanted(self, requirements: Requirements) -> Requirements:
        """What of it must be protected."""
        return Requirements(
            requirements.needs if self._insiders == "protect" else (),
            requirements.unions if self._unions == "protect" else (),
        )

    def insiders(self, pattern: Flags) -> list[Insider]:
        """The only contributors to some suppressed cell, with what each knows of all tables.

        ``pattern`` is (cells,).
        """
        known: dict[_Who, set[int]] = {}
        for own in self._tables:
            hidden = pattern[own.places]
            lone = lone_cells(own.table, own.behind.records, hidden, by_weight=self._by_weight)
            for contributor, cells in lone.items():
                who = own.kind, own.behind.number(contributor)
                known.setdefault(who, set()).update(own.places[cells].tolist())
        parts: dict[_Who, dict[int, int]] = {who: {} for who in known}
        for own in self._tables:
            _add_parts(own, pattern, parts)
        found = []
        for who in sorted(known, key=lambda one: sorted(known[one])):  # whatever the order of the records
            alone = known[who]
            values = self._system.values
            least = {
                cell: units
                for cell, units in parts[who].items()
                if cell not in alone and 0 < units <= values[cell]  # else others are below zero
            }
            found.append(Insider(frozenset(alone), tuple(sorted(least.items()))))
        return list(dict.fromkeys(found))

    def unions(self, pattern: Flags, context: JobContext) -> list[Union]:
        """The unions of suppressed cells, of ``pattern`` (cells,), that follow and break a rule of their
        table. A sum is unsafe where it breaks a rule of its table.
        """
        found = []
        for own in self._tables:
            behind, hidden = own.behind, pattern[own.places]
            records, rules = behind.records, behind.rules
            for union in unsafe_unions(own.table, records, rules, hidden, context, behind.judging):
                cells = tuple(sorted(own.places[list(union.cells)].tolist()))
                found.append(Union(cells, union.reasons, _scaled(union.levels, own.scale)))
        return list(_joined(found))

    def differences(self, problem: SuppressionProblem, context: JobContext) -> list[Union]:
        """What the cells of all tables leave of one another where every one of them is shown, and breaks a
        rule: cells that no table shows, to be protected like any other. Raises :class:`Refused`, Cancelled.
        """
        sums = derived_sums(self._system, problem, self._system.hidden, context)
        return list(_joined(self._between(sums, context)[0]))

    def _between(self, sums: Sequence[Sum], context: JobContext) -> tuple[list[Union], int]:
        """Those of sums between tables that break a rule of a table of the same values; and how many cannot
        be judged, because the records behind them are not known.
        """
        found: list[Union] = []
        unknown: set[Sum] = set()
        for own in self._tables:
            mine = [cells for cells in sums if self._system.responses[cells[0]] == own.response]
            if not mine or not own.behind.rules:
                continue
            if own.name not in self._records:
                self._records[own.name] = RecordsBehind(self._system, own.name, self._codes_in)
            members = [self._records[own.name](cells) for cells in mine]
            unknown |= {cells for cells, records in zip(mine, members, strict=True) if records is None}
            most = own.behind.most_records
            judged = [
                (cells, records)
                for cells, records in zip(mine, members, strict=True)
                if records is not None and (most is None or len(records) <= most)
            ]
            if judged:
                groups, records = [cells for cells, _ in judged], [own_ for _, own_ in judged]
                behind = own.behind
                unsafe = judged_unions(groups, records, behind.records, behind.rules, context, behind.judging)
                found += [Union(one.cells, one.reasons, _scaled(one.levels, own.scale)) for one in unsafe]
        return found, len(unknown)


def _joined(unions: Sequence[Union]) -> Iterator[Union]:
    """Each union once, with the largest levels, in order."""
    found: dict[Sum, Union] = {}
    for union in unions:
        known = found.get(union.cells)
        levels = union.levels if known is None else _larger(known.levels, union.levels)
        found[union.cells] = Union(union.cells, union.reasons, levels)
    for cells in sorted(found):
        yield found[cells]


def _add_parts(own: _Known, pattern: Flags, parts: dict[_Who, dict[int, int]]) -> None:
    """Adds what contributors contribute to the suppressed cells of a table."""
    numbers = sorted(number for kind, number in parts if kind == own.kind)
    if not numbers:
        return
    local = own.behind.contributors(numbers)
    hidden = pattern[own.places]
    for contributor, cells in parts_of(own.table, own.behind.records, hidden, sorted(local)).items():
        least = parts[own.kind, local[contributor]]
        for cell, units in cells.items():
            place = int(own.places[cell])
            least[place] = max(least.get(place, 0), units * own.scale)


def _scaled(levels: Levels, scale: int) -> Levels:
    return Levels(levels.upper * scale, levels.lower * scale, levels.sliding * scale)


def _larger(one: Levels, other: Levels) -> Levels:
    return Levels(max(one.upper, other.upper), max(one.lower, other.lower), max(one.sliding, other.sliding))
