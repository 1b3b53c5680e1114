"""Tables of FlatBuffers, in which Arrow files have their metadata. Damage raises ValueError, IndexError or
struct.error. Own code: the package of that name leaves the check of every bound to its caller.
"""

import struct
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A table of a FlatBuffer: its fields are at places that its own list of offsets names."""

    raw: bytes
    place: int

    def _at(self, field: int) -> int:
        """The place of a field; 0 where it is not there and its default applies."""
        offsets = self.place - self._unpacked("i", self.place)
        if 4 + 2 * field >= self._unpacked("H", offsets):
            return 0
        own = self._unpacked("H", offsets + 4 + 2 * field)
        return self.place + own if own else 0

    def _unpacked(self, kind: str, place: int) -> int:
        if place < 0:
            raise ValueError(place)
        return int(struct.unpack_from(f"<{kind}", self.raw, place)[0])

    def number(self, field: int, kind: str, default: int = 0) -> int:
        """A number of the kind that struct names so."""
        place = self._at(field)
        return self._unpacked(kind, place) if place else default

    def table(self, field: int) -> "Table | None":
        """A table within this one; None where there is none."""
        place = self._at(field)
        return Table(self.raw, place + self._unpacked("I", place)) if place else None

    def text(self, field: int) -> str:
        """A text; empty where there is none."""
        start, length = self._vector(field, 1)
        return self.raw[start : start + length].decode("utf-8")

    def tables(self, field: int) -> list["Table"]:
        """The tables of a vector."""
        start, length = self._vector(field, 4)
        places = range(start, start + 4 * length, 4)
        return [Table(self.raw, place + self._unpacked("I", place)) for place in places]

    def structs(self, field: int, layout: str) -> list[tuple[int, ...]]:
        """The structs of a vector, each of the layout that struct names so."""
        size = struct.calcsize(f"<{layout}")
        start, length = self._vector(field, size)
        return list(struct.iter_unpack(f"<{layout}", self.raw[start : start + size * length]))

    def _vector(self, field: int, size: int) -> tuple[int, int]:
        place = self._at(field)
        if not place:
            return 0, 0
        start = place + self._unpacked("I", place)
        length = self._unpacked("I", start)
        if start + 4 + length * size > len(self.raw):
            raise ValueError(length)
        return start + 4, length


def root_of(raw: bytes) -> Table:
    """The table that a buffer begins with."""
    return Table(raw, struct.unpack_from("<I", raw)[0])
