"""What a ``ru_map`` job found: risk and utility of every setting, and which no other one beats."""

from collections.abc import Sequence
from typing import Any

from sdc_desktop.engine.methods.experiments.ru_map.engine import RuMapResult
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.records import share_text
from sdc_desktop.report.sections.settings import title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import (
    Axis,
    Block,
    Column,
    Figure,
    Finding,
    Heading,
    LegendEntry,
    Paragraph,
    Point,
    PointMark,
    ScatterChart,
    Table,
)
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk.risk import map_verdict, point_sentence
from sdc_desktop.words.words import whole

_MOST_DRAWN = 400  # points besides the front and the marked ones
_MOST_ROWS = 8


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the verdict, the map, the settings on its front."""
    result: RuMapResult = subject.result.result
    blocks: list[Block | Heading] = [
        Finding(map_verdict(result, words)),
        Heading(words.say(N_("Utility loss"))),
        _map(subject, result, words),
        _front(subject, result, words),
        Heading(words.say(N_("Limits and assumptions"))),
        Paragraph(
            words.say(
                N_(
                    "Risk is the average re-identification risk for an intruder who knows all key "
                    "variables: classes divided by records. Utility is 100 % where nothing changes and 0 % "
                    "where nothing is released. Both are without suppression."
                )
            )
        ),
    ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility as is, and of the most useful tolerable setting."""
    plain = [point for point in result.points if point.levels is not None and not any(point.levels)]
    best = None if result.best is None else result.points[result.best]
    return Balance(
        words.say(N_("average re-identification risk, best tolerable setting")),
        share_text(subject, plain[0].risk, words) if plain else NOTHING,
        NOTHING if best is None else share_text(subject, best.risk, words),
        words.say(N_("information")),
        words.percent(1) if plain else NOTHING,
        NOTHING if best is None else words.percent(best.utility),
    )


def _map(subject: Subject, result: RuMapResult, words: Words) -> Figure:
    digits = 3 if subject.is_internal else 0  # outside, risks of the original records are whole per cent
    named = {place for place in (result.best, result.anopi) if place is not None}
    step = max(len(result.points) // _MOST_DRAWN, 1)
    drawn = sorted({*range(0, len(result.points), step), *result.front, *named})
    points = tuple(
        Point(
            round(100 * result.points[place].risk, digits),
            round(100 * result.points[place].utility, 3),
            point_sentence(result.points[place], result.names, words) if place in named else "",
            _mark(result, place),
        )
        for place in drawn
    )
    chart = ScatterChart(
        "",
        Axis(words.say(N_("Risk")), words.say(N_("%"))),
        Axis(words.say(N_("Utility")), words.say(N_("%"))),
        points,
    )
    reading = words.say_many(
        N_("{number} setting; those further up keep more, those further left risk less."),
        N_("{number} settings; those further up keep more, those further left risk less."),
        len(result.points),
    )
    legend = [
        LegendEntry("candidate", words.say(N_("a setting"))),
        LegendEntry("chosen", words.say(N_("most useful of those tolerable"))),
    ]
    if result.anopi is not None:
        legend.append(LegendEntry("optimum", words.say(N_("ANOPI's choice"))))
    return Figure(words.say(N_("The R-U map")), (chart,), reading, tuple(legend))


def _mark(result: RuMapResult, place: int) -> PointMark:
    if place == result.best:
        return "chosen"
    return "optimum" if place == result.anopi else "candidate"


def _spread(front: Sequence[int]) -> tuple[int, ...]:
    """The settings of the front that are listed: both ends, and others evenly spaced between them."""
    last = len(front) - 1
    if last < _MOST_ROWS:
        return tuple(front)
    places = dict.fromkeys(round(row * last / (_MOST_ROWS - 1)) for row in range(_MOST_ROWS))
    return tuple(front[place] for place in places)


def _front(subject: Subject, result: RuMapResult, words: Words) -> Table:
    columns = [
        Column(words.say(N_("Setting")), share=4),
        Column(words.say(N_("Risk")), "right"),
        Column(words.say(N_("Utility")), "right"),
    ]
    if subject.is_internal:
        columns.append(Column(words.say(N_("Unique records")), "right"))
    rows = []
    for place in _spread(result.front):
        point = result.points[place]
        row = [
            point_sentence(point, result.names, words),
            share_text(subject, point.risk, words),
            words.percent(point.utility),
        ]
        rows.append((*row, *((whole(point.uniques),) if subject.is_internal else ())))
    note = words.say(
        N_("No other setting has both less risk and more utility. Levels count from 0, “as is”.")
    )
    return Table(words.say(N_("Pareto-optimal settings")), tuple(columns), tuple(rows), note)
