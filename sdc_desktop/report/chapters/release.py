"""What a ``release`` job found: how many records are released by each test, or whether a whole file may."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sdc_desktop.engine.methods.release.release.engine import ReleaseResult
from sdc_desktop.engine.problems import Param
from sdc_desktop.engine.release.assessment import Assessed, is_tested
from sdc_desktop.engine.release.assessment import Finding as TestFinding
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Block,
    Column,
    Figure,
    Finding,
    Heading,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Series,
    Table,
)
from sdc_desktop.sheets.confidential import numbered, numbering_note
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.release.release import (
    degrees_text,
    join_text,
    policy_text,
    run_name,
    state_of_finding,
    test_name,
    verdict,
)
from sdc_desktop.words.words import whole

_MOST_FINDINGS = 20  # bars of statistics
_MOST_BARS = 3  # series of a chart
_SMALL_COUNTS = ("release.no_baseline", "release.missing")  # for the internal edition only


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The verdict first, then what was done, what came of it, what it does not say."""
    result: ReleaseResult = subject.result.result
    blocks: list[Block | Heading] = [
        _finding(result, words),
        _key_figures(subject, result, words),
        Heading(words.say(N_("Method"))),
        *_what_was_done(subject, result, words),
        Heading(words.say(N_("Results"))),
        *_what_was_found(subject, result, words),
        Heading(words.say(N_("Limits and assumptions"))),
        *_limits(words),
    ]
    title = words.say(N_("Release queue: {name}"), name=subject.job.name)
    return (Section(title, tuple(blocks), subject.key),)


def _what_was_found(subject: Subject, result: ReleaseResult, words: Words) -> Iterator[Block]:
    return (_runs if result.assessment is None else _assessment)(subject, result, words)


def _finding(result: ReleaseResult, words: Words) -> Finding:
    return Finding(verdict(result, words))


def _target_names(subject: Subject, result: ReleaseResult) -> Mapping[str, str]:
    """How targets are given: by number where they are values of respondents."""
    if result.target in subject.confidential:
        return numbered(result.target, result.fit)
    return {name: name for name in result.fit}


def _key_figures(subject: Subject, result: ReleaseResult, words: Words) -> KeyFigures:
    figures = [
        KeyFigure(
            words.say(N_("Records")),
            whole(result.records),
            words.say(
                N_("with a value of {attribute} and a {target}"),
                attribute=result.attribute,
                target=result.target,
            ),
        ),
        KeyFigure(
            words.say(N_("Targets")),
            whole(len(result.fit)),
            words.say(
                N_("with {number} values of {attribute}"),
                number=whole(len(result.baseline)),
                attribute=result.attribute,
            ),
        ),
    ]
    if subject.is_internal:
        figures.append(
            KeyFigure(
                words.say(N_("Fitting the baseline")),
                whole(sum(result.fit.values())),
                words.say(N_("records, if each target had to fit it exactly")),
            )
        )
    if result.assessment is None:
        requests = words.say(N_("of {number} requests each"), number=whole(result.requests))
        figures.insert(1, KeyFigure(words.say(N_("Orders")), whole(result.orders), requests))
    return KeyFigures(tuple(figures))


def _what_was_done(subject: Subject, result: ReleaseResult, words: Words) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "Anyone who collects what is released sees how {attribute} is distributed in each "
                "{target}. Where that departs from the baseline, which is public, a sensitive property "
                "of the {target} can be inferred. A record is released only if the tests find no "
                "departure with it (Bezzi et al. 2012)."
            ),
            attribute=result.attribute,
            target=result.target,
        )
    )
    for name, alpha in result.alpha.items():
        text = words.say(
            N_("{test}, at a significance of {alpha}."),
            test=test_name(name, words),
            alpha=words.percent(alpha),
        )
        yield Paragraph(text[:1].upper() + text[1:], words.say(N_("{name}:"), name=name.upper()))
    parts = [degrees_text(result.degrees, words)]
    if any(name.upper() == "CST" for name in result.alpha):
        parts.append(join_text(result.join, words))
    if result.assessment is None:
        parts = [
            policy_text(result.policy, words),
            *parts,
            words.say(
                N_("Critical values for the first records come from {draws} draws."),
                draws=whole(result.draws),
            ),
        ]
    yield Paragraph(" ".join(parts))
    names = _target_names(subject, result)
    if any(name != shown_name for name, shown_name in names.items()):
        yield from numbering_note((result.target,), words)
    for problem in result.notes:
        if subject.is_internal or problem.code not in _SMALL_COUNTS:
            problem = replace(problem, params=_named(problem.params, names))
            yield Paragraph(noted(problem, words), words.say(N_("Note.")))


def _named(params: Mapping[str, Param], names: Mapping[str, str]) -> dict[str, Param]:
    """The figures of a note, with its targets in the form permitted."""
    targets = params.get("targets")
    if not isinstance(targets, tuple):
        return dict(params)
    return {**params, "targets": tuple(names.get(str(name), "–") for name in targets)}


def _runs(subject: Subject, result: ReleaseResult, words: Words) -> Iterator[Block]:
    """How many records a target has can be a small count: targets are for the internal edition."""
    yield _run_table(result, words)
    if subject.is_internal:
        yield _target_table(subject, result, words)
        if len(result.runs) <= _MOST_BARS:
            yield _chart(subject, result, words)
    if len(result.runs) > 1:
        yield _matrix(result, words)


def _run_table(result: ReleaseResult, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Tests")), share=1.6),
        Column(words.say(N_("Released")), "right"),
        Column(words.say(N_("Of requests")), "right"),
        Column(words.say(N_("Standard deviation")), "right"),
        Column(words.say(N_("Waiting")), "right"),
        Column(words.say(N_("Denied")), "right"),
        Column(words.say(N_("Stalled orders")), "right"),
    )
    rows = tuple(
        (
            run_name(run.tests),
            words.figure(run.released, 1),
            words.percent(run.released / run.requested if run.requested else 0.0),
            "–" if run.sd is None else words.figure(run.sd, 1),
            words.figure(run.queued, 1),
            words.figure(run.denied, 1),
            whole(run.stalled),
        )
        for run in result.runs
    )
    note = words.say(
        N_(
            "Means over the orders. Stalled: records wait although nothing was released after half of "
            "the requests came."
        )
    )
    return Table(words.say(N_("Records released by test")), columns, rows, note)


def _target_table(subject: Subject, result: ReleaseResult, words: Words) -> Table:
    names = _target_names(subject, result)
    columns = (
        Column(words.say(N_("Tests")), share=1.4),
        Column(result.target, share=1.4),
        Column(words.say(N_("Requested")), "right"),
        Column(words.say(N_("Released")), "right"),
        Column(words.say(N_("Standard deviation")), "right"),
        Column(words.say(N_("Without stalled orders")), "right"),
        Column(words.say(N_("Fitting the baseline")), "right"),
        Column(words.say(N_("Failing at end")), "right"),
    )
    rows = tuple(
        (
            run_name(run.tests),
            names[name],
            words.figure(target.requested, 1),
            words.figure(target.released, 1),
            "–" if target.sd is None else words.figure(target.sd, 1),
            "–" if target.released_unstalled is None else words.figure(target.released_unstalled, 1),
            whole(result.fit[name]),
            whole(target.overtaken),
        )
        for run in result.runs
        for name, target in run.targets.items()
    )
    note = words.say(
        N_(
            "Means over the orders. Overtaken: orders that end with the target failing the test, though each "
            "release was safe when it was made; its records wait."
        )
    )
    return Table(words.say(N_("Records released by target")), columns, rows, note)


def _chart(subject: Subject, result: ReleaseResult, words: Words) -> Figure:
    names = tuple(_target_names(subject, result).values())
    series = tuple(
        Series(run_name(run.tests), tuple(target.released for target in run.targets.values()))
        for run in result.runs
    )
    axis = Axis(words.say(N_("Records released")), words.say(N_("mean over the orders")))
    return Figure(
        words.say(N_("Records released by target")),
        (BarChart(names, series, axis, decimals=0),),
        words.say(N_("Longer bar: more records released.")),
    )


def _matrix(result: ReleaseResult, words: Words) -> Table:
    tests = tuple(result.matrix[0].safe_under)
    columns = (
        Column(words.say(N_("Released by")), share=1.6),
        *(Column(words.say(N_("Safe by {test}"), test=test.upper()), "right") for test in tests),
    )
    rows = tuple(
        (run_name(row.tests), *(whole(row.safe_under[test]) for test in tests)) for row in result.matrix
    )
    note = words.say(
        N_(
            "In how many of {orders} orders what was released is, in the end, safe by the other test, "
            "for all targets."
        ),
        orders=whole(result.orders),
    )
    return Table(words.say(N_("Safety under other tests")), columns, rows, note)


def _assessment(subject: Subject, result: ReleaseResult, words: Words) -> Iterator[Block]:
    names = _target_names(subject, result)
    columns = (
        Column(words.say(N_("Test"))),
        Column(result.target, share=1.6),
        Column(words.say(N_("Statistic")), "right"),
        Column(words.say(N_("Critical value")), "right"),
        Column(words.say(N_("Degrees of freedom")), "right"),
        Column(words.say(N_("State"))),
    )
    rows = tuple(
        (
            test.upper(),
            names.get(target, target) or words.say(N_("the whole")),
            _number(finding.statistic, words),
            _number(finding.critical, words),
            "–" if finding.degrees_of_freedom is None else whole(finding.degrees_of_freedom),
            state_of_finding(finding, words),
        )
        for test, target, finding in _findings(result.assessment or {})
    )
    note = words.say(
        N_("Safe is a statistic below its critical value. Distances and information are in bits.")
    )
    title = words.say(N_("Statistics and critical values"))
    if subject.is_internal:
        yield from _reached(result, names, words)
        yield Table(title, columns, rows, note)
    else:  # counts could be derived from exact statistics
        states = tuple((row[0], row[1], row[5]) for row in rows)
        found = words.say(N_("Test results"))
        yield Table(found, (columns[0], columns[1], columns[5]), states)


def _reached(result: ReleaseResult, names: Mapping[str, str], words: Words) -> Iterator[Figure]:
    """Every statistic as a share of its critical value, so that all tests share one axis."""
    bars = {
        f"{test.upper()}, {names.get(target, target)}" if target else test.upper(): (
            100 * finding.statistic / finding.critical
        )
        for test, target, finding in _findings(result.assessment or {})
        if math.isfinite(finding.statistic) and math.isfinite(finding.critical) and finding.critical > 0
    }
    if not bars or min(bars.values()) < 0:
        return
    shown = dict(sorted(bars.items(), key=lambda bar: -bar[1])[:_MOST_FINDINGS])
    axis = Axis(words.say(N_("Statistic, of its critical value")), words.say(N_("%")))
    series = Series(words.say(N_("statistic")), tuple(shown.values()))
    yield Figure(
        words.say(N_("Test statistics relative to critical values")),
        (BarChart(tuple(shown), (series,), axis, decimals=0, limit=100.0),),
        words.say(N_("The line is the critical value: a bar that reaches it is not safe.")),
    )


def _findings(assessment: Mapping[str, Assessed]) -> Iterator[tuple[str, str, TestFinding]]:
    for test, found in assessment.items():
        if isinstance(found, TestFinding):
            yield test, "", found
        else:
            for target, finding in found.targets.items():
                yield test, target, finding


def _number(value: float, words: Words) -> str:
    return words.figure(value, 6) if math.isfinite(value) else "–"


def _limits(words: Words) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "No correction is made for looking at several targets, nor for looking again after every "
                "record: each test is made as if it were the only one."
            )
        ),
        words.say(N_("Many looks.")),
    )
    yield Paragraph(
        words.say(
            N_(
                "The observer is taken to know the baseline and what was released, but neither the "
                "requests nor the answers, nor how many records there are. Anyone who learns that a "
                "request waits learns something about the target."
            )
        ),
        words.say(N_("Observer's knowledge.")),
    )
    yield Paragraph(
        words.say(
            N_(
                "Each release is safe by the rule at its time. Critical values can change later, where a new "
                "value is seen or where drawn values give way to the chi-square law. A target may then fail "
                "and its records wait, but nothing released can be called back."
            )
        ),
        words.say(N_("Safe when made.")),
    )


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    risk = words.say(N_("departure from the baseline that a test finds"))
    if result.assessment is not None:
        if not any(is_tested(found) for found in result.assessment.values()):
            return Balance(risk, NOTHING, NOTHING)
        safe = all(found.safe for found in result.assessment.values())
        return Balance(risk, NOTHING, words.say(N_("none") if safe else N_("some")))
    overtaken = any(row.safe_under[name] < result.orders for row in result.matrix for name in row.tests)
    most = max(result.runs, key=lambda run: run.released)
    share = most.released / most.requested if most.requested else 0.0
    return Balance(
        risk,
        NOTHING,
        words.say(N_("some") if overtaken else N_("none")),
        words.say(N_("maximum number of requested records released")),
        words.percent(1),
        words.percent(share),
    )
