"""Tables of whole numbers near a known one: the least movement that takes one unknown so far.

An extreme table of a linear program moves nearly everything and has fractions where relations run round in
cycles. The table that is nearest in sum of differences moves few unknowns, and its differences are nearly
always whole. Each is checked exactly; one program serves all questions, since only bounds change in between.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.attack import Ends
from sdc_desktop.engine.tables.attack.linear_program import LinearProgram, Vector, solver_modules
from sdc_desktop.engine.tables.attack.part import Part, finite
from sdc_desktop.engine.tables.relations import Flags, Integers, Rows

_NEAR = 1e-6
_ROOM = 1e5  # of an unknown, in units of what is asked for: no least movement goes so far
_GAIN = 1000.0  # of a unit that was asked for; a least movement moves far fewer unknowns by one
_GROUP = 12  # unknowns that are moved at once: the differences of more are seldom whole
_CLOSE = 2000  # unknowns: among so few a movement is looked for before it is among all
_TRIED = 400  # movements found last that are tried for others
_MOST = 2**61  # of a difference
_FARTHEST = 2**62  # stands for a missing end
_DENOMINATORS = (2, 3, 4, 6, 12)  # of differences: movements in so many units at a time are then whole


@dataclass(frozen=True)
class _Move:
    """The unknowns that move, ascending, and by how much."""

    cells: Integers
    distances: Integers


class Nearby:
    """Whole movements from a table that fits a part.

    A program has two columns for each unknown, its movement up and down at a price of 1, and one more for
    each unknown to move, which gains more than any movement costs: no program is infeasible. Each starts from
    the known table, where nothing moves: far fewer steps lead from there to a movement of some unknowns than
    from the movement of others.
    """

    def __init__(self, part: Part, base: Integers) -> None:
        number = len(base)
        self._part, self._base = part, base
        self._up = _rooms(part.upper, base, 1)
        self._down = _rooms(part.lower, base, -1)
        rows = Rows(part.starts, part.columns, part.signs)
        self._rows = rows.with_copies(np.arange(number), number, -1)
        self._moves: list[_Move] = []
        self._of: dict[int, list[int]] = {}  # the movements in which an unknown moves
        self._parameters = [_parameters(presolve=presolve) for presolve in (False, True)]

    def reaching(
        self, unknown: int, distance: int, context: JobContext, ends: Ends | None = None
    ) -> Integers | None:
        """A table in which an unknown lies so far above its value (below, if negative), or a little further;
        None where none was found. `ends`: what else is known.

        Raises :class:`Refused` where the solver fails, Cancelled.
        """
        ends = ends or {}
        known = self._by_known(unknown, distance, ends)
        if known is not None:
            return known
        moved = self._whole({unknown: distance}, ends, context)
        if moved is None or abs(int(moved[unknown])) < abs(distance):
            return None
        return self._base + moved

    @property
    def number(self) -> int:
        """How many movements were found so far."""
        return len(self._moves)

    def moved(self, wanted: Sequence[int], ends: Ends, since: int = 0) -> set[int]:
        """Those of some unknowns that movements found so far move, except for the first `since` of them.
        `ends`: what else is known.
        """
        moved = self._moved_by(self._moves[max(since, self.number - _TRIED) :], ends)
        return {unknown for unknown in wanted if moved[unknown]}

    def take(self, table: Integers, ends: Ends) -> bool:
        """Keep a table (unknowns,) that fits; whether it does, also what else is known, `ends`."""
        return self._is_possible(table - self._base, ends)

    def moving(self, wanted: Sequence[int], ends: Ends, context: JobContext) -> set[int]:
        """Those of some unknowns for which a table is found in which they have another value. `ends`: what
        else is known.

        Raises :class:`Refused` where the solver fails, Cancelled.
        """
        moved = self._moved_by(self._moves, ends)
        for unknown in wanted:
            for distance in (1, -1):
                if moved[unknown]:
                    break
                before = len(self._moves)
                if not self._moved_closely(unknown, distance, ends, context):
                    self._whole({unknown: distance}, ends, context)
                moved |= self._moved_by(self._moves[before:], ends)
        return {unknown for unknown in wanted if moved[unknown]}

    def _moved_closely(self, unknown: int, distance: int, ends: Ends, context: JobContext) -> bool:
        """Whether a table is found in which an unknown has another value, and only those close to it."""
        if len(self._base) <= _CLOSE:
            return False
        close = self._close_to(unknown)
        part = self._part
        local = Nearby(part.among(close, self._base), self._base[close])
        place = {cell: number for number, cell in enumerate(close.tolist())}
        own_ends = {place[cell]: end for cell, end in ends.items() if cell in place}
        moved = local._whole({place[unknown]: distance}, own_ends, context)
        if moved is None or not moved[place[unknown]]:
            return False
        whole = np.zeros(len(self._base), dtype=np.int64)
        whole[close] = moved
        return self._is_possible(whole, ends)

    def _close_to(self, unknown: int) -> Integers:
        """The unknowns that few and short rows lead to, ascending; with the one itself, about `_CLOSE`."""
        part, (starts, rows_of) = self._part, self._rows_by_unknown
        reached = np.zeros(len(self._base), dtype=np.bool_)
        seen = np.zeros(len(part.rows), dtype=np.bool_)
        reached[unknown] = True
        number, newest = 1, [unknown]
        while newest:
            rows = np.unique(np.concatenate([rows_of[starts[own] : starts[own + 1]] for own in newest]))
            rows = rows[~seen[rows]]
            seen[rows] = True
            newest = []
            for row in rows[np.argsort(part.starts[rows + 1] - part.starts[rows], kind="stable")].tolist():
                columns = part.columns[part.starts[row] : part.starts[row + 1]]
                new = columns[~reached[columns]]
                if number + len(new) > _CLOSE:
                    return np.flatnonzero(reached)
                reached[new] = True
                number += len(new)
                newest += new.tolist()
        return np.flatnonzero(reached)

    @cached_property
    def _rows_by_unknown(self) -> tuple[Integers, Integers]:
        """The rows in which each unknown stands: where each one's begin, and the rows."""
        part = self._part
        rows = np.repeat(np.arange(len(part.rows)), np.diff(part.starts))
        order = np.argsort(part.columns, kind="stable")
        counts = np.bincount(part.columns, minlength=len(self._base))
        return np.concatenate([[0], np.cumsum(counts)]), rows[order]

    def _moved_by(self, moves: Sequence[_Move], ends: Ends) -> Flags:
        """(unknowns,): those that some of these movements moves, unchanged or turned round."""
        found = np.zeros(len(self._base), dtype=np.bool_)
        moves = [move for move in moves if int(np.abs(move.distances).max()) <= _MOST]
        if not moves:
            return found
        cells = np.concatenate([move.cells for move in moves])
        distances = np.concatenate([move.distances for move in moves])
        lengths = np.array([len(move.cells) for move in moves])
        starts = np.cumsum(lengths) - lengths
        least = np.full(len(self._base), -_FARTHEST)
        most = np.full(len(self._base), _FARTHEST)
        for place, (low, high) in ends.items():
            least[place], most[place] = low, high
        for far in (distances, -distances):
            values = self._base[cells] + far
            fits = (far <= self._up[cells]) & (-far <= self._down[cells])
            fits &= (values >= least[cells]) & (values <= most[cells])
            possible = np.logical_and.reduceat(fits, starts)
            found[cells[np.repeat(possible, lengths)]] = True
        return found

    def several(self, wanted: Mapping[int, int], context: JobContext) -> Iterator[Integers]:
        """Tables (unknowns,) in which many unknowns lie as far from their values as is wanted, or as far as
        they can.

        Raises :class:`Refused` where the solver fails, Cancelled.
        """
        every = list(wanted.items())
        waiting = [every[start : start + _GROUP] for start in range(0, len(every), _GROUP)][::-1]
        while waiting:
            group = waiting.pop()
            moved = self._whole(dict(group), {}, context)
            if moved is not None:
                yield self._base + moved
            elif len(group) > 1:
                half = len(group) // 2
                waiting += [group[half:], group[:half]]

    def _whole(self, wanted: Mapping[int, int], ends: Ends, context: JobContext) -> Integers | None:
        """The differences of a table that fits; None where they are not whole."""
        found = self._moved(wanted, 1, ends, context)
        for step in (1, *_DENOMINATORS):
            if not _is_whole(found * step):
                continue
            if step > 1:
                found = self._moved(wanted, step, ends, context)
                if not _is_whole(found):
                    continue
            whole = np.rint(found).astype(np.int64)
            return whole if self._is_possible(whole, ends) else None
        return None

    def _is_possible(self, moved: Integers, ends: Ends) -> bool:
        """Whether differences are those of a table that fits, exactly; if so they are kept."""
        if not self._part.fits(self._base + moved):
            return False
        cells = np.flatnonzero(moved)
        if not len(cells):
            return True
        move = _Move(cells, moved[cells])
        for cell in cells.tolist():
            self._of.setdefault(cell, []).append(len(self._moves))
        self._moves.append(move)
        return self._has_room(move, 1, ends)

    def _by_known(self, unknown: int, distance: int, ends: Ends) -> Integers | None:
        """A table (unknowns,) in which an unknown moves so far, by an earlier movement; None without one.

        The movement is used unchanged, reversed, or several times.
        """
        for number in reversed(self._of.get(unknown, ())):
            move = self._moves[number]
            own = int(move.distances[np.searchsorted(move.cells, unknown)])
            times = -(-abs(distance) // abs(own)) * (1 if (own > 0) == (distance > 0) else -1)
            if self._has_room(move, times, ends):
                table = self._base.copy()
                table[move.cells] += times * move.distances
                return table
        return None

    def _has_room(self, move: _Move, times: int, ends: Ends) -> bool:
        if abs(times) * int(np.abs(move.distances).max()) > _MOST:
            return False
        far = times * move.distances
        if (far > self._up[move.cells]).any() or (-far > self._down[move.cells]).any():
            return False
        values = self._base[move.cells] + far
        for cell, value in zip(move.cells.tolist(), values.tolist(), strict=True):
            least, most = ends.get(cell, (value, value))
            if not least <= value <= most:
                return False
        return True

    def _moved(self, wanted: Mapping[int, int], step: int, ends: Ends, context: JobContext) -> Vector:
        """The differences of the least movement that goes as far as it can, in multiples of `step`."""
        up, down = self._up.copy(), self._down.copy()
        for place, (least, most) in ends.items():
            up[place] = min(float(up[place]), float(most - self._base[place]))
            down[place] = min(float(down[place]), float(self._base[place] - least))
        number = len(self._base)
        rooms = np.concatenate([_cut(up, step), _cut(down, step)])
        gains = {}
        for unknown, distance in wanted.items():
            own, other = (unknown, unknown + number) if distance > 0 else (unknown + number, unknown)
            gains[own] = min(float(rooms[own]), float(-(-abs(distance) // step) * step))
            rooms[own] -= gains[own]
            rooms[other] = 0.0
        values = self._solved(rooms, dict(sorted(gains.items())), context)
        for column, value in zip(sorted(gains), values[2 * number :].tolist(), strict=True):
            values[column] += value
        moved: Vector = values[:number] - values[number : 2 * number]
        return moved

    def _solved(self, rooms: Vector, gains: Mapping[int, float], context: JobContext) -> Vector:
        """The columns of the program: those of all unknowns, which go as far as `rooms`, and by their numbers
        the columns that gain.
        """
        scale = max(1.0, float(np.median(list(gains.values()))))
        columns = np.array(list(gains), dtype=np.int64)
        limits = np.minimum(np.append(rooms, list(gains.values())) / scale, _ROOM)
        prices = np.append(np.ones(len(rooms)), np.full(len(columns), -_GAIN))
        zeros, nothing = np.zeros(len(self._part.rows)), np.zeros(len(limits))
        rows = self._rows.with_copies(columns, len(rooms))
        program = LinearProgram(rows, zeros, zeros, nothing, limits, prices)
        for parameters in self._parameters:
            if program.solve(parameters, context) == "optimal":
                return program.values() * scale
        raise Refused(error("audit.solver_failed", number=len(self._base)))


def _rooms(ends: Integers, base: Integers, sign: int) -> Vector:
    """How far each unknown can go one way; infinite where there is no end."""
    rooms = [
        np.inf if finite(end) is None else sign * (end - own)
        for end, own in zip(ends.tolist(), base.tolist(), strict=True)
    ]
    return np.array(rooms, dtype=np.float64)


def _cut(rooms: Vector, step: int) -> Vector:
    return rooms if step == 1 else np.where(np.isfinite(rooms), np.floor(rooms / step) * step, rooms)


def _is_whole(differences: Vector) -> bool:
    return bool(
        (
            np.abs(differences - np.rint(differences)) <= _NEAR * np.maximum(1.0, np.abs(differences) * _NEAR)
        ).all()
    )


def _parameters(*, presolve: bool) -> Any:
    """The dual simplex."""
    pywraplp, _ = solver_modules()
    found = pywraplp.MPSolverParameters()
    found.SetIntegerParam(found.LP_ALGORITHM, found.DUAL)
    found.SetIntegerParam(found.PRESOLVE, found.PRESOLVE_ON if presolve else found.PRESOLVE_OFF)
    return found
