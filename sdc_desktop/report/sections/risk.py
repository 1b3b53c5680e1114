"""What a ``risk`` job found: who stands alone, and the chances of finding somebody."""

from collections.abc import Iterator

from sdc_desktop.engine.microdata.risk_result import GuessingRisk, IndividualRisk, RiskResult
from sdc_desktop.report.model import (
    Block,
    Column,
    Heading,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Section,
    Table,
    Verdict,
)
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.generalising import check_verdict, estimates, suppressed_apart
from sdc_desktop.words.problems import noted
from sdc_desktop.words.risk import expected, missing_rule, score_told, special_uniques, verdict
from sdc_desktop.words.words import figure, listed, percent, whole


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. Exact small counts are for the internal edition."""
    result: RiskResult = subject.result.result
    blocks: list[Block | Heading] = [_verdict(subject, result, words), _key_figures(subject, result, words)]
    blocks += [Heading(words.say(N_("What was found"))), Paragraph(expected(result, words))]
    blocks.append(_chances(subject, result, words))
    if subject.is_internal:
        blocks.append(_thresholds(result, words))
        if result.suda is not None:
            blocks.append(Paragraph(special_uniques(result.suda, result.records, words)))
        blocks += [Paragraph(estimates(name, one, words)) for name, one in result.diversity.items()]
        if result.check is not None:
            apart = suppressed_apart(result.check, words)
            told = check_verdict(result.check, words)
            blocks.append(Paragraph(told if apart is None else f"{told} {apart}", words.say(N_("Criteria."))))
    if result.score is not None:
        blocks.append(Paragraph(score_told(result.score, words), words.say(N_("Released file."))))
    blocks += [Heading(words.say(N_("Limits and assumptions"))), *_limits(result, words)]
    title = words.say(N_("Disclosure risk: {name}"), name=subject.job.name)
    return (Section(title, tuple(blocks), subject.key),)


def _verdict(subject: Subject, result: RiskResult, words: Words) -> Verdict:
    mark_name = words.say(N_("Not yet")) if result.uniques else words.say(N_("Finding"))
    text = verdict(result, words)
    if not subject.is_internal:
        on = listed(result.identifying, words)
        text = (
            words.say(N_("Some records can be singled out by {variables}."), variables=on)
            if result.uniques
            else words.say(N_("No record can be singled out by {variables}."), variables=on)
        )
    return Verdict(text, "caution" if result.uniques else "told", mark_name)


def _key_figures(subject: Subject, result: RiskResult, words: Words) -> KeyFigures:
    figures = [
        KeyFigure(
            words.say(N_("Average chance")),
            percent(result.prosecutor.average),
            words.say(N_("of a right guess at somebody known to be in the file")),
        ),
        KeyFigure(
            words.say(N_("Expected to be found")),
            figure(result.expected_reidentifications, 1),
            words.say(N_("of {records} records"), records=whole(result.records)),
        ),
    ]
    if subject.is_internal:
        alone = words.say(N_("of {records} records"), records=whole(result.records))
        figures.insert(0, KeyFigure(words.say(N_("Standing alone")), whole(result.uniques), alone))
    return KeyFigures(tuple(figures))


def _chances(subject: Subject, result: RiskResult, words: Words) -> Table:
    rows = [_guessed(words.say(N_("Prosecutor: knows that somebody is in the file")), result.prosecutor)]
    if result.journalist is not None:
        rows.append(_guessed(words.say(N_("Journalist: does not know")), result.journalist))
    rows.append((words.say(N_("Marketer: wants many right guesses")), "", percent(result.marketer), ""))
    if result.individual is not None:
        rows.append(_guessed(words.say(N_("Single records, by the weights")), result.individual))
    if result.household is not None:
        rows.append(_guessed(words.say(N_("Somebody of their household")), result.household))
    columns = (
        Column(words.say(N_("Who looks")), share=4),
        Column(words.say(N_("Highest")), "right"),
        Column(words.say(N_("Average")), "right"),
        Column(words.say(N_("Records above {most}"), most=percent(result.tolerable, 0)), "right"),
    )
    told = range(4) if subject.is_internal else (0, 2)
    columns_told = tuple(columns[place] for place in told)
    rows_told = tuple(tuple(row[place] for place in told) for row in rows)
    return Table(words.say(N_("Chances of a right guess")), columns_told, rows_told)


def _guessed(who: str, risk: GuessingRisk | IndividualRisk) -> tuple[str, ...]:
    return (who, percent(risk.highest), percent(risk.average), whole(risk.records_above))


def _thresholds(result: RiskResult, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Shared by fewer than")), "right"),
        Column(words.say(N_("Combinations")), "right"),
        Column(words.say(N_("Records")), "right"),
    )
    rows = tuple((whole(one.k), whole(one.cells), whole(one.records)) for one in result.below)
    note = words.say(N_("Other tools count combinations or records; both are given here."))
    return Table(words.say(N_("Rare combinations")), columns, rows, note)


def _limits(result: RiskResult, words: Words) -> Iterator[Paragraph]:
    yield Paragraph(missing_rule(result, words), words.say(N_("Missing values.")))
    yield Paragraph(
        words.say(
            N_(
                "Only {variables} count as known to an intruder. If another variable can be known too, "
                "risk is higher."
            ),
            variables=listed(result.identifying, words),
        ),
        words.say(N_("What the intruder knows.")),
    )
    for problem in result.notes:
        yield Paragraph(noted(problem, words), words.say(N_("Note.")))
