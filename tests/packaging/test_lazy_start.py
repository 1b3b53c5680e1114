"""Imports: what batch command and window omit, to start fast and the one without Qt; none is circular."""

import subprocess
import sys
from graphlib import TopologicalSorter

import grimp

from sdc_desktop.self_test import plan_of

PROBE = """
import sys
from sdc_desktop.__main__ import main
code = main({arguments})
print(sorted(name for name in {unwanted} if name in sys.modules), file=sys.stderr)
sys.exit(code)
"""


ANSWERED_AT_ONCE = ["argparse", "pydantic", "numpy", "sdc_desktop.engine", "sdc_desktop.words"]
OF_OTHER_JOBS = [
    "ortools",
    "openpyxl",
    "pandas",
    "pyreadstat",
    "scipy",
    "typst",
    "sdc_desktop.engine.data.argus.write",
    "sdc_desktop.engine.methods.tables.table.engine",
    "sdc_desktop.engine.methods.tables.table.result",
    "sdc_desktop.engine.running.linked_run",
    "sdc_desktop.engine.strategies",
    "sdc_desktop.engine.submission.finding.find",
    "sdc_desktop.report.assemble",
    "sdc_desktop.sheets",
]


def loaded(arguments, unwanted):
    probe = PROBE.format(arguments=arguments, unwanted=unwanted)
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stderr.strip().splitlines()[-1]


def test_the_batch_command_loads_no_qt():
    assert loaded(["schema"], ["PySide6", "shiboken6", "pyqtgraph", "sdc_desktop.app"]) == "[]"


def test_version_and_a_cheap_run_load_only_what_they_need(tmp_path):
    assert loaded(["--version"], ANSWERED_AT_ONCE) == "[]"
    run = ["run", str(plan_of("recode")), "--out", str(tmp_path / "out"), "--quiet"]
    assert loaded(run, OF_OTHER_JOBS) == "[]"


def test_the_main_window_is_imported_without_numpy_or_plots():
    probe = """
import sys
import sdc_desktop.ui.shell.main_window
print(sorted({"numpy", "scipy", "duckdb", "pyqtgraph", "openpyxl", "typst"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_children_that_read_and_write_files_load_what_they_need_alone():
    folder = "sdc_desktop.engine.data.foreign"
    light = (
        "fixed_read",
        "argus_read",
        "sheets",
        "statistics_files",
        "writing_child",
        "sheet_write",
        "ods_write",
    )
    probe = f"""
import importlib, sys
for name in {light}: importlib.import_module("{folder}." + name)
print(sorted({{"numpy", "scipy", "duckdb", "pandas"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_no_module_imports_itself_through_others():
    """Imports in functions and for types alone count as well; the layers are in pyproject.toml."""
    graph = grimp.build_graph("sdc_desktop", cache_dir=None)
    imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imported).prepare()  # CycleError names the modules of a circle
