"""The result: a plane for each variable where ANOPI chooses; below, the effect on the selected one."""

from functools import partial

from PySide6.QtCore import Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSplitter, QVBoxLayout, QWidget

from sdc_desktop.ui.deferred_build import Slices
from sdc_desktop.ui.tabs.microdata.anopi.planes import choices_of, plane, table_of
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.evidence import Evidence, EvidencePages
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea, scrolled
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.plane_plot import PlanePlot
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.microdata_tab import plane_question

_PANEL_HEIGHT = 30  # least height of a plane, in steps of the grid
_PANEL_WIDTH = 20  # as many planes stand side by side as have so many steps each


class AnswerView(QWidget):
    """Shows a result and reports the level selected or requested."""

    coding_selected = Signal(object)  # (variable, level from 1 or k)
    coding_requested = Signal(object)  # (variable, level from 1 or k)

    def __init__(self, pages: EvidencePages, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.planes: dict[str, FigureFrame] = {}
        self._view = View()
        self._names: tuple[str, ...] = ()
        self._making = Slices(self)
        self._grid = QGridLayout()
        spread(self._grid, self, margin=0)
        self._columns = 1
        self.area = CardsArea(self._grid, least=step(self, _PANEL_WIDTH + 4))
        self.evidence = Evidence(pages, words)
        self.evidence.turned.connect(self._give_room)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.area)
        splitter.addWidget(self.evidence)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([step(self, _PANEL_HEIGHT + 1), step(self, _PANEL_HEIGHT - 3)])
        self.whole = scrolled(splitter)  # where there is little room all of it scrolls, nothing is squeezed
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.whole)

    @property
    def making(self) -> bool:
        """Whether some of the planes are still to be made."""
        return self._making.waiting

    def begin(self) -> None:
        """Forget the selection."""
        self._begin(())
        self.evidence.begin()

    def show_view(self, view: View, selected: str | None) -> None:
        """Shows a result, greyed if outdated."""
        self._view = view
        shown = view.shown
        names = tuple(name for name in shown.variables if name in view.variables) if shown is not None else ()
        with_plane = names if shown is not None and not shown.manual else ()
        if self._names != with_plane:
            self._begin(with_plane)
        self._give_room()
        for name in self.planes:
            self._show_plane(name)
        known = tuple(name for name in names if view.evidence is not None and name in view.evidence.variables)
        self.evidence.show_view(view, selected if selected in known else next(iter(known), None))
        self._grey()

    def select(self, name: str, choice: int) -> None:
        """Mark a level, or a k, as selected, in picture and table."""
        shown = self._view.shown
        choices = choices_of(shown, name) if shown is not None else ()
        for other, frame in self.planes.items():
            index = choices.index(choice) if other == name and choice in choices else None
            picture = frame.picture
            assert isinstance(picture, PlanePlot)
            picture.select(index)
            frame.select_row(index)

    def _begin(self, names: tuple[str, ...]) -> None:
        """Other variables: their planes are made one after the other, for each takes its time."""
        for frame in self.planes.values():
            self._grid.removeWidget(frame)
            frame.hide()
            frame.deleteLater()
        self.planes = {}
        self._names = names
        steps = (self._add_plane, self._show_plane)
        self._making.begin([partial(act, name) for name in names for act in steps])

    def _add_plane(self, name: str) -> None:
        self.planes[name] = self._plane(name)
        self._arrange()
        self._grey()

    def _show_plane(self, name: str) -> None:
        frame, view = self.planes[name], self._view
        found = plane(view, name, self._words)
        picture = frame.picture
        assert isinstance(picture, PlanePlot)
        if found is None or view.shown is None:
            return
        picture.show_plane(found)
        frame.show_table(*table_of(view, view.shown, name, self._words))

    def _plane(self, name: str) -> FigureFrame:
        say = self._words.say
        plot = PlanePlot(
            say(N_("Utility, points \u00d7 log\u2081\u2080")),
            say(N_("Privacy, points \u00d7 log\u2081\u2080")),
            say(N_("optimum")),
        )
        frame = FigureFrame(plot, self._words)
        frame.show_title(plane_question(name, self._words))
        frame.setMinimumHeight(step(self, _PANEL_HEIGHT))
        frame.turned.connect(self._arrange)
        for signal in (plot.selected, frame.row_selected):
            signal.connect(partial(self._on_selected, name))
        for signal in (plot.requested, frame.row_requested):
            signal.connect(partial(self._on_requested, name))
        return frame

    def _arrange(self) -> None:
        self._columns = self._fitting()
        self._keep_height()
        for place, frame in enumerate(self.planes.values()):
            self._grid.addWidget(frame, place // self._columns, place % self._columns)

    def _keep_height(self) -> None:
        """A row of planes at least; where they stand one below the other, two, before they scroll alone."""
        rows = min(len(self._names), 2 if self._beside() == 1 else 1)
        rows = 0 if self.evidence.page.tall else rows
        self.area.setMinimumHeight(step(self, rows * (_PANEL_HEIGHT + 1)))

    @Slot()
    def _give_room(self) -> None:
        """Give a tall page of the details all the room while it is visible."""
        self.area.setVisible(bool(self._names) and not self.evidence.page.tall)
        self._keep_height()

    def _grey(self) -> None:
        view = self._view
        for frame in self.planes.values():
            frame.setEnabled(not view.stale or view.shown is not view.answer or view.drafting)
        self.evidence.setEnabled(not (view.stale and not view.drafting) and not view.promised)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fitting() != self._columns:
            self._arrange()

    def _fitting(self) -> int:
        """How many planes stand side by side without being cut; a table takes the whole width."""
        return 1 if any(frame.shows_data for frame in self.planes.values()) else self._beside()

    def _beside(self) -> int:
        """The number of planes that fit beside each other."""
        least = max([frame.minimumSizeHint().width() for frame in self.planes.values()], default=0)
        bar = self.area.verticalScrollBar().sizeHint().width()
        return max(1, (self.width() - bar) // max(least + step(self), step(self, _PANEL_WIDTH)))

    def _on_selected(self, name: str, index: int) -> None:
        self._report(self.coding_selected, name, index)

    def _on_requested(self, name: str, index: int) -> None:
        self._report(self.coding_requested, name, index)

    def _report(self, signal: SignalInstance, name: str, index: int) -> None:
        shown = self._view.shown
        choices = choices_of(shown, name) if shown is not None else ()
        if index < len(choices):
            signal.emit((name, choices[index]))
