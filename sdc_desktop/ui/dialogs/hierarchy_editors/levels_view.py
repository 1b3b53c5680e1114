"""What each level of a hierarchy leaves, and a file of levels to choose."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from sdc_desktop.engine.microdata.hierarchies.spec import HierarchySpec, LevelsSpec
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.dialogs.hierarchy_preview import HierarchyPreview, LevelPreview
from sdc_desktop.ui.dialogs.questions import with_suffix
from sdc_desktop.ui.models.level_table_model import LevelsModel
from sdc_desktop.ui.widgets.tables.data_table import DataTable, fit_columns
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.words import whole

_MANUAL = LevelsSpec(kind="levels", path="-", header=False)  # levels without names are called by number
_WIDEST = 34  # characters of a column


class LevelsView(DataTable):
    """A column a level: its number of categories, then the categories with their numbers of records."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        self.levels = LevelsModel()
        super().__init__(self.levels, words.say(N_("The levels and their categories")), words, parent)
        self.levels.setParent(self)
        self._words = words
        self.verticalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)

    def show_levels(self, found: HierarchyPreview) -> None:
        """Show what a hierarchy makes of the data."""
        self.levels.show([self._column(level, found.spec or _MANUAL) for level in found.levels])
        fit_columns(self, _WIDEST)

    def clear(self) -> None:
        """Show nothing."""
        self.levels.show(())

    def _column(self, level: LevelPreview, spec: HierarchySpec) -> tuple[str, list[str]]:
        from sdc_desktop.words.microdata.hierarchies import coding_title

        say, shown = self._words.say, level.shown
        title = coding_title(level.level, level.name, spec, self._words)
        number = self._words.say_many(N_("{number} category"), N_("{number} categories"), level.categories)
        cells = [
            say(N_("{value} ({count})"), value=value or say(N_("empty")), count=whole(count))
            for value, count in shown
        ]
        if level.categories > len(shown):
            cells.append(say(N_("\u2026 and {number} more"), number=whole(level.categories - len(shown))))
        return f"{title}\n{number}", cells


def told(problem: Problem, words: Words) -> str:
    """A problem in sentences, with the values that are named nowhere else: logs tell none."""
    said = spoken(problem, words)
    if problem.code != "hierarchy.repeated":
        return said
    values = problem.params["values"]
    assert isinstance(values, tuple)
    return words.say(N_("{said} They are: {values}"), said=said, values=", ".join(values))


_SUFFIXES = (".csv", ".txt", ".tsv")


def ask_for_levels(base: Path, words: Words, parent: QWidget) -> Path | None:
    """Ask for a file of levels to read; None where there is to be none."""
    name, _ = QFileDialog.getOpenFileName(
        parent,
        words.say(N_("Import a file of levels")),
        str(base),
        words.say(N_("Files of levels (*.csv *.txt *.tsv *.hrc);;All files (*)")),
    )
    return Path(name) if name else None


def ask_for_target(title: str, base: Path, variable: str, words: Words, parent: QWidget) -> Path | None:
    """Ask where to write a file of levels; one called after the variable is proposed."""
    stem = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in variable)
    name, _ = QFileDialog.getSaveFileName(
        parent,
        title,
        str(base / f"{stem}_levels.csv"),
        words.say(N_("Text files (*.csv *.txt *.tsv);;All files (*)")),
    )
    return with_suffix(Path(name), _SUFFIXES, words, parent) if name else None
