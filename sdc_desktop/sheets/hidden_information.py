"""What single records hide, in words: what Priv, being a mean, cannot say."""

from collections.abc import Iterator
from itertools import pairwise

from sdc_desktop.engine.microdata.suppression.hidden_information import HiddenInformation
from sdc_desktop.sheets.blocks import Column, Finding, Table
from sdc_desktop.sheets.sheet import WINDOW, For
from sdc_desktop.words.words import N_, Words, whole

_BINS = 12


def sheet(found: HiddenInformation, in_points: bool, words: Words) -> Iterator[For]:
    """The spread over the records, with the figures behind its picture; for the window alone."""
    decimals = 2 if in_points else 3
    yield For(Finding(_summary(found, in_points, decimals, words)), WINDOW)
    edges, counts = found.histogram(_BINS)
    rows = [
        (words.figure(low, decimals), words.figure(high, decimals), whole(count))
        for (low, high), count in zip(pairwise(edges.tolist()), counts.tolist(), strict=True)
    ]
    columns = (Column(words.say(text), "right") for text in (N_("Hides from"), N_("to"), N_("Records")))
    yield For(Table(words.say(N_("Hidden information per record")), tuple(columns), tuple(rows)), WINDOW)


def bars(found: HiddenInformation, in_points: bool, words: Words) -> tuple[list[str], list[int]]:
    """The histogram as a picture: the edges of its bars as texts, and the records in each."""
    edges, counts = found.histogram(_BINS)
    return [words.figure(edge, 1 if in_points else 2) for edge in edges], counts.tolist()


def _summary(found: HiddenInformation, in_points: bool, decimals: int, words: Words) -> str:
    """What half of the records hide at most, how many hide nothing, and the mean, which is Priv."""
    text = (
        N_("Half of the records hide {median} or less; {share} hide nothing. Mean (Priv): {mean}.")
        if in_points
        else N_("Half of the records hide {median} or less; {share} hide nothing. Mean: {mean}.")
    )
    return words.say(
        text,
        median=words.figure(found.quantiles((0.5,))[0] if len(found.values) else 0.0, decimals),
        share=words.percent(found.share_below(1e-8)),
        mean=words.figure(found.mean, decimals),
    )


def unit(in_points: bool, words: Words) -> str:
    """The unit of the axis."""
    if in_points:
        return words.say(N_("Hidden, points \u00d7 log\u2081\u2080"))
    return words.say(N_("Hidden, log\u2081\u2080"))
