"""The places of the window. The page of each is made late, for plots and arithmetic take time to load."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.project.project import ShownView
from sdc_desktop.ui.frame.place_frame import PlaceFrame
from sdc_desktop.ui.project.data_reader import Loading
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.qt_locale import key_names
from sdc_desktop.ui.qt_types import layout_of, widgets_in
from sdc_desktop.ui.shell.top_row import PlacesBar
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.kept_views import ViewMemory
from sdc_desktop.words import Words

MakePage = Callable[[QWidget], QWidget]  # place -> the page in it


class TabPlace(QWidget):
    """Where a tab's page is, once it is made. `kinds` are those of the jobs that the page is about."""

    def __init__(self, make: MakePage, help_page: str, kinds: tuple[str, ...], *, at_once: bool) -> None:
        super().__init__()
        self.kinds = kinds
        self.name = help_page  # in saved projects
        self.at_once = at_once
        self._make = make
        self._action: Callable[[QWidget], None] | None = None
        self.setProperty("helpPage", help_page)
        QVBoxLayout(self).setContentsMargins(0, 0, 0, 0)

    @property
    def page(self) -> QWidget | None:
        """The page; None before it is made."""
        return next(iter(widgets_in(layout_of(self))), None)

    def make(self) -> None:
        """Make the page; the second time nothing is done."""
        if self.page is not None:
            return
        page = self._make(self)
        layout_of(self).addWidget(page)
        action, self._action = self._action, None
        if action is not None:
            action(page)

    def ask(self, action: Callable[[Any], None]) -> None:
        """Call something on the page, now or once it is made; then only the last call counts."""
        if self.page is None:
            self._action = action
        else:
            action(self.page)


class TabPlaces(CurrentStack):
    """Makes a page when it is first shown, because only then its own work is needed. A place `at_once` gets
    its page as soon as all is loaded. The bar that shows the names of the places is in the top row.
    """

    def __init__(self, controller: ProjectController, loading: Loading, words: Words) -> None:
        super().__init__()
        self._controller = controller
        self._loading = loading
        self.views = ViewMemory(self)
        self._bar = PlacesBar(words)
        self._bar.currentChanged.connect(self.setCurrentIndex)
        self.currentChanged.connect(self._bar.setCurrentIndex)
        self.currentChanged.connect(self._on_current)
        loading.loaded.connect(self._on_loaded)
        controller.project_begun.connect(self._on_project)
        controller.settle_requested.connect(self._report_view)

    def add(
        self,
        title: str,
        help_page: str,
        make: MakePage,
        kinds: tuple[str, ...] = (),
        *,
        at_once: bool = False,
    ) -> TabPlace:
        """A place for one more page."""
        place = TabPlace(make, help_page, kinds, at_once=at_once)
        number = self._bar.addTab(title)
        keys = key_names(QKeySequence(f"Ctrl+{number + 1}"))
        self._bar.setTabToolTip(number, f"{title.replace('&', '')} ({keys})")
        self.addWidget(place)
        return place

    @property
    def places(self) -> list[TabPlace]:
        """The places, in the order of their numbers."""
        widgets = [self.widget(index) for index in range(self.count())]
        return [place for place in widgets if isinstance(place, TabPlace)]

    @property
    def page(self) -> Any:
        """The page that is shown; None on the start page."""
        place = self.currentWidget()
        return place.page if isinstance(place, TabPlace) and place.isVisible() else None

    def tabBar(self) -> PlacesBar:  # noqa: N802 - as in Qt
        """The bar with the names of the places."""
        return self._bar

    def tabText(self, index: int) -> str:  # noqa: N802 - as in Qt
        """The name of a place."""
        return self._bar.tabText(index)

    def show_kind(self, kind: str) -> TabPlace:
        """Show the tab of a kind of job; the first where no other has it."""
        places = self.places
        place = next((place for place in places if kind in place.kinds), places[0])
        self.setCurrentWidget(place)
        return place

    @Slot()
    def export(self) -> None:
        """Export from the place shown."""
        self.on_frame(lambda frame: frame.bar.press_export())

    @Slot()
    def report(self) -> None:
        """Show the report of the place shown."""
        self.on_frame(lambda frame: frame.bar.press_report())

    def on_frame(self, act: Callable[[PlaceFrame], None], _checked: bool = False) -> None:
        """Have the regions of the place shown do something."""
        if self.page is not None:
            act(self.page.frame)

    @Slot()
    def _on_project(self) -> None:
        """Show the tab that the project was saved with, else that of its first job."""
        saved = self._controller.saved_view
        self.views.begin(saved.pages)
        jobs = [job.kind for job in self._controller.plan.jobs]
        place = next((place for place in self.places if place.name == saved.tab), None)
        if place is not None:
            self.setCurrentWidget(place)
        elif jobs:
            self.show_kind(jobs[0])

    @Slot(int)
    def _on_current(self, _index: int) -> None:
        place = self.currentWidget()
        if isinstance(place, TabPlace) and self._loading.ready and not place.at_once:
            place.make()

    @Slot()
    def _report_view(self) -> None:
        """Report the tab and views shown, before a project is saved with them."""
        place = self.currentWidget()
        if isinstance(place, TabPlace):
            self._controller.shown_view = ShownView(place.name, self.views.views)

    @Slot()
    def _on_loaded(self) -> None:
        for place in self.places:
            if place.at_once or place is self.currentWidget():
                place.make()
