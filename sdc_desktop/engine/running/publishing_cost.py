"""What it costs to publish a cell that a table suppresses: the cheapest pattern without it, against this."""

from collections.abc import Callable
from dataclasses import dataclass

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.engine.problems import Problem, Refused

Coordinates = tuple[str, ...]


@dataclass(frozen=True)
class PublishingCost:
    """``difference``: what the secondaries of all tables protected together cost more than now; None where
    they cannot be protected then, with the ``problems`` or the unsafe cells of this table that are
    ``exposed``. ``exact``: both patterns are proven to be the cheapest.
    """

    difference: float | None
    exact: bool = False
    problems: tuple[Problem, ...] = ()
    exposed: tuple[Coordinates, ...] = ()


def publishing_cost(
    now: SuppressedTable, cell: Coordinates, decide: Callable[[], TableResult]
) -> PublishingCost:
    """The cost against a result; `decide` gives the result with the cell published. Raises Cancelled."""
    try:
        then = decide()
    except Refused as refusal:
        return PublishingCost(None, problems=refusal.problems)
    assert isinstance(then, SuppressedTable)
    number = then.table.find(cell)
    if number is None or then.cells[number].published is None:  # another table calls it unsafe
        return PublishingCost(None)
    exposed = tuple(one for one in _exposed(then) if one not in _exposed(now))
    if exposed or set(then.unsafe_because) - set(now.unsafe_because):
        return PublishingCost(None, exposed=exposed)
    return PublishingCost(then.cost - now.cost, now.proven and then.proven)


def _exposed(result: SuppressedTable) -> tuple[Coordinates, ...]:
    """The unsafe cells that anyone, or a contributor, derives exactly or too closely."""
    close = (
        cell.coordinates
        for cell in result.cells
        if not cell.repeats and (cell.joint is not None or False in (cell.lower_met, cell.upper_met))
    )
    sums = (cell for parts in result.unsafe_sums for cell in parts)
    return tuple(dict.fromkeys((*close, *result.contributors_derive, *sums)))
