"""The engine is imported beside the GUI thread, classes of Qt in no other, both after the first paint."""

import json
import subprocess
import sys
from pathlib import Path

from sdc_desktop.ui.project.data_reader import MODULES, VIEWS, Loading

PROBE = """
import json, sys, threading
from pathlib import Path
from sdc_desktop.app import FirstFile, Settings, Words, make_application, make_window
from sdc_desktop.ui.project.data_reader import MODULES, VIEWS

QT = ("PySide6", "shiboken6", "pyqtgraph", "sdc_desktop.ui")
in_gui, beside = set(), set()

def note(event, arguments):
    if event != "import":
        return
    name, gui = arguments[0], threading.current_thread() is threading.main_thread()
    if gui and name in MODULES and name not in beside:
        in_gui.add(name)
    if not gui and name in MODULES:
        beside.add(name)
    if not gui and name.startswith(QT):
        qt_beside.add(name)

qt_beside = set()

sys.addaudithook(note)
application = make_application(["sdc-desktop"])
window = make_window(application, Settings(Path({folder!r}) / "settings.ini"), Words())
before = sorted(name for name in (*MODULES, *VIEWS) if name in sys.modules)
window.show()
FirstFile(window, None, demo=True).open()

def page():
    return window.microdata_place.layout().itemAt(0)

def ready():
    return page() is not None and page().widget().presenter.view.answer is not None

while not (ready() and window.jobs.idle and not page().widget().making):
    application.processEvents()
planes = sorted(page().widget().answer.planes)
shown = {{"before": before, "gui": sorted(in_gui), "beside": sorted(qt_beside), "planes": planes}}
print(json.dumps(shown))
window.close()
"""


def test_the_engine_is_imported_beside_the_gui_thread_and_classes_of_qt_in_it_alone(
    tmp_path: Path,
) -> None:
    probe = PROBE.format(folder=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout.splitlines()[-1])
    assert shown == {"before": [], "gui": [], "beside": [], "planes": ["ms", "yob"]}


def test_it_loads_once_and_says_so(qtbot, jobs) -> None:
    loading = Loading(jobs)
    shown: list[bool] = []
    loading.loaded.connect(lambda: shown.append(loading.ready))
    with qtbot.waitSignal(loading.loaded):
        loading.begin()
    loading.begin()
    assert shown == [True]
    assert all(name in sys.modules for name in (*MODULES, *VIEWS))


def test_a_window_closed_before_it_began_begins_no_thread_that_nobody_waits_for(tmp_path: Path) -> None:
    probe = (
        "from pathlib import Path\n"
        "from sdc_desktop.app import Settings, Words, make_application, make_window\n"
        "application = make_application(['sdc-desktop'])\n"
        f"window = make_window(application, Settings(Path({str(tmp_path)!r}) / 'settings.ini'), Words())\n"
        "window.show()\n"
        "window.close()\n"
        "window.loading.begin()\n"
        "print(window.jobs.idle)\n"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
