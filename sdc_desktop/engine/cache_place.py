"""The user's cache folder: what programs can compute again, or need for a while."""

import os
import sys
from pathlib import Path


def cache_folder(name: str) -> Path | None:
    """The folder of a purpose, made where it is not there; None where it cannot be made."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    folder = base / "sdc-desktop" / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder
