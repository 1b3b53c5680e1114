"""The codings of an ``anopi`` job: why these, and every one there is."""

from collections.abc import Iterator
from typing import cast

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
from sdc_desktop.engine.methods.recoding.anopi.codings import Coding
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.report.model import (
    Axis,
    Block,
    Column,
    Figure,
    Heading,
    LegendEntry,
    Paragraph,
    Point,
    PointMark,
    ScatterChart,
    Table,
)
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import coding_title
from sdc_desktop.words.microdata.recoding import next_best, reason
from sdc_desktop.words.words import whole


def why_codings(subject: Subject, result: AnopiResult, words: Words) -> Iterator[Block | Heading]:
    """A sentence and a plane for each recoded variable; nothing where there is none."""
    if not result.codings:
        return
    yield Heading(words.say(N_("Choice of levels")))
    for name, choice in result.codings.items():
        text = f"{reason(name, choice, words)} {next_best(result, name, subject.hierarchy(name), words)}"
        yield Paragraph(text, words.say(N_("{name}:"), name=name))
    planes = tuple(_plane(subject, result, name, words) for name in result.codings)
    bounded = any(plane.least_x > 0 or plane.least_y > 0 for plane in planes)
    forbidden = (LegendEntry("forbidden", words.say(N_("below a bound, not allowed"))),) if bounded else ()
    yield Figure(
        words.say(N_("Deviation of each level from the optimum")),
        planes,
        words.say(
            N_(
                "Each point is a hierarchy level, labelled with its number. Right: more information for "
                "users. Up: more privacy. The points lie on a line because information released is not "
                "withheld."
            )
        ),
        (
            LegendEntry("candidate", words.say(N_("coding"))),
            LegendEntry("chosen", words.say(N_("released"))),
            LegendEntry("optimum", words.say(N_("optimum"))),
            *forbidden,
        ),
    )


def _plane(subject: Subject, result: AnopiResult, name: str, words: Words) -> ScatterChart:
    best, chosen = result.levels[name], result.codings[name]
    points = [_point(coding, coding.level == chosen.level) for coding in result.candidates[name]]
    points.append(Point(best.utility, best.privacy, "", "optimum"))
    unit = words.say(N_("points × entropy"))
    least_x, least_y = _least(subject, result, name)
    utility, privacy = Axis(words.say(N_("Utility")), unit), Axis(words.say(N_("Privacy")), unit)
    return ScatterChart(name, utility, privacy, tuple(points), least_x, least_y)


def _least(subject: Subject, result: AnopiResult, name: str) -> tuple[float, float]:
    """The lower bounds on utility and privacy of a variable; 0 where there is none."""
    params = params_of(subject)
    codings = result.candidates[name]
    user, intruder = params.min_utility.get(name, 0.0), params.min_privacy.get(name, 0.0)
    return (
        codings[user.degree - 1].utility if isinstance(user, DegreeBound) else float(user),
        codings[intruder.degree - 1].privacy if isinstance(intruder, DegreeBound) else float(intruder),
    )


def params_of(subject: Subject) -> AnopiParams:
    """The params of the job."""
    return cast(AnopiParams, subject.job.params)


def _point(coding: Coding, chosen: bool) -> Point:
    mark: PointMark = "chosen" if chosen else "candidate"
    return Point(coding.utility, coding.privacy, str(coding.level), mark)


def every_coding(subject: Subject, result: AnopiResult, words: Words) -> Iterator[Table]:
    """All codings of the recoded variables, those not released too."""
    if not result.candidates:
        return
    columns = (
        Column(words.say(N_("Variable")), share=1.6),
        Column(words.say(N_("Coding")), share=1.8),
        Column(words.say(N_("Categories")), "right"),
        Column(words.say(N_("Utility")), "right"),
        Column(words.say(N_("Privacy")), "right"),
        Column(words.say(N_("Deviation")), "right"),
        Column(words.say(N_("State")), share=1.6),
    )
    rows = tuple(
        (
            name,
            coding_title(coding.level, coding.level_name, subject.hierarchy(name), words),
            whole(coding.categories),
            words.figure(coding.utility),
            words.figure(coding.privacy),
            words.figure(coding.deviation, 3),
            _state(coding, result.codings[name].level, words),
        )
        for name, codings in result.candidates.items()
        for coding in codings
    )
    note = words.say(
        N_(
            "Deviation: how far the coding lies from the optimum, |best utility − its utility| to the power "
            "alpha times |best privacy − its privacy| to the power 1 − alpha."
        )
    )
    yield Table(words.say(N_("All levels")), columns, rows, note)


def _state(coding: Coding, chosen: int, words: Words) -> str:
    if coding.level == chosen:
        return words.say(N_("released"))
    return "" if coding.allowed else words.say(N_("below a bound"))
