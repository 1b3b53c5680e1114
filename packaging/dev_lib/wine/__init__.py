"""The Windows program, built and tried under Wine on a Debian machine: `dev.py windows`.

All parts come from the registries of Debian, Python and npm. What takes long is made once and kept in a
folder of the user (`~/.cache/sdc-desktop-wine`), or in the one that SDC_WINE names.
"""

import os
from pathlib import Path

FOLDER = "SDC_WINE"


def cache() -> Path:
    """The folder of what is kept."""
    given = os.environ.get(FOLDER)
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(given) if given else base / "sdc-desktop-wine"
