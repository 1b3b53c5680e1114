"""The pictures of the guide, and the report on the README, made from the program itself.

Run by `dev.py screenshots`, which writes resources/help/LANGUAGE/images and docs/images/report.png (the first
page of the report on a demo, with a fixed date), and by a test with --check: each picture is made again and
compared with the stored one, coarse and grey, because letters differ between machines. The words on buttons,
tabs and titles are compared exactly. The window is drawn without a screen, in the bundled letters, in the
light theme, at one size. `--language de` keeps to one language; names of pictures keep to these.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HELP = ROOT / "resources" / "help"
LANGUAGES = "en", "de"
TEXTS = "words.json"  # what is written on them: exact, where pictures are compared coarse
SIZE = 1366, 730
COARSE = 68, 36  # squares of some 20 pixels
TOLERANCE = 2.5  # mean difference of grey, of 255: a shift by a pixel makes 1, another view 4 and more
COLOURS = 256
WAIT_S = 240
REPORT = ROOT / "docs" / "images" / "report.png"
REPORTED = ROOT / "resources" / "demo" / "enterprises" / "enterprises.sdcproj"
REPORT_DATE = "2026-01-31"  # as in the guide: a date of today would change the picture every day
REPORT_DOTS = 80  # per inch
REPORT_TOLERANCE = 0.3  # letters are set the same on all machines, and most of the page is white


def main(arguments: list[str]) -> int:
    """Make the pictures, or check them; the exit code."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path.insert(0, str(ROOT))
    check = "--check" in arguments
    languages, names = _requested(arguments)
    faults = [fault for language in languages for fault in _language(language, names, check)]
    if "en" in languages and (not names or REPORT.stem in names):
        faults += _report(check)
    if faults:
        print("The guide shows another program: python3 packaging/dev.py screenshots", file=sys.stderr)
        return 1
    return 0


def _requested(arguments: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """The languages and the names of pictures that are requested; all by default."""
    rest = [each for each in arguments if each != "--check"]
    if "--language" not in rest:
        return LANGUAGES, rest
    place = rest.index("--language")
    return tuple(rest[place + 1 : place + 2]), rest[:place] + rest[place + 2 :]


def folder_of(language: str) -> Path:
    """Where the pictures of a language lie."""
    return HELP / language / "images"


def _language(language: str, names: Sequence[str], check: bool) -> list[str]:
    """Make or check the pictures of one language; the names of those that are not what is stored."""
    folder = folder_of(language)
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / TEXTS
    known = json.loads(written.read_text(encoding="utf-8")) if written.is_file() else {}
    faults = []
    for name, picture, texts in grabbed(names, language):
        stored = folder / f"{name}.png"
        if check:
            found = difference(picture, load(stored)) if stored.is_file() else 255.0
            other = sorted(set(texts) ^ set(known.get(name, ())))
            faults += [name] if found > TOLERANCE or other else []
            shown = f"{language}/{name}: differs by {found:.2f} of 255"
            print(shown, *(f"other words: {other}" for _ in other[:1]))
        else:
            save(picture, stored)
            known[name] = texts
            print(f"{language}/{name}: {stored.stat().st_size // 1024} kB")
    if not check:
        text = json.dumps(known, indent=1, ensure_ascii=False, sort_keys=True)
        written.write_text(text + "\n", encoding="utf-8")
    return faults


def _report(check: bool) -> list[str]:
    """Make or check the picture of the report; its name if it is not what is stored."""
    picture = first_page()
    if not check:
        save(picture, REPORT)
        print(f"{REPORT.stem}: {REPORT.stat().st_size // 1024} kB")
        return []
    found = difference(picture, load(REPORT))
    print(f"{REPORT.stem}: differs by {found:.2f} of 255")
    return [REPORT.stem] if found > REPORT_TOLERANCE else []


def first_page(project: Path = REPORTED) -> object:
    """The first page of the report of a project, in English, as a picture."""
    from PySide6.QtGui import QImage

    from sdc_desktop.engine.context import JobContext
    from sdc_desktop.project.project_file import load_project
    from sdc_desktop.report.assemble import make_report
    from sdc_desktop.report.pdf import page_pictures
    from sdc_desktop.words.program.languages import words_in

    held = load_project(project)
    fields = held.decisions.model_copy(update={"date": REPORT_DATE})
    made = make_report(held.plan, project.parent, fields, words_in("en"), JobContext())
    page = page_pictures(made.report, REPORT_DOTS)[0]
    return QImage.fromData(page).convertToFormat(QImage.Format.Format_RGB32)


@dataclass(frozen=True)
class Shot:
    """A picture: how the window is brought there, and what must be seen before it is made."""

    name: str
    bring: Callable[..., None]
    there: Callable[..., bool]


def grabbed(names: Sequence[str] = (), language: str = "en") -> Iterator[tuple[str, object, list[str]]]:
    """Each picture (or those of these names) by its name, with the words on it, in windows of their own."""
    from PySide6.QtWidgets import QApplication

    from sdc_desktop.app import make_application

    application = QApplication.instance() or make_application(["sdc-desktop"])
    for shot in SHOTS:
        if not names or shot.name in names:
            yield shot.name, *_taken(application, shot, language)


def _taken(application: object, shot: Shot, language: str) -> tuple[object, list[str]]:
    from PySide6.QtGui import QImage

    from sdc_desktop.app import make_window
    from sdc_desktop.ui.settings import Settings
    from sdc_desktop.words.program.languages import words_in

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "settings.ini")
        settings.theme = "light"
        window = make_window(application, settings, words_in(language))
        window.files.may_leave = lambda: True
        window.resize(*SIZE)
        window.show()
        shot.bring(window)
        _wait(application, lambda: shot.there(window) and window.jobs.idle)
        window.tour.leave()
        _wait(application, lambda: window.jobs.idle, rest=1.0)
        picture = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        texts = words_of(window)
        window.jobs.cancel_all()
        _wait(application, lambda: window.jobs.idle)
        window.close()
        window.deleteLater()
        application.processEvents()
    return picture, texts


def words_of(window: object) -> list[str]:
    """The words on the buttons, tabs and titles that are seen."""
    from PySide6.QtWidgets import QAbstractButton, QLabel, QTabBar

    found = {button.text() for button in window.findChildren(QAbstractButton) if button.isVisible()}
    for label in window.findChildren(QLabel):
        if label.isVisible() and (label.property("tone") == "strong" or label.buddy() is not None):
            found.add(label.text())
    for bar in window.findChildren(QTabBar):
        if bar.isVisible():
            found |= {bar.tabText(tab) for tab in range(bar.count()) if bar.isTabVisible(tab)}
    return sorted(found - {""})


def _wait(application: object, until: Callable[[], bool], rest: float = 0.2) -> None:
    """Let the window work until something is so, and has stayed so for a moment."""
    import time

    end, since = time.monotonic() + WAIT_S, None
    while since is None or time.monotonic() - since < rest:
        application.processEvents()
        time.sleep(0.01)
        since = (since or time.monotonic()) if until() else None
        if time.monotonic() > end:
            raise TimeoutError("the window did not get there")


# what is shown ------------------------------------------------------------------------------------------


def _page(window: object, place: str) -> object:
    layout = getattr(window, place).layout()
    return layout.itemAt(0).widget() if layout.count() else None


def _has_answer(place: str) -> Callable[..., bool]:
    def there(window: object) -> bool:
        page = _page(window, place)
        return page is not None and page.presenter.view.answer is not None

    return there


def _microdata_there(window: object) -> bool:
    page = _page(window, "microdata_place")
    return page is not None and page.answer is not None and bool(page.answer.planes)


def _nothing(window: object) -> None:
    """The window as it opens."""


def _microdata(window: object) -> None:
    window.open_demo("patients")
    page = _until_page(window, "microdata_place", _microdata_there)
    window.tour.leave()
    page.show_card("step:anopi")


def _risk(window: object) -> None:
    _microdata(window)
    _page(window, "microdata_place").step_tabs.turn_to_tab("risk")


def _generalise(window: object) -> None:
    from sdc_desktop.resources import resource_path

    window.files.open_path(resource_path("help", "examples", "search.sdcplan"))


def _audit(window: object) -> None:
    from sdc_desktop.resources import resource_path

    window.files.open_path(resource_path("help", "examples", "audit.sdcplan"))
    window.tabs.setCurrentWidget(window.tables_place)
    _run_table(window)


def _table(window: object) -> None:
    window.open_demo("enterprises")
    _run_table(window)


def _run_table(window: object) -> None:
    page = _until_page(window, "tables_place", lambda window: _page(window, "tables_place") is not None)
    page.presenter.run()


def _release(window: object) -> None:
    window.open_demo("soldiers")
    page = _until_page(window, "release_place", lambda window: _page(window, "release_place") is not None)
    page.presenter.run()


def _until_page(window: object, place: str, there: Callable[..., bool]) -> object:
    from PySide6.QtWidgets import QApplication

    _wait(QApplication.instance(), lambda: there(window) and window.jobs.idle)
    return _page(window, place)


SHOTS = (
    Shot("start", _nothing, lambda window: window.start_page.isVisible()),
    Shot("microdata", _microdata, _microdata_there),
    Shot("risk", _risk, _microdata_there),
    Shot("generalise", _generalise, lambda window: _page(window, "microdata_place") is not None),
    Shot("tables", _table, _has_answer("tables_place")),
    Shot("audit", _audit, _has_answer("tables_place")),
    Shot("cae", lambda window: window.open_demo("salaries"), _has_answer("cae_place")),
    Shot("release", _release, _has_answer("release_place")),
)

# pictures -----------------------------------------------------------------------------------------------


def load(path: Path) -> object:
    """A stored picture."""
    from PySide6.QtGui import QImage

    return QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)


def save(picture: object, path: Path) -> None:
    """Store a picture as small as possible: with a palette, because it has few colours."""
    from PIL import Image
    from PySide6.QtGui import QImage

    plain = picture.convertToFormat(QImage.Format.Format_RGB888)
    size = plain.width(), plain.height()
    whole = Image.frombytes("RGB", size, bytes(plain.constBits()), "raw", "RGB", plain.bytesPerLine())
    few = whole.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def difference(one: object, other: object) -> float:
    """How far apart two pictures are: the mean difference of grey of their coarse squares, 0 to 255."""
    import numpy as np

    return float(np.abs(coarse(one) - coarse(other)).mean())


def coarse(picture: object) -> object:
    """A picture as a few grey squares, each the mean of what it covers."""
    import numpy as np
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    modes = (Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    small = picture.scaled(*COARSE, *modes).convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(small.constBits(), dtype=np.uint8).reshape(COARSE[1], small.bytesPerLine())
    return rows[:, : COARSE[0]].astype(float)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
