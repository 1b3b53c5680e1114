"""What stands before the data: risk and utility of all jobs side by side, and strategies compared.

To add a section here, write a function of the same shape and name it in ``FRONT``.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from sdc_desktop.engine.verdict import Grade
from sdc_desktop.report.balance import NOTHING, Balance, balance_of
from sdc_desktop.report.model import (
    Axis,
    BarChart,
    Block,
    Column,
    Figure,
    Heading,
    LegendEntry,
    Paragraph,
    Point,
    ScatterChart,
    Section,
    Series,
    Table,
    Verdict,
)
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import listed, whole

_MOST_DRAWN = 8  # steps in the figure of the summary
_MOST_ON_COVER = 3  # findings that the first page tells in full
_MOST_BELOW_CONTENTS = 4  # steps whose summary has room below the contents
Told = tuple[Subject, tuple[Section, ...]]  # a job, and its chapter


def front_sections(told: Sequence[Told], words: Words) -> tuple[Section, ...]:
    """Every section that stands before the data."""
    return tuple(section for write in FRONT for section in write(told, words))


def summary(told: Sequence[Told], words: Words) -> Iterator[Section]:
    """One page: what each job found in a sentence, and its risk and utility before and after."""
    if not told:
        return
    balances = [(subject, balance_of(subject, words)) for subject, _ in told]
    blocks: list[Block | Heading] = [_opening(told, words)]
    measured = [(subject, balance) for subject, balance in balances if balance is not None]
    if measured:
        blocks.append(_balance_table(measured, words))
        blocks += _balance_figure(measured, words)
    if len(told) > _MOST_ON_COVER:
        blocks.append(_verdict_table(told, words))
    on_new_page = len(told) > _MOST_BELOW_CONTENTS
    yield Section(words.say(N_("Summary")), tuple(blocks), "summary", on_new_page=on_new_page)


def _opening(told: Sequence[Told], words: Words) -> Paragraph:
    graded = [subject.result.verdict for subject, _ in told]
    below = sum(verdict.grade is not Grade.SAFE for verdict in graded)
    jobs = words.say_many(
        N_("{number} step was carried out."), N_("{number} steps were carried out."), len(told)
    )
    if not below:
        outcome = words.say(N_("Every step is judged safe."))
    else:
        outcome = words.say_many(
            N_("{number} of them is not judged safe: its chapter has the reasons."),
            N_("{number} of them are not judged safe: their chapters have the reasons."),
            below,
        )
    return Paragraph(f"{jobs} {outcome}")


def _balance_table(measured: Sequence[tuple[Subject, Balance]], words: Words) -> Table:
    before, after = words.say(N_("before")), words.say(N_("after"))
    columns = (
        Column(words.say(N_("Step")), share=1.5),
        Column(words.say(N_("Risk: what is measured")), share=2),
        Column(before, "right", 0.95),
        Column(after, "right", 0.95),
        Column(words.say(N_("Utility: what is measured")), share=1.7),
        Column(before, "right", 0.95),
        Column(after, "right", 0.95),
    )
    rows = tuple(
        (
            subject.job.name,
            balance.risk,
            balance.risk_before,
            balance.risk_after,
            balance.utility or NOTHING,
            balance.utility_before,
            balance.utility_after,
        )
        for subject, balance in measured
    )
    note = words.say(
        N_(
            "A step that only measures has its figure on the side of the data it looked at. What each "
            "measure takes for granted is told in the chapter on measures."
        )
    )
    return Table(words.say(N_("Risk and utility, before and after")), columns, rows, note)


def _balance_figure(measured: Sequence[tuple[Subject, Balance]], words: Words) -> Iterator[Figure]:
    """Risk before and after beside utility, of the steps that measure both alike."""
    drawn = [
        (subject.job.name, balance.risk_was, balance.point)
        for subject, balance in measured
        if balance.point is not None and balance.risk_was is not None
    ][:_MOST_DRAWN]
    if not drawn:
        return
    chart = BarChart(
        tuple(name for name, _, _ in drawn),
        (
            Series(words.say(N_("risk before")), tuple(100 * was for _, was, _ in drawn)),
            Series(words.say(N_("risk after")), tuple(100 * point[0] for _, _, point in drawn)),
            Series(words.say(N_("utility kept")), tuple(100 * point[1] for _, _, point in drawn)),
        ),
        Axis(words.say(N_("Share")), words.say(N_("%"))),
        decimals=0,
    )
    reading = words.say(
        N_("A step does well where its second bar is much shorter than its first, and its third is long.")
    )
    yield Figure(words.say(N_("Risk reduction and utility loss by step")), (chart,), reading)


def _verdict_table(told: Sequence[Told], words: Words) -> Table:
    columns = (
        Column(words.say(N_("Chapter")), share=2.2),
        Column(words.say(N_("State")), share=1),
        Column(words.say(N_("Finding")), share=4.4),
    )
    rows = tuple(
        (section.title, block.mark_name, block.text)
        for _, sections in told
        for section in sections
        for block in section.blocks
        if isinstance(block, Verdict)
    )
    return Table(words.say(N_("Results")), columns, rows)


def comparison(told: Sequence[Told], words: Words) -> Iterator[Section]:
    """Strategies that protect the same data by the same variables, side by side, and on one map."""
    found: dict[tuple[str, int, int], list[tuple[Subject, Balance]]] = defaultdict(list)
    for subject, _ in told:
        balance = balance_of(subject, words)
        if balance is not None and balance.point is not None:
            before = subject.result.result.before  # other key variables give other groups, and another risk
            found[subject.job.input, before.classes, before.records].append((subject, balance))
    several = [(key[0], strategies) for key, strategies in found.items() if len(strategies) > 1]
    for number, (source, strategies) in enumerate(several, start=1):
        yield _compared(number, source, strategies, words)


def _compared(
    number: int, source: str, strategies: Sequence[tuple[Subject, Balance]], words: Words
) -> Section:
    if source == "data":
        title = words.say(N_("Strategy comparison"))
        text = words.say(
            N_(
                "These steps protect the same data, each by itself: {names}. Only one of them will be "
                "released."
            ),
            names=listed([subject.job.name for subject, _ in strategies], words),
        )
    else:
        title = words.say(N_("Strategies compared, after {name}"), name=source)
        text = words.say(
            N_(
                "These steps go on from {source}, each by itself: {names}. Only one of them will be released."
            ),
            source=source,
            names=listed([subject.job.name for subject, _ in strategies], words),
        )
    unbeaten = [at for at in range(len(strategies)) if not _is_beaten(at, strategies)]
    blocks: list[Block | Heading] = [
        Paragraph(text),
        Paragraph(_unbeaten_told([strategies[at][0].job.name for at in unbeaten], words)),
        _strategy_table(strategies, unbeaten, words),
        _map(strategies, unbeaten, words),
    ]
    return Section(title, tuple(blocks), f"comparison-{number}", on_new_page=True)


def _is_beaten(at: int, strategies: Sequence[tuple[Subject, Balance]]) -> bool:
    """Whether another strategy has at most its risk and at least its utility, and one of them better."""
    risk, utility = strategies[at][1].point or (0.0, 0.0)
    others = [balance.point or (0.0, 0.0) for place, (_, balance) in enumerate(strategies) if place != at]
    return any(r <= risk and u >= utility and (r, u) != (risk, utility) for r, u in others)


def _unbeaten_told(names: Sequence[str], words: Words) -> str:
    if len(names) == 1:
        return words.say(
            N_("{name} has both the least risk and the most utility of them, as they are measured here."),
            name=names[0],
        )
    return words.say(
        N_(
            "No other one beats {names}: whichever of these has less risk also keeps less. Which one to "
            "take is a judgement."
        ),
        names=listed(names, words),
    )


def _strategy_table(
    strategies: Sequence[tuple[Subject, Balance]], unbeaten: Sequence[int], words: Words
) -> Table:
    """Exact small counts are for the internal edition."""
    internal = strategies[0][0].is_internal
    columns = (
        Column(words.say(N_("Strategy")), share=2),
        Column(words.say(N_("Risk before")), "right", 1.1),
        Column(words.say(N_("Risk after")), "right", 1.1),
        *(
            (
                Column(words.say(N_("Standing alone")), "right", 1.1),
                Column(words.say(N_("Smallest group")), "right", 1.1),
            )
            if internal
            else ()
        ),
        Column(words.say(N_("Utility retained")), "right", 1.1),
        Column(words.say(N_("of what")), share=1.9),
        Column(words.say(N_("Dominated"))),
    )
    rows = []
    for at, (subject, balance) in enumerate(strategies):
        after = subject.result.result.after
        counts = (whole(after.uniques), whole(after.k)) if internal else ()
        beaten = words.say(N_("no") if at in unbeaten else N_("yes"))
        rows.append(
            (
                subject.job.name,
                balance.risk_before,
                balance.risk_after,
                *counts,
                balance.utility_after,
                balance.utility,
                beaten,
            )
        )
    note = words.say(
        N_(
            "Risk is the average chance of a right guess: groups by records, over the variables of the step. "
            "Utilities of different measures can be compared only roughly."
        )
    )
    return Table(words.say(N_("Risk and utility of each strategy")), columns, tuple(rows), note)


def _map(strategies: Sequence[tuple[Subject, Balance]], unbeaten: Sequence[int], words: Words) -> Figure:
    points = [
        Point(
            100 * balance.point[0],
            100 * balance.point[1],
            subject.job.name,
            "chosen" if at in unbeaten else "candidate",
        )
        for at, (subject, balance) in enumerate(strategies)
        if balance.point is not None
    ]
    as_is = max(balance.risk_was or 0.0 for _, balance in strategies)
    points.append(Point(100 * as_is, 100.0, words.say(N_("as is")), "optimum"))
    chart = ScatterChart(
        "",
        Axis(words.say(N_("Risk: average chance of a right guess")), words.say(N_("%"))),
        Axis(words.say(N_("Utility retained")), words.say(N_("%"))),
        tuple(points),
    )
    legend = (
        LegendEntry("chosen", words.say(N_("not dominated"))),
        LegendEntry("candidate", words.say(N_("another has less risk and keeps as much, or the like"))),
        LegendEntry("optimum", words.say(N_("original data"))),
    )
    reading = words.say(
        N_("Further left is safer, further up is more useful. As they are, the risk is {risk}."),
        risk=words.percent(as_is),
    )
    return Figure(words.say(N_("The strategies on a map of risk and utility")), (chart,), reading, legend)


FRONT: tuple[Callable[[Sequence[Told], Words], Iterator[Section]], ...] = (summary, comparison)
