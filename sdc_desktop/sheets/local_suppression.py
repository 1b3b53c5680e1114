"""What a ``local_suppression`` job did: the cells suppressed, by which rule, and what is left."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.suppression.local_suppression.engine import LocalSuppressionResult
from sdc_desktop.sheets.blocks import Finding, Heading, Paragraph
from sdc_desktop.sheets.recoding import anonymity_figures, findings, information_figure, kept_of, suppressed
from sdc_desktop.sheets.sheet import INSIDE, PAPER, WINDOW, About, For
from sdc_desktop.words.microdata.generalising import SMALLEST
from sdc_desktop.words.microdata.suppression import cells_suppressed
from sdc_desktop.words.words import N_, Words, whole


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, how the cells were chosen, and what that cost, by variable."""
    result: LocalSuppressionResult = about.result
    yield For(Finding(_cells(result, words)), WINDOW)
    yield from findings(result.after, tuple(result.entropies), words)
    yield from anonymity_figures(result.before, result.after, kept_of(result.entropies), words)
    yield For(Heading(words.say(N_("Method"))), PAPER)
    yield from suppressed(result.suppression, result.before.records, words, INSIDE)
    yield For(Heading(words.say(N_("Utility loss"))), PAPER)
    yield For(information_figure(result.entropies, words), PAPER)
    for name, cells in result.suppression.figures.cells_by_variable.items():
        line = words.say(
            N_("{name}: {number} of {records} {records:value|values} {number:is|are} suppressed ({share})."),
            name=name,
            number=whole(cells),
            records=whole(result.records),
            share=words.percent(cells / max(result.records, 1)),
        )
        yield For(Paragraph(line), WINDOW)


def _cells(result: LocalSuppressionResult, words: Words) -> str:
    """The cells, and the smallest class of the records that keep key values."""
    parts = [cells_suppressed(result.suppression, result.records, words)]
    if result.after.classes:
        parts.append(words.say_many(*SMALLEST.of(result.after.persons), result.after.k))
    return " ".join(parts)
