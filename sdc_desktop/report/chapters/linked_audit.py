"""What a ``linked_audit`` job found: what released projections disclose of the detailed table."""

from sdc_desktop.engine.methods.tables.linked_audit.engine import LinkedAuditResult, ScenarioResult
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.tables import intervals_figure, shown_count, table_limits
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Column, Finding, Heading, Paragraph, Table
from sdc_desktop.sheets.confidential import names_of, numbering_note
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.tables.tables import NOTHING, scenario_name
from sdc_desktop.words.words import whole


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The verdict first, then the scenarios side by side, then the cells of the worst."""
    result: LinkedAuditResult = subject.result.result
    every = [cell for scenario in result.scenarios for cell in scenario.cells]
    names = names_of(subject.confidential, result.dimensions, every, subject.total_code)
    blocks: list[Block | Heading] = [
        _finding(subject, result, words),
        _scenarios(subject, result, words),
    ]
    if subject.is_internal:
        blocks += numbering_note(names.hidden, words)
        worst = max(result.scenarios, key=lambda one: (one.disclosed, one.highest_risk or 0))
        hidden = [cell for cell in worst.cells if cell.published is None]
        blocks.append(Paragraph(scenario_name(worst), words.say(N_("Worst scenario:"))))
        blocks += intervals_figure(list(names.cells(hidden)) if names.hidden else hidden, words)
    blocks += [
        *(
            Paragraph(sentence(names.problem(note), words).message, words.say(N_("Note.")))
            for note in result.notes
        ),
        Heading(words.say(N_("Limits and assumptions"))),
        *table_limits(words),
    ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def balance(subject: Subject, result: LinkedAuditResult, words: Words) -> Balance:
    """The row of risk: of the scenario that discloses most; an audit has no before."""
    most = max(scenario.disclosed for scenario in result.scenarios)
    measure = words.say(N_("detailed cells disclosed, worst scenario"))
    return Balance(measure, NOTHING, shown_count(subject, most, words))


def _finding(subject: Subject, result: LinkedAuditResult, words: Words) -> Finding:
    bad = [scenario for scenario in result.scenarios if scenario.disclosed]
    if not bad:
        return Finding(words.say(N_("No scenario discloses a detailed cell exactly.")))
    if not subject.is_internal:
        return Finding(words.say(N_("Tables that are released together disclose detailed cells exactly.")))
    text = words.say_many(
        N_("{number} of {all} scenarios discloses detailed cells exactly."),
        N_("{number} of {all} scenarios disclose detailed cells exactly."),
        len(bad),
        all=whole(len(result.scenarios)),
    )
    return Finding(text)


def _scenarios(subject: Subject, result: LinkedAuditResult, words: Words) -> Table:
    """How many cells a scenario discloses is for the internal edition."""
    columns = (
        Column(words.say(N_("Released")), share=3),
        Column(words.say(N_("Published cells")), "right"),
        Column(words.say(N_("Independent constraints")), "right", 1.4),
        Column(words.say(N_("Disclosed")), "right"),
        Column(words.say(N_("Highest risk")), "right"),
    )
    shown = 5 if subject.is_internal else 3
    rows = tuple(_row(scenario, words)[:shown] for scenario in result.scenarios)
    return Table(words.say(N_("The scenarios")), columns[:shown], rows)


def _row(scenario: ScenarioResult, words: Words) -> tuple[str, ...]:
    return (
        scenario_name(scenario),
        whole(scenario.published),
        NOTHING if scenario.rank is None else whole(scenario.rank),
        whole(scenario.disclosed),
        NOTHING if scenario.highest_risk is None else words.figure(scenario.highest_risk, 3),
    )
