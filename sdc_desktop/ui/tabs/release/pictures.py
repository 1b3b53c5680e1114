"""Figures of the engine as panels, bars and tables: for a simulation and for live use. No widgets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sdc_desktop.engine.release.rules import Counts, Vector
from sdc_desktop.ui.tabs.release.replay import Course
from sdc_desktop.ui.widgets.plots.panels_plot import Panel, PanelLine
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release.release_tab import figure_text, share_text
from sdc_desktop.words.words import whole

Rows = list[tuple[str, ...]]
_IN_BITS = ("MIS", "KLD")
_MOST_ROWS = 400  # of a course in the table behind it


def course_panel(course: Course, words: Words) -> Panel:
    """A course as a panel of two lines."""
    x = course.released.astype(np.float64)
    lines = (
        PanelLine(words.say(N_("statistic")), x, course.statistic),
        PanelLine(words.say(N_("critical value")), x, course.critical),
    )
    unit = words.say(N_("(bits)")) if course.test in _IN_BITS else ""
    return Panel(
        course.test if course.target is None else f"{course.test}, {course.target}", lines, note=unit
    )


def course_rows(courses: Sequence[Course], words: Words) -> Rows:
    """The table behind the courses; of a long one as many rows as can be told apart in its picture."""
    rows: Rows = []
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


def distribution_panel(name: str, values: Sequence[str], counts: Counts, baseline: Vector) -> Panel:
    """What is out of a target as bars, the baseline as marks."""
    number = int(counts.sum())
    shares = counts / number if number else np.zeros(len(values))
    return Panel(
        name,
        names=tuple(values),
        bars=tuple(shares.tolist()),
        marks=tuple(baseline.tolist()),
        note=f"({whole(number)})",
    )


def distribution_rows(
    targets: Sequence[str], values: Sequence[str], table: Counts, baseline: Vector, words: Words
) -> Rows:
    """The table behind the distributions."""
    rows: Rows = []
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
