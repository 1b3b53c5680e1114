"""The data of a counts file: its variables as a plan declares them, and the relation of their numbers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.counts_file import CountsFile, open_counts
from sdc_desktop.engine.data.counts.description import Audit, CountedVariable, Description
from sdc_desktop.engine.data.detect import level_of, look_at, number_pattern, suspicion_of
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.free_text import LOOKED_AT, is_free_text
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.data.store.counted_relation import (
    CoarseColumn,
    CountedFacts,
    CountedRelation,
    ValueFacts,
)
from sdc_desktop.engine.data.store.counted_store import CountedStore
from sdc_desktop.engine.data.store.file_relations import room_of
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note
from sdc_desktop.engine.spec import Level, Role, VariableSpec

BYTES_EACH = 900  # that work on a combination takes, of the largest joint
_MANY = 5_000_000  # combinations from which a note tells that steps take their time


@dataclass(frozen=True)
class CountedTable:
    """What a counts file gives: the relation, its variables, its decimal mark, notes of the count and of the
    file, and what the file says of itself.
    """

    file: CountsFile
    relation: CountedRelation
    variables: tuple[Variable, ...]
    notes: tuple[Problem, ...]

    @property
    def description(self) -> Description:
        """What the file says of itself."""
        return self.file.description

    @property
    def decimal(self) -> DecimalMark:
        """The decimal mark of the data that were counted."""
        return self.description.data.decimal


def read_counts(
    path: Path, shown: str, declared: Mapping[str, VariableSpec], missing: Sequence[str], context: JobContext
) -> CountedTable:
    """Open a counts file. `declared`: its variables in the plan; `missing`: the codes for all of them.
    Raises :class:`Refused`, Cancelled.
    """
    file = open_counts(path, shown, context.within(0.0, 0.5))
    description = file.description
    largest = max(joint.rows for joint in description.joints)
    needed, memory = largest * BYTES_EACH, room_of(context).memory
    if needed > memory:
        figures = {"wanted": round(needed / 2**30, 1), "memory": round(memory / 2**30, 1)}
        raise Refused(error("counts.too_many", Place(file=shown), number=largest, **figures))
    relation = _relation(file, context.within(0.5, 0.9))
    if relation.records != description.data.records:
        raise Refused(error("counts.torn", Place(file=shown)))
    notes = tuple(one.problem for one in description.notes)
    for one in description.coarse:
        where = Place(file=shown, variable=one.name)
        notes = (*notes, note("counts.coarse", where, name=one.name, level=one.level))
    if largest > _MANY:
        notes = (*notes, note("counts.many", Place(file=shown), number=largest))
    table = CountedTable(file, relation, (), notes)
    variables, problems = [], list[Problem]()
    for column, counted in enumerate(description.variables):
        spec = declared.get(counted.name, VariableSpec())
        found = _Declared(table, column, counted, spec, tuple(missing), context.within(0.9, 1.0))
        problems += found.problems(shown)
        variables.append(found.variable())
    if problems:
        raise Refused(problems)
    return replace(table, variables=tuple(variables))


def _relation(file: CountsFile, context: JobContext) -> CountedRelation:
    names = tuple(variable.name for variable in file.description.variables)
    joints = file.description.joints
    columns = [[names.index(name) for name in joint.variables] for joint in joints]

    def fill(connection: duckdb.DuckDBPyConnection, number: int, table: str) -> None:
        context.checkpoint()
        file.load(connection, joints[number], table, context)

    amounts = {
        number: (
            names.index(joint.amounts),
            joint.largest,
            file.description.variable(joint.amounts).missing,
            None if joint.weight is None else names.index(joint.weight),
        )
        for number, joint in enumerate(joints)
        if joint.amounts is not None
    }
    coarse = {
        names.index(one.name): CoarseColumn(
            one.level,
            tuple(group.values for group in one.groups),
            tuple(group.label for group in one.groups),
        )
        for one in file.description.coarse
    }
    return CountedStore().counted(names, columns, fill, _facts(file.description, names), amounts, coarse)


def _facts(description: Description, names: Sequence[str]) -> CountedFacts:
    missing = {variable.name: variable.missing for variable in description.variables}
    return facts_of(description.audit, missing, names)


def facts_of(
    audit: Audit | None, missing: Mapping[str, tuple[str, ...]], names: Sequence[str]
) -> CountedFacts:
    """What an audit of the data knows, by column; `missing`: the missing codes that it was made with."""
    if audit is None:
        return CountedFacts()
    values = {
        names.index(one.name): ValueFacts(
            missing[one.name], one.values, one.distinct, one.unique, one.amount, one.running
        )
        for one in audit.variables
    }
    together = tuple(names.index(name) for name in audit.together)
    return CountedFacts(values, together, audit.unique_together)


@dataclass(frozen=True)
class _Declared:
    """A variable that was counted, as the plan declares it now."""

    table: CountedTable
    column: int
    counted: CountedVariable
    declared: VariableSpec
    missing_of_all: tuple[str, ...]
    context: JobContext

    @property
    def role(self) -> Role | None:
        """The role that the plan declares, else that of the plan of the count; None without either."""
        return self.declared.role or (None if self.counted.unsaid else self.counted.role)

    @property
    def relation(self) -> CountedRelation:
        return self.table.relation

    @property
    def held(self) -> bool:
        """Whether its values were counted."""
        return self.relation.holds(self.column)

    @property
    def missing(self) -> tuple[str, ...]:
        if self.declared.missing is not None:
            return self.declared.missing
        return tuple(dict.fromkeys((*self.missing_of_all, *self.counted.missing)))

    def level(self) -> Level:
        """The declared level, else the one found at the site, detected again where missing codes changed."""
        if self.declared.level is not None:
            return self.declared.level
        if self.declared.order is not None:
            return "ordinal"
        if self.missing == self.counted.missing or not self.held:
            return self.counted.level
        looks = look_at(self.relation, self.column, self.missing, self.table.decimal, self.context)
        return level_of(looks)

    def variable(self) -> Variable:
        """The variable. What was not counted has the suspicion found at the site."""
        level = self.level()
        base = self.counted.variable
        suspected, worded = base.suspicion, base.free_text
        if self.held:
            suspected = suspicion_of(
                self.relation,
                self.column,
                self.counted.name,
                level,
                self.missing,
                None,
                self.context,
                self.role,
            )
            if (level, self.missing) != (self.counted.level, self.counted.missing):
                few = self.relation.records <= LOOKED_AT
                found = level == "nominal" and is_free_text(
                    self.relation, self.column, self.missing, self.context
                )
                worded = found if few else found or worded
        return replace(
            base,
            role=self.role or "other",
            level=level,
            order=self.declared.order or (self.counted.order if self.declared.level is None else None),
            missing=self.missing,
            unsaid=self.role is None,
            suspicion=suspected,
            free_text=worded,
            follows=self.declared.followed,
        )

    def problems(self, shown: str) -> Iterator[Problem]:
        """Numbers that are none."""
        if self.declared.level != "continuous" or (
            self.counted.level == "continuous" and self.missing == self.counted.missing
        ):
            return
        name = self.counted.name
        where = Place(key=f"data.variables.{name}.level", file=shown, variable=name)
        if not self.held:
            yield error("counts.lacks", where, names=(name,))
            return
        texts, frequencies = self.relation.frequencies(self.column, self.context)
        is_number = re.compile(number_pattern(self.table.decimal))
        wrong = sum(
            records
            for text, records in zip(texts, frequencies.tolist(), strict=True)
            if text not in self.missing and not is_number.fullmatch(text)
        )
        if wrong:
            yield error("counts.not_numbers", where, number=wrong, decimal=self.table.decimal)
