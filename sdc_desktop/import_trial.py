"""Libraries, imported one after the other in a process of its own: those that bring large parts of C++ along,
and those that are imported only where a file or the guide needs them.

Each of the former brings libraries of its own under the same names as others' (on Windows the C++ runtime
itself), and the first that is loaded serves all: what works in one order can crash in another. This module
imports nothing itself.
"""

LIBRARIES = ("PySide6.QtWidgets", "ortools.sat.python.cp_model", "duckdb", "scipy.optimize")
LATE = ("lz4.frame", "backports.zstd", "markdown_it")


def import_all(names: tuple[str, ...]) -> None:
    """Import them in this order, in a fresh child process. Raises what the imports raise."""
    import importlib

    for name in names:
        importlib.import_module(name)
