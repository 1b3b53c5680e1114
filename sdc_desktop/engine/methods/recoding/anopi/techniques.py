"""The same question with other techniques: what is told of blocks and bounds goes with them."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, Bounds, DegreeBound, Technique
from sdc_desktop.engine.methods.recoding.anopi.points import allocation
from sdc_desktop.engine.microdata.recoding.recoding import RecodingCounts

Blocks = tuple[tuple[str, ...], ...]


def with_techniques(
    params: AnopiParams, technique: Mapping[str, Technique], counted: RecodingCounts | None
) -> AnopiParams:
    """The params with another `technique`, told for every variable that takes part.

    Where a technique changes, a level or k chosen by hand is dropped, for a level is no k; and a bound told
    as a degree becomes the level that it asked for, by what was `counted` (without counts it stays).
    Microaggregated variables that were in no block of those told form one block more. Raises
    :class:`Refused` where the counts do not fit the params.
    """
    changed = {name for name, chosen in technique.items() if params.technique_of(name) != chosen}
    return params.model_copy(
        update={
            "technique": dict(technique),
            "blocks": blocks_with(params, technique),
            "override": {name: kept for name, kept in params.override.items() if name not in changed},
            **_bounds_without_degrees(params, changed, counted),
        }
    )


def blocks_with(params: AnopiParams, technique: Mapping[str, Technique]) -> Blocks | None:
    """The blocks told, of those variables only that these techniques microaggregate; the rest form one more.
    None where none were told, or none are left.
    """
    if params.blocks is None:
        return None
    grouped = [name for name, chosen in technique.items() if chosen == "microaggregation"]
    blocks = [tuple(name for name in block if name in grouped) for block in params.blocks]
    rest = tuple(name for name in grouped if not any(name in block for block in blocks))
    return tuple(block for block in (*blocks, rest) if block) or None


def bounds_as_levels(params: AnopiParams, counted: RecodingCounts) -> dict[str, Bounds]:
    """Both kinds of lower bounds, all told as levels. Raises :class:`Refused` for a degree there is not."""
    shared = allocation(params, counted)

    def as_levels(bounds: Bounds, values: Sequence[float]) -> Bounds:
        told = dict(zip(shared.names, values, strict=True))
        return {name: told.get(name, bound) for name, bound in bounds.items()}

    return {
        "min_utility": as_levels(params.min_utility, shared.min_utility.tolist()),
        "min_privacy": as_levels(params.min_privacy, shared.min_privacy.tolist()),
    }


def _bounds_without_degrees(
    params: AnopiParams, changed: set[str], counted: RecodingCounts | None
) -> dict[str, Bounds]:
    bounds: dict[str, Bounds] = {"min_utility": params.min_utility, "min_privacy": params.min_privacy}
    in_degrees = any(
        isinstance(bound, DegreeBound) and name in changed
        for told in bounds.values()
        for name, bound in told.items()
    )
    if counted is None or not in_degrees:
        return bounds
    levels = bounds_as_levels(params, counted)
    return {
        key: {name: levels[key][name] if name in changed else bound for name, bound in told.items()}
        for key, told in bounds.items()
    }
