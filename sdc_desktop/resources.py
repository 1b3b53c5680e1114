"""Where the program's icons, fonts, demos and translations are. No Qt."""

import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = "_resources"  # their name inside the package where pip installed it, see setup.py


def resource_path(*parts: str) -> Path:
    """The path of a resource: ``resource_path("demo", "patients")``.

    The resources are beside the package in the source tree, inside it where pip installed it, and in the
    folder of the frozen program. The caller determines whether the path exists.
    """
    return _folder().joinpath(*parts)


def _folder() -> Path:
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        return Path(frozen) / "resources"
    installed = _PACKAGE / _INSTALLED
    return installed if installed.is_dir() else _PACKAGE.parent / "resources"
