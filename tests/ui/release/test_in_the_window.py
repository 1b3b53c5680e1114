"""The tab in the window: made when it is looked at, with help of its own, led to from a problem; its demo."""

from sdc_desktop.engine.problems import Place, error
from sdc_desktop.ui.dialogs.help import help_place_of
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.release.page import ReleaseQueuePage
from sdc_desktop.ui.tabs.release.tab_job import Stage
from tests.ui.release.conftest import WAIT


def pages(window: MainWindow) -> list[ReleaseQueuePage]:
    return window.release_place.findChildren(ReleaseQueuePage)


def test_the_demo_opens_on_its_tab_ready_to_be_run(window: MainWindow, qtbot) -> None:
    window.start_page.release_demo_wanted.emit()
    qtbot.waitUntil(
        lambda: window.loading.ready and window.jobs.idle and not window.controller.reading, timeout=WAIT
    )
    (page,) = pages(window)
    assert window.tabs.currentWidget() is window.release_place
    assert page.presenter.view.stage is Stage.READY
    assert page.presenter.view.params.orders == 5
    assert window.controller.path is None
    assert help_place_of(page.question.form.parts["alpha"]).page == "release"
    assert help_place_of(page.live.ask.record).page == "release"
    window.tabs.setCurrentIndex(0)
    name = window.controller.plan.jobs[0].name
    window._jump(error("release.baseline_sum", Place(key="jobs[0].params.baseline", job=name), total=2))
    assert window.tabs.currentWidget() is window.release_place
    assert pages(window) == [page]
