"""Libraries that bring large parts of C++ along, imported one after the other in a process of its own.

Each brings libraries of its own under the same names as others' (on Windows the C++ runtime itself), and the
first that is loaded serves all: what works in one order can crash in another. This
module imports nothing itself.
"""

LIBRARIES = ("PySide6.QtWidgets", "ortools.sat.python.cp_model", "duckdb", "scipy.optimize")


def import_all(names: tuple[str, ...]) -> None:
    """Import them in this order, in a fresh child process. Raises what the imports raise."""
    import importlib

    for name in names:
        importlib.import_module(name)
