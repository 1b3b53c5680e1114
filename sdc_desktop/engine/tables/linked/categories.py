"""Categories of several tables by the codes behind them: which are one, whatever they are called.

A category is known by the codes of its variable in the records. Where one variable nests in another (every
municipality in one region), a set of codes of the coarser is a set of codes of the finer one as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sdc_desktop.engine.tables.dimension import Dimension

Codes = frozenset[str]
NOBODY = -1  # instead of a number: no record can be in the set
ALL = 0  # the number of a set of all codes of a variable: it restricts nothing


@dataclass(frozen=True)
class Nesting:
    """Each code of the variable ``fine`` lies in one code of ``coarse``, ``of`` says in which."""

    fine: str
    coarse: str
    of: Mapping[str, str]

    @cached_property
    def parts(self) -> Mapping[str, Codes]:
        """The codes of the finer variable within each of the coarser."""
        found: dict[str, set[str]] = {}
        for code, group in self.of.items():
            found.setdefault(group, set()).add(code)
        return {group: frozenset(codes) for group, codes in found.items()}

    def refined(self, codes: Codes) -> Codes:
        """Codes of the coarser variable as those of the finer one."""
        return frozenset().union(*(self.parts.get(code, frozenset()) for code in codes))

    def coarsened(self, codes: Codes) -> Codes | None:
        """Codes of the finer variable as those of the coarser one; None where they are parts of some, or not
        all are known.
        """
        if not codes <= self.of.keys():
            return None
        groups = frozenset(self.of[code] for code in codes)
        return groups if sum(len(self.parts[group]) for group in groups) == len(codes) else None


def category_codes(dimension: Dimension, codes: Sequence[str]) -> tuple[Codes, ...]:
    """For each category of a dimension the codes of the records that fall into it."""
    of_leaf: dict[int, list[str]] = {}
    for code in codes:
        of_leaf.setdefault(dimension.places[code], []).append(code)
    return tuple(
        frozenset(code for leaf in below for code in of_leaf.get(leaf, ())) for below in dimension.below
    )


class Categories:
    """Numbers of sets of codes of the variables of one population: equal where they mean the same records.

    ``codes``: of each variable those in the records. Numbers of different populations are different.
    """

    def __init__(
        self, codes: Mapping[str, Codes], nestings: Sequence[Nesting] = (), numbers: list[int] | None = None
    ) -> None:
        """`numbers`: the classes of all populations, shared between them; entry 0 is for all codes."""
        self.codes = codes
        self.nestings = tuple(nestings)
        self._class_of = [ALL] if numbers is None else numbers
        self._known: dict[tuple[str, Codes], int] = {}
        self._forms: dict[int, dict[str, Codes]] = {}

    def number(self, variable: str, codes: Codes) -> int:
        """The number of a set of codes of a variable; ALL where it is all of them."""
        return self._first(self._place(variable, codes))

    def _place(self, variable: str, codes: Codes) -> int:
        if len(codes) == len(self.codes[variable]):
            return ALL
        key = (variable, codes)
        found = self._known.get(key)
        if found is not None:
            return found
        place = self._known[key] = len(self._class_of)
        self._class_of.append(place)
        self._forms[place] = {variable: codes}
        for nesting in self.nestings:
            if nesting.coarse == variable:
                self._join(place, self._place(nesting.fine, nesting.refined(codes)))
            elif nesting.fine == variable:
                groups = nesting.coarsened(codes)
                if groups is not None:
                    self._join(place, self._place(nesting.coarse, groups))
        return place

    def _first(self, place: int) -> int:
        classes = self._class_of
        while classes[place] != place:
            classes[place] = classes[classes[place]]
            place = classes[place]
        return place

    def _join(self, one: int, other: int) -> None:
        low, high = sorted((self._first(one), self._first(other)))
        if low != high:
            self._class_of[high] = low
            self._forms[low] = {**self._forms.get(low, {}), **self._forms.pop(high)}

    def forms(self, number: int) -> Mapping[str, Codes]:
        """The set as codes of each variable that can define it."""
        return self._forms.get(number, {})

    def both(self, one: int, other: int) -> int | None:
        """The number of the intersection of two sets (NOBODY: empty); None where no variable defines both."""
        if ALL in (one, other):
            return one + other
        forms, others = self.forms(one), self.forms(other)
        variables = sorted(forms.keys() & others.keys(), key=lambda name: (not self.is_finest(name), name))
        if not variables:
            return None
        left = forms[variables[0]] & others[variables[0]]
        return self.number(variables[0], left) if left else NOBODY

    def finer(self, variable: str) -> Mapping[str, Nesting]:
        """The variables that nest in this one, each with the way from its codes to this one's; itself not."""
        found: dict[str, Nesting] = {}
        waiting = [Nesting(variable, variable, {code: code for code in self.codes[variable]})]
        while waiting:
            way = waiting.pop()
            for nesting in self.nestings:
                if nesting.coarse == way.fine and nesting.fine != variable and nesting.fine not in found:
                    of = {code: way.of[group] for code, group in nesting.of.items()}
                    found[nesting.fine] = Nesting(nesting.fine, variable, of)
                    waiting.append(found[nesting.fine])
        return found

    def _ways(self, variable: str) -> Mapping[str, Nesting]:
        found = self._finer_known.get(variable)
        if found is None:
            found = self._finer_known[variable] = self.finer(variable)
        return found

    @cached_property
    def _finer_known(self) -> dict[str, Mapping[str, Nesting]]:
        return {}

    def is_finest(self, variable: str) -> bool:
        """Whether no other variable nests in it."""
        return not self._ways(variable)
