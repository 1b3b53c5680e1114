"""What one source says of one protected variable, and whether an intruder may believe it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdc_desktop.engine.inference.columns import Booleans, Integers, Vector
from sdc_desktop.engine.inference.groups import Groups, Numbers, agreement, agreement_within, grouped
from sdc_desktop.engine.inference.protected import Codes, ProtectedValues

LEAST_TOLD = 20  # one of so many protected cells
BY_CHANCE = 0.01  # for all sources together
_OF_A_GROUP = 2, 5  # least records that reveal a changed value: members of a household or person, others


@dataclass(frozen=True)
class Guess:
    """The cells that a source fills in: ``cells`` (cells,) numbers of the records, ``values`` and ``truth``
    (cells,) codes, ``shares`` (cells,) of the group that has the value. ``known``: by what anyone knows of
    the originals, which needs no further proof. ``protected``: cells to fill in; ``plain``: how many the
    commonest value fills in rightly.
    """

    cells: Integers
    values: Codes
    truth: Codes
    shares: Vector
    determined: bool
    known: bool
    protected: int
    plain: int

    @property
    def right(self) -> int:
        """How many are filled in with their true value."""
        return int(np.count_nonzero(self.values == self.truth))


@dataclass(frozen=True)
class Target:
    """A protected variable as released and as original, of all records or of a sample of them.

    ``rows``: (rows,) the numbers of the sampled records, None for all. ``shown``, ``original``,
    ``suppressed``: (rows,) as in :class:`ProtectedValues`. ``larger``: all records divided by the sampled
    ones. ``information``: in two shown values that match at random, ``original_information``: in two
    originals.
    """

    protected: ProtectedValues
    rows: Integers | None
    shown: Codes
    original: Codes
    suppressed: Booleans
    commonest: int
    information: float
    original_information: float
    larger: float = 1.0

    @staticmethod
    def of(protected: ProtectedValues) -> "Target":
        """With all records."""
        values = protected.values
        counts = np.bincount(values.released, minlength=values.number + 1)
        counts[0] = -1
        if protected.kind == "recoded":
            there = np.where(values.original > 0, values.released, 0)
            behind = agreement_within(values.original, values.number, there, values.number)
        else:
            behind = agreement(values.original, values.number)
        return Target(
            protected,
            None,
            values.released,
            values.original,
            protected.suppressed,
            int(counts.argmax()),
            agreement(values.released, values.number),
            behind,
        )

    def sample(self, rows: Integers) -> "Target":
        """With these records (rows,) alone."""
        return Target(
            self.protected,
            rows,
            self.shown[rows],
            self.original[rows],
            self.suppressed[rows],
            self.commonest,
            self.information,
            self.original_information,
            len(self.shown) / max(len(rows), 1),
        )

    @cached_property
    def _hidden(self) -> Integers:
        return np.flatnonzero(self.suppressed)

    @cached_property
    def cells(self) -> Integers:
        """The protected cells (cells,), as numbers of rows."""
        both = (self.original > 0) & (self.original != self.shown)
        return self._hidden if self.protected.kind == "suppressed" else np.flatnonzero(both)

    def guesses(self, codes: Numbers, number: int, group: bool, is_new: bool = False) -> Iterator[Guess]:
        """The values that a source implies, whose codes (rows,) are 1 to `number` or 0 where it is absent.
        First by what is known of the originals (nothing where its numbers are new), then by what the records
        show. Without a cell there is a result only in a sample.
        """
        protected = self.protected
        if not is_new and (protected.kind == "recoded" or (protected.kind == "perturbed" and not group)):
            yield from self._by_originals(codes, number, group)
        shown = grouped(codes, number + 1, self.shown, protected.values.number)
        if protected.kind == "perturbed":
            yield from self._changed(shown, codes, group)
        if protected.kind == "suppressed" or (protected.image is not None and len(self._hidden)):
            yield from self._suppressed(shown, codes, number, group)

    def _by_originals(self, codes: Numbers, number: int, group: bool) -> Iterator[Guess]:
        known = grouped(codes, number + 1, self.original, self.protected.values.number)
        if not known.determines(self.original_information, self.larger):
            if not group:
                yield from self._nearly_by_originals(known, codes)
            return
        cells = self.cells[codes[self.cells] > 0]
        if group or not self._half_repeated(known):
            places, _ = known.places(codes[cells])
            cells = cells[known.sizes[places] > 1]
        yield from self._by_originals_and_shown(cells, len(self.cells))

    def _half_repeated(self, known: Groups) -> bool:
        """Whether half of the records lie in groups of several, also without the largest group: where half of
        the amounts are 0 and the others all different, none of these is generally known to go with a value.
        """
        repeated, largest = int(known.sizes[known.sizes > 1].sum()), int(known.sizes.max(initial=0))
        others = int(known.sizes.sum()) - largest
        return 2 * repeated >= len(self.shown) and 2 * (repeated - largest) >= others

    def _by_originals_and_shown(self, cells: Integers, protected: int) -> Iterator[Guess]:
        if len(cells) or self.rows is not None:
            truth = self.original[cells]
            yield Guess(cells, truth, truth, np.ones(len(cells)), True, True, protected, 0)

    def _nearly_by_originals(self, known: Groups, codes: Numbers) -> Iterator[Guess]:
        """The values implied by a nesting with exceptions: the commonest original of a record's group.

        It needs nine in ten of the other records there to have it. A record does not support itself, so that
        groups that are uniform by coincidence prove nothing. What is right for less than half of the
        protected cells is not a nesting that readers know: a few values that go together, or the members of
        large households.
        """
        if not ((known.sizes >= _OF_A_GROUP[1]) & (10 * known.most >= 9 * (known.sizes - 1))).any():
            return
        recoded = self.protected.kind == "recoded"
        cells = self.cells if recoded else np.flatnonzero(self.original)
        places, there = known.places(codes[cells])
        cells, places = cells[there], places[there]
        size, most, best = known.sizes[places], known.most[places], known.best[places].astype(np.int32)
        truth = self.original[cells]
        others = most - (truth == best)
        filled = (size >= _OF_A_GROUP[1]) & (10 * others >= 9 * (size - 1))
        if not recoded:
            filled &= self.shown[cells] != best
        protected = int(np.count_nonzero(truth != self.shown[cells]))
        if 2 * np.count_nonzero(filled & (truth == best)) < protected:
            return
        shares = (others / np.maximum(size - 1, 1))[filled]
        cells, best, truth = cells[filled], best[filled], truth[filled]
        plain = int(np.count_nonzero(truth == self._usual[self.shown[cells]]))
        yield Guess(cells, best, truth, shares, False, False, len(self.cells), plain)

    @cached_property
    def _usual(self) -> Codes:
        """For each shown value (number + 1,) the original that is the likeliest without any source: of a
        recoded variable the commonest of its class, otherwise the commonest of all.
        """
        number = self.protected.values.number
        if self.protected.kind != "recoded":
            counts = np.bincount(self.original, minlength=number + 1)
            counts[0] = -1
            return np.full(number + 1, counts.argmax(), dtype=np.int32)
        classes = grouped(self.shown + 1, number + 2, self.original, number)
        usual = np.zeros(number + 1, dtype=np.int32)
        usual[classes.keys - 1] = classes.best
        return usual

    def _suppressed(self, shown: Groups, codes: Numbers, number: int, group: bool) -> Iterator[Guess]:
        """Suppressed cells. Of a variable that was recoded too, what they would show otherwise, where other
        cells show it.
        """
        protected = self.protected
        determined = shown.determines(self.information, self.larger)
        cells = self._hidden
        truth = self.original[cells]
        if protected.image is not None:
            truth = protected.image[truth]
            cells, truth = cells[truth > 0], truth[truth > 0]
        number_tried = len(cells)
        if determined and not group and protected.kind == "suppressed":
            known = grouped(codes, number + 1, self.original, protected.values.number)
            if np.array_equal(known.most, known.sizes) and self._half_repeated(known):
                there = codes[cells] > 0
                yield self._guess(
                    cells[there], truth[there], truth[there], np.ones(int(there.sum())), True, number_tried
                )
                return
        places, there = shown.places(codes[cells])
        cells, truth, places = cells[there], truth[there], places[there]
        size, most = shown.sizes[places], shown.most[places]
        best, uniform = shown.best[places].astype(np.int32), 10 * most >= 9 * size
        ways = [(1 if determined or group else 3, determined)]
        if determined and not group:  # where one record of a group misleads, the larger groups reveal alone
            ways.append((3, False))
        for least, as_determined in ways:
            filled = uniform & (size >= least)
            shares = most[filled] / size[filled]
            yield self._guess(cells[filled], best[filled], truth[filled], shares, as_determined, number_tried)

    def _changed(self, shown: Groups, codes: Numbers, group: bool) -> Iterator[Guess]:
        """Cells of a perturbed variable, unchanged ones too, that differ from most of their group."""
        cells = np.flatnonzero(self.original)
        places, there = shown.places(codes[cells])
        cells, places = cells[there], places[there]
        size, most, best = shown.sizes[places], shown.most[places], shown.best[places]
        filled = (self.shown[cells] != best) & (2 * most > size) & (size >= _OF_A_GROUP[not group])
        cells = cells[filled]
        yield self._guess(
            cells,
            best[filled].astype(np.int32),
            self.original[cells],
            most[filled] / size[filled],
            shown.determines(self.information, self.larger),
            len(self.cells),
        )

    def _guess(
        self,
        cells: Integers,
        values: Codes,
        truth: Codes,
        shares: Vector,
        determined: bool,
        protected: int,
    ) -> Guess:
        plain = int(np.count_nonzero(truth == self.commonest))
        return Guess(cells, values, truth, shares, determined, False, protected, plain)

    def accepts(self, guess: Guess, tried: int) -> bool:
        """Whether a source reveals something, where this many were tried: it is nearly always right, and
        significantly better than the commonest value.
        """
        filled, right = len(guess.cells), guess.right
        if guess.known or not filled:
            return guess.known and filled > 0
        plain = guess.plain
        if 10 * right < 9 * filled or 2 * (filled - right) > filled - plain:
            return False
        if guess.determined and plain < filled:
            return True
        from scipy.special import bdtrc  # a slow import

        chance = float(bdtrc(right - 1, filled, max(plain, 0.5) / filled)) if right else 1.0
        return LEAST_TOLD * right >= guess.protected and chance <= BY_CHANCE / max(tried, 1)
