"""What a ``linked_audit`` job found: what released projections disclose of the detailed table."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.tables.linked_audit.engine import LinkedAuditResult, ScenarioResult
from sdc_desktop.sheets.blocks import Block, Column, Finding, Paragraph, Table
from sdc_desktop.sheets.confidential import names_of, numbering_note
from sdc_desktop.sheets.sheet import EXTERNAL, INSIDE, INTERNAL, PAPER, About, For
from sdc_desktop.sheets.tables import but, intervals_figure
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.tables.tables import NOTHING
from sdc_desktop.words.words import N_, Words, whole


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, the scenarios side by side, and inside the cells of the worst."""
    result: LinkedAuditResult = about.result
    yield from _findings(about, words)
    yield For(_scenarios(result, words), INSIDE)
    yield For(_scenarios(result, words, 3), EXTERNAL)
    every = [cell for scenario in result.scenarios for cell in scenario.cells]
    names = names_of(about.confidential, result.dimensions, every, about.total_code)
    worst = max(result.scenarios, key=lambda one: (one.disclosed, one.highest_risk or 0))
    hidden = [cell for cell in worst.cells if cell.published is None]
    inside: tuple[Block, ...] = (
        *numbering_note(names.hidden, words),
        Paragraph(_name(worst), words.say(N_("Worst scenario:"))),
        *intervals_figure(list(names.cells(hidden)) if names.hidden else hidden, words),
    )
    for block in inside:
        yield For(block, INTERNAL)
    for note in map(names.problem, result.notes):
        yield For(Paragraph(sentence(note, words).message, words.say(N_("Note."))), PAPER)


def _findings(about: About, words: Words) -> Iterator[For]:
    result: LinkedAuditResult = about.result
    bad = [scenario for scenario in result.scenarios if scenario.disclosed]
    limit = about.params.max_risk
    insiders = [one.insider for one in result.scenarios if one.insider is not None]
    above = limit is not None and (
        any((one.highest_risk or 0) > limit for one in result.scenarios)
        or any(one.above(limit) for one in insiders)
    )
    deriving = (one for one in insiders if one.derives)
    nothing = words.say(N_("No scenario discloses a detailed cell exactly."))
    inside = outside = " ".join((nothing, *but(above, next(deriving, None), words)))
    if bad:
        outside = words.say(N_("Tables that are released together disclose detailed cells exactly."))
        inside = words.say_many(
            N_("{number} of {all} scenarios discloses detailed cells exactly."),
            N_("{number} of {all} scenarios disclose detailed cells exactly."),
            len(bad),
            all=whole(len(result.scenarios)),
        )
    yield For(Finding(inside), INSIDE)
    yield For(Finding(outside), EXTERNAL)


def _scenarios(result: LinkedAuditResult, words: Words, shown: int = 5) -> Table:
    """How many cells a scenario discloses is in the last two of five columns."""
    columns = (
        Column(words.say(N_("Released")), share=3),
        Column(words.say(N_("Published cells")), "right"),
        Column(words.say(N_("Independent constraints")), "right", 1.4),
        Column(words.say(N_("Disclosed")), "right"),
        Column(words.say(N_("Highest risk")), "right"),
    )
    rows = tuple(_row(scenario, words)[:shown] for scenario in result.scenarios)
    return Table(words.say(N_("The scenarios")), columns[:shown], rows)


def _row(scenario: ScenarioResult, words: Words) -> tuple[str, ...]:
    return (
        _name(scenario),
        whole(scenario.published),
        NOTHING if scenario.rank is None else whole(scenario.rank),
        whole(scenario.disclosed),
        NOTHING if scenario.highest_risk is None else words.figure(scenario.highest_risk, 3),
    )


def _name(scenario: ScenarioResult) -> str:
    """The released projections: `A x S, A x R`."""
    return ", ".join(" \u00d7 ".join(projection) for projection in scenario.released)
