"""What a result reports of one cell, in a form common to all methods."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor, log2

from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.attack.derivation import Derivation
from sdc_desktop.engine.tables.attack.intervals import Bound, Interval
from sdc_desktop.engine.tables.table import Levels, Reason, Table

CHANGED = ("rounded", "adjusted", "perturbed")  # statuses of methods that publish other values


# What an interval reveals: the number of possible values, and the disclosure risk.
# After Domingo-Ferrer, Oganian & Torra 2002: DR = 1 / H, H the entropy to base 2 of what the cell can be;
# over m equally likely values DR = 1 / log2 m (equation 3).
@dataclass(frozen=True)
class Risk:
    """``possible``: None where there is no end. ``risk``: 0 then; None where the value is disclosed."""

    possible: int | None
    risk: float | None

    @property
    def disclosed(self) -> bool:
        """Whether one value only is possible."""
        return self.possible == 1


def risk_of(lower: Bound, upper: Bound) -> Risk:
    """The risk of an interval in units. It depends on the unit: a finer one makes more values possible."""
    if lower is None or upper is None:
        return Risk(None, 0.0)
    return risk_of_number(max(floor(upper) - ceil(lower) + 1, 1))


def risk_of_number(possible: int) -> Risk:
    """The risk of this many equally likely values."""
    return Risk(possible, None if possible == 1 else 1 / log2(possible))


def insider_interval(
    lower: Bound, upper: Bound, own: int, contributors: int | None, *, is_second: bool, non_negative: bool
) -> tuple[Bound, Bound]:
    """Where a contributor knows another's contribution to lie, from its `own` and the cell's interval.

    ``contributors``: how many it knows there to be; with two, the other has all the rest. ``is_second``: it
    knows to be the second largest; then the bounds are those of the largest. ``non_negative``: no one
    contributes less than nothing; else nothing follows but with two.
    """
    if contributors == 2:
        least = None if lower is None else lower - own
        if non_negative and least is not None:
            least = max(least, 0)
        least = max(least or 0, own) if is_second and non_negative else least
        return least, None if upper is None else upper - own
    if not non_negative:
        return None, None
    least = 0
    if is_second:
        least = own
        if contributors is not None and lower is not None:
            least = max(own, ceil((lower - own) / (contributors - 1)))
    return least, None if upper is None else upper - own


@dataclass(frozen=True)
class Term:
    """A cell of a relation: its coordinates, its factor, and its value where it is published."""

    coordinates: tuple[str, ...]
    factor: int
    published: Number | None


@dataclass(frozen=True)
class Equation:
    """One relation of a proof, `sum of factor times cell = right`, and how often it is used."""

    times: float
    terms: tuple[Term, ...]
    right: Number


@dataclass(frozen=True)
class BoundUsed:
    """An end of another suppressed cell that a proof uses, and its factor."""

    coordinates: tuple[str, ...]
    side: str  # lower or upper
    bound: Number
    times: float


@dataclass(frozen=True)
class Proof:
    """Why the cell is (kind `value`), is at most (`upper`) or is at least (`lower`) `end`."""

    kind: str
    end: Number
    equations: tuple[Equation, ...]
    bounds: tuple[BoundUsed, ...]


@dataclass(frozen=True)
class Protects:
    """A primary that a secondary protects, and the relations they share, by the cells these add up to.
    ``job``: the table of the primary, where this table does not have it.
    """

    primary: tuple[str, ...]
    relations: tuple[tuple[str, ...], ...]
    job: str = ""


@dataclass(frozen=True)
class RequiredLevels:
    """Protection levels as numbers of the table: how far an interval has to reach ``below`` and ``above`` the
    true value, and its ``length`` at least (the sliding level).
    """

    below: Number
    above: Number
    length: Number


@dataclass(frozen=True)
class CellResult:
    """One cell in its published form.

    ``status``: `safe`, `unsafe` (suppressed by rule), `secondary`, `suppressed` (no one knows why),
    `rounded`, `adjusted`, `perturbed`, `merged`, `zero` or `empty`. ``lower``, ``upper``: what an intruder
    can derive (None: no end), ``possible`` values in between and the ``risk`` 1 / log2 of them;
    ``at_least``: the true risk may be greater. ``lower_met``, ``upper_met``: whether the interval reaches as
    far as the protection levels ask, which are ``asked``; None where there are none.

    Where a category is the only part of another, their rows show one cell: ``same_as`` are the coordinates of
    the other row; the first of all rows of a cell counts, the others ``repeat`` it. ``by_contributor``: the
    only contributor to other suppressed cells derives the value exactly. ``elsewhere``: the cell in the other
    tables (by their jobs) protected or examined together that have it; ``unsafe_in``: those of them whose
    rules call it unsafe. ``joint``: the interval that all of them leave where it is too narrow, though that
    of this table alone is not.

    ``set_to``: the status set by hand, `unsafe`, `safe` or `frozen`. ``overruled``: why a cell is unsafe that
    this status calls safe, empty where the table itself calls it unsafe; None where nothing does. ``given``:
    the value that was given for a total which was recomputed.
    """

    coordinates: tuple[str, ...]
    value: Number | None
    published: Number | None
    status: str
    lower: Number | None
    upper: Number | None
    possible: int | None
    risk: float | None
    disclosed: bool = False
    at_least: bool = False
    reason: tuple[Reason, ...] = ()
    lower_met: bool | None = None
    upper_met: bool | None = None
    protects: tuple[Protects, ...] = ()
    proof: tuple[Proof, ...] = ()
    asked: RequiredLevels | None = field(default=None, metadata=REDACTED)
    same_as: tuple[str, ...] = ()
    by_contributor: bool = False
    repeats: bool = field(default=False, metadata=REDACTED)
    unsafe_in: tuple[str, ...] = field(default=(), metadata=REDACTED)
    elsewhere: Mapping[str, tuple[str, ...]] = field(default_factory=dict, metadata=REDACTED)
    joint: tuple[Number | None, Number | None] | None = field(default=None, metadata=REDACTED)
    set_to: str | None = field(default=None, metadata=REDACTED)
    overruled: tuple[Reason, ...] | None = field(default=None, metadata=REDACTED)
    given: Number | None = field(default=None, metadata=IF_THERE)

    @property
    def tables(self) -> tuple[str, ...]:
        """The other tables that have the cell, by their jobs."""
        return tuple(self.elsewhere)

    def without_values(self) -> "CellResult":
        """The cell with no more than is published of its value: without that of a cell that is not, or not
        unchanged, without a value given otherwise, and without the contributions that a rule judged.
        """
        value = None if self.status in CHANGED else self.published
        if value == self.value and self.published is not None:
            return self if self.given is None else replace(self, given=None)
        bare = tuple(Reason(one.kind, {}) for one in self.reason)
        return replace(self, value=value, reason=bare, given=None)


def counted_once(cells: Iterable[CellResult]) -> tuple[CellResult, ...]:
    """The cells without the rows that repeat one."""
    return tuple(cell for cell in cells if not cell.repeats)


def with_twins(table: Table, cells: Sequence[CellResult], numbers: Sequence[int]) -> tuple[CellResult, ...]:
    """The cells, and after them the rows that repeat one because a category is the only part of another.

    ``numbers``: those of the cells in the table, in the same order.
    """
    if not any(dimension.twins for dimension in table.dimensions):
        return tuple(cells)
    own, twins = [], []
    for cell, number in zip(cells, numbers, strict=True):
        others = table.rows_of(number)[1:]
        own.append(replace(cell, same_as=others[0]) if others else cell)
        twins += [
            replace(cell, coordinates=other, same_as=cell.coordinates, repeats=True) for other in others
        ]
    return (*own, *twins)


def in_row_order(table: Table, cells: Sequence[CellResult]) -> list[CellResult]:
    """The cells in the order of export, which is the one shown: of the hierarchy, a sum before its parts."""
    if not any(cell.repeats for cell in cells) and not any(one.order for one in table.dimensions):
        return list(cells)
    orders = [
        {dimension.rows[row]: place for place, row in enumerate(dimension.shown_order)}
        for dimension in table.dimensions
    ]

    def key(cell: CellResult) -> tuple[int, ...]:
        return tuple(order[label] for order, label in zip(orders, cell.coordinates, strict=True))

    return sorted(cells, key=key)


def required_levels(levels: Levels | None, table: Table) -> RequiredLevels | None:
    """Levels, which are in units, as numbers of the table; None where there are none."""
    if levels is None:
        return None
    below, above, length = (
        table.number(int(level)) if level.denominator == 1 else float(level) * float(table.unit)
        for level in (levels.lower, levels.upper, levels.sliding)
    )
    return RequiredLevels(below, above, length)


def as_number(bound: Bound, table: Table) -> Number | None:
    """A bound in the numbers of the table; None where there is none."""
    if bound is None or isinstance(bound, int):
        return None if bound is None else table.number(bound)
    return float(bound * Fraction(table.unit))


def interval_risk(interval: Interval, precision: int = 1, *, bounded: bool = True) -> tuple[Risk, bool]:
    """The risk of an interval, and whether the true risk may be greater. Values `precision` units apart are
    distinguished. Without an end there is no risk if `bounded`: if all that an intruder knows of the lowest
    possible value was stated; else the risk is not known.
    """
    ends = (interval.lower, interval.upper)
    lower, upper = (None if end is None else Fraction(end) / precision for end in ends)
    found = risk_of(lower, upper)
    open_ended = interval.lower is None or interval.upper is None
    if open_ended and not bounded:
        return Risk(None, None), False
    return found, not open_ended and not found.disclosed and not (interval.no_gaps and interval.attained)


def proofs(found: Sequence[Derivation], table: Table, published: Sequence[int | None]) -> tuple[Proof, ...]:
    """Derivations by coordinates. ``published`` (cells,): the units published, None where there are none."""
    return tuple(_proof(derivation, table, published) for derivation in found)


def _proof(derivation: Derivation, table: Table, published: Sequence[int | None]) -> Proof:
    equations = []
    for row, factor in derivation.relations:
        cells, signs = table.relations.row(row)
        terms = []
        for cell, sign in zip(cells.tolist(), signs.tolist(), strict=True):
            units = published[cell]
            text = None if units is None else table.number(units)
            terms.append(Term(table.coordinates(cell), sign, text))
        right = table.number(int(table.relations.rights[row]))
        equations.append(Equation(float(factor), tuple(terms), right))
    return Proof(
        derivation.kind,
        as_number(derivation.end, table) or 0,
        tuple(equations),
        tuple(
            BoundUsed(table.coordinates(cell), side, table.number(bound), float(factor))
            for cell, side, factor, bound in derivation.bounds
        ),
    )


WITHHELD = "suppressed"
SUPPRESSED = "x"  # printed instead of a suppressed value, in window, export and report


def as_released(cells: Sequence[CellResult], changed: str | None = None) -> tuple[CellResult, ...]:
    """The cells with the statuses that a released file states. Which suppressed cells are unsafe by rule, and
    which values of a changed table are true or stand for no one, would help an intruder: all suppressed cells
    have one status, and so have all cells of a changed table. ``changed``: the status of the method, where it
    publishes other values; found by the cells if it is not given.
    """
    status = changed or next((cell.status for cell in cells if cell.status in CHANGED), None)
    return tuple(replace(cell, status=_released_status(cell, status)) for cell in cells)


def _released_status(cell: CellResult, changed: str | None) -> str:
    if changed is not None:
        return changed
    return WITHHELD if cell.published is None and cell.status != "merged" else cell.status
