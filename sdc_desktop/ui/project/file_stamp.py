"""What distinguishes a file from the same one saved again."""

from pathlib import Path


def file_stamp(path: Path) -> list[object]:
    """The path of a file, and, where it can be read, its time and size."""
    try:
        found = path.stat()
    except OSError:
        return [str(path)]
    return [str(path), found.st_mtime_ns, found.st_size]
