"""Hierarchies for several variables at once: files found beside the data, else a default for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies_beside import Offer, files_beside, offer_of_file, offers
from sdc_desktop.engine.problems import Problem
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.ui.dialogs.dialog import Dialog, label_of
from sdc_desktop.ui.dialogs.hierarchy_editors.levels import ask_for_levels
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.theme import in_column, step
from sdc_desktop.ui.widgets.plain_parts import accept_or_cancel, plain_label, push_button
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchy_offers import (
    fault,
    files_found,
    in_sentences,
    offer_name,
    offer_text,
)

if TYPE_CHECKING:
    from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
    from sdc_desktop.engine.data.reading import Opened

_STRETCHED = 3  # the column of the numbers of categories


def offered(opened: Opened, base: Path, names: Sequence[str], context: JobContext) -> tuple[Offer, ...]:
    """Hierarchies for these variables, each tried on the data."""
    found = files_beside(opened.path, names)
    files = {name: relative_path(path.resolve(), base) for name, path in found.items()}
    return offers(opened, base, files, names, context)


def offered_by_file(
    opened: Opened, base: Path, name: str, path: Path, context: JobContext
) -> tuple[Offer, ...]:
    """The hierarchy of a file, tried on the values of one variable."""
    return (offer_of_file(opened, base, name, relative_path(path.resolve(), base), context),)


class HierarchiesDialog(Dialog):
    """One row per variable: its hierarchy, the number of categories at each level, and what to note."""

    chosen = Signal(object)  # {variable: HierarchySpec}

    def __init__(
        self,
        names: Sequence[str],
        opened: Opened,
        base: Path,
        jobs: JobManager,
        words: Words,
        parent: QWidget | None = None,
    ) -> None:
        say = words.say
        super().__init__(say(N_("Hierarchies")), "hierarchies", words, parent)
        self._opened, self._base = opened, base
        self._offers: dict[str, list[Offer]] = {}
        self._found = ""  # how many files were found
        self.boxes: dict[str, QComboBox] = {}
        self.files: dict[str, QPushButton] = {}
        self.levels: dict[str, QLabel] = {}
        self.text = plain_label(say(N_("Looking for hierarchy files beside the data…")))
        self._rows = QWidget()
        self._grid = QGridLayout(self._rows)
        self._grid.setSpacing(step(self))
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setAccessibleName(say(N_("Hierarchies")))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self._rows)
        self.use, self.buttons = accept_or_cancel(self, say(N_("&Use hierarchies")), words)
        self.use.setEnabled(False)
        self._column = in_column(self, self.text, (area, 1), self.buttons, margin=1.5, spacing=1.5)
        resize_within(self, step(self, 104), step(self, 20 + 5 * min(len(names), 9)))
        self._reading = ""  # the variable whose file is being read
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._show)
        self._runner.failed.connect(self._refuse)
        self._runner.request(partial(offered, opened, base, names))

    @property
    def hierarchies(self) -> Mapping[str, HierarchySpec]:
        """What is selected, by variable; those set to none are not in it."""
        picked = ((name, box.currentData()) for name, box in self.boxes.items())
        return {name: self._offers[name][place].spec for name, place in picked if place >= 0}

    def done(self, result: int) -> None:
        self._runner.drop()
        super().done(result)

    # inside ------------------------------------------------------------------------------------------

    @Slot(object)
    def _show(self, offers: tuple[Offer, ...]) -> None:
        if self.boxes:
            self._add_offer(*offers)
            return
        for offer in offers:
            self._offers.setdefault(offer.variable, []).append(offer)
        say = self._words.say
        titles = (N_("Variable"), N_("Hierarchy"), N_("Categories at each level"))
        for place, title in zip((0, 1, _STRETCHED), titles, strict=True):
            self._grid.addWidget(plain_label(say(title), tone="strong"), 0, place)
        for row, (name, found) in enumerate(self._offers.items(), start=1):
            self._add_row(row, name, found)
        self._grid.setColumnStretch(_STRETCHED, 1)
        self._grid.setRowStretch(len(self._offers) + 1, 1)
        self._found = files_found(offers, self._words)
        self._on_choice()
        self.buttons.setParent(None)  # added again, they follow the rows in the order of Tab
        self._column.addWidget(self.buttons)
        self.use.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add_row(self, row: int, name: str, found: Sequence[Offer]) -> None:
        box, levels = QComboBox(), plain_label()
        label = label_of(box, name, self._words.say(N_("Hierarchy of {name}"), name=name))
        label.setTextFormat(Qt.TextFormat.PlainText)
        for place, offer in enumerate(found):
            box.addItem(offer_name(offer, self._words), place)
        box.addItem(self._words.say(N_("none")), -1)
        box.setCurrentIndex(next((place for place, offer in enumerate(found) if offer.usable), len(found)))
        box.currentIndexChanged.connect(self._on_choice)
        file = push_button(self._words.say(N_("File\u2026")), scale="small")
        file.setAutoDefault(False)
        file.setAccessibleName(self._words.say(N_("Hierarchy file of {name}"), name=name))
        file.clicked.connect(partial(self._ask_file, name))
        self.boxes[name], self.files[name], self.levels[name] = box, file, levels
        for place, widget in enumerate((label, box, file, levels)):
            self._grid.addWidget(widget, row, place)

    def _ask_file(self, name: str) -> None:
        path = ask_for_levels(self._base, self._words, self)
        if path is not None:
            self.load_file(name, path)

    def load_file(self, name: str, path: Path) -> None:
        """Try the hierarchy of a file; it is selected once it has been read, and nothing is used before."""
        self._reading = name
        self._rows.setEnabled(False)
        self._show_use()
        self._runner.request(partial(offered_by_file, self._opened, self._base, name, path))

    def _add_offer(self, offer: Offer) -> None:
        name, box = offer.variable, self.boxes[offer.variable]
        self._offers[name].append(offer)
        box.insertItem(box.count() - 1, offer_name(offer, self._words), len(self._offers[name]) - 1)
        box.setCurrentIndex(box.count() - 2)
        self._end_reading()

    def _end_reading(self) -> None:
        self._rows.setEnabled(True)
        if self._reading in self.files:
            self.files[self._reading].setFocus(Qt.FocusReason.OtherFocusReason)
        self._reading = ""
        self._show_use()

    @Slot()
    def _on_choice(self) -> None:
        headless = self._headless()
        note = N_("None of the files has a header line: first rows are read as values.")
        self.text.setText(f"{self._found} {self._words.say(note)}" if headless else self._found)
        for name in self.boxes:
            self._explain(name, tell_header=not headless)
        self._show_use()

    def _headless(self) -> bool:
        """Whether several files are selected, and none has a header line: that is said once."""
        picked = ((name, box.currentData()) for name, box in self.boxes.items())
        offers = [self._offers[name][place] for name, place in picked if place >= 0]
        files = [offer for offer in offers if offer.source == "file" and offer.usable]
        return len(files) > 1 and all(offer.without_header for offer in files)

    def _show_use(self) -> None:
        picked = [box.currentData() for box in self.boxes.values()]
        named = zip(self.boxes, picked, strict=True)
        usable = all(self._offers[name][place].usable for name, place in named if place >= 0)
        self.use.setEnabled(not self._reading and usable and any(place >= 0 for place in picked))

    def _explain(self, name: str, *, tell_header: bool) -> None:
        place = self.boxes[name].currentData()
        words, picked, first = self._words, self._offers[name][max(place, 0)], self._offers[name][0]
        text = "" if place < 0 else offer_text(picked, words, tell_header=tell_header)
        if place != 0 and first.source == "file" and not first.usable:
            named = {"file": offer_name(first, words), "reason": fault(first, words)}
            text = "\n".join(filter(None, (text, words.say(N_("{file}: {reason}"), **named))))
        self.levels[name].setText(text)

    @Slot(object)
    def _refuse(self, problems: tuple[Problem, ...]) -> None:
        self.text.setText("\n".join(in_sentences(problem, self._words) for problem in problems))
        self._end_reading()

    def accept(self) -> None:
        """What is selected is used."""
        self.chosen.emit(self.hierarchies)
        super().accept()
