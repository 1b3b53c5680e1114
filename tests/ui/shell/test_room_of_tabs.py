"""Only the tab that is looked at needs room: one that is wider does not make the others scroll across."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
WIDTH, HEIGHT = 960, 540
PROGRAM = f"""
import json, os, sys
from pathlib import Path
os.environ["QT_QPA_PLATFORM"] = "offscreen:configfile=" + sys.argv[1]
from sdc_desktop.app import make_application, make_window
from sdc_desktop.ui.settings import Settings
from sdc_desktop.words import Words
application = make_application(["sdc-desktop"])
window = make_window(application, Settings(Path(sys.argv[2])), Words())
window.resize({WIDTH}, {HEIGHT} - 30)
window.show()

def rest():
    import time
    end = time.monotonic() + 240
    while time.monotonic() < end:
        application.processEvents()
        place = window.tabs.currentWidget()
        made = place.page is not None and not getattr(place.page, "making", False)
        if made and window.loading.ready and window.jobs.idle:
            for _ in range(5):  # what asks for room is laid out by the events after
                application.processEvents()
            return
        time.sleep(0.01)
    raise SystemExit("the window never rested")

window.open_demo(sys.argv[3])
window.tour.leave()
rest()
scrolled = []
for _ in range(2):
    for index in range(window.tabs.count()):
        window.tabs.setCurrentIndex(index)
        rest()
        bar = window.centralWidget().horizontalScrollBar()
        scrolled.append((window.tabs.tabText(index), bar.maximum()))
print(json.dumps(scrolled))
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.parametrize("demo", ["patients", "soldiers"])
def test_after_all_tabs_were_shown_none_scrolls_across_on_a_small_screen(tmp_path, demo: str) -> None:
    screen = {"name": "a", "x": 0, "y": 0, "width": WIDTH, "height": HEIGHT, "dpr": 1}
    screen |= {"logicalDpi": 96, "logicalBaseDpi": 96}
    config = tmp_path / "screen.json"
    config.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, str(config), str(tmp_path / "settings.ini"), demo]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    scrolled = json.loads(done.stdout)
    assert {name: across for name, across in scrolled if across} == {}
