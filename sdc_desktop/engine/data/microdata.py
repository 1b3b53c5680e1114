"""Microdata: records with variables that have roles, levels and missing codes. Immutable."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.forms.forms import Form
from sdc_desktop.engine.data.members import Members, Numbers, RecordPersons, numbered_rows
from sdc_desktop.engine.data.missing_codes import MissingCodes
from sdc_desktop.engine.data.persons import Persons, TimeColumn
from sdc_desktop.engine.data.spec import Known, PersonsSpec
from sdc_desktop.engine.data.store.keyed_draws import Draws
from sdc_desktop.engine.data.store.store import Relation, Row
from sdc_desktop.engine.data.suspicion import Suspicion
from sdc_desktop.engine.information.distribution import entropy_of_multiplicities
from sdc_desktop.engine.secret_stream import SecretStream
from sdc_desktop.engine.spec import NEVER_RELEASED, Level, Role

_BEFORE = "\0before"  # no variable of a file has such a name


@dataclass(frozen=True)
class Variable:
    """One variable of a microdata set, as declared or as detected."""

    name: str
    role: Role = "other"
    level: Level = "nominal"
    order: tuple[str, ...] | None = None
    missing: tuple[str, ...] = ("",)
    unsaid: bool = False  # whether nobody gave it a role
    suspicion: Suspicion | None = None  # why it may be a direct identifier, whatever its role
    free_text: bool = False  # whether records have words of their own
    codes: MissingCodes | None = None  # texts that look like missing codes, unless the plan decides on them

    @property
    def read_codes(self) -> tuple[str, ...]:
        """Texts that look like missing codes and are read as values."""
        if self.codes is None or self.codes.ambiguous:
            return ()
        return tuple(code for code in self.codes.codes if code not in (*self.missing, *self.codes.numeric))

    def declared(self, missing: tuple[str, ...] | None, of_data: tuple[str, ...]) -> "Variable":
        """The variable with the missing codes that a plan declares for it, or with those of all data. What a
        plan declares for it decides on texts that look like missing codes.
        """
        if missing is None:
            return replace(self, missing=of_data)
        decided = self.codes is not None and not set(self.codes.codes) <= set(missing)
        return replace(self, missing=missing, codes=None if decided else self.codes)

    follows: tuple[str, ...] = ()  # variables that it is suppressed with, and moved with
    pseudonym: bool = False  # whether it has numbers of persons instead of what names them
    interval: bool = False  # whether it has days between dates, made when preparing

    form: Form | None = field(default=None, compare=False)  # in which its file has dates or numbers

    # of values that a recoding made: their labels, "" for none
    words: Mapping[str, str] | None = field(default=None, compare=False)

    seems: Role | None = None  # weight or household by name and values, of a file first opened

    # where persons are known: the columns as read that alone decide its value in a record, none where it is
    # constant within each person; None: not known
    made_of: tuple[int, ...] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class KeyCounts:
    """The distinct combinations of some variables: all that criteria, levels and risk need of the records.

    ``categories[i]`` are the distinct texts of variable i, in text order; ``codes`` (combinations, variables)
    int32 index them; ``frequencies`` (combinations,) int64 count records. Ordered by codes. ``members`` are
    the persons of each; None where each record is of a person of its own.
    """

    variables: tuple[str, ...]
    categories: tuple[tuple[str, ...], ...]
    codes: npt.NDArray[np.int32]
    frequencies: npt.NDArray[np.int64]
    members: Members | None = None

    @property
    def records(self) -> int:
        """How many records there are."""
        return int(self.frequencies.sum())

    def margin(self, index: int) -> npt.NDArray[np.int64]:
        """How many records have each category of variable number `index`."""
        counts = np.zeros(len(self.categories[index]), dtype=np.int64)
        np.add.at(counts, self.codes[:, index], self.frequencies)
        return counts


@dataclass(frozen=True)
class Microdata:
    """Records in file order and their variables. Nothing ever changes; methods give new microdata."""

    relation: Relation
    variables: tuple[Variable, ...]
    decimal: DecimalMark = "."  # of its numbers
    persons: Persons | None = None  # whose the records are, where the plan names the variable that says it

    @property
    def records(self) -> int:
        """How many records there are."""
        return self.relation.records

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the variables, in file order."""
        return tuple(variable.name for variable in self.variables)

    def variable(self, name: str) -> Variable:
        """The variable of that name; KeyError if there is none."""
        return self.variables[self.index(name)]

    def index(self, name: str) -> int:
        """The place of a variable in the file, from 0; KeyError if there is none."""
        for index, variable in enumerate(self.variables):
            if variable.name == name:
                return index
        raise KeyError(name)

    def with_role(self, *roles: Role) -> tuple[Variable, ...]:
        """The variables with one of these roles, in file order."""
        return tuple(variable for variable in self.variables if variable.role in roles)

    @property
    def has_pseudonym(self) -> bool:
        """Whether a variable shows which records are of one person."""
        return any(variable.pseudonym for variable in self.variables)

    @property
    def known(self) -> Known:
        """Of how many records of a person an intruder knows the key values."""
        stated = None if self.persons is None else self.persons.stated.known
        if stated is not None:
            return stated
        return 2 if self.has_pseudonym else 1

    def with_variables(self, variables: Sequence[Variable]) -> "Microdata":
        """A copy with other declarations of its variables, whose names and order must be the same."""
        return replace(self, variables=tuple(variables))

    def with_persons(self, stated: PersonsSpec | None) -> "Microdata":
        """A copy of the records, as read, whose persons are those of the variables with the role `person`."""
        own = self.with_role("person")
        columns = tuple((self.index(one.name), one.missing) for one in own)
        names = tuple(one.name for one in own)
        stated = stated or PersonsSpec()
        time = None
        if stated.time is not None and stated.time in self.names:
            one = self.variable(stated.time)
            time = TimeColumn(self.index(one.name), one.name, one.missing, one.order, self.decimal)
        if not own:
            return replace(self, persons=None)
        variables = tuple(replace(one, made_of=(place,)) for place, one in enumerate(self.variables))
        persons = Persons(self.relation, columns, stated, names, time)
        return replace(self, variables=variables, persons=persons)

    def window(self, start: int, stop: int) -> list[Row]:
        """The records start..stop-1, as texts."""
        return self.relation.window(start, stop)

    def batches(self, context: JobContext) -> Iterator[list[Row]]:
        """All records, some thousands at a time."""
        return self.relation.batches(context)

    def lines(self, context: JobContext) -> Iterator[list[str]]:
        """All records, some thousands at a time, each as one text of its values joined by NUL."""
        return self.relation.lines(context)

    def counts(self, names: Sequence[str], context: JobContext) -> KeyCounts:
        """The distinct combinations of some variables and their frequencies: one pass over the records."""
        columns = [self.index(name) for name in names]
        codes, frequencies = self.relation.combinations(columns, context)
        categories = tuple(self.relation.frequencies(column, context)[0] for column in columns)
        return KeyCounts(tuple(names), categories, codes, frequencies, self._members(columns, context))

    def repeated_persons(self, context: JobContext) -> Numbers | None:
        """The person of each record (records,), NOBODY where it has none; None where each record is of a
        person of its own. Raises :class:`Refused`.
        """
        if self.persons is None or self.persons.records(self.relation, context).is_one_each:
            return None
        return self.persons.of(self.relation, context)

    def record_persons(self, context: JobContext) -> RecordPersons | None:
        """The persons of the records with what an intruder knows; None where each has one record.

        Raises :class:`Refused`.
        """
        if self.persons is None or self.persons.records(self.relation, context).is_one_each:
            return None
        return self.every_person(context)

    def every_person(self, context: JobContext) -> RecordPersons:
        """The persons of the records, even where each has one record. Raises :class:`Refused`."""
        assert self.persons is not None
        numbers = self.persons.of(self.relation, context)
        times = self.persons.times(self.relation, context)
        return RecordPersons(numbers, self.known, self.has_pseudonym, times)

    def _members(self, columns: Sequence[int], context: JobContext) -> Members | None:
        """The persons of each combination of some columns."""
        if self.persons is None or not columns:
            return None
        persons = self.record_persons(context)
        if persons is None:
            return None
        return persons.members(numbered_rows([self.relation.codes(column, context) for column in columns]))

    def recoded(self, labels: Mapping[str, Mapping[str, str]], context: JobContext) -> "Microdata":
        """Each value of the named variables becomes its label; values without a label stay.

        A recoded variable is nominal from then on and loses its order: its labels are new categories.
        """
        by_column = {self.index(name): mapping for name, mapping in labels.items()}
        relation = self.relation.store.recoded(self.relation, by_column, context)
        variables = tuple(
            replace(variable, level="nominal", order=None, words=None)
            if variable.name in labels
            else variable
            for variable in self.variables
        )
        return replace(self, relation=relation, variables=variables)

    def replaced(
        self,
        columns: Mapping[str, tuple[npt.NDArray[np.int64], Sequence[str]]],
        context: JobContext,
    ) -> "Microdata":
        """New texts for all records of the named variables: codes (records,) and the labels they index."""
        by_column = {self.index(name): texts for name, texts in columns.items()}
        return replace(self, relation=self.relation.store.replaced(self.relation, by_column, context))

    def by_combination(
        self,
        names: Sequence[str],
        codes: npt.NDArray[np.int64],
        labels: Mapping[str, tuple[npt.NDArray[np.int64], Sequence[str]]],
        context: JobContext,
    ) -> "Microdata":
        """New texts of the variables `labels` by the combination of values of the variables `names`, as
        :meth:`counts` numbers them: of each combination (combinations, names) and of its new text.
        """
        places = [self.index(name) for name in names]
        columns = {place: self.relation.frequencies(place, context)[0] for place in places}
        by_column = {self.index(name): texts for name, texts in labels.items()}
        relation = self.relation.store.by_combination(self.relation, columns, codes, by_column, context)
        return replace(self, relation=relation)

    def drawn(self, name: str, identifier: str, draws: Draws, context: JobContext) -> "Microdata":
        """Each value of a variable with outcomes becomes one of them, by the record's identifier."""
        places = self.index(name), self.index(identifier)
        relation = self.relation.store.drawn(self.relation, *places, draws, context)
        return replace(self, relation=relation)

    def changed_pairs(
        self, name: str, change: Callable[["Microdata"], "Microdata"], context: JobContext
    ) -> Iterator[tuple[str, str, int]]:
        """The values of a variable before and after a change, and the records that have both."""
        own, width = self.index(name), self.relation.columns
        wider = self.relation.store.selected(self.relation, [*range(width), own], context)
        variables = (*self.variables, replace(self.variable(name), name=_BEFORE))
        changed = change(replace(self, relation=wider, variables=variables))
        counted = changed.counts([_BEFORE, name], context)
        for (old, new), records in zip(counted.codes.tolist(), counted.frequencies.tolist(), strict=True):
            yield counted.categories[0][old], counted.categories[1][new], records

    def picked(self, records: npt.NDArray[np.int64], context: JobContext) -> "Microdata":
        """The records with these numbers (picked,), from 0, in the order given."""
        return replace(self, relation=self.relation.store.picked(self.relation, records, context))

    def shuffled(self, draws: SecretStream, context: JobContext) -> "Microdata":
        """A copy with the records in a random order."""
        order = draws.permutation(self.records)
        return replace(self, relation=self.relation.store.picked(self.relation, order, context))

    def without_direct_identifiers(self, context: JobContext) -> "Microdata":
        """The variables that may be released: direct identifiers never are."""
        kept = [i for i, variable in enumerate(self.variables) if variable.role not in NEVER_RELEASED]
        if len(kept) == len(self.variables):
            return self
        relation = self.relation.store.selected(self.relation, kept, context)
        return replace(self, relation=relation, variables=tuple(self.variables[i] for i in kept))


BARS = 24
MOST_VALUES_DRAWN = 5_000


@dataclass(frozen=True)
class VariableProfile:
    """``entropy`` is to base 10. ``bars`` are shares of the highest bar, values in order, neighbours together
    where there are more than can be drawn; empty where the values are too many.
    """

    distinct: int
    entropy: float
    bars: tuple[float, ...]


def profile(data: Microdata, index: int, context: JobContext) -> VariableProfile:
    """The profile of variable number `index`: one pass over its column. Raises Cancelled."""
    multiplicities = data.relation.multiplicities(index, context)
    distinct = int(multiplicities[:, 1].sum())
    bars: tuple[float, ...] = ()
    if 0 < distinct <= MOST_VALUES_DRAWN:
        values, frequencies = data.relation.frequencies(index, context)
        bars = _bars(frequencies[_order(values)])
    return VariableProfile(distinct, entropy_of_multiplicities(multiplicities), bars)


def _order(values: tuple[str, ...]) -> npt.NDArray[np.int64]:
    """Numbers by size where all values are numbers, else as they come: in text order."""
    try:
        numbers = np.array([float(value.replace(",", ".")) if value else -np.inf for value in values])
    except ValueError:
        return np.arange(len(values))
    return np.argsort(numbers, kind="stable")


def _bars(frequencies: npt.NDArray[np.int64]) -> tuple[float, ...]:
    if len(frequencies) > BARS:
        starts = np.linspace(0, len(frequencies), BARS, endpoint=False).astype(np.int64)
        frequencies = np.add.reduceat(frequencies, starts)
    top = int(frequencies.max())
    return tuple(float(frequency) / top for frequency in frequencies)
