"""The levels of an ``anopi`` job: the reasons for the choice, and all levels."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
from sdc_desktop.engine.methods.recoding.anopi.codings import Coding
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.sheets.blocks import Axis, Figure, LegendEntry, Paragraph, Point, PointMark, ScatterChart
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.recoding import reason

_MOST_PLANES = 4


def unusual_codings(result: AnopiResult, words: Words) -> Iterator[Paragraph]:
    """A sentence for each variable whose level was not simply the nearest to the optimum."""
    for name, choice in result.codings.items():
        if choice.reason != "least_deviation":
            yield Paragraph(reason(name, choice, words))


def planes(params: AnopiParams, result: AnopiResult, words: Words) -> Iterator[Figure]:
    """A plane for each recoded variable; nothing where there is none, or more than have room."""
    if not 0 < len(result.codings) <= _MOST_PLANES:
        return
    planes = tuple(_plane(params, result, name, words) for name in result.codings)
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


def _plane(params: AnopiParams, result: AnopiResult, name: str, words: Words) -> ScatterChart:
    best, chosen = result.levels[name], result.codings[name]
    points = [_point(coding, coding.level == chosen.level) for coding in result.candidates[name]]
    points.append(Point(best.utility, best.privacy, "", "optimum"))
    unit = words.say(N_("points × entropy"))
    least_x, least_y = _least(params, result, name)
    utility, privacy = Axis(words.say(N_("Utility")), unit), Axis(words.say(N_("Privacy")), unit)
    return ScatterChart(name, utility, privacy, tuple(points), least_x, least_y)


def _least(params: AnopiParams, result: AnopiResult, name: str) -> tuple[float, float]:
    """The lower bounds on utility and privacy of a variable; 0 where there is none."""
    codings = result.candidates[name]
    user, intruder = params.min_utility.get(name, 0.0), params.min_privacy.get(name, 0.0)
    return (
        codings[user.degree - 1].utility if isinstance(user, DegreeBound) else float(user),
        codings[intruder.degree - 1].privacy if isinstance(intruder, DegreeBound) else float(intruder),
    )


def _point(coding: Coding, chosen: bool) -> Point:
    mark: PointMark = "chosen" if chosen else "candidate"
    return Point(coding.utility, coding.privacy, str(coding.level), mark)
