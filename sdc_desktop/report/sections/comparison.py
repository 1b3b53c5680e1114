"""Strategies that protect the same data by the same variables, on one map of risk and utility."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from sdc_desktop.report.balance import Balance
from sdc_desktop.report.parts import JobReport
from sdc_desktop.sheets.blocks import (
    Axis,
    Block,
    Figure,
    Heading,
    LegendEntry,
    Paragraph,
    Point,
    ScatterChart,
)
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import listed

Strategies = Sequence[tuple[JobReport, Balance]]


def comparison(jobs: Sequence[JobReport], words: Words) -> Iterator[Block | Heading]:
    """A heading, a sentence and a map for each set of comparable strategies; nothing without any."""
    found: dict[tuple[str, int, int], list[tuple[JobReport, Balance]]] = defaultdict(list)
    for one in jobs:
        if one.balance is not None and one.balance.point is not None:
            before = (
                one.subject.result.result.before
            )  # other key variables give other classes, and another risk
            key = (one.subject.job.input, before.classes, before.records)
            found[key].append((one, one.balance))
    for strategies in found.values():
        if len(strategies) > 1:
            yield Heading(words.say(N_("Strategies compared")))
            yield Paragraph(_unbeaten_text(strategies, words))
            yield _map(strategies, words)


def _is_beaten(at: int, strategies: Strategies) -> bool:
    """Whether another strategy has at most its risk and at least its utility, and one of them better."""
    risk, utility = strategies[at][1].point or (0.0, 0.0)
    others = [balance.point or (0.0, 0.0) for place, (_, balance) in enumerate(strategies) if place != at]
    return any(r <= risk and u >= utility and (r, u) != (risk, utility) for r, u in others)


def _unbeaten_text(strategies: Strategies, words: Words) -> str:
    names = [one.subject.job.name for at, (one, _) in enumerate(strategies) if not _is_beaten(at, strategies)]
    of_all = words.say(
        N_("{names} protect the same records separately."),
        names=listed([one.subject.job.name for one, _ in strategies], words),
    )
    if len(names) == 1:
        text = words.say(N_("{name} has the least risk and keeps the most utility."), name=names[0])
    else:
        text = words.say(
            N_("None of {names} dominates another: less risk comes with less utility."),
            names=listed(names, words),
        )
    return f"{of_all} {text}"


def _map(strategies: Strategies, words: Words) -> Figure:
    decimals = 1 if strategies[0][0].subject.is_internal else 0
    points = [
        Point(
            round(100 * balance.point[0], decimals),
            round(100 * balance.point[1], decimals),
            one.subject.job.name,
            "candidate" if _is_beaten(at, strategies) else "chosen",
        )
        for at, (one, balance) in enumerate(strategies)
        if balance.point is not None
    ]
    original = max(balance.risk_was or 0.0 for _, balance in strategies)
    points.append(Point(round(100 * original, decimals), 100.0, words.say(N_("original data")), "optimum"))
    chart = ScatterChart(
        "",
        Axis(words.say(N_("Average re-identification risk")), words.say(N_("%"))),
        Axis(words.say(N_("Utility retained")), words.say(N_("%"))),
        tuple(points),
    )
    legend = (
        LegendEntry("chosen", words.say(N_("not dominated"))),
        LegendEntry("candidate", words.say(N_("dominated: another has less risk and keeps as much"))),
        LegendEntry("optimum", words.say(N_("original data"))),
    )
    reading = words.say(N_("Further left is safer, further up is more useful."))
    return Figure(words.say(N_("Strategies by risk and utility")), (chart,), reading, legend)
