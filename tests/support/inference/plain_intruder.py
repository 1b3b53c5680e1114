"""What released values tell, record by record in plain Python: the slow twin of the audit."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, log

Column = Sequence[str | None]  # None where a value is absent
Revealed = tuple[
    str, tuple[str, ...], int, int, int, bool
]  # variable, sources, protected, filled, right, ...
Cells = dict[int, tuple[str, Fraction]]  # by record what is filled in, and the share of its group


@dataclass(frozen=True)
class PlainRevealed:
    """By variable kind, protected, filled, right; the rules; by variable the cells: a ``ValuesRevealed``."""

    variables: dict[str, tuple[str, int, int, int]]
    rules: list[Revealed]
    cells: dict[str, dict[int, str]]


@dataclass
class PlainIntruder:
    """An intruder who tries all that there is. ``numbers``: the variables that number groups."""

    original: Mapping[str, Column]
    released: Mapping[str, Column]
    numbers: frozenset[str] = frozenset()

    def revealed(self) -> PlainRevealed:
        variables, rules, cells = {}, [], {}
        for name in self.released:
            kind, protected = self.kind(name)
            if not protected:
                continue
            found = self.found(name, kind, protected)
            best: dict[int, tuple[Fraction, str]] = {}
            for _, filled, _ in sorted(found, key=lambda one: (-self.right(name, one[1]), len(one[0]))):
                for record, (value, share) in filled.items():
                    if record not in best or share > best[record][0]:
                        best[record] = share, value
            for sources, filled, determined in found:
                right = self.right(name, filled)
                rules.append((name, sources, self.cells_of(name, kind), len(filled), right, determined))
            cells[name] = {record: value for record, (_, value) in best.items()}
            right = sum(value == self.original[name][record] for record, value in cells[name].items())
            variables[name] = kind, len(protected), len(best), right
        return PlainRevealed(variables, rules, cells)

    def cells_of(self, name: str, kind: str) -> int:
        return len(self.kind(name)[1])

    def right(self, name: str, filled: Cells) -> int:
        return sum(value == self.original[name][record] for record, (value, _) in filled.items())

    def kind(self, name: str) -> tuple[str, list[int]]:
        pairs = list(zip(self.original[name], self.released[name], strict=True))
        protected = [record for record, (own, shown) in enumerate(pairs) if own is not None and own != shown]
        if all(pairs[record][1] is None for record in protected):
            return "suppressed", protected
        both = {(own, shown) for own, shown in pairs if own is not None and shown is not None}
        owns, showns = {own for own, _ in both}, {shown for _, shown in both}
        recoded = len(both) == len(owns) and len(showns) < len(owns)
        return ("recoded" if recoded else "perturbed"), protected

    def sources(self, name: str) -> dict[tuple[str, ...], list[Hashable]]:
        found: dict[tuple[str, ...], list[Hashable]] = {}
        for other, column in self.released.items():
            if other == name:
                continue
            found[(other,)] = list(column)
            if other in self.numbers:
                sizes = Counter(column)
                found[("#" + other,)] = [None if one is None else sizes[one] for one in column]
        return found

    def found(
        self, name: str, kind: str, protected: list[int]
    ) -> Iterator[tuple[tuple[str, ...], Cells, bool]]:
        single, found = self.sources(name), []
        for sources, codes in single.items():
            revealed = self.accepted(name, kind, protected, codes, sources[0] in self.numbers, len(single))
            found += [(sources, *revealed)] if revealed else []
        alone = {sources: self.right(name, filled) for sources, filled, _ in found}
        values = {sources: len({*codes} - {None}) for sources, codes in single.items()}
        rest = [
            one
            for one in single
            if one[0] not in self.numbers
            and 1 < values[one] <= 1000
            and 2 * alone.get(one, 0) < len(protected)
        ]
        pairs = [
            (one, other)
            for one, other in combinations(rest, 2)
            if values[one] * values[other] <= len(self.original[name])
        ]
        plain = [pair for pair in pairs if not alone.keys() & set(pair)]
        wider = [pair for pair in pairs if alone.keys() & set(pair)]
        for one, other in plain + wider:
            codes = [
                None if a is None or b is None else (a, b)
                for a, b in zip(single[one], single[other], strict=True)
            ]
            tried = len(plain) if (one, other) in plain else len(pairs)
            revealed = self.accepted(name, kind, protected, codes, False, tried)
            least = 2 * max(alone.get(one, 0), alone.get(other, 0))
            right = self.right(name, revealed[0]) if revealed else 0
            if revealed and (not least or (right >= least and (revealed[1] or 2 * right >= len(protected)))):
                found.append((one + other, *revealed))
        return found

    def accepted(
        self, name: str, kind: str, protected: list[int], codes: list[Hashable], group: bool, tried: int
    ) -> tuple[Cells, bool] | None:
        own = self.original[name]
        plain_values = self.plain_values(name)
        found: list[tuple[Cells, bool]] = []
        if kind == "recoded" or (kind == "perturbed" and not group):
            revealed = self.by_originals(name, kind, protected, codes, group)
            if revealed is None:
                nearly = {} if group else self.nearly_by_originals(name, kind, codes)
                likeliest = self.likeliest(name, kind)
                plain = sum(own[record] == likeliest[record] for record in nearly)
                if self.believed(name, protected, nearly, plain, False, tried):
                    found.append((nearly, False))
            elif revealed:
                return revealed, True
        if kind != "recoded":
            for filled, determined in self.mined(name, kind, protected, codes, group):
                plain = sum(own[record] == plain_values for record in filled)
                if self.believed(name, protected, filled, plain, determined, tried):
                    found.append((filled, determined))
        return max(found, key=lambda one: self.right(name, one[0]), default=None)

    def plain_values(self, name: str) -> str | None:
        """The commonest shown value."""
        counts = Counter(one for one in self.released[name] if one is not None)
        return min((one for one in counts if counts[one] == max(counts.values())), default=None)

    def likeliest(self, name: str, kind: str) -> list[str | None]:
        """For each record the original that is the likeliest without a source: of a recoded variable the
        commonest of its class.
        """
        own = self.original[name]
        classes = [(one,) if kind == "recoded" else () for one in self.released[name]]
        groups = grouped(classes, own)
        return [commonest(groups[one]) if one in groups else None for one in classes]

    def nearly_by_originals(self, name: str, kind: str, codes: list[Hashable]) -> Cells:
        """What nine in ten of the other records of a group have."""
        own, shown = self.original[name], self.released[name]
        groups, filled, present = grouped(codes, own), {}, 0
        for record, (code, true) in enumerate(zip(codes, own, strict=True)):
            if code is None or true is None or (kind == "recoded" and true == shown[record]):
                continue
            present += true != shown[record]
            if sum(groups[code].values()) < 5:
                continue
            value, others = commonest(groups[code]), groups[code] - Counter({true: 1})
            share = Fraction(others[value], sum(others.values()))
            if share >= Fraction(9, 10) and (kind == "recoded" or shown[record] != value):
                filled[record] = value, share
        return filled if 2 * self.right(name, filled) >= present else {}

    def mined(
        self, name: str, kind: str, protected: list[int], codes: list[Hashable], group: bool
    ) -> list[tuple[Cells, bool]]:
        """What the shown values of groups say; where one record of a group misleads, the larger ones too."""
        own, shown = self.original[name], self.released[name]
        groups = grouped(codes, shown)
        determined = determines(groups, squares(shown))
        if kind == "suppressed" and determined and not group and self.public(name, codes):
            there = (record for record in protected if codes[record] is not None)
            return [({record: (own[record], Fraction(1)) for record in there}, determined)]
        ways = [(1 if determined or group else 3, determined)]
        if kind == "suppressed" and determined and not group:
            ways.append((3, False))
        return [(self.filled(name, kind, codes, groups, least, group), way) for least, way in ways]

    def filled(
        self,
        name: str,
        kind: str,
        codes: list[Hashable],
        groups: Mapping[Hashable, Counter[str]],
        least: int,
        group: bool,
    ) -> Cells:
        own, shown = self.original[name], self.released[name]
        filled: Cells = {}
        for record, code in enumerate(codes):
            counts = groups.get(code, Counter())
            if code is None or own[record] is None or not counts:
                continue
            most, size = max(counts.values()), sum(counts.values())
            value = commonest(counts)
            if kind == "suppressed":
                fills = shown[record] is None and 10 * most >= 9 * size and size >= least
            else:
                fills = shown[record] != value and 2 * most > size and size >= (2 if group else 5)
            if fills:
                filled[record] = value, Fraction(most, size)
        return filled

    def believed(
        self, name: str, protected: list[int], filled: Cells, plain: int, determined: bool, tried: int
    ) -> bool:
        """Whether a source is nearly always right, and better than `plain`."""
        f, c = len(filled), self.right(name, filled)
        if not f or 10 * c < 9 * f or 2 * (f - c) > f - plain:
            return False
        if determined and plain < f:
            return True
        p = max(Fraction(plain), Fraction(1, 2)) / f
        chance = sum(comb(f, x) * p**x * (1 - p) ** (f - x) for x in range(c, f + 1))
        return 20 * c >= len(protected) and chance <= Fraction(1, 100 * tried)

    def by_originals(
        self, name: str, kind: str, protected: list[int], codes: list[Hashable], group: bool
    ) -> Cells | None:
        own = self.original[name]
        groups = grouped(codes, own)
        if kind == "recoded":
            there = [record for record, one in enumerate(own) if one is not None]
            classes = defaultdict(list)
            for record in there:
                classes[self.released[name][record]].append(own[record])
            share = sum(Fraction(len(one), len(there)) * squares(one) for one in classes.values())
        else:
            share = squares(own)
        if not determines(groups, share):
            return None
        several = {code for code, counts in groups.items() if sum(counts.values()) > 1}
        records = sum(sum(groups[code].values()) for code in several)
        wide = not group and 2 * records >= len(own) and repeats_elsewhere(groups)
        return {
            record: (own[record], Fraction(1))
            for record in protected
            if codes[record] is not None and (wide or codes[record] in several)
        }

    def public(self, name: str, codes: list[Hashable]) -> bool:
        groups = grouped(codes, self.original[name])
        several = sum(sum(counts.values()) for counts in groups.values() if sum(counts.values()) > 1)
        pure = all(len(counts) == 1 for counts in groups.values())
        return pure and 2 * several >= len(codes) and repeats_elsewhere(groups)

    def classes(self, keys: Sequence[str], cells: Mapping[str, Mapping[int, str]], k: int) -> tuple[int, int]:
        """Records that lose their class on the key variables: unique now, below k now."""
        records = range(len(self.original[keys[0]]))
        before = [tuple(self.released[key][record] for key in keys) for record in records]
        after = [
            tuple(cells.get(key, {}).get(record, self.released[key][record]) for key in keys)
            for record in records
        ]
        wrong = {
            record
            for key in keys
            for record, value in cells.get(key, {}).items()
            if value != self.original[key][record]
        }
        was, now = Counter(before), Counter(after)
        known = [(was[before[one]], now[after[one]]) for one in records if one not in wrong]
        return sum(x > 1 == y for x, y in known), sum(x >= k > y for x, y in known)


def grouped(codes: Sequence[Hashable], values: Column) -> dict[Hashable, Counter[str]]:
    found: dict[Hashable, Counter[str]] = defaultdict(Counter)
    for code, value in zip(codes, values, strict=True):
        if code is not None and value is not None:
            found[code][value] += 1
    return dict(found)


def commonest(counts: Counter[str]) -> str:
    return min(one for one, number in counts.items() if number == max(counts.values()))


def repeats_elsewhere(groups: Mapping[Hashable, Counter[str]]) -> bool:
    """Whether half of the records outside the largest group lie in groups of several."""
    sizes = sorted(sum(counts.values()) for counts in groups.values())[:-1]
    return 2 * sum(size for size in sizes if size > 1) >= sum(sizes)


def squares(values: Sequence[str | None]) -> Fraction:
    counts = Counter(one for one in values if one is not None)
    total = sum(counts.values())
    return sum((Fraction(number, total) ** 2 for number in counts.values()), Fraction(0))


def determines(groups: Mapping[Hashable, Counter[str]], share: Fraction) -> bool:
    several = [counts for counts in groups.values() if sum(counts.values()) > 1]
    if not share or any(len(counts) > 1 for counts in several):
        return False
    evidence = sum(sum(counts.values()) - 1 for counts in several) * -log(share)
    return evidence >= log(10**6) - 1e-9
