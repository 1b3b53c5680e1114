"""Opens the window at a size and in a language, shows its views, prints what is cut and what is offered.

Run in a process of its own: `every_view.py WIDTH HEIGHT LANGUAGE FOLDER`, on a screen of that size.
"""

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

_FRAME = 30  # what a title bar takes
_PATIENCE_S = 120
_PICTURE = 10  # steps of the grid: the least height
_LONGEST_NAME = 80
_WHOLE = 768  # pixels: on a screen of this height no view scrolls down
_NAMES = (  # levels, tables and kept curves are called as the data's owner does
    "CalmComboBox: By ANOPI",
    "CalmComboBox: Nach ANOPI",
    "CalmComboBox: salary, ",
    "CalmComboBox: marital-status",
    "ElidedLabel: Status of Bakeries / Highfield",
    "ElidedLabel: Status von Bakeries / Highfield",
    "ElidedLabel: Persons by region and age",
    "ElidedLabel: Households by area and tenure (Tenure!B3:D7)",
)


def main(width: int, height: int, language: str, folder: Path) -> int:
    screen = {"name": "a", "x": 0, "y": 0, "width": width, "height": height, "dpr": 1}
    screen |= {"logicalDpi": 96, "logicalBaseDpi": 96}
    config = folder / "screen.json"
    config.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={config}"

    from sdc_desktop.app import make_application, make_window
    from sdc_desktop.ui.settings import Settings
    from sdc_desktop.words.program.languages import words_in

    application = make_application(["sdc-desktop"])
    settings = Settings(folder / "settings.ini")
    settings.theme = "light"
    window = make_window(application, settings, words_in(language))
    window.files.may_leave = lambda: True
    window.resize(width, height - _FRAME)
    window.show()
    views = Views(window, application.processEvents)
    found = {"cut": views.all(), "offered": sorted(views.offered)}
    print(json.dumps(found, ensure_ascii=False))
    window.jobs.cancel_all()
    sys.stdout.flush()
    os._exit(0)


def write_persons(folder: Path) -> Path:
    """A plan on 300 made-up persons with eight key variables."""
    draw = random.Random(8)
    sizes = {"marital-status": 7, "native-country": 41, "education": 16, "occupation": 14, "workclass": 7}
    sizes |= {"sex": 2, "race": 5, "salary-class": 2}
    lines = [";".join((*sizes, "age"))]
    for _ in range(300):
        values = [f"{name[:3]}{draw.randrange(number)}" for name, number in sizes.items()]
        lines.append(";".join((*values, str(draw.randint(17, 90)))))
    (folder / "persons.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    keys = [name for name in (*sizes, "age") if name != "salary-class"]
    variables = {name: {"role": "key"} for name in keys} | {"salary-class": {"role": "sensitive"}}
    ages = {"kind": "intervals", "start": 10, "end": 99, "widths": [5, 10, 30]}
    hierarchies = {name: {"kind": "plain"} for name in keys} | {"age": ages}
    data = {"path": "persons.csv", "variables": variables, "hierarchies": hierarchies}
    plan = folder / "persons.sdcplan"
    plan.write_text(json.dumps({"schema": 2, "data": data, "jobs": []}), encoding="utf-8")
    return plan


class Views:
    """What is shown, one after the other; the texts cut in each, and what all of them offer."""

    def __init__(self, window: object, process: Callable[[], None]) -> None:
        self._window = window
        self._process = process
        self._found: dict[str, list[str]] = {}
        self.offered: set[str] = set()

    def all(self) -> dict[str, list[str]]:
        from sdc_desktop.engine.problems import Place, error

        window = self._window
        self._look("start")
        problem = error("file.unreadable", Place(file="x.csv"), reason="not found")
        window.controller.report_problems("project", (problem,))
        self._look("start with a problem")
        window.open_demo("patients")
        page = self._page(window.microdata_place)
        self._wait(lambda: page.answer is not None and bool(page.answer.planes))
        self._look("patients with the tour")
        window.tour.leave()
        page.show_card("step:anopi")
        self._each_tab("patients", page.step_tabs.bar)
        self._cards("patients", page)
        self._ways(page)
        self._persons(page)
        window.open_demo("enterprises")
        page = self._page(window.tables_place)
        window.tour.leave()
        page.presenter.run()
        self._wait(lambda: page.presenter.view.answer is not None)
        self._each_tab("table", page.evidence.bar)
        hidden = next(cell for cell in page.presenter.view.shown.result.cells if cell.status != "safe")
        page.show_cell(hidden.coordinates)
        page.frame.turn_to(1)
        self._look("table with Why")
        window.open_demo("salaries")
        page = self._page(window.cae_place)
        window.tour.leave()
        self._wait(lambda: page.presenter.view.answer is not None)
        self._look("risk curve")
        page.presenter.keep_curve("")
        self._look("risk curve with a kept one")
        page.presenter.choose_way("sampling")
        page.presenter.run()
        self._wait(lambda: not page.presenter.view.is_curve and page.presenter.view.ready)
        self._each_tab("experiment", page.tabs)
        window.open_demo("outputs")
        page = self._page(window.outputs_place)
        window.tour.leave()
        self._wait(lambda: page.queue.table.model().rowCount() > 0)
        page.presenter.move(1)
        self._each_tab("outputs", page.middle.tabs)
        window.open_demo("soldiers")
        page = self._page(window.release_place)
        window.tour.leave()
        page.presenter.run()
        self._wait(lambda: page.presenter.view.answer is not None)
        self._each_tab("release", page.simulation.tabs.bar)
        page.presenter.choose_way("live")
        self._look("release one at a time")
        return self._found

    def _persons(self, page: object) -> None:
        """A file from outside, with longer names and more variables than the demos have."""
        with tempfile.TemporaryDirectory() as folder:
            self._window.files.open_path(write_persons(Path(folder)))
            self._wait(lambda: self._window.controller.opened is not None)
            page.pipeline.add_step("anopi")
            self._wait(lambda: "native-country" in page.form.cards and bool(page.answer.planes))
            self._cards("persons", page)
            page.levels._on_selected("native-country", 2)
            self._each_tab("persons with Why", page.step_tabs.bar)
            page.frame.fold_panel()
            self._look("persons with folded settings")
            page.frame.fold_panel()
            for way in ("generalise", "recode"):
                page.choose_way(way)
                self._wait(lambda: not getattr(page.part, "making", False))
                self._look(f"persons: {way}")
            page.check_file()
            self._look("persons: check")

    def _cards(self, name: str, page: object) -> None:
        """Every card of the place Microdata with its pages, the steps last."""
        for key in ("file", "prepare", "roles", "release", "step:anopi"):
            page.show_card(key)
            self._look(f"{name}: {key}")
            pages = {"file": page.file_pages, "roles": page.role_pages, "release": page.release.middle}
            if key in pages:
                self._each_tab(f"{name}: {key}", pages[key].tabBar())

    def _ways(self, page: object) -> None:
        """Each method of protection, with its answer where it has one at once."""
        from sdc_desktop.ui.tabs.microdata.tab_job import WAYS

        for way in WAYS:
            page.choose_way(way)
            self._wait(lambda: not getattr(page.part, "making", False))
            self._look(way)
            self._each_tab(way, page.step_tabs.bar)
        page.choose_way("anopi")

    def _page(self, place: object) -> object:
        self._wait(lambda: place.page is not None)
        return place.page

    def _each_tab(self, name: str, tabs: object) -> None:
        for place in range(tabs.count()):
            if tabs.isTabVisible(place):
                tabs.setCurrentIndex(place)
                self._look(f"{name}: {tabs.tabText(place)}")

    def _look(self, name: str) -> None:
        from tests.ui.cut_texts import cut_texts

        self._wait(lambda: True)
        self.offered |= offered(self._window)
        centre = self._window.centralWidget()
        found = [text for text in cut_texts(self._window) if not text.startswith(_NAMES)]
        if centre.horizontalScrollBar().maximum():
            found.append(f"scrolls across by {centre.horizontalScrollBar().maximum()}")
        screen, size = self._window.screen().availableGeometry(), self._window.size()
        if screen.height() >= _WHOLE and centre.verticalScrollBar().maximum():
            found.append(f"scrolls down by {centre.verticalScrollBar().maximum()}")
        if size.width() > screen.width() or size.height() > screen.height():
            found.append(f"larger than the screen: {size.width()} by {size.height()}")
        found += low_pictures(self._window)
        if found:
            self._found[name] = found

    def _wait(self, until: Callable[[], bool]) -> None:
        """Until something is so and nothing is under way, with some turns of the event loop for layouts."""
        end, calm = time.monotonic() + _PATIENCE_S, 0
        while calm < 20:
            self._process()
            idle = self._window.jobs.idle and not self._window.controller.reading
            calm = calm + 1 if idle and until() else 0
            if time.monotonic() > end:
                raise TimeoutError("the window did not get there")
            if not calm:
                time.sleep(0.01)


def offered(window: object) -> set[str]:
    """The words of all that can be chosen, pressed or turned to: entries, buttons, tabs, headings."""
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QMenu, QPushButton, QTabBar, QWidget

    texts = [action.text() for menu in window.findChildren(QMenu) for action in menu.actions()]
    texts += [act.text() for act in window.findChildren(QPushButton)]  # without room: in a menu
    for widget in (one for one in window.findChildren(QWidget) if one.isVisible()):
        texts.append(widget.accessibleName())
        if isinstance(widget, QAbstractButton | QLabel):
            texts.append(widget.text())
        elif isinstance(widget, QTabBar):
            texts += [widget.tabText(place) for place in range(widget.count())]
        elif isinstance(widget, QComboBox):
            texts += [widget.itemText(place) for place in range(widget.count())]
    return {bare(text) for text in texts if text and len(text) < _LONGEST_NAME}


def bare(text: str) -> str:
    """A label without its letter for the keyboard, its plus and its dots."""
    return text.replace("&", "").lstrip("+ ").rstrip("….: ")


def low_pictures(window: object) -> list[str]:
    """The pictures that have too little height to be read."""
    from sdc_desktop.ui.theme import step
    from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame

    frames = [frame for frame in window.findChildren(FigureFrame) if frame.isVisible()]
    low = [frame for frame in frames if frame.pages.height() < step(frame, _PICTURE)]
    return [f"low: {frame.title.text()} ({frame.pages.height()})" for frame in low]


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], Path(sys.argv[4])))
