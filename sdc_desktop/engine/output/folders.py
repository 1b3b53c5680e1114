"""Data in a folder: its files, in the same order on every system, and one digest of them all."""

import hashlib
from pathlib import Path


def data_files(folder: Path) -> tuple[Path, ...]:
    """The data files below a folder, in byte order of their paths within it; without names that begin with
    ``_`` or ``.``, as engines mark files of their own, and nothing below such folders. Raises OSError.
    """
    found = [
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part[0] in "_." for part in path.relative_to(folder).parts)
    ]
    return tuple(sorted(found, key=lambda path: path.relative_to(folder).as_posix().encode()))


def folder_sha256(folder: Path) -> str:
    """The SHA-256 of a folder's listing: a line ``PATH<TAB>SIZE<TAB>SHA256`` for each of its data files.
    Raises OSError.
    """
    listing = hashlib.sha256()
    for path in data_files(folder):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        name = path.relative_to(folder).as_posix()
        listing.update(f"{name}\t{path.stat().st_size}\t{digest}\n".encode())
    return listing.hexdigest()
