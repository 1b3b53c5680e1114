"""The engine is imported beside the GUI thread, classes of Qt in no other, both after the first paint."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import sdc_desktop
from sdc_desktop.ui.project.data_reader import MODULES, VIEWS, Loading
from sdc_desktop.ui.shell.main_window import MainWindow

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
from sdc_desktop.engine.methods.tables.table import TableParams
built = TableParams.__pydantic_complete__
planes = sorted(page().widget().answer.planes)
shown = {{"before": before, "gui": sorted(in_gui), "beside": sorted(qt_beside), "planes": planes,
         "built": built}}
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
    assert shown == {"before": [], "gui": [], "beside": [], "planes": ["ms", "yob"], "built": True}


def test_it_loads_once_and_says_so(qtbot, jobs, words) -> None:
    loading = Loading(jobs, words)
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


def test_a_tab_that_is_visited_first_makes_what_it_does_not_show_between_events(
    qtbot, window: MainWindow
) -> None:
    window.loading.begin()
    qtbot.waitUntil(lambda: window.loading.ready)
    late = {
        window.tables_place: ("linked", "private"),
        window.cae_place: ("draft", "experiment"),
        window.release_place: ("simulation", "assessed"),
    }
    for place, names in late.items():
        window.tabs.setCurrentWidget(place)
        assert place.page.making
        assert not vars(place.page).keys() & set(names)
        qtbot.waitUntil(lambda page=place.page: not page.making)
        assert vars(place.page).keys() >= set(names)


# what runs beside the window: classes of Qt are made in the GUI thread alone ---------------------------

ROOT = Path(sdc_desktop.__file__).parent.parent
PLACES = ("PySide6", "shiboken6", "pyqtgraph")  # of classes of Qt
START = ("sdc_desktop.app", "sdc_desktop.ui.shell.main_window")  # imported before anything runs beside it


@cache
def files() -> dict[str, Path]:
    """The files that may know Qt, by module: an import contract keeps it from all others."""
    program = ROOT / "sdc_desktop"
    paths = [program / "app.py", *sorted((program / "ui").rglob("*.py"))]
    names = (".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths)
    return {name.removesuffix(".__init__"): path for name, path in zip(names, paths, strict=True)}


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(files()[name].read_text(encoding="utf-8"))


def named(node: ast.Import | ast.ImportFrom) -> set[str]:
    """The modules that an import names, with the packages they are in."""
    if isinstance(node, ast.Import):
        full = [alias.name for alias in node.names]
    else:
        base = node.module or ""
        full = [base, *(f"{base}.{alias.name}" for alias in node.names)]
    parts = [name.split(".") for name in full]
    found = {".".join(part[:length]) for part in parts for length in range(1, len(part) + 1)}
    return {name for name in found if name in files() or name in PLACES}


def imports(node: ast.AST, *, in_functions: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that run with a node; those for types alone never do."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        elif in_functions or not isinstance(child, ast.FunctionDef):
            yield from imports(child, in_functions=in_functions)


@cache
def at_once(name: str) -> frozenset[str]:
    """What a module imports when it is imported itself."""
    if name not in files():
        return frozenset()
    return frozenset(other for node in imports(tree(name), in_functions=False) for other in named(node))


@cache
def with_all(*names: str) -> frozenset[str]:
    """Modules and all that are imported with them."""
    found, left = set[str](), list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left.extend(at_once(name))
    return frozenset(found)


def takes_context(node: ast.AST) -> bool:
    """Whether a function runs beside the window: it takes what shows progress and cancels."""
    if not isinstance(node, ast.FunctionDef):
        return False
    own = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return any(one.annotation is not None and "JobContext" in ast.unparse(one.annotation) for one in own)


@cache
def beside() -> dict[str, list[ast.AST]]:
    """By module the functions that run beside the window; all those of a module of such work without Qt."""
    found = {}
    for name in files():
        functions = [node for node in ast.walk(tree(name)) if takes_context(node)]
        if functions:
            found[name] = functions if at_once(name) & {*PLACES} else [tree(name)]
    return found


def new_of_qt(*names: str) -> set[str]:
    """The modules that import Qt among those that these names import first."""
    return {
        name for name in with_all(*names) - with_all(*START) if name in PLACES or at_once(name) & {*PLACES}
    }


def test_functions_that_run_beside_the_window_import_nothing_of_qt() -> None:
    found = {
        f"{name}:{node.lineno}": sorted(new)
        for name, functions in beside().items()
        for function in functions
        for node in imports(function, in_functions=True)
        if (new := new_of_qt(*sorted(named(node))))
    }
    assert found == {}


def test_what_is_loaded_beside_the_window_imports_nothing_of_qt() -> None:
    assert new_of_qt(*MODULES) == set()


def test_the_rule_knows_work_from_views() -> None:
    assert "sdc_desktop.ui.tabs.microdata.grouping.work" in beside()
    assert new_of_qt("sdc_desktop.ui.tabs.microdata.anopi.answer")
