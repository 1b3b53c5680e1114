"""What single records hide, in words: what Priv, being a mean, cannot say."""

from collections.abc import Sequence

from sdc_desktop.engine.microdata.suppression.hidden_information import HiddenInformation
from sdc_desktop.words.words import N_, Words, whole

Table = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]


def summary(found: HiddenInformation, in_points: bool, words: Words) -> str:
    """What half of the records hide at most, how many hide nothing, and the mean, which is Priv."""
    decimals = 2 if in_points else 3
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
    """The unit of hidden information, for an axis."""
    if in_points:
        return words.say(N_("Hidden, points \u00d7 log\u2081\u2080"))
    return words.say(N_("Hidden, log\u2081\u2080"))


def histogram_table(edges: Sequence[float], counts: Sequence[int], decimals: int, words: Words) -> Table:
    """The figures behind the histogram: header and rows."""
    header = tuple(words.say(text) for text in (N_("Hides from"), N_("to"), N_("Records")))
    rows = tuple(
        (words.figure(low, decimals), words.figure(high, decimals), whole(count))
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
    )
    return header, rows
