"""The result where levels are chosen: a plane for each variable where ANOPI chooses, and the details."""

from functools import partial

from PySide6.QtCore import QSize, Signal, SignalInstance, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from sdc_desktop.ui.deferred_build import Slices
from sdc_desktop.ui.tabs.microdata.anopi.planes import choices_of, plane, table_of
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
from sdc_desktop.ui.tabs.microdata.evidence.evidence import Evidence, EvidencePages
from sdc_desktop.ui.tabs.microdata.middle.sections import FIRST, Sections
from sdc_desktop.ui.theme import fill, spread, step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.plane_plot import PlanePlot
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import coding_name
from sdc_desktop.words.microdata.microdata_tab import plane_question
from sdc_desktop.words.words import whole

_LEAST = (21.0, 25.0)  # the least width and height of a plane, in steps of the grid
_MOST_BESIDE = 4


class AnswerView(Sections):
    """Shows a result and reports the level selected or requested."""

    coding_selected = Signal(str, int)  # variable, level from 1 or k
    coding_requested = Signal(str, int)  # variable, level from 1 or k
    explanation_requested = Signal()  # of the level selected: Enter or a double click

    def __init__(self, pages: EvidencePages, shelf: QWidget, words: Words) -> None:
        super().__init__(shelf)
        self._words = words
        self.planes: dict[str, FigureFrame] = {}
        self._view = View()
        self._names: tuple[str, ...] = ()
        self._making = Slices(self)
        self.evidence = Evidence(pages, shelf)
        self.area = PlanesArea(words)
        self.pages = self.evidence.pages
        self.add(FIRST, self.area)
        self.evidence.turn_requested.connect(self.turn_requested)

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
        known = tuple(name for name in names if view.evidence is not None and name in view.evidence.variables)
        self.evidence.show_view(view, selected if selected in known else next(iter(known), None))
        self._grey()
        self.shown.emit()

    def bring(self, page: QWidget) -> None:
        if page is self.area:
            for name in self.planes:
                self._show_plane(name)
        else:
            self.evidence.bring(page)

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
        self.area.show_planes(())
        for frame in self.planes.values():
            frame.hide()
            frame.deleteLater()
        self.planes = {}
        self._names = names
        steps = (self._add_plane, self._show_plane)
        self._making.begin([partial(act, name) for name in names for act in steps])

    def _add_plane(self, name: str) -> None:
        self.planes[name] = self._plane(name)
        self.area.show_planes(tuple(self.planes.values()))
        self._grey()

    def _show_plane(self, name: str) -> None:
        frame, view = self.planes[name], self._view
        found = plane(view, name, self._words)
        picture = frame.picture
        assert isinstance(picture, PlanePlot)
        if found is None or view.shown is None:
            return
        picture.show_plane(found)
        frame.show_title(_plane_title(view, view.shown, name, self._words))
        picture.setAccessibleName(plane_question(name, self._words))
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
        frame.lend_buttons()
        frame.turned.connect(self.area.arrange)
        for signal in (plot.selected, frame.row_selected):
            signal.connect(partial(self._on_selected, name))
        for signal in (plot.chosen, frame.row_requested):
            signal.connect(partial(self._on_requested, name))
        plot.requested.connect(self.explanation_requested)
        return frame

    def _grey(self) -> None:
        view = self._view
        for frame in self.planes.values():
            frame.setEnabled(not view.stale or view.shown is not view.answer or view.drafting)
        self.evidence.enable(not (view.stale and not view.drafting) and not view.promised)

    def _on_selected(self, name: str, index: int) -> None:
        self._report(self.coding_selected, name, index)

    def _on_requested(self, name: str, index: int) -> None:
        shown = self._view.shown
        choices = choices_of(shown, name) if shown is not None else ()
        released = None if shown is None else {**shown.levels, **shown.k}.get(name)
        if index < len(choices) and choices[index] != released:  # else it stays with ANOPI
            self._report(self.coding_requested, name, index)

    def _report(self, signal: SignalInstance, name: str, index: int) -> None:
        shown = self._view.shown
        choices = choices_of(shown, name) if shown is not None else ()
        if index < len(choices):
            signal.emit(name, choices[index])


def _plane_title(view: View, shown: Answer, name: str, words: Words) -> str:
    """The variable, and the level or the k that it is released at."""
    if name in shown.k:
        return words.say(N_("{variable}: k = {k}"), variable=name, k=whole(shown.k[name]))
    text = shown.anopi_result.codings[name].level_name
    level = coding_name(text, view.hierarchies.get(name), words)
    return words.say(N_("{variable}: {level}"), variable=name, level=level)


class PlanesArea(QWidget):
    """Planes beside one another, four in a row where there is room; what each shows, in the free place."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._frames: tuple[FigureFrame, ...] = ()
        self._grid = QGridLayout(self)
        spread(self._grid, self, margin=0)
        self.explained = _explained(words)
        self.explained.setParent(self)
        self.explained.hide()

    def show_planes(self, frames: tuple[FigureFrame, ...]) -> None:
        """Show other planes."""
        for frame in self._frames:
            self._grid.removeWidget(frame)
        self._frames = frames
        self.arrange()

    @Slot()
    def arrange(self) -> None:
        """Place the planes; a table takes the whole width."""
        wide, high = (step(self, size) for size in _LEAST)
        beside = max(1, min(self.width() // wide, _MOST_BESIDE))
        if any(frame.shows_data for frame in self._frames):
            beside = 1
        beside = min(beside, len(self._frames) + 1)
        self._grid.removeWidget(self.explained)
        for place, frame in enumerate(self._frames):
            frame.setMinimumHeight(high)
            self._grid.addWidget(frame, place // beside, place % beside)
        for column in range(_MOST_BESIDE):
            self._grid.setColumnStretch(column, int(column < beside))
        free = len(self._frames) % beside
        self.explained.setVisible(bool(free))
        if free:
            self._grid.addWidget(self.explained, len(self._frames) // beside, free, 1, beside - free)

    def minimumSizeHint(self) -> QSize:
        return QSize(step(self, _LEAST[0]), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.arrange()


def _explained(words: Words) -> QFrame:
    """How a plane is read."""
    say, made = words.say, QFrame()
    made.setProperty("part", "tile")
    axes = N_("To the right: more useful to users. Upwards: more hidden from an intruder.")
    signs = {"+": N_("optimum of your points"), "●": N_("level released"), "⧄": N_("below your bound")}
    fill(
        made,
        plain_label(say(N_("Each plane")), tone="strong", narrow=True),
        plain_label(say(axes), narrow=True),
        *(plain_label(f"{sign} {say(text)}", tone="muted", narrow=True) for sign, text in signs.items()),
        0,
        plain_label(say(N_("Click a point to set a level yourself.")), tone="muted", narrow=True),
        margin=1.5,
        spacing=1,
    )
    return made
