"""Archives with the same bytes whenever they are made of the same files: sorted, no clock, no owner.
The standard library makes them. Own code is for their heads, and for `ar`, which Python does not know.
"""

import gzip
import hashlib
import io
import lzma
import os
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

MADE = 946_684_800  # every file's time: 1 January 2000, UTC
_AR_TIME = "0"


@dataclass(frozen=True)
class Entry:
    """A file to be packed: from where (a path) or what (bytes), or where a link points to; for all to run?"""

    source: Path | bytes | None
    link: str = ""
    runs: bool = False


def folder_entries(folder: Path, prefix: str) -> dict[str, Entry]:
    """All files and links below a folder, by their names in the archive (`prefix/...`)."""
    found: dict[str, Entry] = {}
    for parent, folders, names in os.walk(folder):
        for name in (*names, *(sub for sub in folders if (Path(parent) / sub).is_symlink())):
            path = Path(parent) / name
            inside = f"{prefix}/{path.relative_to(folder).as_posix()}".lstrip("/")
            found[inside] = entry_of(path)
    return found


def entry_of(path: Path) -> Entry:
    """A file of the disk as an entry."""
    if path.is_symlink():
        return Entry(None, link=str(path.readlink()))
    return Entry(path, runs=os.access(path, os.X_OK) and path.suffix != ".txt")


def write_tar(entries: Mapping[str, Entry], file: BinaryIO, *, root: str = "") -> None:
    """A tar of the entries and of the folders they need; `root` is put before each name ("./" for Debian)."""
    with tarfile.open(fileobj=file, mode="w", format=tarfile.GNU_FORMAT) as tar:
        if root:
            tar.addfile(_folder(root))
        for name in sorted({*entries, *_folders(entries)}):
            if name not in entries:
                tar.addfile(_folder(f"{root}{name}"))
                continue
            _add(tar, f"{root}{name}", entries[name])


def write_tar_gz(entries: Mapping[str, Entry], target: Path) -> None:
    """A tar of the entries and their folders, packed by gzip, put in place when it is whole."""
    with _in_place(target) as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
        write_tar(entries, packed)  # type: ignore[arg-type]


def write_tar_xz(entries: Mapping[str, Entry], target: Path) -> None:
    """A tar of the entries, packed by xz, put in place when it is whole; a fifth smaller than by gzip."""
    with _in_place(target) as raw:
        tar_xz(entries, raw, root="")


def tar_xz(entries: Mapping[str, Entry], file: BinaryIO, *, root: str = "./") -> None:
    """Packs a tar of the entries by xz into an open file; more effort takes minutes and saves little."""
    with lzma.LZMAFile(file, "wb", preset=1) as packed:
        write_tar(entries, packed, root=root)  # type: ignore[arg-type]


def write_zip(entries: Mapping[str, Entry], target: Path) -> None:
    """A zip of the entries; links become the files they point to (Windows has none in programs)."""
    with _in_place(target) as raw, zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name in sorted(entries):
            entry = entries[name]
            shown = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            shown.compress_type, shown.create_system = zipfile.ZIP_DEFLATED, 3
            shown.external_attr = (0o100755 if entry.runs else 0o100644) << 16
            packed.writestr(shown, _bytes(entry))


def write_ar(members: Iterable[tuple[str, Path | bytes]], target: Path) -> None:
    """An archive of Unix's `ar`, which a Debian package is."""
    with _in_place(target) as raw:
        raw.write(b"!<arch>\n")
        for name, content in members:
            data = content if isinstance(content, bytes) else content.read_bytes()
            raw.write(f"{name:<16}{_AR_TIME:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode())
            raw.write(data + b"\n" * (len(data) % 2))


def sha256(path: Path) -> str:
    """A file's SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _in_place(target: Path) -> "_Whole":
    return _Whole(target)


class _Whole:
    """A file made beside its target and put in place at the end; nothing stays of one that failed."""

    def __init__(self, target: Path) -> None:
        self._target, self._part = target, target.with_name(target.name + ".part")

    def __enter__(self) -> BinaryIO:
        self._target.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = self._part.open("wb")
        return self._file

    def __exit__(self, kind: object, *_: object) -> None:
        self._file.close()
        if kind is None:
            self._part.replace(self._target)
        else:
            self._part.unlink()


def _folders(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        parts = name.split("/")[:-1]
        yield from ("/".join(parts[:length]) for length in range(1, len(parts) + 1))


def _folder(name: str) -> tarfile.TarInfo:
    shown = _plain(name.rstrip("/") + "/" if name.strip("./") else name)
    shown.type, shown.mode = tarfile.DIRTYPE, 0o755
    return shown


def _add(tar: tarfile.TarFile, name: str, entry: Entry) -> None:
    shown = _plain(name)
    if entry.link:
        shown.type, shown.linkname, shown.mode = tarfile.SYMTYPE, entry.link, 0o777
        tar.addfile(shown)
        return
    shown.mode = 0o755 if entry.runs else 0o644
    if isinstance(entry.source, Path):
        shown.size = entry.source.stat().st_size
        with entry.source.open("rb") as file:
            tar.addfile(shown, file)
        return
    shown.size = len(entry.source or b"")
    tar.addfile(shown, io.BytesIO(entry.source or b""))


def _plain(name: str) -> tarfile.TarInfo:
    shown = tarfile.TarInfo(name)
    shown.mtime, shown.uid, shown.gid, shown.uname, shown.gname = MADE, 0, 0, "root", "root"
    return shown


def _bytes(entry: Entry) -> bytes:
    if isinstance(entry.source, Path):
        return entry.source.read_bytes()
    if entry.source is None:
        raise ValueError("a link has no place in a zip")
    return entry.source
