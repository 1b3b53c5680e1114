"""Hierarchies that are offered for variables, and what a hierarchy makes of the data, in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.problems import Problem
from sdc_desktop.words.microdata.hierarchies import KIND_WORDS, level_what
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.words import N_, Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.hierarchies_beside import Offer
    from sdc_desktop.engine.running.hierarchy_preview import LevelPreview


def offer_name(offer: Offer, words: Words) -> str:
    """The file of an offer, or what kind of hierarchy is the default."""
    if offer.source == "file" and isinstance(offer.spec, LevelsSpec):
        return Path(offer.spec.path).name
    return words.say(N_("Default: {kind}"), kind=words.say(KIND_WORDS[offer.spec.kind]))


def files_found(offers: Sequence[Offer], words: Words) -> str:
    """How many files were found for some variables."""
    files = sum(offer.source == "file" for offer in offers)
    if not files:
        return words.say(N_("No file beside the data is named after these variables. Each has a default."))
    return words.say_many(
        N_("{number} hierarchy file found beside the data. Other variables have a default."),
        N_("{number} hierarchy files found beside the data. Other variables have a default."),
        files,
    )


def offer_text(offer: Offer, words: Words, *, tell_header: bool) -> str:
    """The categories at each level of an offer, and what to note; `tell_header`: also that there is no header
    line.
    """
    lines = [" → ".join(whole(number) for number in offer.categories)] if offer.categories else []
    if not offer.usable:
        lines.append(fault(offer, words))
    elif offer.without_header and tell_header:
        lines.append(words.say(N_("No header line: the first row is read as a value.")))
    lines += [in_sentences(problem, words) for problem in offer.problems if offer.usable]
    return "\n".join(lines)


def fault(offer: Offer, words: Words) -> str:
    """Why an offer cannot be used."""
    if offer.lacking:
        return words.say_many(
            N_("{number} value of the data is missing from the hierarchy."),
            N_("{number} values of the data are missing from the hierarchy."),
            offer.lacking,
        )
    return " ".join(in_sentences(problem, words) for problem in offer.problems)


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
