"""The ledger of a privacy budget: one entry for each drawn table, made before anything is drawn.

Tables compose: pure budgets (epsilon) add up, as do concentrated ones (rho), and a pure budget is at most a
concentrated budget of epsilon^2 / 2 (Bun and Steinke 2016, proposition 1.4). Entries for fewer records of a
person, or for added or removed persons, count for the largest number of records and for replaced persons
where another entry does: their noise is the same, what it protects is more.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import exp, log, log1p
from pathlib import Path
from typing import Any, Literal

from sdc_desktop.engine.output.ledger import (
    Entry,
    create_ledger,
    head_at,
    is_damaged,
    open_ledger,
    read_ledger,
)
from sdc_desktop.engine.problems import Place, Refused, error

FORMAT, VERSION = "sdc-desktop privacy budget", 1
DRAWN = "drawn"
Noise = Literal["laplace", "gaussian"]
Neighbours = Literal["add_remove", "replace"]


@dataclass(frozen=True)
class Charge:
    """What a drawn table takes: ``budget`` is an epsilon with Laplace noise, a rho with Gaussian noise.
    ``contribution``: the most records of a person. ``delta``: that epsilon is stated for; ``limit``: on the
    epsilon of all tables, None where no limit was set.
    """

    noise: Noise
    budget: float
    neighbours: Neighbours
    contribution: int
    delta: float
    limit: float | None


@dataclass(frozen=True)
class Total:
    """What all tables take together: ``epsilon`` at ``delta`` (0 if all noise is Laplace), for persons with
    up to ``contribution`` records that are added or removed, or ``replaced``. ``limit``: the smallest that
    was set.
    """

    epsilon: float
    delta: float
    tables: int
    contribution: int
    replaced: bool
    limit: float | None

    @property
    def is_over(self) -> bool:
        """Whether the limit is exceeded; a difference in the last digits is none."""
        return self.limit is not None and self.epsilon > self.limit * (1 + 1e-9)

    @property
    def certainty(self) -> float:
        """How probable an intruder may find it at most, after the release, that a person is in the data, who
        before thought it as probable as not. Exact for delta 0.
        """
        return certainty(self.epsilon)


def certainty(epsilon: float) -> float:
    """The probability that an even chance can become: e^epsilon / (1 + e^epsilon)."""
    return 1 / (1 + exp(-epsilon))


def total_of(charges: Sequence[Charge]) -> Total:
    """What these tables take together. ValueError without any."""
    if not charges:
        raise ValueError(charges)
    replaced = any(one.neighbours == "replace" for one in charges)
    most = max(one.contribution for one in charges)
    limits = [one.limit for one in charges if one.limit is not None]
    pure = all(one.noise == "laplace" for one in charges)
    sizes = [_counted(one, most, replaced=replaced) for one in charges]
    if pure:
        epsilon, delta = float(sum(sizes)), 0.0
    else:
        delta = min(one.delta for one in charges)
        rho = sum(
            size if one.noise == "gaussian" else size**2 / 2 for one, size in zip(charges, sizes, strict=True)
        )
        epsilon = epsilon_of(float(rho), delta)
    return Total(epsilon, delta, len(charges), most, replaced, min(limits, default=None))


def epsilon_of(rho: float, delta: float) -> float:
    """The least epsilon so that rho-zCDP is (epsilon, delta)-differential privacy: the minimum over a > 1 of
    rho a + (ln(1 / (a delta)) + (a - 1) ln(1 - 1 / a)) / (a - 1) (Canonne, Kamath and Steinke 2020,
    proposition 12). Natural logarithms. ValueError unless rho > 0 and 0 < delta < 1.
    """
    if rho <= 0 or not 0 < delta < 1:
        raise ValueError((rho, delta))
    from scipy.optimize import minimize_scalar

    def bound(place: float) -> float:
        order = 1 + exp(place)
        return rho * order + (-log(order * delta) + (order - 1) * log1p(-1 / order)) / (order - 1)

    found = minimize_scalar(bound, bounds=(-20.0, 20.0), method="bounded", options={"xatol": 1e-12})
    return max(0.0, float(found.fun))


def _counted(one: Charge, most: int, *, replaced: bool) -> Fraction:
    """The budget of a table for persons with `most` records: epsilon, or rho."""
    times = Fraction(most, one.contribution)
    size = Fraction(str(one.budget))
    twice = replaced and one.neighbours != "replace"
    if one.noise == "laplace":
        return size * times * (2 if twice else 1)
    return size * times**2 * (2 if twice else 1)


@dataclass(frozen=True)
class Recorded:
    """An entry of the ledger: the table by what it was drawn from, and its charge."""

    id: str
    charge: Charge


def recorded(path: Path, head: Path | None) -> tuple[Recorded, ...]:
    """The tables drawn so far; none where there is no ledger yet. Raises :class:`Refused` where it is
    damaged, or missing though its head is known.
    """
    if not path.exists():
        _refuse_missing(path, head)
        return ()
    entries, _ = read_ledger(path)
    return _tables(entries, path)


def _refuse_missing(path: Path, head: Path | None) -> None:
    if head is None:
        return
    where = Place(file=str(path))
    if is_damaged(head):
        raise Refused(error("ledger.head_damaged", where, head=str(head)))
    known = head_at(head)
    if known is not None and known.n > 1:
        raise Refused(error("ledger.missing", where, number=known.n))


def _tables(entries: Sequence[Entry], path: Path) -> tuple[Recorded, ...]:
    where = Place(file=str(path))
    header = entries[0]
    if header.get("format") != FORMAT:
        raise Refused(error("private_table.other_ledger", where))
    if header.get("version") != VERSION:
        raise Refused(error("private_table.newer_ledger", where, version=str(header.get("version"))))
    try:
        return tuple(Recorded(str(one["table"]), _charge(one["charge"])) for one in entries[1:])
    except (KeyError, TypeError, ValueError):
        raise Refused(error("ledger.damaged", Place(file=str(path), line=2))) from None


def _charge(found: Any) -> Charge:
    limit = found["limit"]
    charge = Charge(
        found["noise"],
        float(found["budget"]),
        found["neighbours"],
        int(found["contribution"]),
        float(found["delta"]),
        None if limit is None else float(limit),
    )
    known = charge.noise in ("laplace", "gaussian") and charge.neighbours in ("add_remove", "replace")
    if not known or not charge.budget > 0 or charge.contribution < 1 or not 0 < charge.delta < 1:
        raise ValueError(found)
    return charge


def enter(path: Path, head: Path, id: str, job: str, charge: Charge) -> None:
    """Charge a table before it is drawn; the same table is charged once. The entry is on the disk when this
    returns. Raises :class:`Refused` where all tables together exceed the smallest limit that was set, and
    where the ledger is damaged, missing or held by another process.
    """
    before = recorded(path, head)
    if not path.exists():
        _refuse_over((*before, Recorded(id, charge)), path)
        ledger = create_ledger(path, head, {"format": FORMAT, "version": VERSION})
    else:
        opened = open_ledger(path, head)
        ledger, before = opened.ledger, _tables(opened.entries, path)
    try:
        if any(one.id == id for one in before):
            ledger.accept()
            return
        _refuse_over((*before, Recorded(id, charge)), path)
        ledger.append({"what": DRAWN, "job": job, "table": id, "charge": asdict(charge)})
    finally:
        ledger.close()


def _refuse_over(tables: Sequence[Recorded], path: Path) -> None:
    total = total_of([one.charge for one in tables])
    if total.is_over:
        where = Place(file=path.name)
        limit = total.limit or 0.0
        raise Refused(error("private_table.over_limit", where, epsilon=total.epsilon, limit=limit))
