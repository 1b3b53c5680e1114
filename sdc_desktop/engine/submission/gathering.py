"""The files of a submission: single files, folders by path, and zip archives, none of them followed."""

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sdc_desktop.engine.output.files import refuse_unreachable
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.submission.reading.archive import Archive
from sdc_desktop.engine.submission.reading.kinds import MOST_BYTES
from sdc_desktop.engine.submission.sheets import Unreadable

MOST_FILES = 5_000


@dataclass(frozen=True)
class Source:
    """A file to be read: its path as submitted, and what gives its bytes. ``refused``: why it has none.
    ``name``: its path within the file, folder or archive that is submitted, wherever that is.
    """

    path: str
    load: Callable[[], bytes]
    evidence: bool = False
    refused: str = ""
    name: str = ""


def gathered(paths: Sequence[str], base: Path, *, evidence: bool = False) -> tuple[Source, ...]:
    """The files below these paths of a plan, in the order of their paths. Raises :class:`Refused`."""
    found: list[Source] = []
    for path in paths:
        found += (_named(one, path) for one in _below(path, base / path, evidence))
        if len(found) > MOST_FILES:
            raise Refused(error("output_check.too_many_files", Place(file=path), most=MOST_FILES))
    return tuple(found)


def _named(source: Source, shown: str) -> Source:
    """A source with its name: a plan that is moved has other paths, and the same names."""
    inner = source.path.removeprefix(f"{shown}/")
    return replace(source, name=shown.rpartition("/")[2] if inner == shown else inner)


def _below(shown: str, path: Path, evidence: bool) -> Iterator[Source]:
    try:
        mode = path.stat().st_mode
    except OSError as failure:
        refuse_unreachable(path, shown)
        where = Place(file=shown)
        raise Refused(error("output_check.no_file", where, reason=failure.strerror or "")) from None
    except ValueError:  # a NUL in the path
        raise Refused(error("output_check.no_file", Place(file=shown), reason="")) from None
    if stat.S_ISDIR(mode):
        yield from _folder(shown, path, evidence)
    elif not stat.S_ISREG(mode):
        raise Refused(error("csv.not_a_file", Place(file=shown)))
    elif path.suffix.lower() == ".zip":
        yield from _zip(shown, path, evidence)
    else:
        yield Source(shown, _loader(path), evidence)


def _folder(shown: str, path: Path, evidence: bool) -> Iterator[Source]:
    """The files of a folder by path; links are not followed."""
    number = 0
    for folder, folders, names in os.walk(path, followlinks=False):
        folders.sort()
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        for name in sorted((*names, *links)):
            if name.startswith((".", "~$")) or name == "Thumbs.db":
                continue
            one = Path(folder) / name
            inner = one.relative_to(path).as_posix()
            number += 1
            if number > MOST_FILES:
                raise Refused(error("output_check.too_many_files", Place(file=shown), most=MOST_FILES))
            if one.is_symlink() or not stat.S_ISREG(one.lstat().st_mode):
                yield Source(f"{shown}/{inner}", bytes, evidence, "link")
            elif one.suffix.lower() == ".zip":
                yield from _zip(f"{shown}/{inner}", one, evidence)
            else:
                yield Source(f"{shown}/{inner}", _loader(one), evidence)


def _zip(shown: str, path: Path, evidence: bool) -> Iterator[Source]:
    """The files of a zip archive; one that is refused stands for itself."""
    try:
        archive = Archive(_loader(path)())
    except Unreadable as refusal:
        yield Source(shown, bytes, evidence, refusal.code)
        return
    for name in sorted(archive.names):
        if name.lower().endswith(".zip"):
            yield Source(f"{shown}/{name}", bytes, evidence, "zip_in_zip")
        elif not name.rpartition("/")[2].startswith("."):
            yield Source(f"{shown}/{name}", _member(archive, name), evidence)
    if archive.has_more:
        yield Source(shown, bytes, evidence, "bytes_between")


def _member(archive: Archive, name: str) -> Callable[[], bytes]:
    return lambda: archive.read(name)


def _loader(path: Path) -> Callable[[], bytes]:
    def load() -> bytes:
        """Raises :class:`Unreadable`, :class:`Refused`."""
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as failure:
            where = Place(file=path.name)
            raise Refused(error("file.unreadable", where, reason=failure.strerror or "")) from None
        if len(data) > MOST_BYTES:
            raise Unreadable("too_large")
        return data

    return load
