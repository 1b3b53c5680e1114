"""Tables as relations between cells: building, attack and audit, protection, files of tau-ARGUS.

As a part of the library it offers `protect`: see :func:`sdc_desktop.engine.library.protect_table`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sdc_desktop.engine.library import protect_table as protect

__all__ = ["protect"]


def __getattr__(name: str) -> Any:
    """Loads `protect` when it is first used: the library is built on this package, not below it."""
    if name == "protect":
        return import_module("sdc_desktop.engine.library").protect_table
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
