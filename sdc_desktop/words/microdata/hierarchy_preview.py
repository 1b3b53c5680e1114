"""What a hierarchy makes of the data, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdc_desktop.engine.problems import Problem
from sdc_desktop.words.microdata.hierarchies import level_what
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.words import N_, Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.running.hierarchy_preview import LevelPreview


def in_sentences(problem: Problem, words: Words) -> str:
    """A problem in sentences, with the values that are named nowhere else, and in no log."""
    text = spoken(problem, words)
    if problem.code != "hierarchy.repeated":
        return text
    values = problem.params["values"]
    assert isinstance(values, tuple)
    return words.say(N_("{said} They are: {values}"), said=text, values=", ".join(values))


def level_column(level: LevelPreview, words: Words) -> tuple[str, list[str | None]]:
    """The title of a level with the number of its categories, and the categories in the rows where they begin
    (each with its number of records).
    """
    say, shown = words.say, level.shown
    number = words.say_many(N_("{number} category"), N_("{number} categories"), level.categories)
    cells: list[str | None] = [None] * (shown[-1][0] + 1 if shown else 0)
    for row, value, count in shown:
        cells[row] = say(N_("{value} ({count})"), value=value or say(N_("empty")), count=whole(count))
    if level.categories > len(shown):
        cells.append(say(N_("\u2026 and {number} more"), number=whole(level.categories - len(shown))))
    return f"{level_what(level.content, words)}\n{number}", cells
