"""Whether an .rda file is one of R or of ARGUS, by its content."""

import re
from pathlib import Path

_ENDING = ".rda"  # of descriptions of ARGUS, too
_BEGINNING = re.compile(rb"\x1f\x8b|BZh|\xfd7zXZ|\x28\xb5\x2f\xfd|RD[XAB]\d\n")  # compressed, or of save()


def is_file_of_r(path: Path) -> bool:
    """Whether an .rda file is one of R by its first bytes, not a description of ARGUS."""
    if path.suffix.lower() != _ENDING:
        return False
    try:
        with path.open("rb") as file:
            return _BEGINNING.match(file.read(6)) is not None
    except OSError:
        return False
