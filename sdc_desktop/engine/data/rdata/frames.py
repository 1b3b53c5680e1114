"""The data frames of a file, by name, and what else is in it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sdc_desktop.engine.data.foreign.reading_child import Unreadable, check_names
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.rdata.columns import Read, read_column, type_name
from sdc_desktop.engine.data.rdata.items import INTEGER, LIST, NO_INTEGER, TEXT, Pairs, Vector
from sdc_desktop.engine.data.rdata.unserialise import objects_of

ROW_NAMES = "row.names"


@dataclass(frozen=True)
class Frame:
    """A data frame with its name: of the object, or of the file where the object has none."""

    name: str
    vector: Vector

    @property
    def records(self) -> int:
        """How many records it has, as its row names say."""
        names = self.vector.attributes.get("row.names")
        if isinstance(names, Vector):
            if names.code == INTEGER and len(names) == 2 and int(names.values[0]) == NO_INTEGER:
                return abs(int(names.values[1]))
            return len(names)
        return len(self.vector.values[0]) if len(self.vector) else 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its variables."""
        return self.vector.texts("names")

    def columns(self) -> tuple[Read, ...]:
        """Its variables, the row names before them where these are texts. Raises :class:`Unreadable`."""
        names = self.names
        if not names:
            raise Unreadable("data.no_columns")
        if len(names) != len(self.vector):
            raise Unreadable("data.damaged")
        check_names(names)
        records = self.records
        found = [
            read_column(name, item, place, records)
            for place, (name, item) in enumerate(zip(names, self.vector.values, strict=True), start=1)
        ]
        return (*self._row_names(), *found)

    def _row_names(self) -> tuple[Read, ...]:
        """Row names that are texts, as a variable."""
        given = self.vector.attributes.get("row.names")
        if not isinstance(given, Vector) or given.code != TEXT:
            return ()
        name = ROW_NAMES
        while name in self.names:
            name += "_"
        texts = [text or "" for text in given.values]
        if all(text == str(number) for number, text in enumerate(texts, start=1)):
            return ()
        column = Column(name, origin="r")
        return (Read(column, lambda start, stop: texts[start:stop], (("r.row_names", name),)),)


@dataclass(frozen=True)
class Contents:
    """What a file holds: data frames, and the names of other objects with what they are. ``encoding``: of its
    texts, where it states none and they are not UTF-8.
    """

    frames: tuple[Frame, ...]
    others: tuple[tuple[str, str], ...]
    encoding: str = ""

    def chosen(self, name: str | None) -> Frame:
        """The data frame of a name; without, the only one. Raises :class:`Unreadable`."""
        names = tuple(frame.name for frame in self.frames)
        if not self.frames:
            listed = tuple(f"{name} ({what})" if name else what for name, what in self.others)
            raise Unreadable("r.no_frame", listed=listed)
        if name is not None and name not in names:
            raise Unreadable("r.no_object", name=name, names=names)
        if name is None and len(names) > 1:
            sizes = tuple(f"{one.name} ({one.records} \u00d7 {len(one.names)})" for one in self.frames)
            raise Unreadable("data.several_data_sets", names=sizes, number=len(names))
        return self.frames[0 if name is None else names.index(name)]


def contents_of(path: Path, encoding: str | None) -> Contents:
    """The objects of a file. A list of data frames counts as several objects. Raises :class:`Unreadable`."""
    found, named, settled = objects_of(path, encoding)
    if named:
        cells = found.cells if isinstance(found, Pairs) else ()
        objects = [(str(tag), item) for tag, item in cells]
    else:
        objects = [("", found)]
    frames: list[Frame] = []
    others: list[tuple[str, str]] = []
    for name, item in objects:
        parts = () if _is_frame(item) else tuple(_parts(name, item))
        for own, part in parts if any(_is_frame(part) for _, part in parts) else ((name, item),):
            if _is_frame(part):
                frames.append(Frame(own or path.stem, part))
            else:
                others.append((own, type_name(part)))
    return Contents(tuple(frames), tuple(others), settled)


def _is_frame(item: Any) -> bool:
    return isinstance(item, Vector) and item.code == LIST and "data.frame" in item.classes


def _parts(name: str, item: Any) -> Iterator[tuple[str, Any]]:
    """What a plain list holds, each with its name, or its place where that is missing or not the only one."""
    if not isinstance(item, Vector) or item.code != LIST or item.classes:
        return
    names = item.texts("names") or ("",) * len(item)
    times = Counter(names)
    for place, (own, part) in enumerate(zip(names, item.values, strict=False), start=1):
        shown = own if own and times[own] == 1 else str(place)
        yield f"{name}${shown}" if name else shown, part
