"""Every dialog of the program, one after the other, over a window with the patients of the demo."""

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.outputs.output_check import OutputCheckParams
from sdc_desktop.engine.methods.tables.table_file import Listed
from sdc_desktop.engine.problems import error
from sdc_desktop.project.project import KeptStrategy
from sdc_desktop.resources import resource_path
from sdc_desktop.ui.dialogs.adopting import AdoptDialog
from sdc_desktop.ui.dialogs.compare_results import CompareResultsDialog
from sdc_desktop.ui.dialogs.open_catalog import CatalogDialog
from sdc_desktop.ui.dialogs.open_workbook import WorkbookDialog
from sdc_desktop.ui.dialogs.policy import ReasonDialog
from sdc_desktop.ui.dialogs.report import ReportDialog
from sdc_desktop.ui.dialogs.report_fields import ReportDetailsDialog
from sdc_desktop.ui.dialogs.strategy_comparison import comparison_window
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.shell.missing_codes import MissingCodesDialog
from sdc_desktop.ui.shell.temporary_folder import SpillDialog
from sdc_desktop.ui.tabs.outputs import dialogs, work
from sdc_desktop.ui.tabs.tables.choose_table import ChooseTableDialog
from sdc_desktop.ui.tabs.tables.presenter import TablesPresenter
from sdc_desktop.ui.tabs.tables.publication import PublicationDialog


def every_dialog(
    window: MainWindow, folder: Path, wait: Callable[[Callable[[], bool]], None]
) -> Iterator[tuple[str, QWidget]]:
    """Name and shown dialog; it is closed when the next is asked for. `wait` waits for a condition, `folder`
    holds the demo's files and may be written to.
    """
    for name, made in _makers(window, folder, wait):
        dialog = made()
        dialog.show()
        wait(lambda: window.jobs.idle)
        yield name, dialog
        dialog.close()
        wait(lambda: window.jobs.idle)


def _makers(
    window: MainWindow, folder: Path, wait: Callable[[Callable[[], bool]], None]
) -> Iterator[tuple[str, Callable[[], QWidget]]]:
    words, jobs, controller = window.words, window.jobs, window.controller
    yield "compare files", lambda: _compared(window, folder, wait)
    yield "policy", lambda: _policy(window)
    yield (
        "reason",
        lambda: ReasonDialog("The least group size is 3; the policy asks 5.", "", True, words, window),
    )
    yield "strategies", lambda: _strategies(window)
    yield "compare runs", lambda: CompareResultsDialog(jobs, folder, words, window)
    yield "guide", lambda: _guide(window)
    yield "report", lambda: ReportDialog(controller, jobs, lambda: controller.plan, words, window)
    yield "report details", lambda: ReportDetailsDialog(controller, words, window)
    yield "open data", lambda: _open_data(window, folder, wait)
    yield "workbook", lambda: WorkbookDialog(folder / "book.xlsx", jobs, words, window)
    yield "missing codes", lambda: MissingCodesDialog(controller, words, window)
    yield "data sets", lambda: WorkbookDialog(folder / "several.xpt", jobs, words, window)
    yield "catalogue", lambda: CatalogDialog(folder / "survey.sas7bdat", jobs, words, window)
    yield "adopt", lambda: AdoptDialog(error("ledger.no_head", head="log.head"), words, window)
    yield "spill", lambda: SpillDialog(None, words, window)
    answer = _checked(folder)
    yield "reason", lambda: dialogs.ReasonDialog("180 in the title is not the total", words, window)
    yield "approval", lambda: dialogs.ApproveDialog("1 of 1 tables", "root", words, window)
    yield "package", lambda: dialogs.PackageDialog(answer, folder, words, window)
    tables = (Listed(1, "North", "A1:C4", "Firms"), Listed(2, "South", "A1:C4", "Firms"))
    yield "choose a table", lambda: ChooseTableDialog("firms.xlsx", tables, words, window)
    presenter = TablesPresenter(controller, jobs, words, window)
    yield "publication", lambda: PublicationDialog(presenter, jobs, words, window)
    yield "request", lambda: dialogs.RequestDialog("1. persons.csv", folder / "request.txt", words, window)


def _checked(folder: Path) -> work.Answer:
    """A submission of one table, checked."""
    (folder / "persons.csv").write_text("Area,Men,Women\nNorth,3,41\nSouth,52,63\n", encoding="utf-8")
    params = OutputCheckParams(outputs=("persons.csv",))
    place = work.Place(None, folder, folder)
    return work.check(place, params, work.read_key(params, folder, "", 0), None)(JobContext())


def _compared(window: MainWindow, folder: Path, wait: Callable[[Callable[[], bool]], None]) -> QWidget:
    assert window.controller.plan.data is not None
    source = folder / window.controller.plan.data.path
    lines = source.read_text(encoding="utf-8").splitlines()
    (folder / "next.csv").write_text("\n".join(lines[:-3]) + "\n", encoding="utf-8")
    window.next_file.compare(folder / "next.csv")
    wait(lambda: window.next_file.dialog is not None)
    assert window.next_file.dialog is not None
    return window.next_file.dialog


def _policy(window: MainWindow) -> QWidget:
    window.policy.open_policy(resource_path("policy", "example.json"))
    window.policy.notify()
    assert window.policy.dialog is not None
    return window.policy.dialog


def _strategies(window: MainWindow) -> QWidget:
    plan = window.controller.plan
    for name in ("as it is", "again"):
        window.controller.keep_strategy(f"Kept {name}", KeptStrategy(name, plan))
    return comparison_window(window.controller, window.jobs, window.words, window)


def _guide(window: MainWindow) -> QWidget:
    window.help_command.find()
    assert window.help_command.guide is not None
    return window.help_command.guide


def _open_data(window: MainWindow, folder: Path, wait: Callable[[Callable[[], bool]], None]) -> QWidget:
    window.files.open_path(folder / "next.csv")
    wait(lambda: window.files.dialog is not None)
    assert window.files.dialog is not None
    return window.files.dialog
