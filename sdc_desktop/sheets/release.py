"""What a ``release`` job found: how many records are released by each test, or whether a whole file may."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace

from sdc_desktop.engine.methods.release.release.engine import ReleaseResult
from sdc_desktop.engine.problems import Param
from sdc_desktop.engine.release.assessment import Assessed, exposed, is_tested
from sdc_desktop.engine.release.assessment import Finding as TestFinding
from sdc_desktop.engine.release.simulation import Run
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
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
from sdc_desktop.sheets.sheet import EVERYONE, EXTERNAL, INSIDE, INTERNAL, PAPER, About, For
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.release.release import (
    degrees_text,
    join_text,
    policy_text,
    run_name,
    state_of_finding,
    test_name,
)
from sdc_desktop.words.words import N_, Words, listed, whole

_MOST_FINDINGS = 20  # bars of statistics
_MOST_BARS = 3  # series of a chart
_SMALL_COUNTS = ("release.no_baseline", "release.missing")  # for the internal edition only


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, the tests, and what came of them. Records of a target can be a small count."""
    result: ReleaseResult = about.result
    yield For(Finding(_finding(result, words)), EVERYONE)
    yield For(_key_figures(result, words, inside=True), INTERNAL)
    yield For(_key_figures(result, words, inside=False), EXTERNAL)
    yield For(Heading(words.say(N_("Method"))), PAPER)
    yield from _what_was_done(about, words)
    yield For(Heading(words.say(N_("Results"))), PAPER)
    names = _target_names(result, about.confidential)
    yield from (_runs if result.assessment is None else _assessment)(result, names, words)


def _finding(result: ReleaseResult, words: Words) -> str:
    """What was found, in one sentence."""
    if result.assessment is not None:
        return _assessed(result, words)
    most = max(result.runs, key=lambda run: run.released)
    if len(result.runs) == 1:
        return words.say(
            N_(
                "{tests}: {released} of {requested} {requested:requested record|requested "
                "records} released ({share})."
            ),
            **_shares(most, words),
        )
    least = min(result.runs, key=lambda run: run.released)
    return words.say(
        N_(
            "On average, between {least} ({strict}) and {most} ({lenient}) of {requested} "
            "{requested:requested record|requested records} are released."
        ),
        requested=whole(round(most.requested)),
        least=whole(round(least.released)),
        strict=run_name(least.tests),
        most=whole(round(most.released)),
        lenient=run_name(most.tests),
    )


def _assessed(result: ReleaseResult, words: Words) -> str:
    assessment = result.assessment or {}
    failing = [test.upper() for test, found in assessment.items() if not found.safe]
    if not failing and not any(is_tested(found) for found in assessment.values()):
        return words.say(
            N_(
                "Even with {records:the only record|all {records} records} released, {tests} have "
                "too few records or targets to test."
            ),
            records=whole(result.records),
            tests=listed([test.upper() for test in assessment], words),
        )
    if not failing:
        return words.say(
            N_(
                "Whole file ({records} {records:record|records}): {tests} detect no departure "
                "from the baseline."
            ),
            records=whole(result.records),
            tests=listed([test.upper() for test in assessment], words),
        )
    targets = exposed(assessment)
    if targets:
        return words.say_many(
            N_("Not safe with all {records} records out: {tests} would expose {number} target."),
            N_("Not safe with all {records} records out: {tests} would expose {number} targets."),
            len(targets),
            records=whole(result.records),
            tests=listed(failing, words),
        )
    return words.say(
        N_(
            "Not safe: {tests} detect a departure from the baseline in the whole file "
            "({records} {records:record|records})."
        ),
        records=whole(result.records),
        tests=listed(failing, words),
    )


def _shares(run: Run, words: Words) -> dict[str, str]:
    return {
        "tests": run_name(run.tests),
        "released": whole(round(run.released)),
        "requested": whole(round(run.requested)),
        "share": words.percent(run.released / run.requested if run.requested else 0.0),
    }


def _target_names(result: ReleaseResult, confidential: frozenset[str]) -> Mapping[str, str]:
    """How targets are given: by number where they are values of respondents."""
    if result.target in confidential:
        return numbered(result.target, result.fit)
    return {name: name for name in result.fit}


def _key_figures(result: ReleaseResult, words: Words, *, inside: bool) -> KeyFigures:
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
                N_("with {number} {number:value|values} of {attribute}"),
                number=whole(len(result.baseline)),
                attribute=result.attribute,
            ),
        ),
    ]
    if inside:
        figures.append(
            KeyFigure(
                words.say(N_("Fitting the baseline")),
                whole(sum(result.fit.values())),
                words.say(N_("records, if each target had to fit it exactly")),
            )
        )
    if result.assessment is None:
        requests = words.say(N_("of {number} {number:request|requests} each"), number=whole(result.requests))
        figures.insert(1, KeyFigure(words.say(N_("Orders")), whole(result.orders), requests))
    return KeyFigures(tuple(figures))


def _what_was_done(about: About, words: Words) -> Iterator[For]:
    result: ReleaseResult = about.result
    method = words.say(
        N_(
            "Anyone who collects what is released sees how {attribute} is distributed in each "
            "{target}. Where that departs from the baseline, which is public, a sensitive property "
            "of the {target} can be inferred. A record is released only if the tests find no "
            "departure with it (Bezzi et al. 2012)."
        ),
        attribute=result.attribute,
        target=result.target,
    )
    yield For(Paragraph(method), PAPER)
    for name, alpha in result.alpha.items():
        text = words.say(
            N_("{test}, at a significance of {alpha}."),
            test=test_name(name, words),
            alpha=words.percent(alpha),
        )
        lead = words.say(N_("{name}:"), name=name.upper())
        yield For(Paragraph(text[:1].upper() + text[1:], lead), PAPER)
    parts = [degrees_text(result.degrees, words)]
    if any(name.upper() == "CST" for name in result.alpha):
        parts.append(join_text(result.join, words))
    if result.assessment is None:
        parts = [
            policy_text(result.policy, words),
            *parts,
            words.say(
                N_("Critical values for the first records come from {draws} {draws:draw|draws}."),
                draws=whole(result.draws),
            ),
        ]
    yield For(Paragraph(" ".join(parts)), PAPER)
    names = _target_names(result, about.confidential)
    if any(name != shown_name for name, shown_name in names.items()):
        for note in numbering_note((result.target,), words):
            yield For(note, PAPER)
    for problem in result.notes:
        text = noted(replace(problem, params=_named(problem.params, names)), words)
        readers = INTERNAL if problem.code in _SMALL_COUNTS else PAPER
        yield For(Paragraph(text, words.say(N_("Note."))), readers)


def _named(params: Mapping[str, Param], names: Mapping[str, str]) -> dict[str, Param]:
    """The figures of a note, with its targets in the form permitted."""
    targets = params.get("targets")
    if not isinstance(targets, tuple):
        return dict(params)
    return {**params, "targets": tuple(names.get(str(name), "–") for name in targets)}


def _runs(result: ReleaseResult, names: Mapping[str, str], words: Words) -> Iterator[For]:
    """How many records a target has can be a small count: targets are for the internal edition."""
    yield For(_run_table(result, words), PAPER)
    yield For(_target_table(result, names, words), INTERNAL)
    if len(result.runs) <= _MOST_BARS:
        yield For(_chart(result, names, words), INTERNAL)
    if len(result.runs) > 1:
        yield For(matrix_table(result, words), EVERYONE)


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


def _target_table(result: ReleaseResult, names: Mapping[str, str], words: Words) -> Table:
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


def _chart(result: ReleaseResult, names: Mapping[str, str], words: Words) -> Figure:
    series = tuple(
        Series(run_name(run.tests), tuple(target.released for target in run.targets.values()))
        for run in result.runs
    )
    axis = Axis(words.say(N_("Records released")), words.say(N_("mean over the orders")))
    return Figure(
        words.say(N_("Records released by target")),
        (BarChart(tuple(names.values()), series, axis, decimals=0),),
        words.say(N_("Longer bar: more records released.")),
    )


def matrix_table(result: ReleaseResult, words: Words) -> Table:
    """In how many orders what was released under one test is safe under another."""
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
            "In how many of {orders} {orders:order|orders} what was released is, in the end, "
            "safe by the other test, for all targets."
        ),
        orders=whole(result.orders),
    )
    return Table(words.say(N_("Safety under other tests")), columns, rows, note)


def _assessment(result: ReleaseResult, names: Mapping[str, str], words: Words) -> Iterator[For]:
    """Counts could be derived from exact statistics, which stay inside."""
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
    for figure in _reached(result, names, words):
        yield For(figure, INTERNAL)
    yield For(Table(title, columns, rows, note), INSIDE)
    states = tuple((row[0], row[1], row[5]) for row in rows)
    yield For(Table(words.say(N_("Test results")), (columns[0], columns[1], columns[5]), states), EXTERNAL)


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
