"""What the file is like before and after the step in view: four figures, the same as its card has, and three
pictures. All of it is of the steps themselves, whatever method they have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from sdc_desktop.project.chain import chain_of
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.tab_page import failure_text
from sdc_desktop.ui.theme import below, beside, fill
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.ui.widgets.plots.row_bars import RowBars
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.words import Words
from sdc_desktop.words.microdata import pipeline
from sdc_desktop.words.microdata import step_risk as phrases
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.strategies.trail import StepFigures


class Tile(QFrame):
    """A caption, and below it a figure before and after."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("part", "tile")
        self.caption, self._before, self.after = QLabel(), QLabel(), QLabel()
        for label in (self.caption, self._before):
            label.setProperty("tone", "muted")
        self.caption.setProperty("scale", "small")
        self.after.setProperty("tone", "strong")
        row = beside(self, self._before, (self.after, 1), spacing=0.5)
        fill(self, self.caption, row, margin=0.75, spacing=0)
        for label in (self.caption, self._before, self.after):
            label.setMinimumWidth(1)  # a narrow window cuts no other part

    def show_figure(self, caption: str, before: str, after: str) -> None:
        """Show another figure."""
        self.caption.setText(caption)
        self.caption.setToolTip(caption)
        self._before.setText(f"{before} →" if before else "")
        self._before.setVisible(bool(before))
        self.after.setText(after)
        self.after.setAccessibleName(f"{caption}: {before} → {after}" if before else f"{caption}: {after}")


class StepRisk(QWidget):
    """Follows the steps; ``compare`` chooses what they are compared with."""

    def __init__(self, controller: ProjectController, words: Words) -> None:
        super().__init__()
        self._controller, self._words = controller, words
        self._with_before = False
        self.tiles = tuple(Tile() for _ in range(4))
        self.line = WholeLabel()
        self.line.setProperty("tone", "muted")
        self.sizes = PairsPlot("", phrases.number_text)
        self.each = PairsPlot("", phrases.number_text)
        self.due = RowBars()
        self._named = SideBySide((self.sizes,)), SideBySide((self.each,)), SideBySide((self.due,))
        self.frames = tuple(FigureFrame(picture, words) for picture in self._named)
        for frame in self.frames:
            frame.lend_buttons()
        self._lay_out()

    def compare(self, *, with_before: bool) -> None:
        """Compare with the step before, or with the original."""
        self._with_before = with_before
        self.show_step()

    def hasHeightForWidth(self) -> bool:
        return False  # else its least height, that of what is in view, does not count

    @Slot()
    def show_step(self) -> None:
        """Show the step in view."""
        steps = self._controller.steps
        chain = chain_of(self._controller.plan)
        number = next((n for n, job in enumerate(chain, start=1) if job.name == steps.in_view), 0)
        if not number:
            return
        after, text = steps.figures(steps.in_view), ""
        if chain[number - 1].off:
            after, text = None, phrases.OFF
        elif steps.problems:
            text = failure_text(steps.problems, self._words)
        elif after is None:
            text = phrases.COUNTING
        elif after.uniques is None:
            text = phrases.NO_KEYS
        self.line.show_text(self._words.say(text) if text else "")
        self.line.setVisible(bool(text))
        there = after is not None and after.uniques is not None
        for frame in self.frames:
            frame.setVisible(there)
        for part in (*self.tiles, *self.frames):
            part.setEnabled(steps.current)
        if after is None:
            for tile in self.tiles:
                tile.hide()
            return
        self._show_figures(number, after)

    def _show_figures(self, number: int, after: StepFigures) -> None:
        trail, words = self._controller.steps.trail, self._words
        assert trail is not None
        before = trail.steps[trail.steps.index(after) - 1] if self._with_before else trail.steps[0]
        for tile, figure in zip(self.tiles, phrases.tiles(number, before, after, words), strict=True):
            tile.show_figure(*figure)
            tile.show()
        if after.uniques is None:
            return
        base = words.say(phrases.STEP_BEFORE if self._with_before else phrases.ORIGINAL)
        marks = {"before": BEFORE_MARK, "after": AFTER_MARK}
        legend = words.say(phrases.SIZE_LEGEND, base=base, number=number, **marks)
        texts = (
            (phrases.BY_SIZE.of(after.persons), legend),
            (phrases.AFTER_EACH.of(after.persons), words.say(phrases.EACH_LEGEND, k=after.k, **marks)),
            (phrases.DUE.of(after.persons), legend),
        )
        for frame, named, (title, name) in zip(self.frames, self._named, texts, strict=True):
            frame.show_title(words.say(title))
            named.name(0, name)
        heads = base, words.say(phrases.AFTER_STEP, number=number)
        self._show_sizes(before, after, heads)
        self._show_each(trail.steps)
        self._show_due(before, after, heads)

    def _show_sizes(self, before: StepFigures, after: StepFigures, heads: tuple[str, str]) -> None:
        self.sizes.setLabel("bottom", self._words.say(phrases.IN_CLASS.of(after.persons)))
        pairs = zip(phrases.band_names(), before.by_size, after.by_size, strict=False)
        self.sizes.show_pairs([(name, float(old), float(new)) for name, old, new in pairs])
        table = phrases.size_table(heads, before.by_size, after.by_size, self._words, after.persons)
        self.frames[0].show_table(*table, (1, 2))

    def _show_each(self, found: tuple[StepFigures, ...]) -> None:
        chain, words = chain_of(self._controller.plan), self._words
        numbers = {job.name: (n, pipeline.step_name(job, words)) for n, job in enumerate(chain, start=1)}
        rows = []
        for one in found:
            number, name = numbers.get(one.name, (0, words.say(phrases.ORIGINAL)))
            rows.append((f"{number} {name}" if number else name, one.below or 0, one.uniques or 0))
        self.each.show_pairs([(name, float(below), float(unique)) for name, below, unique in rows])
        heads = phrases.EACH_HEADS
        texts = [(name, whole(below), whole(unique)) for name, below, unique in rows]
        self.frames[1].show_table(tuple(words.say(one, k=found[0].k) for one in heads), texts, (1, 2))

    def _show_due(self, before: StepFigures, after: StepFigures, heads: tuple[str, str]) -> None:
        names = sorted(before.due, key=lambda name: -before.due[name])
        rows = [(name, before.due[name], after.due.get(name, 0)) for name in names]
        self.due.show_rows(rows)
        texts = [(name, whole(old), whole(new)) for name, old, new in rows]
        self.due.setAccessibleDescription("; ".join(f"{name} {old} → {new}" for name, old, new in texts))
        self.frames[2].setToolTip(self._words.say(phrases.DUE_MEANING))
        self.frames[2].show_table((self._words.say(phrases.VARIABLE), *heads), texts, (1, 2))

    def _lay_out(self) -> None:
        sizes, each, due = self.frames
        tiles = beside(self, *((tile, 1) for tile in self.tiles), spacing=1)
        right = below(self, (each, 1), (due, 1), spacing=1)
        pictures = beside(self, (sizes, 5), (right, 4), spacing=1)
        fill(self, tiles, self.line, (pictures, 1), 0, spacing=1)
