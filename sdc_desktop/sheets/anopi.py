"""The result of an ``anopi`` job: the levels chosen, and the information that they lose."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
from sdc_desktop.engine.methods.recoding.anopi.blocks import ReleasedBlock
from sdc_desktop.engine.methods.recoding.anopi.codings import Coding
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.sheets.blocks import (
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
from sdc_desktop.sheets.recoding import anonymity_figures, findings, information_figure, kept_of, suppressed
from sdc_desktop.sheets.sheet import INSIDE, INTERNAL, PAPER, About, For
from sdc_desktop.words.microdata.anopi_k import block_name, block_reason
from sdc_desktop.words.microdata.microaggregation import missing_rule, size_range
from sdc_desktop.words.microdata.recoding import reason
from sdc_desktop.words.words import N_, Words, whole

_MOST_PLANES = 4


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, utility and privacy achieved, and the information that the levels lose."""
    result: AnopiResult = about.result
    entropies = {name: (info.entropy_as_is, info.entropy) for name, info in result.information.items()}
    yield from findings(result.after, tuple(result.levels), words, result.suppression, inside=INSIDE)
    yield from anonymity_figures(result.before, result.after, kept_of(entropies), words, inside=INSIDE)
    yield For(Heading(words.say(N_("Method"))), PAPER)
    yield from suppressed(result.suppression, result.before.records, words, inside=INSIDE)
    yield For(Heading(words.say(N_("Utility loss"))), PAPER)
    yield For(information_figure(entropies, words), PAPER)
    reasons = (*_unusual_codings(result, words), *_chosen_blocks(result, words))
    everywhere: tuple[Block, ...] = (*reasons, *_block_tables(result, words))
    for block in everywhere:
        yield For(block, PAPER)
    inside: tuple[Block, ...] = (_levels(result, words), *_planes(about.params, result, words))
    for block in inside:
        yield For(block, INTERNAL)


def done(about: About, words: Words) -> Iterator[Paragraph]:
    """The method, with what was given to it."""
    result: AnopiResult = about.result
    if result.codings:
        yield Paragraph(
            words.say(
                N_(
                    "Every recoded variable is replaced by one of the codings of its hierarchy. ANOPI "
                    "(Zielinski 2010) treats the information that users get and the privacy that respondents "
                    "keep as goods that are paid from one income, the entropy of the variables. It computes "
                    "how much of each to buy, and the coding that comes nearest is released."
                )
            )
        )
    yield from _microaggregation_method(result, words)
    yield Paragraph(
        words.say(
            N_(
                "Of the whole, {utility} goes to utility and {privacy} to privacy (alpha {alpha}). The "
                "points say how much users want each variable, and how much it would help an intruder; each "
                "sum to 100. The income is {income}."
            ),
            utility=words.percent(result.alpha, 0),
            privacy=words.percent(1 - result.alpha, 0),
            alpha=words.short(result.alpha),
            income=words.figure(result.income, 4),
        )
    )
    if about.params.min_utility or about.params.min_privacy:
        yield Paragraph(
            words.say(
                N_(
                    "Lower bounds were set on utility or privacy. Codings and k that do not meet them were "
                    "not considered."
                )
            )
        )


def _levels(result: AnopiResult, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Variable")), share=1.8),
        Column(words.say(N_("Points, users")), "right"),
        Column(words.say(N_("Points, intruder")), "right"),
        Column(words.say(N_("Utility, best")), "right"),
        Column(words.say(N_("Utility, released")), "right"),
        Column(words.say(N_("Privacy, best")), "right"),
        Column(words.say(N_("Privacy, released")), "right"),
    )
    rows = tuple(
        (
            name,
            words.short(result.user_points[name], 4),
            words.short(result.intruder_points[name], 4),
            words.figure(best.utility),
            words.figure(result.released[name].utility),
            words.figure(best.privacy),
            words.figure(result.released[name].privacy),
        )
        for name, best in result.levels.items()
    )
    note = words.say(
        N_(
            "Utility is points times the entropy that is released, privacy points times the entropy that is "
            "held back. “Best” is the optimum, which what is released can only come near to."
        )
    )
    return Table(words.say(N_("Optimal and released utility and privacy")), columns, rows, note)


def _microaggregation_method(result: AnopiResult, words: Words) -> Iterator[Paragraph]:
    """How groups are formed; nothing where there are none."""
    if not result.blocks:
        return
    yield Paragraph(
        words.say(
            N_(
                "In each block of microaggregated variables, records that are near one another form "
                "groups of at least k, by MDAV (Domingo-Ferrer and Torra 2005), numbers standardised "
                "to mean 0 and variance 1. All records of a group get the same value: the mean of "
                "continuous variables, the median category of ordinal ones, the most frequent category "
                "of nominal ones. ANOPI (Zielinski 2010) computes from the entropy of the variables "
                "how much information users should get and how much privacy respondents should keep, "
                "and the k that comes nearest is used."
            )
        ),
        words.say(N_("Microaggregation.")),
    )
    if any(block.formed is not None and block.formed.missing for block in result.blocks):
        yield Paragraph(missing_rule("keep", words), words.say(N_("Missing values.")))


def _block_tables(result: AnopiResult, words: Words) -> Iterator[Table]:
    """The groups of each block."""
    if not result.blocks:
        return
    columns = (
        Column(words.say(N_("Block")), share=2.5),
        Column(words.say(N_("k")), "right"),
        Column(words.say(N_("Groups")), "right"),
        Column(words.say(N_("Records in a group")), "right"),
        Column(words.say(N_("Variation lost")), "right"),
    )
    rows = tuple(_block_row(block, words) for block in result.blocks)
    note = words.say(
        N_(
            "Variation lost is the sum of squared distances of the records from their group's values, of the "
            "same with all records in one group."
        )
    )
    yield Table(words.say(N_("The groups")), columns, rows, note)


def _block_row(block: ReleasedBlock, words: Words) -> tuple[str, ...]:
    formed = block.formed
    if formed is None:
        return block_name(block, words), whole(block.k), "–", "–", "–"
    lost = words.say(N_("{il} %"), il=words.figure(formed.il, 4))
    sizes = size_range(tuple(formed.sizes), words)
    return block_name(block, words), whole(block.k), whole(formed.groups), sizes, lost


def _chosen_blocks(result: AnopiResult, words: Words) -> Iterator[Paragraph]:
    """A sentence for each block: why it has its k."""
    for block in result.blocks:
        yield Paragraph(block_reason(block, words), words.say(N_("{name}:"), name=block_name(block, words)))


def _unusual_codings(result: AnopiResult, words: Words) -> Iterator[Paragraph]:
    """A sentence for each variable whose level was not simply the nearest to the optimum."""
    for name, choice in result.codings.items():
        if choice.reason != "least_deviation":
            yield Paragraph(reason(name, choice, words))


def _planes(params: AnopiParams, result: AnopiResult, words: Words) -> Iterator[Figure]:
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
