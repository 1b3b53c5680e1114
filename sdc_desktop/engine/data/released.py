"""How far the released variables identify records, whatever their role.

Criteria and risks are about the key variables. Any other variable identifies as well as they do where
(nearly) every record has a value of its own: an intruder who knows a person's value finds the record. So each
released file is audited, whatever method made it, and no role is exempt: a number of persons identifies under
the name of a weight or of a sensitive variable as well. Key variables that a job judges are left to it
(:func:`sdc_desktop.engine.verdict_records.other_variables`).

A record counts as unique on a variable only with a value of its own: one that no step changed. Where a step
removes records, or gives them another order, a value counts that any record before it had as its own. Noise
and other changes leave false values, which identify no record. Their method measures the risk that remains.

- `IDENTIFYING`: nine in ten of the records that have a value are unique. Numbers and codes of persons, dates
  of birth and names reach this share, even where some are repeated or misspelt. Categories, years and ages do
  not. Whole numbers and texts of this kind are identifiers. An amount with decimals finds a record only with
  its exact value, so that it is a reservation.
- `NEARLY_UNIQUE`: one record in ten. The average risk on a variable is at least the share of unique records.
  Below this limit only rare values are unique, as in the tail of an amount, which top coding or the
  suppression of a few values removes. Above it the whole variable is a key.
- `RARE`, `RARE_RECORDS`: of categories, one record in a hundred, or fifty: rare categories identify persons.
- `CODES`: up to this number of whole numbers, half of them of one record each, are codes at any level.
- Household numbers: as read they are the numbers of their register. Replaced by a step, or exactly 1 to H,
  they only show who lives together.
- `TOGETHER`: the three variables with most values are counted together, as the parts of a date of birth. More
  variables are nearly always unique together, so that a warning would mean nothing.
- `LEAST`: of fewer different values a share means nothing.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import WHOLE, number_pattern
from sdc_desktop.engine.data.members import NOBODY, Numbers, numbered_rows, persons_alone
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.counted_relation import CountedRelation
from sdc_desktop.engine.data.store.queries import columns_of, only
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import Relation, interruptible
from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.spec import NEVER_RELEASED, Role

IDENTIFYING = 0.9
NEARLY_UNIQUE = 0.1
RARE = 0.01
RARE_RECORDS = 50
CODES = 30  # different numbers, from which on the inference audit has them as numbers
TOGETHER = 3
ROLES_TOGETHER: frozenset[Role] = frozenset({"other", "weight", "sensitive"})
LEAST = 6
SUPPRESSED = "*"
_PARTS = 16  # of the values of a file beyond memory, counted one after the other


@dataclass(frozen=True)
class ReleasedVariable:
    """How a released variable distinguishes records.

    ``values``: records that have a value, ``distinct``: of different ones; ``unique``: records with a value
    of their own that no other record has. ``amount``: all values are numbers, some with decimals;
    ``categories``: it is nominal or ordinal, or has few codes. ``as_read``: it is a household number of the
    data, and not exactly 1 to H. Where persons have several records, ``persons`` have a value, and
    ``unique_persons`` one that no other person has.
    """

    name: str
    values: int
    distinct: int
    unique: int
    amount: bool = False
    role: Role = "other"
    categories: bool = False
    as_read: bool = False
    persons: int | None = field(default=None, metadata=IF_THERE)
    unique_persons: int | None = field(default=None, metadata=IF_THERE)

    @property
    def share(self) -> float:
        """The unique records, or persons, as a share of those that have a value, 0 to 1."""
        if self.persons is not None and self.unique_persons is not None:
            return self.unique_persons / self.persons if self.persons else 0.0
        return self.unique / self.values if self.values else 0.0

    @property
    def identifies(self) -> bool:
        """Whether it identifies as an identifier does. New household numbers are no one's."""
        known = self.role != "household" or self.as_read
        return known and self.distinct >= LEAST and self.share >= IDENTIFYING and not self.amount

    @property
    def nearly_unique(self) -> bool:
        """Whether it is unique in too many records to be no key."""
        return self.role != "household" and self.distinct >= LEAST and self.share > NEARLY_UNIQUE

    @property
    def rare(self) -> bool:
        """Whether it is a category, and too many of its values are those of one record, or person."""
        of_categories = self.categories and self.role != "household" and self.distinct >= LEAST
        alone = self.unique if self.unique_persons is None else self.unique_persons
        many = self.share >= RARE or alone >= RARE_RECORDS
        return of_categories and alone > 0 and many and not self.nearly_unique


@dataclass(frozen=True)
class ReleasedVariables:
    """The released variables, in file order, of this many ``records``; and how many of these are unique on
    the few variables ``together``. ``unknown``: variables that were not counted; then nothing is known of
    variables together.
    """

    records: int
    variables: tuple[ReleasedVariable, ...]
    together: tuple[str, ...] = ()
    unique_together: int = 0
    persons: int | None = field(default=None, metadata=IF_THERE)
    unique_persons_together: int | None = field(default=None, metadata=IF_THERE)
    unknown: tuple[str, ...] = field(default=(), metadata=REDACTED)

    @property
    def share_together(self) -> float:
        """The records, or persons, that are unique on those variables as a share of all, 0 to 1."""
        if self.persons is not None and self.unique_persons_together is not None:
            return self.unique_persons_together / self.persons if self.persons >= LEAST else 0.0
        return self.unique_together / self.records if self.records >= LEAST else 0.0


@dataclass(frozen=True)
class Stage:
    """The records after a step; ``own_order``: they are in another order than before; ``prepares``: the step
    prepares records and protects nothing; ``drawn``: none of them is one of the records before.
    """

    data: Microdata
    own_order: bool = False
    prepares: bool = False
    drawn: bool = False


def released_variables(
    stages: Sequence[Stage], context: JobContext, *, changed: Collection[str] = ()
) -> ReleasedVariables:
    """The audit of the last of these stages, which lead from the plan's data to the released records. The
    variables `changed` are not audited, nor are direct identifiers, which are in no file.

    One pass over each variable. Raises Cancelled and :class:`Refused`.
    """
    released = stages[-1].data
    shown = (one for one in released.variables if one.role not in NEVER_RELEASED)
    names = [one.name for one in shown if one.name not in changed]
    if isinstance(released.relation, CountedRelation):
        return _CountedAudit(released, released.relation, context).variables(names)
    persons = released.repeated_persons(context)
    audit = _Audit(tuple(stages), context, persons)
    found = [audit.variable(name) for name in names]
    number = None if persons is None else len(np.unique(persons[persons != NOBODY]))
    values = {one.name: one.values for one in found}
    unchanged = islice(
        (name for name in of_most_values(found) if audit.own(name) >= values[name] / 2), TOGETHER
    )
    together = tuple(sorted(unchanged, key=names.index))
    if len(together) < 2:
        return ReleasedVariables(released.records, tuple(found), persons=number)
    unique, alone = audit.unique(together), audit.unique_persons(together)
    return ReleasedVariables(released.records, tuple(found), together, unique, number, alone)


def _of_codes(distinct: int, unique: int) -> bool:
    """Whether whole numbers of a continuous variable are codes of categories."""
    return distinct <= CODES and 2 * unique >= distinct


def of_most_values(found: Sequence[ReleasedVariable]) -> list[str]:
    """The variables that are no key alone, those of most values first."""
    rest = [one for one in found if one.role in ROLES_TOGETHER and not one.nearly_unique and one.distinct > 1]
    return [one.name for one in sorted(rest, key=lambda one: -one.distinct)]


@dataclass(frozen=True)
class _CountedAudit:
    """The audit of released variables of counted records, from their combinations or from facts of the count.
    Which values are records' own is known of unchanged variables only.
    """

    released: Microdata
    relation: CountedRelation
    context: JobContext

    def variables(self, names: Sequence[str]) -> ReleasedVariables:
        """The audit; fails closed."""
        known = {name: self._variable(name) for name in names}
        found = tuple(one for one in known.values() if one is not None)
        unknown = tuple(name for name, one in known.items() if one is None)
        if unknown:
            return ReleasedVariables(self.released.records, found, unknown=unknown)
        together = tuple(sorted(of_most_values(found)[:TOGETHER], key=list(names).index))
        if len(together) < 2:
            return ReleasedVariables(self.released.records, found)
        unique = self._unique(together)
        if unique is None:
            return ReleasedVariables(self.released.records, found, unknown=together)
        return ReleasedVariables(self.released.records, found, together, unique)

    def _variable(self, name: str) -> ReleasedVariable | None:
        place = self.released.index(name)
        variable = self.released.variable(name)
        missing, nominal = variable.missing, variable.level != "continuous"
        changed = place in self.relation.changed_columns
        if not self.relation.holds(place):
            facts = self.relation.facts.values.get(self.relation.origins[place])
            if changed or facts is None or facts.missing != missing:
                return None
            return ReleasedVariable(
                name,
                facts.values,
                facts.distinct,
                facts.unique,
                facts.amount,
                variable.role,
                nominal or (not facts.amount and _of_codes(facts.distinct, facts.unique)),
                variable.role == "household" and not facts.running,
            )
        texts, frequencies = self.relation.frequencies(place, self.context)
        rows = [
            (text, number)
            for text, number in zip(texts, frequencies.tolist(), strict=True)
            if text not in (*missing, SUPPRESSED)
        ]
        unique = sum(number == 1 for _, number in rows)
        running = {text for text, _ in rows} == {str(number + 1) for number in range(len(rows))}
        found = ReleasedVariable(
            name,
            sum(number for _, number in rows),
            len(rows),
            unique,
            role=variable.role,
            categories=nominal or _of_codes(len(rows), unique),
            as_read=variable.role == "household" and not running,
        )
        if not (found.nearly_unique or found.rare or found.identifies):
            return found
        is_number, whole = re.compile(number_pattern(self.released.decimal)), re.compile(WHOLE)
        numbers = sum(bool(is_number.fullmatch(text)) for text, _ in rows)
        wholes = sum(bool(whole.fullmatch(text)) for text, _ in rows)
        if changed:
            return None
        amount = numbers == len(rows) and wholes < len(rows)
        return replace(found, amount=amount, categories=nominal or (found.categories and not amount))

    def _unique(self, names: Sequence[str]) -> int | None:
        """The records that are unique on some unchanged variables; None where that is not known."""
        places = [self.released.index(name) for name in names]
        if any(place in self.relation.changed_columns for place in places):
            return None
        held = all(map(self.relation.holds, places))
        if held and any(joint.holds(places) for joint in self.relation.joints):
            _, frequencies = self.relation.combinations(places, self.context)
            return int((frequencies == 1).sum())
        facts = self.relation.facts
        same = tuple(self.relation.origins[place] for place in places) == facts.together
        return facts.unique_together if same else None


@dataclass(frozen=True)
class _Audit:
    stages: tuple[Stage, ...]
    context: JobContext
    persons: Numbers | None = None  # (records,) of the last stage, where persons have several records

    @property
    def released(self) -> Microdata:
        """The last stage."""
        return self.stages[-1].data

    def variable(self, name: str) -> ReleasedVariable:
        """How one variable distinguishes records."""
        variable = self.released.variable(name)
        values, distinct, unique = self._of_values(
            name, "SELECT coalesce(sum(n), 0), count(*), count(*) FILTER (n = 1)"
        )
        nominal = variable.level != "continuous"
        categories = nominal or _of_codes(distinct, unique)
        found = ReleasedVariable(name, values, distinct, unique, role=variable.role, categories=categories)
        if variable.role == "household":
            found = replace(found, as_read=self._household_as_read(name, values, distinct))
        found = self._of_persons(variable, found)
        if not (found.nearly_unique or found.rare or found.identifies):
            return found
        numbers, whole = self._of_values(
            name,
            "SELECT "
            f"count(*) FILTER (regexp_full_match(value, {sql_text(number_pattern(self.released.decimal))})), "
            f"count(*) FILTER (regexp_full_match(value, {sql_text(WHOLE)}))",
        )
        amount = numbers == distinct and whole < distinct
        own = self.unique((name,))  # fewer, where values are not own
        categories = nominal or (not amount and _of_codes(distinct, own))
        found = replace(found, unique=own, amount=amount, categories=categories)
        return self._of_persons(variable, found, own=True)

    def _of_persons(
        self, variable: Variable, found: ReleasedVariable, *, own: bool = False
    ) -> ReleasedVariable:
        """`found` with the number of persons that have a value, and a value that no other person has. With
        `own` only records' own values count. A pseudonym is left unchanged: it links the records of a person.
        """
        if self.persons is None or variable.pseudonym:
            return found
        place = self.released.index(variable.name)
        texts, _ = self.released.relation.frequencies(place, self.context)
        gone = np.array([text in (*variable.missing, SUPPRESSED) for text in texts], dtype=np.bool_)
        codes = self.released.relation.codes(place, self.context)
        there = ~gone[codes] & (self.persons != NOBODY)
        alone = persons_alone(codes, self.persons, there)
        alone = self._with_own((variable.name,), alone) if own else alone
        numbers = (len(np.unique(self.persons[rows])) for rows in (there, alone))
        return replace(found, persons=next(numbers), unique_persons=next(numbers))

    def _household_as_read(self, name: str, values: int, distinct: int) -> bool:
        """Whether a tenth of the records or more have their household number of the data, unless the numbers
        are exactly 1 to H there or here.
        """
        (running,) = self._of_values(name, f"SELECT count(*) FILTER ({running_number('value', distinct)})")
        if running == distinct:
            return False
        first = _Audit(self.stages[:1], self.context)
        if name in first.released.names and len(self.stages) > 1:
            (here,) = first._of_values(name, "SELECT count(*)")
            (running,) = first._of_values(name, f"SELECT count(*) FILTER ({running_number('value', here)})")
            if running == here:
                return False
        return self.own(name) > NEARLY_UNIQUE * values

    def unique(self, names: Sequence[str]) -> int:
        """The records that are unique on these variables, with values of their own."""
        places = [self.released.index(name) for name in names]
        listed = ", ".join(f"c{place}" for place in places)
        known = self._is_value(names[0], listed) if len(names) == 1 else "true"
        table, own = self.released.relation.name, self._own(len(self.stages) - 1, names)
        semi = "" if own is None else f"SEMI JOIN ({own}) o ON o.record = u.record"
        return self._sums(
            lambda part: (
                f"SELECT count(*) FROM (SELECT min(rowid) AS record FROM {table} "
                f"WHERE {part} AND {known} GROUP BY {listed} HAVING count(*) = 1) u {semi}"
            ),
            places,
        )[0]

    def unique_persons(self, names: Sequence[str]) -> int | None:
        """The persons with values of their own on these variables that no other person has; None where each
        record is of a person of its own.
        """
        if self.persons is None:
            return None
        codes = [self.released.relation.codes(self.released.index(name), self.context) for name in names]
        alone = persons_alone(numbered_rows(codes), self.persons, self.persons != NOBODY)
        return len(np.unique(self.persons[self._with_own(names, alone)]))

    def _with_own(self, names: Sequence[str], chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Those of the records chosen (records,) whose values of these variables are their own."""
        query = self._own(len(self.stages) - 1, names)
        if query is None:
            return chosen
        kept = np.zeros(len(chosen), dtype=np.bool_)
        kept[columns_of(self.released.relation.store.cursor(), f"SELECT record FROM ({query})")["record"]] = (
            True
        )
        return chosen & kept

    def own(self, name: str) -> int:
        """How many records have a value of their own."""
        own = self._own(len(self.stages) - 1, (name,))
        if own is None:
            return self._of_values(name, "SELECT coalesce(sum(n), 0)")[0]
        query = f"SELECT count(*) FROM ({own}) WHERE {self._is_value(name, 'v0')}"
        return self._sums(lambda part: query, ())[0]

    def _own(self, number: int, names: Sequence[str]) -> str | None:
        """The query for the records of a stage whose values are their own, with these; None: all of them."""
        if number == 0:
            return None
        now, before = self.stages[number], self.stages[number - 1].data
        ours, theirs = now.data.relation, before.relation
        known = [(k, name) for k, name in enumerate(names) if name in before.names]
        if ours is theirs:
            return self._own(number - 1, names)
        if not known or ours.store is not theirs.store:
            return None  # variables that were made in this step
        earlier = self._own(number - 1, [name for _, name in known]) or _values(
            before, [name for _, name in known]
        )
        same = [f"b.v{at} = a.v{k}" for at, (k, _) in enumerate(known)]
        query, mixed = _values(now.data, names), ours.places is not theirs.places
        if mixed and ours.root == theirs.root and not now.own_order:
            query, earlier = _with_root(ours, query), _with_root(theirs, earlier)
            same.append("b.root = a.root")
        elif ours.records == theirs.records and not now.own_order:
            same.append("b.record = a.record")
        listed = ", ".join(f"a.v{k}" for k in range(len(names)))
        return f"SELECT a.record, {listed} FROM ({query}) a SEMI JOIN ({earlier}) b ON {' AND '.join(same)}"

    def _of_values(self, name: str, query: str) -> list[int]:
        """The sums of what a query finds of the distinct values of a variable and their frequencies n."""
        place = self.released.index(name)
        counted = f"SELECT c{place} AS value, count(*) AS n FROM {self.released.relation.name}"
        return self._sums(
            lambda part: (
                f"{query} FROM ({counted} WHERE {part} GROUP BY 1) WHERE {self._is_value(name, 'value')}"
            ),
            (place,),
        )

    def _is_value(self, name: str, column: str) -> str:
        missing = (*self.released.variable(name).missing, SUPPRESSED)
        return f"NOT list_contains({sql_texts(missing)}, {column})"

    def _sums(self, query: Callable[[str], str], places: Sequence[int]) -> list[int]:
        """The sums of what a query finds in each part of the values; records beyond memory have several."""
        relation = self.released.relation
        parts = _PARTS if relation.beyond_memory and places else 1
        listed = ", ".join(f"c{place}" for place in places)
        rows = []
        for part in range(parts):
            cursor = relation.store.cursor()
            with interruptible(cursor, self.context):
                rows.append(
                    only(cursor, query("true" if parts == 1 else f"hash({listed}) % {parts} = {part}"))
                )
        return [sum(int(number) for number in column) for column in zip(*rows, strict=True)]


def running_number(column: str, most: int) -> str:
    """The condition that a text is one of the whole numbers from 1 to `most`, in plain digits."""
    number = f"TRY_CAST({column} AS BIGINT)"
    return f"{number} BETWEEN 1 AND {most} AND CAST({number} AS VARCHAR) = {column}"


def _with_root(relation: Relation, query: str) -> str:
    """The query for records of a relation with the number that each has in the data."""
    if relation.places is None:
        return f"SELECT *, record AS root FROM ({query})"
    numbers = relation.store.numbers_in_root(relation)
    return f"SELECT q.*, n.root FROM ({query}) q JOIN {numbers} n USING (record)"


def _values(data: Microdata, names: Sequence[str]) -> str:
    """The query for the number of each record and its values of these variables: record, v0, v1, ..."""
    listed = ", ".join(f"c{data.index(name)} AS v{k}" for k, name in enumerate(names))
    return f"SELECT rowid AS record, {listed} FROM {data.relation.name}"
