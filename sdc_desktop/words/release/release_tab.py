"""What the tab Release queue says of a simulation: counters, headers and rows of its tables."""

import math
from collections.abc import Sequence

import numpy as np

from sdc_desktop.engine.methods.release.release.engine import ReleaseResult
from sdc_desktop.engine.methods.release.release.replay import Course
from sdc_desktop.engine.release.rules import Counts, Vector
from sdc_desktop.engine.release.simulation import Run
from sdc_desktop.words.release.release import run_name
from sdc_desktop.words.words import N_, Words, whole

_MOST_ROWS = 400  # of a course in its table


def counters_text(requested: int, released: int, waiting: int, denied: int, words: Words) -> str:
    """Where the requested records are."""
    counts = {"requested": whole(requested), "released": whole(released)}
    if denied:
        return words.say(
            N_("{requested} requested: {released} released, {denied} denied."), **counts, denied=whole(denied)
        )
    return words.say(
        N_("{requested} requested: {released} released, {waiting} waiting."), **counts, waiting=whole(waiting)
    )


def requests_header(attribute: str, target: str, words: Words) -> tuple[str, ...]:
    """The header of requests, waiting and released."""
    return words.say(N_("No.")), attribute, target


def log_header(tests: Sequence[str], attribute: str, target: str, words: Words) -> tuple[str, ...]:
    """The header of the log of what was released."""
    say = words.say
    figures = (say(title, test=test) for test in tests for title in (N_("{test}"), N_("{test} critical")))
    return say(N_("Released")), say(N_("Request")), say(N_("When")), attribute, target, *figures


def reading_texts(statistic: float, critical: float, words: Words) -> tuple[str, str]:
    """Statistic and critical value in a table; a dash where there was nothing to test."""
    return figure_text(statistic, words), figure_text(critical, words)


def figure_text(value: float, words: Words) -> str:
    """Six decimals, as the source prints them."""
    return words.figure(value, 6) if math.isfinite(value) else "\u2013"


def course_header(words: Words) -> tuple[str, ...]:
    """The header of the table behind the courses."""
    titles = (N_("Test"), N_("Target"), N_("Released"), N_("Statistic"), N_("Critical value"))
    return tuple(words.say(title) for title in titles)


def course_rows(courses: Sequence[Course], words: Words) -> list[tuple[str, ...]]:
    """The table behind the courses; for a long one only rows that its picture can distinguish."""
    rows: list[tuple[str, ...]] = []
    for course in courses:
        number = len(course.released)
        shown = np.arange(number)
        if number > _MOST_ROWS:
            shown = np.unique(np.geomspace(1, number, _MOST_ROWS).astype(np.int64)) - 1
        whole_name = words.say(N_("the whole"))
        for place in shown.tolist():
            rows.append(
                (
                    course.test,
                    course.target or whole_name,
                    whole(int(course.released[place])),
                    figure_text(float(course.statistic[place]), words),
                    figure_text(float(course.critical[place]), words),
                )
            )
    return rows


def compared_header(target: str, words: Words) -> tuple[str, ...]:
    """The header of the table that compares tests over all orders."""
    titles = (
        N_("Released"),
        N_("Standard deviation"),
        N_("Waiting"),
        N_("Denied"),
        N_("Without stalled orders"),
    )
    return words.say(N_("Tests")), target, *(words.say(title) for title in titles)


def compared_rows(result: ReleaseResult, words: Words) -> list[tuple[str, ...]]:
    """One row a run and target, then one of the simple rival."""
    rows: list[tuple[str, ...]] = []
    for run in result.runs:
        name = run_name(run.tests)
        total = words.say(N_("all"))
        rows.append(
            (
                name,
                total,
                words.figure(run.released, 1),
                _sd(run.sd, words),
                *_rest(run.queued, run.denied, words),
                "\u2013",
            )
        )
        rows += [
            (
                name,
                target,
                words.figure(one.released, 1),
                _sd(one.sd, words),
                *_rest(one.queued, one.denied, words),
                "\u2013" if one.released_unstalled is None else words.figure(one.released_unstalled, 1),
            )
            for target, one in run.targets.items()
        ]
    fit = words.say(N_("fitting the baseline"))
    none = ("\u2013",) * 4
    rows += [(fit, target, words.figure(float(number), 1), *none) for target, number in result.fit.items()]
    return rows


def compared_line(result: ReleaseResult, words: Words) -> str:
    """What the figures of the comparison are."""
    parts = [
        words.say_many(
            N_("One order: there is no spread."),
            N_("Means over {number} orders, bands one standard deviation to either side."),
            result.orders,
        )
    ]
    stalled = [run for run in result.runs if run.stalled]
    if stalled:
        text = ", ".join(f"{run_name(run.tests)}: {whole(run.stalled)}" for run in stalled)
        parts.append(words.say(N_("Orders that stalled: {told}."), told=text))
    else:
        parts.append(words.say(N_("No order stalled.")))
    return " ".join(parts)


def distribution_header(target: str, words: Words) -> tuple[str, ...]:
    """The header of the table behind the distributions."""
    say = words.say
    return target, say(N_("Value")), say(N_("Released")), say(N_("Share")), say(N_("Baseline"))


def distribution_rows(
    targets: Sequence[str], values: Sequence[str], table: Counts, baseline: Vector, words: Words
) -> list[tuple[str, ...]]:
    """The table behind the distributions."""
    rows: list[tuple[str, ...]] = []
    for name, counts in zip(targets, table, strict=True):
        number = max(int(counts.sum()), 1)
        rows += [
            (
                name,
                value,
                whole(int(count)),
                share_text(int(count) / number, words),
                share_text(float(share), words),
            )
            for value, count, share in zip(values, counts, baseline, strict=True)
        ]
    return rows


def share_text(share: float, words: Words) -> str:
    """A share in a table."""
    return words.percent(share, 2)


def stacks_header(target: str, words: Words) -> tuple[str, ...]:
    """The header of the table behind the stacks."""
    titles = (N_("Released"), N_("Waiting"), N_("Denied"))
    return target, *(words.say(title) for title in titles)


def run_title(run: Run, words: Words) -> str:
    """A run in a chooser."""
    return words.say(N_("First order by {tests}"), tests=run_name(run.tests))


def _rest(queued: float, denied: float, words: Words) -> tuple[str, str]:
    return words.figure(queued, 1), words.figure(denied, 1)


def _sd(value: float | None, words: Words) -> str:
    return "\u2013" if value is None else words.figure(value, 1)
