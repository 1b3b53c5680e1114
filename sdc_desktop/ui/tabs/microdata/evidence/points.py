"""Points: what any other sharing of points would give, as a map; a click takes it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.anopi.maps import LevelMaps, level_maps
from sdc_desktop.project.points import shares_of
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.ui.tabs.microdata.anopi.changes import to_points_of
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.page import FoundPage
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import beside, fill, step
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.heat_map import HeatMap, HeatMapPlot
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata import points_map as phrases
from sdc_desktop.words.microdata.hierarchies import Known, coding_what
from sdc_desktop.words.program.step_labels import points_text

if TYPE_CHECKING:
    from sdc_desktop.ui.jobs import Work
    from sdc_desktop.ui.tabs.microdata.anopi.work import Answer

LEVEL, UTILITY, PRIVACY = "level", "utility", "privacy"
_MOST_BANDS = 8
_NICE = (1.0, 2.0, 2.5, 5.0, 10.0)
_WHATS = {LEVEL: N_("Coding"), UTILITY: N_("Best utility"), PRIVACY: N_("Best privacy")}
_FIGURES = (0, 1, 3, 4)


class PointsPage(FoundPage[tuple[str, LevelMaps]]):
    """The map of one variable; along the axes go the points of that or another one."""

    params_requested = Signal(object, str)  # AnopiParams, the step's name

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        say = self._words.say
        self._drawn_of: LevelMaps | None = None  # what the map and the table behind show
        self._drawn = ("", "")  # and of it, the variable and which figure
        self.plot = HeatMapPlot(say(N_("not possible")))
        self.plot.setAccessibleName(say(N_("Point allocation map. Arrow keys move; Enter selects.")))
        self.frame = FigureFrame(self.plot, self._words)
        self.frame.title.hide()  # the choosers say as much, and the map needs the room
        self.moved, self.shown, self.what = CalmComboBox(), CalmComboBox(), CalmComboBox()
        self._choices = {
            N_("Points of"): self.moved,
            N_("Map of"): self.shown,
            N_("Shows"): self.what,
        }
        self._lay_out()
        self.moved.activated.connect(self._on_moved)
        for chooser in (self.shown, self.what):
            chooser.activated.connect(self._draw)
        self.plot.looked_at.connect(self._show_reading)
        self.plot.requested.connect(self._on_requested)
        self.frame.row_selected.connect(self._on_row)
        self.frame.row_requested.connect(self._on_row_requested)

    def show_view(self, view: View, name: str) -> None:
        """Mark the current points; the map itself follows later."""
        self._view = view
        answer = view.evidence
        if answer is None or answer.manual:
            return
        names = list(answer.anopi_result.technique)
        for chooser in (self.moved, self.shown):
            _fill(chooser, names)
        super().show_view(view, name)

    def key(self) -> object:
        """Of what is current: while something is moved only the cross moves."""
        answer = None if self._view is None else self._view.answer
        if answer is None or answer.manual or len(answer.anopi_result.technique) < 2:
            return None
        params = answer.anopi_params.model_copy(update={"override": {}})
        name = self.moved.currentText()
        known = name in answer.anopi_result.technique
        return (answer.counted.key, params.model_dump_json(), name) if known else None

    def work(self) -> Work | None:
        answer = None if self._view is None else self._view.answer
        return None if answer is None else mapped(answer, self.moved.currentText())

    def draw(self, found: tuple[str, LevelMaps]) -> str:
        """Nothing: what is shown of a map depends on the current points."""
        return ""

    @Slot()
    def show_state(self) -> None:
        super().show_state()
        self._draw()

    # inside ------------------------------------------------------------------------------------------

    @property
    def _map(self) -> LevelMaps | None:
        """What was found; None while it is of other hierarchies than the result."""
        answer = None if self._view is None else self._view.evidence
        over, found = self.found or ("", None)
        return found if answer is not None and answer.counted.key == over else None

    @Slot()
    def _draw(self) -> None:
        found, view = self._map, self._view
        if found is None or view is None or found.moved != self.moved.currentText():
            return
        name = self.shown.currentText()
        if name not in found.maps:
            return
        whats = [what for what in _WHATS if what != LEVEL or found.maps[name].level is not None]
        _fill(self.what, [self._words.say(_WHATS[what]) for what in whats])
        what = whats[max(self.what.currentIndex(), 0)]
        here = self._here(view)
        known = self.plot.map
        if known is not None and self._drawn_of is found and self._drawn == (name, what):
            self.plot.show_map(replace(known, here=here))
        else:
            self.plot.show_axes(*phrases.axes(found.moved, self._words))
            self.plot.show_map(map_of(found, name, what, here, self._names_of(name)[1], self._words))
            self.frame.show_title(phrases.map_title(found.moved, name, self._words))
            self.frame.show_table(
                phrases.table_header(found.moved, name, self._words),
                phrases.table_rows(found, name, *self._names_of(name), self._words),
                _FIGURES,
            )
        self._drawn_of, self._drawn = found, (name, what)
        self._show_reading(self.plot.cursor_cell)

    def _here(self, view: View) -> tuple[float, float]:
        """The current points, or those being moved."""
        name, params, names = self.moved.currentText(), view.params, self._taking_part()
        sides = (shares_of(points, names) for points in (params.user_points, params.intruder_points))
        user, intruder = (shares.get(name, 0) / 10 for shares in sides)
        return user, intruder

    def _taking_part(self) -> list[str]:
        """The variables that share the points; constants are not among them."""
        return self.moved.texts

    def _names_of(self, name: str) -> tuple[tuple[str, ...], Known]:
        assert self._view is not None
        answer = self._view.evidence
        assert answer is not None
        names = answer.counts.variable(name).codings.level_names
        return names, self._view.levels(name)

    @Slot(object)
    def _show_reading(self, cell: tuple[int, int] | None) -> None:
        found, view = self._map, self._view
        if found is None or view is None:
            return
        note = phrases.shares_note(found.moved, len(found.maps) - 1, self._words)
        if cell is None:
            user, intruder = (points_text(round(10 * points), self._words) for points in self._here(view))
            self._report_line(f"{phrases.present_note(user, intruder, self._words)} {note}")
            return
        name = self.shown.currentText()
        text = phrases.reading(found, cell, name, *self._names_of(name), self._words)
        self._report_line(f"{text} {note}")

    def _lay_out(self) -> None:
        say = self._words.say
        parts: list[QWidget] = []
        for text, chooser in self._choices.items():
            label = QLabel(say(text))
            label.setBuddy(chooser)
            chooser.setAccessibleName(say(text))
            parts += [label, chooser]
        choosers = QWidget()
        fill(choosers, *parts, 1, spacing=0.5)
        choosers.setMaximumWidth(step(self, 16))
        fill(self, beside(self, (choosers, 1), (self.frame, 4), spacing=1))

    # what the officer does ---------------------------------------------------------------------------

    @Slot()
    def _on_moved(self) -> None:
        self.bring()

    @Slot(object)
    def _on_requested(self, cell: tuple[int, int]) -> None:
        found, view = self._map, self._view
        if found is None or view is None or view.drafting:
            return
        user, intruder = (round(10 * float(found.points[place])) for place in cell)
        changed = to_points_of(view.params, self._taking_part(), found.moved, (user, intruder), self._words)
        self.params_requested.emit(*changed)

    @Slot(object)
    def _on_row(self, row: int) -> None:
        if (found := self._map) is not None:
            self.plot.look_at(phrases.cell_of_row(found, row))

    @Slot(object)
    def _on_row_requested(self, row: int) -> None:
        if (found := self._map) is not None:
            self._on_requested(phrases.cell_of_row(found, row))


def _fill(chooser: CalmComboBox, texts: list[str]) -> None:
    """Offer other texts; what was chosen stays where it is still offered."""
    kept = chooser.currentText()
    chooser.show_texts(texts)
    for row, text in enumerate(texts):
        chooser.setItemData(row, text, Qt.ItemDataRole.ToolTipRole)
    chooser.setCurrentIndex(max(chooser.findText(kept), 0))


@as_work
def mapped(context: JobContext, answer: Answer, name: str) -> tuple[str, LevelMaps]:
    """Work that maps the optimum and the levels over all points of one variable; with what identifies the
    counts.
    """
    return answer.counted.key, level_maps(answer.anopi_params, answer.counts, name)


def map_of(
    found: LevelMaps, name: str, what: str, here: tuple[float, float], known: Known, words: Words
) -> HeatMap:
    """The map of the level released (`level`), or of an optimum level in bands (`utility`, `privacy`)."""
    variable = found.maps[name]
    if what == LEVEL and variable.level is not None:
        levels = np.unique(variable.level[variable.level > 0])
        areas = np.where(variable.level > 0, np.searchsorted(levels, variable.level), -1)
        names = tuple(coding_what(int(level), known, words) for level in levels)
        return HeatMap(areas.astype(np.int64), names, found.points, here)
    values = variable.privacy if what == PRIVACY else variable.utility
    edges = band_edges(values)
    areas = np.clip(np.searchsorted(edges, np.nan_to_num(values), side="right") - 1, 0, len(edges) - 2)
    decimals = 0 if np.allclose(edges, np.round(edges)) else 2
    ends = [words.figure(edge, decimals) for edge in edges.tolist()]
    names = tuple(f"{low}+" for low in ends[:-1])
    return HeatMap(np.where(np.isnan(values), -1, areas).astype(np.int64), names, found.points, here)


def band_edges(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Round numbers, equally far apart, from 0 to beyond the greatest value: at least one band."""
    most = float(np.nanmax(values)) if np.isfinite(values).any() else 0.0
    if most <= 0:
        return np.array([0.0, 1.0])
    power = float(10.0 ** np.floor(np.log10(most / _MOST_BANDS)))
    width = next(nice * power for nice in _NICE if most <= nice * power * _MOST_BANDS)
    return np.arange(int(np.ceil(most / width - 1e-9)) + 1, dtype=np.float64) * width
