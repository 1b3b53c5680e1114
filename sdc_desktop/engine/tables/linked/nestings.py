"""Which variables of records nest in one another: by hierarchies of the plan, and by the records.

A hierarchy names the groups of one variable's codes; where another variable has these names as its codes, or
a hierarchy of another has them as its groups, and every record confirms it, the groups are the same. Nesting
that only the records show is not common knowledge, and is distinguished.

Variables may also overlap: categories of the one lie within categories of the other more often than at random
(districts and service areas). They are then groupings of one fine classification: of their combinations.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import log, log2

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy, category_labels
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.tables.linked.categories import Nesting
from sdc_desktop.engine.tables.relations import Integers

_BY_CHANCE = 2.0**-20  # records agree as closely with less than this probability if nothing nests
_STAKES = (0.1, 0.5, 0.9)  # of bets that codes of a variable lie within single codes of another
_MOST = 200_000  # combinations of variables that overlap
_TIMES = " × "  # between the codes of several variables


@dataclass(frozen=True)
class NotNested:
    """A hierarchy of ``fine`` has the codes of ``coarse`` as groups, but this many records disagree."""

    fine: str
    coarse: str
    records: int


@dataclass(frozen=True)
class Nestings:
    """``stated``: what hierarchies say and all records confirm; ``denied``: what some records contradict.
    ``unstated``: pairs (fine, coarse) that nest in the records though no hierarchy says so. ``groups``: the
    codes of groups that are no variable's, by their made-up name, and of variables that no table has but
    that several of the tables' group in different ways. ``overlapping``: pairs of variables with
    categories of one within those of the other; ``made_of``: the groups that are their combinations.
    """

    stated: tuple[Nesting, ...] = ()
    denied: tuple[NotNested, ...] = ()
    unstated: tuple[tuple[str, str], ...] = ()
    groups: Mapping[str, frozenset[str]] | None = None
    overlapping: frozenset[frozenset[str]] = frozenset()
    made_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def renamed(self, names: Mapping[str, str]) -> "Nestings":
        """The nestings with other names of the variables."""

        def of(name: str) -> str:
            return names.get(name, name)

        return Nestings(
            tuple(Nesting(of(one.fine), of(one.coarse), one.of) for one in self.stated),
            tuple(NotNested(of(one.fine), of(one.coarse), one.records) for one in self.denied),
            tuple((of(fine), of(coarse)) for fine, coarse in self.unstated),
            {of(name): codes for name, codes in (self.groups or {}).items()},
            frozenset(frozenset(map(of, pair)) for pair in self.overlapping),
            {of(name): tuple(map(of, parts)) for name, parts in self.made_of.items()},
        )


@dataclass(frozen=True)
class _Coding:
    """What the codes of a variable become at a level of a hierarchy; level 0 of all: themselves."""

    variable: str
    labels: tuple[str, ...]
    level: int


def nestings_of(
    data: Microdata,
    hierarchies: Mapping[str, Hierarchy],
    variables: Sequence[str],
    roots: Mapping[str, str],
    context: JobContext,
) -> Nestings:
    """What nests among some variables of the records. ``roots``: the variable that each is, or was derived
    of. Raises Cancelled.
    """
    search = _Search(data, context)
    own = {name: search.codes(name) for name in variables}
    codings = [_Coding(name, codes, 0) for name, codes in own.items()]
    for name, codes in own.items():
        codings += _codings(name, codes, hierarchies, data.variable(name).missing)
    stated: list[Nesting] = []
    denied: dict[tuple[str, str], NotNested] = {}
    groups: dict[str, frozenset[str]] = {}
    for number, (one, other) in enumerate(combinations(codings, 2)):
        fine, coarse = (one, other) if one.level else (other, one)
        if fine.variable == coarse.variable or not fine.level or not _may_agree(fine, coarse):
            continue
        disagreeing = search.disagreeing(fine, coarse)
        if disagreeing and not coarse.level:
            denied[fine.variable, coarse.variable] = NotNested(fine.variable, coarse.variable, disagreeing)
        if disagreeing:
            continue
        if not coarse.level:
            stated.append(Nesting(fine.variable, coarse.variable, search.mapping(fine)))
            continue
        name = f"{coarse.variable}\n{number}"  # no variable of a file is called so
        groups[name] = frozenset(coarse.labels)
        stated += [Nesting(own.variable, name, search.mapping(own)) for own in (fine, coarse)]
    unique = tuple({(one.fine, one.coarse): one for one in stated}.values())
    pairs = {(one.fine, one.coarse) for one in unique}
    unstated: list[tuple[str, str]] = []
    for lower, upper in search.nested(variables, roots):
        if roots[lower] != roots[upper]:
            unstated.append((lower, upper))
        elif not pairs & {(lower, upper), (upper, lower)}:
            unique = (*unique, Nesting(lower, upper, search.pairs(lower, upper)))
            pairs.add((lower, upper))
    for name, found in _grouped_differently(search, hierarchies, variables, roots):
        groups[name] = frozenset(search.codes(name))
        unique = (*unique, *found)
    unstated = [pair for pair in unstated if pair not in _chains(pairs)]
    kept = tuple(one for key, one in denied.items() if key not in pairs)
    made_of: dict[str, tuple[str, ...]] = {}
    below = _below(variables, {(one.fine, one.coarse) for one in unique})
    overlapping = frozenset(
        frozenset((one, other))
        for one, other in combinations(variables, 2)
        if not below[one] & below[other] and search.overlap(one, other)
    )
    for joined in _joined(overlapping):
        parts = tuple(name for name in variables if name in joined and not (below[name] - {name}) & joined)
        together = search.together(parts)
        if together:
            groups[together[0].fine] = frozenset(together[0].of)
            made_of[together[0].fine] = parts
            unique = (*unique, *together)
    return Nestings(unique, kept, tuple(unstated), groups, overlapping, made_of)


def _below(variables: Sequence[str], pairs: set[tuple[str, str]]) -> dict[str, set[str]]:
    """Each variable with those that nest in it, by pairs (fine, coarse)."""
    known = _chains(pairs)
    return {name: {name, *(fine for fine, coarse in known if coarse == name)} for name in variables}


def _joined(pairs: Iterable[frozenset[str]]) -> list[set[str]]:
    """What pairs join, directly or by way of others."""
    groups: list[set[str]] = []
    for pair in sorted(pairs, key=sorted):
        joined = [group for group in groups if group & pair]
        groups = [group for group in groups if group not in joined]
        groups.append(set(pair).union(*joined))
    return groups


def _grouped_differently(
    search: "_Search",
    hierarchies: Mapping[str, Hierarchy],
    variables: Sequence[str],
    roots: Mapping[str, str],
) -> Iterator[tuple[str, tuple[Nesting, ...]]]:
    """Variables that no table has, each with how two or more of the tables' group its codes: because these
    were derived of it, or because its hierarchies say so.
    """
    data = search.data
    for name in data.names:
        if name in variables:
            continue
        derived = [other for other in variables if roots[other] == roots[name]]
        if len(derived) < 2 and name not in hierarchies:
            continue
        codes, found = search.codes(name), dict[str, Nesting]()
        if len(derived) > 1:
            found |= {
                other: Nesting(name, other, of) for other in derived if (of := search.grouped(name, other))
            }
        if name in hierarchies:
            own = {name: hierarchies[name]}
            for coding in _codings(name, codes, own, data.variable(name).missing):
                for other in variables:
                    coarse = _Coding(other, search.codes(other), 0)
                    if _may_agree(coding, coarse) and not search.disagreeing(coding, coarse):
                        found[other] = Nesting(name, other, search.mapping(coding))
        if len(found) > 1:
            yield name, tuple(found.values())


def _codings(
    name: str, codes: Sequence[str], hierarchies: Mapping[str, Hierarchy], missing: Sequence[str]
) -> Iterator[_Coding]:
    """The levels of all hierarchies that have the codes of a variable, but for those of one group."""
    seen: set[tuple[str, ...]] = set()
    for hierarchy in hierarchies.values():
        rows = [row for row in category_labels(hierarchy, codes, missing) if row is not None]
        if len(rows) < len(codes):
            continue
        for level, labels in enumerate(zip(*rows, strict=True)):
            if level and 1 < len(set(labels)) < len(codes) and labels not in seen:
                seen.add(labels)
                yield _Coding(name, labels, level)


def _may_agree(fine: _Coding, coarse: _Coding) -> bool:
    """Whether the groups of the one are codes, or groups, of the other."""
    if coarse.level:
        return set(fine.labels) == set(coarse.labels)
    return set(fine.labels) <= set(coarse.labels)


def _chains(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The pairs, and those that follow from several."""
    found = set(pairs)
    while True:
        more = {(a, d) for a, b in found for c, d in found if b == c} - found
        if not more:
            return found
        found |= more


class _Search:
    """Looks at the records, two variables at a time."""

    def __init__(self, data: Microdata, context: JobContext) -> None:
        self.data, self._context = data, context
        self._pairs: dict[tuple[str, str], tuple[Integers, Integers]] = {}

    def codes(self, name: str) -> tuple[str, ...]:
        """The codes of a variable."""
        return self.data.relation.frequencies(self.data.index(name), self._context)[0]

    def _combinations(self, one: str, other: str) -> tuple[Integers, Integers]:
        """The combinations of two variables' codes that records have, and how many have each."""
        found = self._pairs.get((one, other))
        if found is None:
            columns = [self.data.index(name) for name in (one, other)]
            codes, frequencies = self.data.relation.combinations(columns, self._context)
            found = self._pairs[one, other] = codes.astype(np.int64), frequencies
        return found

    def disagreeing(self, fine: _Coding, coarse: _Coding) -> int:
        """The records in which the groups of the one are not those of the other."""
        codes, frequencies = self._combinations(fine.variable, coarse.variable)
        own, others = np.array(fine.labels, dtype=object), np.array(coarse.labels, dtype=object)
        return int(frequencies[own[codes[:, 0]] != others[codes[:, 1]]].sum())

    def mapping(self, coding: _Coding) -> dict[str, str]:
        """The group of each code."""
        return dict(zip(self.codes(coding.variable), coding.labels, strict=True))

    def pairs(self, fine: str, coarse: str) -> dict[str, str]:
        """The code of the coarser variable of each code of the finer."""
        own, others = self.codes(fine), self.codes(coarse)
        if (coarse, fine) in self._pairs:
            codes = self._pairs[coarse, fine][0][:, ::-1]
        else:
            codes = self._combinations(fine, coarse)[0]
        return {own[code]: others[group] for code, group in codes.tolist()}

    def grouped(self, fine: str, coarse: str) -> dict[str, str] | None:
        """The code of the coarser variable of each code of the finer; None where some code has several."""
        codes, _ = self._combinations(fine, coarse)
        return self.pairs(fine, coarse) if len(np.unique(codes[:, 0])) == len(codes) else None

    def overlap(self, one: str, other: str) -> bool:
        """Whether codes of one variable lie within single codes of the other more often than at random."""
        codes, frequencies = self._combinations(one, other)
        return any(_is_contained(codes[:, fine], codes[:, 1 - fine], frequencies) for fine in (0, 1))

    def together(self, names: Sequence[str]) -> tuple[Nesting, ...]:
        """How all combinations of some variables that records have, a variable by a name of its own, nest in
        each; nothing where there are too many.
        """
        if len(names) == 2:
            codes, _ = self._combinations(*names)
        else:
            columns = [self.data.index(name) for name in names]
            found, _ = self.data.relation.combinations(columns, self._context)
            codes = found.astype(np.int64)
        if len(codes) > _MOST:
            return ()
        labels = [self.codes(name) for name in names]
        rows = [[own[code] for own, code in zip(labels, row, strict=True)] for row in codes.tolist()]
        name = f"{_TIMES.join(names)}\n"
        return tuple(
            Nesting(name, coarse, {combined(row): row[place] for row in rows})
            for place, coarse in enumerate(names)
        )

    def nested(self, variables: Sequence[str], roots: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """The pairs (fine, coarse) where every code of the fine variable has a single code of the coarse one.
        Variables of one root count always, others only where the nesting is not accidental.
        """
        for one, other in combinations(variables, 2):
            codes, frequencies = self._combinations(one, other)
            for fine, names in ((0, (one, other)), (1, (other, one))):
                if len(np.unique(codes[:, fine])) < len(codes):
                    continue
                if roots[one] == roots[other] or _is_not_by_chance(codes[:, 1 - fine], frequencies):
                    yield names


def combined(codes: Sequence[str]) -> str:
    """The code of a combination of codes of several variables."""
    return _TIMES.join(code.replace(_TIMES.strip(), 2 * _TIMES.strip()) for code in codes)


def _is_contained(fine: Integers, coarse: Integers, frequencies: Integers) -> bool:
    """Whether the records of codes of `fine` have one code of `coarse` more often than at random: for some
    code this is too improbable, or bets on it win too much.
    """
    from scipy.special import gammaln, logsumexp

    sizes, groups = (np.bincount(codes, weights=frequencies) for codes in (fine, coarse))
    number, several = float(frequencies.sum()), int((groups > 0).sum())
    within = (np.bincount(fine) == 1)[fine]  # of each combination of both, whether it is all of a code
    size, group = sizes[fine[within]], groups[coarse[within]]
    ways = gammaln(group + 1) - gammaln(group - size + 1) - gammaln(number + 1) + gammaln(number - size + 1)
    chances = ways + log(several)  # of the logarithm; that it is the one group or the other counts as well
    possible = (sizes > 0) & (sizes <= groups.max(initial=0))
    if len(chances) and float(chances.min()) + log(int(possible.sum())) < log(_BY_CHANCE):
        return True
    lost = int(possible.sum()) - len(chances)
    won = [
        float(np.logaddexp(log(1 - stake), log(stake) - chances).sum()) + lost * log(1 - stake)
        for stake in _STAKES
    ]
    return float(logsumexp(won)) - log(len(_STAKES)) > -log(_BY_CHANCE)


def _is_not_by_chance(coarse: Integers, frequencies: Integers) -> bool:
    """Whether it is too improbable that the records of each fine code have one coarse code by accident.

    ``coarse``: of each fine code the coarse one; ``frequencies``: its records.
    """
    groups = np.zeros(int(coarse.max(initial=0)) + 1, dtype=np.int64)
    np.add.at(groups, coarse, frequencies)
    equal = float(((groups / max(1, int(groups.sum()))) ** 2).sum())
    return equal < 1.0 and float((frequencies - 1).sum()) * log2(equal) < log2(_BY_CHANCE)
