"""Points that are shared out over variables and always sum to 100. Tenths are counted, so sums are exact."""

from collections.abc import Collection, Mapping, Sequence

from sdc_desktop.engine.spec import Number

WHOLE = 1000  # tenths of a point

Shares = Mapping[str, int]  # variable -> tenths, summing to WHOLE


def shares_of(points: Mapping[str, Number] | None, names: Sequence[str]) -> dict[str, int]:
    """A plan's points in tenths; equal shares where it says none. What does not sum to 100 is scaled."""
    weights = [float((points or {}).get(name, 0)) for name in names]
    return dict(zip(names, _proportional(WHOLE, weights), strict=True))


def points_of(shares: Shares) -> dict[str, Number]:
    """Tenths as a plan writes them: 60, 33.3. They sum to 100."""
    return {name: tenths // 10 if tenths % 10 == 0 else tenths / 10 for name, tenths in shares.items()}


def moved(shares: Shares, name: str, tenths: int, locked: Collection[str] = ()) -> dict[str, int]:
    """The shares after one was moved. The others yield or gain in proportion; locked ones stay.

    Where the locked ones leave less room than `tenths`, the moved one takes the room there is; where all
    others are locked, nothing can move.
    """
    others = [other for other in shares if other != name and other not in locked]
    room = WHOLE - sum(share for other, share in shares.items() if other != name and other in locked)
    share = min(max(tenths, 0), room) if others else room
    given = _proportional(room - share, [shares[other] for other in others])
    return dict(shares) | {name: share} | dict(zip(others, given, strict=True))


def _proportional(whole: int, weights: Sequence[float]) -> list[int]:
    """`whole` in whole parts in proportion to the weights (equal ones if all are 0), by largest remainder."""
    if not weights:
        return []
    total = sum(weights)
    exact = [whole * (weight / total if total > 0 else 1 / len(weights)) for weight in weights]
    parts = [int(share) for share in exact]
    by_remainder = sorted(range(len(parts)), key=lambda index: (parts[index] - exact[index], index))
    for index in by_remainder[: whole - sum(parts)]:
        parts[index] += 1
    return parts
