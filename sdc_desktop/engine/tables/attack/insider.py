"""What one contributor to a cell derives: of the other contributors to it, and of every other cell."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.attack.intervals import Bound, Interval, intervals
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge
from sdc_desktop.engine.tables.cells import Risk, as_number, insider_interval, interval_risk, risk_of
from sdc_desktop.engine.tables.inline import cell_at
from sdc_desktop.engine.tables.relations import Integers
from sdc_desktop.engine.tables.specs.settings import InsiderSpec
from sdc_desktop.engine.tables.table import NO_BOUND, Table, in_units
from sdc_desktop.engine.verdict import Reason, failed


@dataclass(frozen=True)
class InsiderResult:
    """What a contributor to a cell can derive of another contributor to it.

    ``exactly``: how many other suppressed cells it derives exactly and others do not; ``highest_risk``: the
    greatest risk of those that it does not derive exactly, the other contribution among them.
    """

    cell: tuple[str, ...]
    own: Number
    lower: Number | None
    upper: Number | None
    possible: int | None
    risk: float | None
    disclosed: bool
    exactly: int = 0
    highest_risk: float | None = None

    @property
    def derives(self) -> bool:
        """Whether it derives anything exactly that others do not."""
        return self.disclosed or self.exactly > 0

    def above(self, limit: Number) -> bool:
        """Whether anything that it learns has a risk above a limit."""
        return self.derives or (self.highest_risk or 0) > limit


def insider_result(
    spec: InsiderSpec,
    table: Table,
    known: Knowledge,
    found: Mapping[int, Interval],
    context: JobContext,
    *,
    truth: Integers | None = None,
    whole: bool = True,
    precision: int = 1,
    places: Integers | None = None,
    scale: int = 1,
) -> InsiderResult:
    """What an insider derives from its own contribution and from what everyone knows (``known``; ``found``:
    the intervals of the suppressed cells; ``truth``: the value of each cell).

    ``places`` (cells,): the cells of the table among those of a linked system, which all these are of, and
    ``scale`` of whose units make one of the table.

    No one contributes less than nothing where no cell can be negative: the insider's cell is then at least
    its own contribution, which narrows the other cells as well. Raises :class:`Refused` where it cannot be as
    the plan says, Cancelled.
    """
    named = cell_at(table, spec.cell, "params.insider.cell")
    cell = named if places is None else int(places[named])
    interval = found.get(cell) or Interval(int(known.lower[cell]), int(known.upper[cell]))
    own = in_units(spec.own, table.unit)
    where = Place(key="params.insider.own")
    if own is None:
        raise Refused(error("audit.own_no_multiple", where, own=spec.own, unit=float(table.unit)))
    own *= scale
    precision *= scale
    bounds = known.lower if places is None else known.lower[places]
    non_negative = bool((bounds >= 0).all())
    least = own + (own if spec.second else 0)
    most = interval.upper if truth is None else int(truth[cell])
    too_large = non_negative and most is not None and least > most
    contributors = spec.contributors_known
    number = 2 if contributors is True else None if contributors is False else contributors
    ends = (interval.lower, interval.upper)
    lower, upper = insider_interval(*ends, own, number, is_second=spec.second, non_negative=non_negative)
    risk = risk_of(*(None if end is None else Fraction(end) / scale for end in (lower, upper)))
    if risk.possible is None and not (bounds > -NO_BOUND).all():
        risk = Risk(None, None)
    others: Sequence[tuple[bool, float | None]] = ()
    if non_negative and not too_large:
        try:
            others = _others(cell, least, known, found, context, truth, whole, precision)
        except Contradiction:
            too_large = True
    if too_large:
        raise Refused(error("audit.own_too_large", where, own=spec.own, most=_number(most, table, scale)))
    risks = [one for one in (risk.risk, *(known for _, known in others)) if one is not None]
    return InsiderResult(
        table.coordinates(named),
        spec.own,
        _number(lower, table, scale),
        _number(upper, table, scale),
        risk.possible,
        risk.risk,
        risk.disclosed,
        sum(disclosed for disclosed, _ in others),
        max(risks, default=None),
    )


def _number(end: Bound, table: Table, scale: int) -> Number | None:
    if end is None:
        return None
    exact = Fraction(end) / scale
    return as_number(int(exact) if exact.denominator == 1 else exact, table)


def _others(
    cell: int,
    least: int,
    known: Knowledge,
    found: Mapping[int, Interval],
    context: JobContext,
    truth: Integers | None,
    whole: bool,
    precision: int,
) -> list[tuple[bool, float | None]]:
    """Of the cells that not everyone derives, but for the insider's own, whether someone who knows one cell
    to be at least so large derives each exactly, and the risk of it.
    """
    bounds = known.lower.copy()
    bounds[cell] = max(int(bounds[cell]), least)
    wanted = [
        place
        for place, interval in found.items()
        if place != cell and not interval_risk(interval, precision)[0].disclosed
    ]
    if bounds[cell] == known.lower[cell]:
        ends: Sequence[Interval] = [found[place] for place in wanted]
    else:
        better = Knowledge(known.relations, bounds, known.upper)
        ends = intervals(better, wanted, context, truth=truth, whole=whole)
    risks = [interval_risk(interval, precision)[0] for interval in ends]
    return [(risk.disclosed, risk.risk) for risk in risks]


def insider_reasons(found: InsiderResult | None, limit: Number | None) -> Iterator[Reason]:
    """What speaks against a release because of what an insider learns; `limit`: of the disclosure risk."""
    if found is None:
        return
    if found.derives:
        yield failed("audit.insider_derives")
    elif limit is not None and found.above(limit):
        yield failed("audit.insider_risk", dr=found.highest_risk or 0.0, allowed=float(limit))
