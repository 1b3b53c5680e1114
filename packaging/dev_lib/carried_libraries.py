"""Libraries that packages load by ctypes when they are imported, which PyInstaller's analysis cannot see.

Wheels keep the libraries they carry in a folder `.libs`, `.dylibs` or `NAME.libs`: all are included.
"""

from collections.abc import Iterator
from pathlib import Path

_FOLDERS = (".libs", ".dylibs")  # the ends of their names; some are nothing but the end


def carried(packages: Path) -> list[tuple[Path, str]]:
    """Each library in such a folder of the installed packages, with its folder there as in the program."""
    return [(path, path.parent.relative_to(packages).as_posix()) for path in _libraries(packages)]


def missing(packages: Path, inside: Path) -> tuple[str, ...]:
    """Those libraries of the packages in the program's folder ``inside`` that are missing from it, by name.

    A package that the program omits as a whole brings none.
    """
    found = []
    for path, folder in carried(packages):
        package = folder.split("/")[0].removesuffix(".libs").removesuffix(".dylibs")
        if (inside / package).is_dir() and not (inside / folder / path.name).exists():
            found.append(f"{folder}/{path.name}")
    return tuple(found)


def is_carried(path: Path) -> bool:
    """Whether a path of a package is a library in such a folder."""
    is_library = path.name.endswith((".dll", ".dylib", ".so")) or ".so." in path.name
    return is_library and any(part.endswith(_FOLDERS) for part in path.parent.parts)


def _libraries(packages: Path) -> Iterator[Path]:
    for folder in sorted(path for path in packages.rglob("*libs") if path.name.endswith(_FOLDERS)):
        found = (path for path in sorted(folder.rglob("*")) if path.is_file())
        yield from (path for path in found if is_carried(path.relative_to(packages)))
