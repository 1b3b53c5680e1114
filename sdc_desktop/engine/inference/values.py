"""Values that other released values reveal: protected categories and numbers, filled in by an intruder.

He groups the released records by each other variable and by pairs of them, and fills in what most of a group
shows; what is generally known of the originals (which district lies in which region) he knows. A source
counts only where it is nearly always right, and significantly better than the commonest value.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.columns import Booleans, Integers, PairedColumn, PairedRecords
from sdc_desktop.engine.inference.guesses import Guess, Target
from sdc_desktop.engine.inference.protected import Kind, ProtectedValues, coded_variables, protected_values
from sdc_desktop.engine.inference.samples import SAMPLED_FROM, Search
from sdc_desktop.engine.inference.sources import Source, is_copy, paired, sources_of
from sdc_desktop.engine.plan_secrets import REDACTED

MOST_VALUES = 1_000  # of each source of a pair
MOST_PAIRS = 10  # looked at in all records after a sample, for each variable


@dataclass(frozen=True)
class FilledCells:
    """Cells of a variable that an intruder fills in: ``rows`` (cells,) numbers of the records, ascending,
    ``codes`` (cells,) what he takes for the value, a code into the texts of the variable, ``right`` (cells,)
    whether it is.
    """

    rows: Integers = field(repr=False, compare=False, metadata=REDACTED)
    codes: Integers = field(repr=False, compare=False, metadata=REDACTED)
    right: Booleans = field(repr=False, compare=False, metadata=REDACTED)

    @staticmethod
    def true(column: PairedColumn, revealed: Booleans) -> "FilledCells":
        """The cells `revealed` (records,) with their true values."""
        rows = np.flatnonzero(revealed)
        return FilledCells(rows, column.original[rows], np.ones(len(rows), dtype=np.bool_))


@dataclass(frozen=True)
class Rule:
    """Sources that reveal a variable: of its ``protected`` cells ``filled`` ones are filled in, ``right`` of
    them with the true value. ``#G`` is the number of released records with the same G.
    """

    variable: str
    sources: tuple[str, ...]
    protected: int
    filled: int
    right: int
    determined: bool


@dataclass(frozen=True)
class VariableRevealed:
    """A variable with protected cells, and how many of them all accepted sources fill in together."""

    name: str
    kind: Kind
    protected: int
    filled: int
    right: int
    cells: FilledCells = field(repr=False, compare=False, metadata=REDACTED)


@dataclass(frozen=True)
class ValuesRevealed:
    """What the values of this many ``records`` reveal: variables with protected cells in file order, and the
    accepted sources of each in the order in which they were tried.
    """

    records: int
    variables: tuple[VariableRevealed, ...] = ()
    rules: tuple[Rule, ...] = ()

    def most_telling(self, variable: str) -> Rule | None:
        """The source that reveals most values of a variable; None where nothing reveals it."""
        rules = [rule for rule in self.rules if rule.variable == variable]
        return max(rules, key=lambda rule: (rule.right, -len(rule.sources)), default=None)


def values_revealed(
    records: PairedRecords, context: JobContext, *, groups: Collection[str] = ()
) -> ValuesRevealed:
    """What released values reveal of protected ones. ``groups``: the variables that number the groups of
    records of one person, beside those of the role `household`.

    Raises Cancelled.
    """
    variables = coded_variables(records)
    numbers = {*groups, *(column.name for column in records.columns if column.role == "household")}
    sources = sources_of(variables, numbers)
    revealed, rules = [], []
    for values in variables:
        context.checkpoint()
        protected = protected_values(values)
        if protected is None:
            continue
        others = [source for source in sources if values.name not in source.owners]
        if values.name in numbers and protected.kind != "suppressed":
            # another number for a household hides nothing but the old one, which a copy alone reveals
            others = [one for one in others if is_copy(records.column(one.owners[0]), values.column)]
            if not others:
                continue
        found = _Attack(protected, others, context).found()
        rules += [_rule(values.name, source, guess) for source, guess in found]
        revealed.append(_together(protected, found))
    return ValuesRevealed(records.records, tuple(revealed), tuple(rules))


Found = list[tuple[Source, Guess]]
Pair = tuple[Source, Source]


class _Attack:
    """The sources of one variable, tried one after the other."""

    def __init__(self, protected: ProtectedValues, sources: Sequence[Source], context: JobContext) -> None:
        self._target = Target.of(protected)
        self._sources = sources
        self._context = context
        self._records = len(self._target.shown)
        self._search = Search(self._target) if self._records >= SAMPLED_FROM else None

    def found(self) -> Found:
        """The accepted sources and what they reveal: single ones in file order, then pairs.

        A source that reveals less than half may hide a pair that reveals nearly all: pairs with it are also
        tried, and used where they determine the variable or reveal half of it, and twice as much.
        """
        found = []
        for source in self._sources:
            self._context.checkpoint()
            if self._search is None or self._search.alone(source):
                found += self._accepted(source, len(self._sources))
        alone = {source.names: guess.right for source, guess in found}
        mostly = {source.names for source, guess in found if 2 * guess.right >= guess.protected}
        rest = [one for one in self._sources if one.names not in mostly and not one.group]
        rest = [one for one in rest if 1 < one.number <= MOST_VALUES]
        pairs = [pair for pair in combinations(rest, 2) if pair[0].number * pair[1].number <= self._records]
        wider = [pair for pair in pairs if any(one.names in alone for one in pair)]
        plain = [pair for pair in pairs if not any(one.names in alone for one in pair)]
        for one, other in self._hopeful(plain):
            found += self._accepted(paired(one, other), len(plain))
        for one, other in self._hopeful(wider):
            least = 2 * max(alone.get(one.names, 0), alone.get(other.names, 0))
            for source, guess in self._accepted(paired(one, other), len(pairs)):
                tells = guess.determined or 2 * guess.right >= guess.protected
                found += [(source, guess)] if tells and guess.right >= least else []
        return found

    def _hopeful(self, pairs: Sequence[Pair]) -> Iterator[Pair]:
        """The pairs that are evaluated in all records, in their order."""
        for pair in self._hinted(pairs) if self._search else pairs:
            self._context.checkpoint()
            yield pair

    def _hinted(self, pairs: Sequence[Pair]) -> list[Pair]:
        """Those that reveal most in a sample."""
        assert self._search is not None
        hints = []
        for place, (one, other) in enumerate(pairs):
            self._context.checkpoint()
            hint = self._search.pair(one, other)
            if hint is not None:
                hints.append((hint, -place))
        best = sorted(hints, reverse=True)[:MOST_PAIRS]
        return [pairs[place] for place in sorted(-place for _, place in best)]

    def _accepted(self, source: Source, tried: int) -> Found:
        guesses = self._target.guesses(source.codes, source.number, source.group, source.is_new)
        accepted = (guess for guess in guesses if self._target.accepts(guess, tried))
        best = max(accepted, key=lambda guess: guess.right, default=None)
        return [] if best is None else [(source, best)]


def _rule(variable: str, source: Source, guess: Guess) -> Rule:
    return Rule(variable, source.names, guess.protected, len(guess.cells), guess.right, guess.determined)


def _together(protected: ProtectedValues, found: Found) -> VariableRevealed:
    """A cell takes the value of the most uniform group; of equal ones that of the source that is right most
    often, then of the single one, then of the first.
    """
    values = protected.values
    records = len(values.released)
    best, shares = np.zeros(records, dtype=np.int32), np.zeros(records)
    right = np.zeros(records, dtype=np.bool_)
    for _, guess in sorted(found, key=lambda one: (-one[1].right, len(one[0].names))):
        better = guess.shares > shares[guess.cells]
        cells = guess.cells[better]
        best[cells], shares[cells] = guess.values[better], guess.shares[better]
        right[cells] = guess.values[better] == guess.truth[better]
    rows = np.flatnonzero(best)
    filled = FilledCells(rows, values.texts[best[rows]], right[rows])
    return VariableRevealed(
        values.name, protected.kind, protected.cells, len(rows), int(np.count_nonzero(right)), filled
    )
