"""What batch command and window do not load, so that they start fast and the one runs without Qt."""

import os
import subprocess
import sys

PROBE = """
import sys
from sdc_desktop.__main__ import main
code = main({arguments})
print(sorted(name for name in {unwanted} if name in sys.modules), file=sys.stderr)
sys.exit(code)
"""


def loaded(arguments, unwanted):
    probe = PROBE.format(arguments=arguments, unwanted=unwanted)
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stderr.strip().splitlines()[-1]


def test_the_batch_command_loads_no_qt():
    assert loaded(["schema"], ["PySide6", "shiboken6", "pyqtgraph", "sdc_desktop.app"]) == "[]"


def test_the_tab_of_microdata_is_made_without_numpy_or_plots():
    probe = """
import sys
from PySide6.QtWidgets import QApplication
application = QApplication([])
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import Words
jobs, words = JobManager(), Words()
page = MicrodataPage(ProjectController(jobs, words), jobs, words, WhyPanel(words))
print(sorted({"numpy", "scipy", "duckdb", "pyqtgraph"} & set(sys.modules)))
"""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
