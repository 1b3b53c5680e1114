"""Whether an .rda file is one of R or of ARGUS, by its content."""

from pathlib import Path

_ENDING = ".rda"  # of descriptions of ARGUS, too
_MARKS = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"RDX", b"RDA", b"RDB")


def is_file_of_r(path: Path) -> bool:
    """Whether an .rda file is one of R by its first bytes, not a description of ARGUS."""
    if path.suffix.lower() != _ENDING:
        return False
    try:
        with path.open("rb") as file:
            return file.read(6).startswith(_MARKS)
    except OSError:
        return False
